import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkLasso } from "../../src/checkers/check-lasso.js";
import { reference } from "../../src/engines/reference.js";
import { LocalReach } from "../../src/safety/local-reach.js";
import type { Reached, Separated } from "../../src/safety/reach-query.js";
import { TransitionSystem } from "../../src/safety/transition-system.js";
import { livenessToSafety } from "../../src/transform/liveness-to-safety.js";
import { models } from "../arbitraries/systems.js";
import { satContext } from "../engines/evidence.js";
import { decide, plainContext } from "../engines/running.js";
import { ReachOracle } from "./oracle.js";

const RUNS = Number(process.env.FAIRLEAD_RUNS ?? 50);

describe("LocalReach", () => {
  it("says whether the loop can be closed, however little was unrolled at first", () => {
    fc.assert(
      fc.property(models({ maxLatches: 5, maxGates: 30 }), fc.nat({ max: 3 }), (model, firstDepth) => {
        const encoding = livenessToSafety(model);
        const system = new TransitionSystem(encoding.model);
        const parts = new Map(encoding.parts.map((part, i) => [encoding.saved + i, system.literal(part)]));
        using local = new LocalReach(system, parts, satContext, firstDepth);
        const result = resultOf(local);
        const { answer } = decide(reference, { kind: "fair-cycle", model }, {}, plainContext);
        expect(result.kind).toBe(answer === "fails" ? "reached" : "separated");
        if (result.kind === "reached") expect(checkLasso(model, encoding.lasso(result.run)).ok).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  it("proves it on the whole model with what holds on the latches that were kept", () => {
    fc.assert(
      fc.property(models({ maxLatches: 3, maxInputs: 1, maxGates: 20 }), fc.nat({ max: 2 }), (model, firstDepth) => {
        const encoding = livenessToSafety(model);
        const system = new TransitionSystem(encoding.model);
        const parts = new Map(encoding.parts.map((part, i) => [encoding.saved + i, system.literal(part)]));
        using local = new LocalReach(system, parts, satContext, firstDepth);
        const result = resultOf(local);
        const target = { kind: "step", lit: system.literal(encoding.bad) } as const;
        const oracle = new ReachOracle(encoding.model, system, [], { kind: "resets" }, target);
        expect(result.kind === "reached" ? oracle.broken(result.run) : oracle.flaw(result.clauses)).toBeNull();
      }),
      { numRuns: RUNS },
    );
  });
});

function resultOf(local: LocalReach): Reached | Separated {
  for (const search = local.search(); ; ) {
    const { done, value } = search.next();
    if (done) return value;
  }
}

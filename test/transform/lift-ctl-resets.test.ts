import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkCtl } from "../../src/checkers/check-ctl.js";
import { gsh } from "../../src/engines/gsh.js";
import { reference } from "../../src/engines/reference.js";
import { proofIn } from "../../src/evidence/verdict.js";
import { Aig } from "../../src/logic/aig.js";
import { nodeOf } from "../../src/logic/lit.js";
import type { Model } from "../../src/model/model.js";
import type { Property } from "../../src/model/property.js";
import { SatSolver } from "../../src/solvers/sat/solver.js";
import { prepare } from "../../src/solving/prepare.js";
import { constantResets } from "../../src/transform/resets.js";
import { ctlFormulas } from "../arbitraries/formulas.js";
import { systems } from "../arbitraries/systems.js";
import { acceptsByEnumeration } from "../certificates/ctl-by-enumeration.js";
import { kernelContext } from "../engines/evidence.js";
import { decide } from "../engines/running.js";
import { satKernel } from "../solvers/sat/kernel.js";

const oracle = () => new SatSolver(satKernel);

describe("a proof of a CTL formula about the model with constant resets", () => {
  it.each([reference, gsh])(
    "of $name is carried back to the model with literal resets, and accepted by both checkers",
    (engine) => {
      const seen = { holds: 0, fails: 0, none: 0 };
      const shape = {
        maxLatches: 3,
        maxInputs: 2,
        maxFairness: 2,
        stateFairness: true,
        extraLits: 2,
        literalResets: true,
      };
      fc.assert(
        fc.property(systems(shape), ctlFormulas({ atoms: ["a", "b"], depth: 2 }), ({ model, lits }, formula) => {
          if (model.latches.every(({ reset }) => reset === "free" || reset < 2)) return;
          const atoms = new Map(lits.map((l, i) => ["ab"[i]!, l]));
          const property: Property = { kind: "ctl", name: "f", formula, atoms };
          const prepared = prepare(model, property);
          if ("unsupported" in prepared) return;
          const proof = proofIn(decide(engine, prepared.task, {}, kernelContext));
          const { ctl } = prepared.lift;
          if (ctl === undefined || proof?.kind !== "ctl-certificate") {
            seen.none++;
            return;
          }
          const lifted = ctl(proof);
          expect(checkCtl(model, property, lifted, { oracle })).toMatchObject({ result: "checked" });
          expect(acceptsByEnumeration(model, formula, atoms, lifted)).toBe(true);
          seen[lifted.fails === null ? "holds" : "fails"]++;
        }),
        { numRuns: 300 },
      );
      expect(seen.holds).toBeGreaterThan(10);
      expect(seen.fails).toBeGreaterThan(10);
    },
  );

  it("has no way back where steps read an input that a reset reads: then it is a part of the first state", () => {
    const aig = new Aig();
    const [input, x] = [aig.leaf(), aig.leaf()];
    const model = (next: typeof input): Model => ({
      aig,
      inputs: [nodeOf(input)],
      latches: [{ node: nodeOf(x), next, reset: input }],
      constraints: [],
      fairness: [],
      signals: [],
      modules: [],
    });
    expect(constantResets(model(x), [x], true).lift.ctl).toBeDefined();
    expect(constantResets(model(input), [x], true).lift.ctl).toBeUndefined();
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reference } from "../../../src/engines/reference.js";
import { explicitSetsOfModel } from "../../../src/sets/explicit-sets.js";
import { Line } from "../../../src/symbolic/dnc/policy.js";
import { Refinement } from "../../../src/symbolic/dnc/refinement.js";
import type { RefinementOptions } from "../../../src/symbolic/dnc/refinement-options.js";
import type { Subsetting } from "../../../src/symbolic/dnc/sharp.js";
import { ProofLog } from "../../../src/symbolic/proof.js";
import { closure } from "../../../src/symbolic/reach.js";
import { lassoThroughRegion } from "../../../src/symbolic/trace.js";
import { models } from "../../arbitraries/systems.js";
import { decide } from "../../engines/running.js";
import { finish } from "../run.js";

const OPTIONS: RefinementOptions = {
  order: "fifo",
  reach: "approximate",
  by: "lockstep",
  most: 100,
  endgame: { sets: "apart", strong: "hull", dontCares: "zones", weakFirst: true },
  effort: 1_000_000,
};

describe("the endgame of D'n'C#", () => {
  it("is right whatever don't cares are changed to: what it finds is fair and reached from the initial states", () => {
    let hulls = 0;
    const subset = fc.constantFrom<Subsetting>("minterm", "all");
    fc.assert(
      fc.property(models({ stateFairness: true, maxLatches: 5, maxInputs: 2 }), subset, (model, subset) => {
        using sets = explicitSetsOfModel(model, { hostile: true });
        using proof = new ProofLog(sets);
        const endgame = { subset, seedEffort: 0, nodes: 10, edges: 50, hyperlines: 4, worthSplitting: 1 };
        const line = new Line(
          model.latches.map((_, i) => [i]),
          { policy: "adaptive", jump: "direct", share: 0 },
        );
        const options = { ...OPTIONS, reach: "none", endgame } as const;
        const reachable = () => closure(sets, "forward", sets.initial);
        const refinement = new Refinement({ sets, proof, line, options, reachable });
        const { found } = finish(refinement.run());
        hulls += refinement.figures.hulls ?? 0;
        expect(found !== null).toBe(decide(reference, { kind: "fair-cycle", model }).answer === "fails");
        if (found?.kind !== "region") return;
        const lasso = finish(lassoThroughRegion(sets, found.fair, found.within));
        const loop = lasso.states.slice(lasso.loop).reduce((a, b) => sets.or(a, b), sets.empty);
        expect(sets.subset(loop, finish(reachable()))).toBe(true);
        expect(sets.conditions.every((c) => sets.intersects(loop, c))).toBe(true);
      }),
      { numRuns: 150 },
    );
    expect(hulls).toBeGreaterThan(5);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkLasso } from "../../src/checkers/check-lasso.js";
import type { Lasso } from "../../src/evidence/verdict.js";
import { Aig } from "../../src/logic/aig.js";
import { FALSE, type Lit, nodeOf, TRUE } from "../../src/logic/lit.js";
import type { Latch, Model } from "../../src/model/model.js";
import { LoopWalks } from "../../src/safety/fair/loop-walks.js";
import { StepRelation } from "../../src/safety/step-relation.js";
import { TransitionSystem } from "../../src/safety/transition-system.js";
import { models } from "../arbitraries/systems.js";
import { hasFairCycle } from "../certificates/brute-force.js";
import { satContext } from "../engines/evidence.js";

/** What so many steps of walks come to. */
function walked(model: Model, seed: number, steps: number): Lasso | null {
  const system = new TransitionSystem(model);
  using relation = new StepRelation(system, satContext);
  const { graph, fairness } = system;
  const stays = system.latches().map((l) => graph.iff(l, system.primed(l)));
  const walks = new LoopWalks(model, system, graph.andAll([...fairness, ...stays]), relation.solver(), seed);
  for (let k = 0; k < steps; k++) {
    const lasso = walks.step();
    if (lasso !== null) return lasso;
  }
  return null;
}

/** Latch i may be set once the one before it is; in the end all are. */
function chain(length: number): Model {
  const aig = new Aig();
  const [states, inputs] = [0, 1].map(() => Array.from({ length }, () => aig.leaf())) as [Lit[], Lit[]];
  const latches: Latch[] = states.map((l, i) => ({
    node: nodeOf(l),
    next: aig.or(l, aig.and(inputs[i]!, i === 0 ? TRUE : states[i - 1]!)),
    reset: FALSE,
  }));
  const fairness = [states[length - 1]!];
  return { aig, inputs: inputs.map(nodeOf), latches, constraints: [], fairness, signals: [], modules: [] };
}

describe("random walks to loops", () => {
  it("find one that every long run comes by", () => {
    const model = chain(60);
    const lasso = walked(model, 1, 1000)!;
    expect(lasso.steps.length).toBeGreaterThan(60);
    expect(checkLasso(model, lasso)).toMatchObject({ ok: true });
  });

  it("find nothing but lassos, whatever constraints and resets there are", () => {
    let found = 0;
    fc.assert(
      fc.property(models({ maxLatches: 4, maxGates: 20 }), fc.nat(1000), (model, seed) => {
        const lasso = walked(model, seed, 700);
        if (lasso === null) return;
        found++;
        expect(checkLasso(model, lasso)).toMatchObject({ ok: true });
        expect(hasFairCycle(model)).toBe(true);
      }),
      { numRuns: 100 },
    );
    expect(found).toBeGreaterThan(5);
  });
});

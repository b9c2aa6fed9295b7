import fc from "fast-check";
import { reference } from "../../src/engines/reference.js";
import type { Lit } from "../../src/logic/lit.js";
import { not } from "../../src/logic/lit.js";
import type { Model, Task } from "../../src/model/model.js";
import { liftVerdict } from "../../src/transform/lift-verdict.js";
import { mooreForm } from "../../src/transform/moore.js";
import { resynthesised } from "../../src/transform/resynthesis.js";
import type { Rewrite } from "../../src/transform/rewrite.js";
import { type RandomSystem, systems } from "../arbitraries/systems.js";
import { flawIn } from "../engines/evidence.js";
import { decide, plainContext } from "../engines/running.js";

/** A rewrite of models, and random systems that give it something to do. `property` are literals that it has to keep. */
export interface Rewriting {
  readonly name: string;
  readonly systems: fc.Arbitrary<RandomSystem>;
  rewrite(model: Model, property: readonly Lit[]): Rewrite;
}

const shape = { maxLatches: 4, maxInputs: 2, maxFairness: 3, extraLits: 1 };

/** Conditions that a latch, or its negation, remembers: beside others, which none does. */
const remembered = fc
  .tuple(systems(shape), fc.array(fc.tuple(fc.nat(), fc.boolean()), { minLength: 1, maxLength: 3 }))
  .map(([{ model, lits }, conditions]) => {
    if (model.latches.length === 0) return { model, lits };
    const added = conditions.map(([k, flip]) => {
      const { next } = model.latches[k % model.latches.length]!;
      return flip ? not(next) : next;
    });
    return { model: { ...model, fairness: [...added, ...model.fairness] }, lits };
  });

export const REWRITINGS: readonly Rewriting[] = [
  { name: "Moore form", systems: remembered, rewrite: (model) => mooreForm(model) },
  { name: "resynthesis", systems: systems({ ...shape, maxGates: 40 }), rewrite: resynthesised },
];

/**
 * What the reference says of random systems of a seed and of what a rewrite makes of them: all that differs, or has evidence that does not
 * check on the given system when it was lifted.
 */
export function compareRewriting({ systems, rewrite }: Rewriting, seed: number, runs: number): string[] {
  const different: string[] = [];
  for (const [i, { model, lits }] of fc.sample(systems, { seed, numRuns: runs }).entries())
    for (const kind of ["fair-cycle", "reach"] as const) {
      const task: Task = kind === "reach" ? { kind, model, bad: lits[0]! } : { kind, model };
      const property = task.kind === "reach" ? [task.bad] : [];
      const { model: rewritten, literal, lift } = rewrite(model, property);
      const asked: Task =
        task.kind === "reach"
          ? { kind: task.kind, model: rewritten, bad: literal(task.bad) }
          : { kind: "fair-cycle", model: rewritten };
      const expected = decide(reference, task, {}, plainContext).answer;
      const verdict = liftVerdict(lift, decide(reference, asked, {}, plainContext));
      if (verdict.answer !== expected) different.push(`system ${i}, ${kind}: ${verdict.answer} instead of ${expected}`);
      else if (flawIn(task, verdict) !== null) different.push(`system ${i}, ${kind}: ${flawIn(task, verdict)}`);
    }
  return different;
}

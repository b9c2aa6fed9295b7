import fc from "fast-check";
import { reference } from "../../src/engines/reference.js";
import { AigCopier } from "../../src/logic/aig.js";
import { type Lit, litOf, negateIf, nodeOf, not } from "../../src/logic/lit.js";
import type { Model, Task } from "../../src/model/model.js";
import { signalCorrespondence } from "../../src/safety/signal-correspondence.js";
import { equalLatches } from "../../src/transform/equal-latches.js";
import { liftVerdict } from "../../src/transform/lift-verdict.js";
import { mergeSignals } from "../../src/transform/merge-signals.js";
import { mooreForm } from "../../src/transform/moore.js";
import { resynthesised } from "../../src/transform/resynthesis.js";
import type { Rewrite } from "../../src/transform/rewrite.js";
import { type RandomSystem, systems } from "../arbitraries/systems.js";
import { flawIn } from "../engines/evidence.js";
import { decide, plainContext } from "../engines/running.js";
import { host } from "../safety/oracle.js";

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

/** Some latches have a twin, equal or opposite, whose next function reads twins where it can: only together are they equal. Conditions and literals read twins as well. */
const twinned = fc
  .tuple(
    systems({ ...shape, maxLatches: 3, maxGates: 30 }),
    fc.array(fc.constantFrom("none", "equal", "opposite"), { minLength: 3, maxLength: 3 }),
  )
  .map(([{ model, lits }, kinds]) => {
    const aig = model.aig.fork();
    const twins = model.latches.flatMap((latch, i) =>
      kinds[i] === "none" ? [] : [{ latch, leaf: aig.leaf(), flip: kinds[i] === "opposite" }],
    );
    const stands = new Map(twins.map(({ latch, leaf, flip }) => [latch.node, negateIf(leaf, flip)]));
    const copier = new AigCopier(model.aig, aig, (node) => stands.get(node) ?? litOf(node));
    const copies = twins.map(({ latch: { next, reset }, leaf, flip }) => ({
      node: nodeOf(leaf),
      next: negateIf(copier.copy(next), flip),
      reset: reset === "free" ? reset : negateIf(reset, flip),
    }));
    const fairness = model.fairness.map((f, k) => (k % 2 === 0 ? copier.copy(f) : f));
    const extra = lits.map((l) => aig.and(l, copier.copy(l)));
    return { model: { ...model, aig, latches: [...model.latches, ...copies], fairness }, lits: extra };
  });

/** Propagations: for the larger systems too few. */
const EFFORT = 4000;

export const REWRITINGS: readonly Rewriting[] = [
  { name: "Moore form", systems: remembered, rewrite: (model) => mooreForm(model) },
  { name: "resynthesis", systems: systems({ ...shape, maxGates: 40 }), rewrite: resynthesised },
  {
    name: "equal latches",
    systems: twinned,
    rewrite: (model, property) => mergeSignals(model, equalLatches(model), property),
  },
  {
    name: "correspondence",
    systems: twinned,
    rewrite: (model, property) =>
      mergeSignals(model, signalCorrespondence(model, property, host(), EFFORT, "all"), property),
  },
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

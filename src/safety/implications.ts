import { type Lit, not } from "../logic/lit.js";
import { RandomWalks } from "../model/simulate.js";
import { type Clause, negated } from "./cube.js";
import type { StepRelation } from "./step-relation.js";
import { StepSimulator, type TransitionSystem } from "./transition-system.js";

/** Steps of 32 random behaviours that candidates must survive. */
const WALK = 256;
/** All pairs are looked at. */
const MOST_LATCHES = 1000;

/**
 * Clauses of two latches that hold in all reachable states: those that hold at reset, that no random behaviour breaks, and that are inductive
 * together; without those that follow from two others. Rounds as in van Eijk's signal correspondence: each assumes all candidates in one step, and looks for those that
 * break in the next. Nothing is found if that takes more than so many propagations.
 */
export function implications(relation: StepRelation, effort: number): readonly Clause[] {
  if (relation.system.latchCount > MOST_LATCHES) return [];
  const end = relation.spent() + effort;
  const resets = new Set(relation.system.resets);
  let candidates: readonly Clause[] = seen(relation.system).filter((c) => c.some((l) => resets.has(l)));
  for (;;) {
    const left = preserved(relation, candidates, end);
    if (left === null) return [];
    if (left.length === candidates.length) return irredundant(left);
    candidates = left;
  }
}

/** Pairs of literals that are false together in no random behaviour, though each of them is in some. */
function seen({ model, latchCount }: TransitionSystem): Clause[] {
  const walks = new RandomWalks(model, 1);
  // By literal.
  const words = Array.from({ length: 2 * latchCount }, () => new Int32Array(WALK));
  for (let step = 0; step < WALK; step++) {
    const lanes = walks.step();
    for (let i = 0; i < latchCount; i++) {
      words[2 * i]![step] = walks.sim.latches[i]! & lanes;
      words[2 * i + 1]![step] = ~walks.sim.latches[i]! & lanes;
    }
  }
  const met = words.flatMap((w, l) => (w.some((word) => word !== 0) ? [l] : []));
  const together = (a: number, b: number): boolean => {
    const [v, w] = [words[a]!, words[b]!];
    for (let k = 0; k < WALK; k++) if ((v[k]! & w[k]!) !== 0) return true;
    return false;
  };
  const found: Clause[] = [];
  for (const a of met)
    for (const b of met) if (a >> 1 < b >> 1 && !together(a, b)) found.push(negated([latch(a), latch(b)]));
  return found;
}

/** Latch i is node i + 1. */
const latch = (l: number): Lit => (l + 2) as Lit;

/** One round; null when there is no time for it. */
function preserved(relation: StepRelation, candidates: readonly Clause[], end: number): readonly Clause[] | null {
  const { system } = relation;
  const solver = relation.solver();
  const simulator = new StepSimulator(system);
  const left = new Set(candidates);
  for (const c of candidates) solver.addClause(c);
  for (const c of candidates) {
    if (relation.spent() > end) break;
    if (!left.has(c) || !solver.solve(negated(c).map((l) => system.primed(l)))) continue;
    left.delete(c);
    // What else this step breaks.
    simulator.load({ latches: solver.latches(), inputs: solver.inputs() });
    for (const d of left) if (!d.some((l) => simulator.value(system.primed(l)) === 1)) left.delete(d);
  }
  relation.release(solver);
  return relation.spent() > end ? null : [...left];
}

/** Without a → c where a → b and b → c stay. */
function irredundant(clauses: readonly Clause[]): readonly Clause[] {
  const implied = new Map<Lit, Set<Lit>>();
  const from = (a: Lit): Set<Lit> => {
    const set = implied.get(a) ?? new Set();
    implied.set(a, set);
    return set;
  };
  const arrows = ([a, b]: Clause) =>
    [
      [not(a!), b!],
      [not(b!), a!],
    ] as const;
  for (const clause of clauses) for (const [l, m] of arrows(clause)) from(l).add(m);
  return clauses.filter((clause) => {
    const [l, m] = arrows(clause)[0]!;
    if (![...from(l)].some((between) => between !== m && from(between).has(m))) return true;
    for (const [a, b] of arrows(clause)) from(a).delete(b);
    return false;
  });
}

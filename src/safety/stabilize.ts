import { type Lit, litOf, not } from "../logic/lit.js";
import type { StepRelation } from "./step-relation.js";
import type { StepSolver } from "./step-solver.js";

/** Propagations, about half a second. */
const EFFORT = 5_000_000;

/**
 * Latch literals that, once true, stay true in every step that keeps those found before: on a loop they are constant.
 * Found again and again until nothing is new (FAIR, Section III-E, and the stabilizing constraints of k-liveness).
 * In the order in which each is closed relative to its predecessors; those found first suffice to be right, so that the search ends when it has cost enough.
 */
export function stableLiterals(relation: StepRelation): Lit[] {
  const { system } = relation;
  const solver = relation.solver();
  const found: Lit[] = [];
  const open = new Set(Array.from({ length: system.latchCount }, (_, i) => i));
  const end = relation.spent() + EFFORT;
  for (let changed = true; changed; ) {
    changed = false;
    for (const i of open) {
      if (relation.spent() > end) break;
      const l = closedLiteral(litOf(i + 1), (m) => system.primed(m), solver);
      if (l === null) continue;
      found.push(l);
      open.delete(i);
      changed = true;
      const next = system.primed(l);
      solver.addClause([not(next), l]);
      solver.addClause([next, not(l)]);
    }
  }
  relation.release(solver);
  return found;
}

/** The latch or its negation, whichever cannot become false. */
function closedLiteral(latch: Lit, primed: (l: Lit) => Lit, solver: StepSolver): Lit | null {
  for (const l of [latch, not(latch)]) if (!solver.solve([l, not(primed(l))])) return l;
  return null;
}

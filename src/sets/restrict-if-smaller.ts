import type { Bdd, BddManager } from "../solvers/bdd/manager.js";

/**
 * A function that is the same in the care set, and not larger; the function itself where there is none, or where looking for one
 * costs much more than the function is large. Not protected. Not to be called inside `withinNodes`.
 */
export function restrictIfSmaller(manager: BddManager, f: Bdd, care: Bdd): Bdd {
  if (care === manager.false) return manager.false;
  const size = manager.size(f);
  const simple = manager.withinNodes(20 * size + 10_000, () => manager.restrict(f, care));
  return simple !== null && manager.size(simple) < size ? simple : f;
}

import type { StateSets } from "../sets/state-sets.js";

/**
 * Where a fair cycle is known to be: from every state of `core` every other one is reached inside `region` by at
 * least one step, and `core` meets every condition. For an SCC, core and region are the same; for Lockstep's early
 * termination they are I(v) and U(v) (GSH, Theorem 10).
 */
export interface FairRegion<S> {
  readonly core: S;
  readonly region: S;
}

/** Whether the set meets every condition. */
export function meetsAll<S>(sets: StateSets<S>, states: S): boolean {
  return sets.conditions.every((c) => sets.intersects(states, c));
}

/** The first condition that the set does not meet, or -1. */
export function missedCondition<S>(sets: StateSets<S>, states: S): number {
  return sets.conditions.findIndex((c) => !sets.intersects(states, c));
}

import type { StateSets } from "../sets/state-sets.js";
import { missedCondition } from "./fair-region.js";
import type { Direction } from "./reach.js";
import type { FoundScc } from "./two-way-search.js";

/** What was told before and is needed now, by what it was called then; null: all of it, perhaps. */
export type Given = readonly number[] | null;

/**
 * What an SCC enumeration has found out, told as it happens, while the sets are alive; certificates are made of it.
 * "Closed" is among the transitions that are not yet cut: no such transition leaves a forward-closed set, none enters a
 * backward-closed one. Each returns what it is called in a later `given`.
 */
export interface SccLog<S> {
  /** No fair cycle crosses the border of this set, which is closed in the direction given. */
  split(states: S, closed: Direction, given: Given): number;
  /** It is closed, and misses the condition. */
  unfair(states: S, condition: number, closed: Direction, given: Given): number;
  /** No transition that is left starts (`forward`) or ends (`backward`) here. */
  trimmed(states: S, direction: Direction, given: Given): number;
}

/** More facts than this about the border of a part are replaced by one. */
const MANY = 8;

/** What makes a part of an SCC-closed set closed, both ways: what its proofs need, however much was told before. */
export function borderOf<S>(part: S, given: Given, log: SccLog<S> | undefined): Given {
  return given === null || given.length <= MANY || log === undefined ? given : [log.split(part, "forward", given)];
}

export const also = (given: Given, ...facts: readonly number[]): Given =>
  given === null ? null : [...given, ...facts.filter((f) => f >= 0)];

/**
 * What an SCC that was found says; nothing of its fairness when it is fair. Unless the SCC is all of the closed set that it was
 * found in, it is closed the other way inside that. Returns what makes the rest of that set closed, and what is left outside it.
 */
export function logScc<S>(
  sets: StateSets<S>,
  found: FoundScc<S>,
  { all, fair, given }: { readonly all: S; readonly fair: boolean; readonly given: Given },
  log: SccLog<S> | undefined,
): { readonly inside: Given; readonly outside: Given } {
  if (log === undefined) return { inside: null, outside: null };
  const { scc, nontrivial, converged, direction } = found;
  const exclude = (closed: Direction, uses: Given) =>
    nontrivial ? log.unfair(scc, missedCondition(sets, scc), closed, uses) : log.trimmed(scc, closed, uses);
  if (sets.equal(scc, converged)) {
    const outside = also(given, fair ? log.split(scc, direction, given) : exclude(direction, given));
    return { inside: outside, outside };
  }
  const other = direction === "forward" ? "backward" : "forward";
  const outside = sets.equal(converged, all) ? given : also(given, log.split(converged, direction, given));
  const inside = also(outside, fair ? log.split(scc, other, outside) : exclude(other, outside));
  return { inside, outside };
}

import type { Direction } from "./reach.js";

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

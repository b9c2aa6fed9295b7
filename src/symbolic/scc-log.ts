import type { Direction } from "./reach.js";

/**
 * What an SCC enumeration has found out, told as it happens, while the sets are alive; certificates are made of it.
 * "Closed" is among the transitions that are not yet cut: no such transition leaves a forward-closed set, none enters a
 * backward-closed one.
 */
export interface SccLog<S> {
  /** No fair cycle crosses the border of this set, which is closed in the direction given. */
  split(states: S, closed: Direction): void;
  /** Both sides of its border are cut, and it misses the condition. */
  unfair(states: S, condition: number): void;
  /** Both sides of its border are cut, and no transition is left inside. */
  trivial(states: S): void;
  /** No transition that is left starts (`forward`) or ends (`backward`) here. */
  trimmed(states: S, direction: Direction): void;
}

import type { Scope } from "../../sets/state-sets.js";
import type { Direction } from "../reach.js";
import type { Given, SccLog } from "../scc-log.js";

/**
 * What is found out inside a set whose border is cut, told with the set: a set of an abstraction that is closed among the
 * transitions from `within` is, cut to `within`, closed in the exact system too.
 */
export class CutLog<S> implements SccLog<S> {
  constructor(
    private readonly scope: Scope<S>,
    private readonly log: SccLog<S>,
    private readonly within: S,
  ) {}

  split(states: S, closed: Direction, given: Given): number {
    return this.tell(states, (cut) => this.log.split(cut, closed, given));
  }

  unfair(states: S, condition: number, closed: Direction, given: Given): number {
    return this.tell(states, (cut) => this.log.unfair(cut, condition, closed, given));
  }

  trimmed(states: S, direction: Direction, given: Given): number {
    return this.tell(states, (cut) => this.log.trimmed(cut, direction, given));
  }

  private tell(states: S, say: (cut: S) => number): number {
    using s = this.scope.open();
    return say(s.and(states, this.within));
  }
}

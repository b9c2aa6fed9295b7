import type { Scope } from "../../sets/state-sets.js";
import type { Direction } from "../reach.js";
import type { SccLog } from "../scc-log.js";

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

  split(states: S, closed: Direction): void {
    this.tell(states, (cut) => this.log.split(cut, closed));
  }

  unfair(states: S, condition: number): void {
    this.tell(states, (cut) => this.log.unfair(cut, condition));
  }

  trivial(states: S): void {
    this.tell(states, (cut) => this.log.trivial(cut));
  }

  trimmed(states: S, direction: Direction): void {
    this.tell(states, (cut) => this.log.trimmed(cut, direction));
  }

  private tell(states: S, say: (cut: S) => void): void {
    using s = this.scope.open();
    say(s.and(states, this.within));
  }
}

import type { Progress } from "../limits/progress.js";
import type { Cell, Scope } from "../sets/state-sets.js";
import { missedCondition } from "./fair-region.js";
import { type SearchLimit, unless } from "./limit.js";
import { stepWithin } from "./reach.js";
import { also, borderOf, type Given, logScc, type SccLog } from "./scc-log.js";
import type { FoundScc } from "./two-way-search.js";

export interface PartOptions<S> {
  /** Takes states without predecessors or successors away from the start set, and from every part of it. */
  readonly trim?: boolean;
  readonly log?: SccLog<S>;
  /** What of the log makes the start set closed; null when absent. */
  readonly given?: Given;
  readonly limit?: SearchLimit<S>;
}

/** States that are still to be searched, and what of the log makes them closed. */
export interface Part<S> {
  readonly states: Cell<S>;
  given: Given;
}

/** The SCC-closed sets that Lockstep has still to search, with what the proof and the limits need to know of them. */
export class OpenParts<S> {
  /** SCCs found so far. */
  sccs = 0;
  private readonly work: Part<S>[];

  constructor(
    private readonly scope: Scope<S>,
    start: S,
    private readonly options: PartOptions<S>,
  ) {
    this.work = [{ states: scope.cell(start), given: options.given ?? null }];
  }

  /** The next part that a fair SCC may lie in; null when there is none. */
  *next(): Generator<Progress, Part<S> | null> {
    for (let part = this.work.pop(); part !== undefined; part = this.work.pop()) {
      if (this.options.trim) yield* this.withinLimit(this.trimmed(part));
      if (this.mayBeFair(part)) return part;
      part.states[Symbol.dispose]();
    }
    return null;
  }

  private mayBeFair({ states, given }: Part<S>): boolean {
    const { scope } = this;
    const all = states.value;
    if (scope.isEmpty(all)) return false;
    const missed = missedCondition(scope, all);
    if (missed >= 0) {
      this.options.log?.unfair(all, missed, "forward", given);
      return false;
    }
    if (!this.isOver()) return true;
    this.giveUp(all);
    return false;
  }

  /** The result of a search; null when the limit is reached before. */
  withinLimit<T>(search: Generator<Progress, T>): Generator<Progress, T | null> {
    return unless(() => this.isOver(), search);
  }

  giveUp(part: S): void {
    this.options.limit?.rest(part);
  }

  private isOver(): boolean {
    return this.options.limit?.isReached(this.work.length, this.sccs) === true;
  }

  /** What is left of a part without the SCC: inside the set of the search that ended first, and outside it. */
  divide(turn: Scope<S>, part: Part<S>, found: FoundScc<S>, fair: boolean): void {
    const { log } = this.options;
    const all = part.states.value;
    const given = logScc(turn, found, { all, fair, given: borderOf(all, part.given, log) }, log);
    this.work.push({ states: this.scope.cell(turn.minus(found.converged, found.scc)), given: given.inside });
    this.work.push({ states: this.scope.cell(turn.minus(all, found.converged)), given: given.outside });
  }

  /** Removes states without successors or predecessors in the part until there are none. */
  private *trimmed(part: Part<S>): Generator<Progress, void> {
    const { scope } = this;
    const { log } = this.options;
    const { states } = part;
    for (let changed = true; changed && !scope.isEmpty(states.value); ) {
      changed = false;
      for (const direction of ["forward", "backward"] as const) {
        using turn = scope.open();
        const kept = stepWithin(turn, direction === "forward" ? "backward" : "forward", states.value, states.value);
        if (turn.equal(kept, states.value)) continue;
        if (log !== undefined) {
          const given = borderOf(states.value, part.given, log);
          part.given = also(given, log.trimmed(turn.minus(states.value, kept), direction, given));
        }
        states.value = kept;
        changed = true;
        yield { what: "trim", figures: { ...scope.steps } };
      }
    }
  }
}

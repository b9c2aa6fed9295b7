import type { Cell, Scope, StateSets } from "../sets/state-sets.js";
import { type FairRegion, meetsAll, missedCondition } from "./fair-region.js";
import { type SearchLimit, unless } from "./limit.js";
import type { Progress } from "./progress.js";
import { type Direction, stepWithin } from "./reach.js";
import { also, borderOf, type Given, type SccLog } from "./scc-log.js";

export interface LockstepOptions<S> {
  /** Takes states without predecessors or successors away from the start set, and from every part of it. */
  readonly trim?: boolean;
  /** Stops when F(v) ∩ B(v) meets every condition (GSH, Theorem 10). Default: yes. */
  readonly early?: boolean;
  readonly log?: SccLog<S>;
  /** What of the log makes the start set closed; null when absent. */
  readonly given?: Given;
  /** Told every fair SCC while it is alive: the search then goes on after the first one. */
  readonly fair?: (scc: S) => void;
  readonly limit?: SearchLimit<S>;
  /** Sets whose states are known to lie on cycles with each other: searches start from them as they are. */
  readonly seeds?: readonly S[];
}

/**
 * A fair cycle inside an SCC-closed set, or null: the Lockstep algorithm (Bloem, Gabow, Somenzi 2000) with the
 * early termination of GSH, Section 5. Seeds are taken from the first condition, since a fair SCC meets it.
 */
export function* lockstep<S>(
  sets: StateSets<S>,
  start: S,
  options: LockstepOptions<S> = {},
): Generator<Progress, FairRegion<S> | null> {
  using s = sets.open();
  const { log } = options;
  const work: Part<S>[] = [{ states: s.cell(start), given: options.given ?? null }];
  for (let sccs = 0; work.length > 0; ) {
    const part = work.pop()!;
    using states = part.states;
    const isOver = () => options.limit?.isReached(work.length, sccs) === true;
    if (options.trim) yield* unless(isOver, trimPart(s, part, log));
    using turn = s.open();
    const all = states.value;
    if (turn.isEmpty(all)) continue;
    const missed = missedCondition(turn, all);
    if (missed >= 0) {
      log?.unfair(all, missed, "forward", part.given);
      continue;
    }
    if (isOver()) {
      options.limit?.rest(all);
      continue;
    }
    const known = options.seeds?.find((scc) => turn.intersects(scc, all));
    const seed = known ?? turn.pick(turn.and(all, turn.conditions[0] as S));
    const found = yield* unless(isOver, searchFrom(turn, seed, all, options));
    if (found === null) {
      options.limit?.rest(all);
      continue;
    }
    if ("region" in found) return { core: s.keep(found.core), region: s.keep(found.region) };

    sccs++;
    const { scc, nontrivial, converged, direction } = found;
    const fair = nontrivial && meetsAll(turn, scc);
    if (fair && options.fair === undefined) return { core: s.keep(scc), region: s.keep(scc) };
    if (fair) options.fair?.(scc);
    const { inside, outside } = logScc(turn, found, all, fair, borderOf(all, part.given, log), log);
    work.push({ states: s.cell(turn.minus(converged, scc)), given: inside });
    work.push({ states: s.cell(turn.minus(all, converged)), given: outside });
    yield { what: direction, figures: { iterations: sccs, ...s.steps } };
  }
  return null;
}

/** States that are still to be searched, and what of the log makes them closed. */
interface Part<S> {
  readonly states: Cell<S>;
  given: Given;
}

interface FoundScc<S> {
  readonly scc: S;
  readonly nontrivial: boolean;
  /** The closed set of the search that ended first, and its direction. */
  readonly converged: S;
  readonly direction: Direction;
}

/** The SCC of the seed by two searches in lockstep; or a fair region, if one shows earlier. Results live in `s`. */
export function* searchFrom<S>(
  s: Scope<S>,
  seed: S,
  all: S,
  options: LockstepOptions<S>,
): Generator<Progress, FoundScc<S> | FairRegion<S>> {
  const forward = new Search(s, "forward", seed);
  const backward = new Search(s, "backward", seed);
  let met = 0; // conditions known to meet I(v): they keep meeting it
  while (!forward.ended && !backward.ended) {
    forward.step(all);
    backward.step(all);
    yield { what: "lockstep", figures: { ...s.steps } };
    if (options.early === false || options.fair !== undefined) continue;
    using check = s.open();
    const core = check.and(forward.found, backward.found); // I(v)
    while (met < s.conditions.length && check.intersects(core, s.conditions[met] as S)) met++;
    if (met === s.conditions.length) {
      // U(v), and v itself: it is not yet found where it lies on a cycle that the searches have not closed.
      const region = check.or(check.or(forward.found, backward.found), seed);
      return { core: check.keep(core), region: check.keep(region) };
    }
  }
  const [first, second] = forward.ended ? [forward, backward] : [backward, forward];
  const converged = s.or(first.found, seed);
  second.cutTo(converged);
  while (!second.ended) {
    second.step(converged);
    yield { what: "lockstep", figures: { ...s.steps } };
  }
  const nontrivialPart = s.and(first.found, second.found);
  const nontrivial = !s.isEmpty(nontrivialPart);
  return { scc: nontrivial ? nontrivialPart : seed, nontrivial, converged, direction: first.direction };
}

/** φ(v) or β(v) growing: the states that the seed reaches (or that reach it) by at least one step. */
class Search<S> {
  private readonly reached: Cell<S>;
  private readonly fresh: Cell<S>;

  constructor(
    private readonly scope: Scope<S>,
    readonly direction: Direction,
    seed: S,
  ) {
    this.reached = scope.cell(scope.empty);
    this.fresh = scope.cell(seed);
  }

  get found(): S {
    return this.reached.value;
  }

  get ended(): boolean {
    return this.scope.isEmpty(this.fresh.value);
  }

  step(within: S): void {
    using turn = this.scope.open();
    const next = stepWithin(turn, this.direction, this.fresh.value, within);
    this.fresh.value = turn.minus(next, this.reached.value);
    this.reached.value = turn.or(this.reached.value, this.fresh.value);
  }

  /** The search goes on from what is new inside the set only: enough to find the SCC, which lies inside. */
  cutTo(within: S): void {
    using turn = this.scope.open();
    this.fresh.value = turn.and(this.fresh.value, within);
  }
}

/**
 * What an SCC that was found says; nothing of its fairness when it is fair. Unless the SCC is all of the closed set that it was
 * found in, it is closed the other way inside that. Returns what makes the rest of that set closed, and what is left outside it.
 */
export function logScc<S>(
  sets: StateSets<S>,
  found: FoundScc<S>,
  all: S,
  fair: boolean,
  given: Given,
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

/** Removes states without successors or predecessors in the part until there are none. */
function* trimPart<S>(s: Scope<S>, part: Part<S>, log: SccLog<S> | undefined): Generator<Progress, void> {
  const { states } = part;
  for (let changed = true; changed && !s.isEmpty(states.value); ) {
    changed = false;
    for (const direction of ["forward", "backward"] as const) {
      using turn = s.open();
      const kept = stepWithin(turn, direction === "forward" ? "backward" : "forward", states.value, states.value);
      if (turn.equal(kept, states.value)) continue;
      if (log !== undefined) {
        const given = borderOf(states.value, part.given, log);
        part.given = also(given, log.trimmed(turn.minus(states.value, kept), direction, given));
      }
      states.value = kept;
      changed = true;
      yield { what: "trim", figures: { ...s.steps } };
    }
  }
}

import type { Progress } from "../limits/progress.js";
import type { Cell, StateSets } from "../sets/state-sets.js";
import { type FairRegion, missedCondition } from "./fair-region.js";
import { type SearchLimit, unless } from "./limit.js";
import { closure, stepWithin } from "./reach.js";
import { borderOf, type Given, logScc, type SccLog } from "./scc-log.js";

export interface ChainOptions<S> {
  readonly log?: SccLog<S>;
  /** What of the log makes the start set closed; null when absent. */
  readonly given?: Given;
  /** Told every SCC, trivial ones too. */
  readonly scc?: (states: S) => void;
  /** Goes on after parts that cannot hold a fair SCC are known: for whole decompositions. */
  readonly everything?: boolean;
  /** Told every fair SCC: the search then goes on after the first one. */
  readonly fair?: (scc: S) => void;
  readonly limit?: SearchLimit<S>;
}

/** A part of the graph that is still to be decomposed, and where its next pivot should be taken from. */
interface Part<S> {
  readonly states: Cell<S>;
  readonly pivots: Cell<S>;
  /** What of the log makes it closed. */
  readonly given: Given;
}

/**
 * A fair cycle inside an SCC-closed set, or null, by the linear-step SCC decomposition of Larsen, Schmidt, Steensgaard,
 * van de Pol and Pavlogiannis (TACAS 2023): the forward set of a pivot is followed by one from its last layer, and
 * what lies outside is entered through the predecessors of the SCC just found.
 */
export function* chain<S>(
  sets: StateSets<S>,
  start: S,
  options: ChainOptions<S> = {},
): Generator<Progress, FairRegion<S> | null> {
  using s = sets.open();
  const { log } = options;
  const work: Part<S>[] = [{ states: s.cell(start), pivots: s.cell(start), given: options.given ?? null }];
  for (let sccs = 0; work.length > 0; ) {
    const part = work.pop()!;
    using states = part.states;
    using pivots = part.pivots;
    using turn = s.open();
    const all = states.value;
    if (turn.isEmpty(all)) continue;
    const missed = missedCondition(turn, all);
    if (missed >= 0 && !options.everything) {
      log?.unfair(all, missed, "forward", part.given);
      continue;
    }
    const isOver = () => options.limit?.isReached(work.length, sccs) === true;
    const pivot = turn.pick(turn.isEmpty(pivots.value) ? all : pivots.value);
    const found = isOver() ? null : yield* unless(isOver, sccOf(turn, pivot, all));
    if (found === null) {
      options.limit?.rest(all);
      continue;
    }
    const { forward, last, scc } = found;
    sccs++;
    options.scc?.(scc);
    const fair = missedCondition(turn, scc) < 0;
    const nontrivial = fair || log ? turn.intersects(turn.post(scc), scc) : false;
    const isFair = fair && nontrivial;
    if (isFair && options.fair === undefined) return { core: s.keep(scc), region: s.keep(scc) };
    if (isFair) options.fair?.(scc);
    const as = { scc, nontrivial, converged: forward, direction: "forward" } as const;
    const given = logScc(turn, as, { all, fair: isFair, given: borderOf(all, part.given, log) }, log);
    const outside = turn.minus(all, forward);
    const before = turn.isEmpty(outside) ? turn.empty : turn.and(turn.pre(scc), outside);
    work.push({ states: s.cell(outside), pivots: s.cell(before), given: given.outside });
    const inside = turn.minus(forward, scc);
    work.push({ states: s.cell(inside), pivots: s.cell(turn.minus(last, scc)), given: given.inside });
    yield { what: "chain", figures: { iterations: sccs, ...s.steps } };
  }
  return null;
}

/** The SCC of the pivot inside a set, all that the pivot reaches there, and what of that is farthest away. */
function* sccOf<S>(
  s: StateSets<S>,
  pivot: S,
  within: S,
): Generator<Progress, { readonly forward: S; readonly last: S; readonly scc: S }> {
  const { found: forward, last } = yield* forwardSet(s, pivot, within);
  return { forward, last, scc: yield* closure(s, "backward", pivot, { within: forward }) };
}

/** The states reached from the pivot inside a set, and those of them that are farthest away. */
function* forwardSet<S>(sets: StateSets<S>, pivot: S, within: S): Generator<Progress, { found: S; last: S }> {
  using s = sets.open();
  using found = s.cell(pivot);
  using last = s.cell(pivot);
  for (;;) {
    using turn = s.open();
    const next = turn.minus(stepWithin(turn, "forward", last.value, within), found.value);
    if (turn.isEmpty(next)) return { found: s.keep(found.value), last: s.keep(last.value) };
    last.value = next;
    found.value = turn.or(found.value, next);
    yield { what: "forward", figures: { ...s.steps } };
  }
}

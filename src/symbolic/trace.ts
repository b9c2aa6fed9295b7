import type { Lasso } from "../evidence/verdict.js";
import type { Progress } from "../limits/progress.js";
import type { Step } from "../model/step.js";
import type { Scope, StateSets } from "../sets/state-sets.js";
import { type FairRegion, meetsAll } from "./fair-region.js";
import { closure, type Direction, OnionRings } from "./reach.js";

/** A lasso as sets of one state each; after the last one comes `states[loop]` again. */
export interface StateLasso<S> {
  readonly states: readonly S[];
  readonly loop: number;
}

/**
 * A fair SCC inside a hull whose terminal (`forward`) or initial (`backward`) SCCs are fair: the SCC of a state, or
 * else of one that lies farther in that direction, and so on.
 */
export function* fairSccOf<S>(
  sets: StateSets<S>,
  hull: S,
  direction: Direction,
  near: S,
): Generator<Progress, FairRegion<S>> {
  using s = sets.open();
  using seed = s.cell(s.pick(near));
  using within = s.cell(hull);
  const opposite = direction === "forward" ? "backward" : "forward";
  for (;;) {
    using turn = s.open();
    const ahead = yield* closure(turn, direction, seed.value, { within: within.value });
    const scc = yield* closure(turn, opposite, seed.value, { within: ahead });
    if (meetsAll(turn, scc) && turn.intersects(turn.post(scc), scc)) {
      const region = s.keep(scc);
      return { core: region, region };
    }
    within.value = turn.minus(ahead, scc);
    if (turn.isEmpty(within.value)) throw new Error("a hull has no fair SCC in its direction of closure");
    seed.value = turn.pick(within.value);
  }
}

/**
 * A short lasso through a hull whose terminal (`forward`) or initial (`backward`) SCCs are fair. It starts in `from` (the
 * initial states), whose paths reach the hull, and stays `within` a set, if there is one.
 */
export function* lassoThroughHull<S>(
  sets: Scope<S>,
  hull: S,
  direction: Direction,
  { from = sets.initial, within }: { readonly from?: S; readonly within?: S } = {},
): Generator<Progress, StateLasso<S>> {
  using s = sets.open();
  const stems = new OnionRings(s, "forward", from, within);
  const nearest = yield* stems.pathTo(hull);
  if (nearest === null) throw new Error("a hull of reachable states cannot be reached");
  const region = yield* fairSccOf(s, hull, direction, nearest.at(-1) as S);
  return kept(s, yield* shortestLasso(s, region, stems));
}

/** A short lasso through a fair region of reachable states; its stem stays `within` a set, if there is one. */
export function* lassoThroughRegion<S>(
  sets: Scope<S>,
  fair: FairRegion<S>,
  within?: S,
): Generator<Progress, StateLasso<S>> {
  using s = sets.open();
  return kept(s, yield* shortestLasso(s, fair, new OnionRings(s, "forward", s.initial, within)));
}

const kept = <S>(s: Scope<S>, lasso: StateLasso<S>): StateLasso<S> => {
  for (const x of lasso.states) s.keep(x);
  return lasso;
};

/**
 * Loops are tried from several starts: the state nearest to the initial ones, and one of each condition; each goes to the
 * nearest condition not yet visited until none is left. Stems are shortest paths to the loop. The shortest lasso wins.
 */
function* shortestLasso<S>(s: Scope<S>, fair: FairRegion<S>, stems: OnionRings<S>): Generator<Progress, StateLasso<S>> {
  const nearest = yield* stems.pathTo(fair.core);
  if (nearest === null) throw new Error("a region of reachable states cannot be reached");
  let best = yield* lassoFrom(s, nearest.at(-1) as S, fair, stems);
  for (const condition of s.conditions.slice(0, MOST_STARTS)) {
    using attempt = s.open();
    const start = attempt.pick(attempt.and(fair.core, condition));
    const found = yield* lassoFrom(attempt, start, fair, stems);
    if (found.states.length < best.states.length) best = kept(attempt, found);
  }
  return best;
}

const MOST_STARTS = 8;

function* lassoFrom<S>(
  s: Scope<S>,
  start: S,
  fair: FairRegion<S>,
  stems: OnionRings<S>,
): Generator<Progress, StateLasso<S>> {
  const loop = yield* fairLoop(s, start, fair);
  using union = s.cell(s.empty);
  for (const x of loop) {
    using turn = s.open();
    union.value = turn.or(union.value, x);
  }
  const stem = yield* stems.pathTo(union.value);
  if (stem === null) throw new Error("a loop through reachable states cannot be reached");
  const entry = loop.findIndex((x) => s.equal(x, stem.at(-1) as S));
  const rotated = [...loop.slice(entry), ...loop.slice(0, entry)];
  return { states: [...stem.slice(0, -1), ...rotated], loop: stem.length - 1 };
}

/** The states of a cycle through `start`, a state of the core, that visits every condition. */
function* fairLoop<S>(s: Scope<S>, start: S, { core, region }: FairRegion<S>): Generator<Progress, S[]> {
  const loop = [start];
  let pending = s.conditions.filter((c) => !s.intersects(c, start));
  for (let current = start; pending.length > 0; current = loop.at(-1) as S) {
    const target = s.and(
      core,
      pending.reduce((a, b) => s.or(a, b)),
    );
    const path = yield* pathFrom(s, current, target, region);
    loop.push(...path);
    pending = pending.filter((c) => !path.some((x) => s.intersects(c, x)));
  }
  loop.push(...(yield* pathFrom(s, loop.at(-1) as S, start, region)));
  loop.pop(); // the start again
  return loop;
}

/** A shortest path of at least one step, without its first state. */
export function* pathFrom<S>(sets: Scope<S>, from: S, to: S, within: S): Generator<Progress, S[]> {
  using s = sets.open();
  const rings = new OnionRings(s, "forward", s.and(s.post(from), within), within);
  const path = yield* rings.pathTo(to);
  if (path === null) throw new Error("there is no path inside a fair region");
  return path.map((x) => s.keep(x));
}

/** A lasso with the values of latches and inputs. */
export function concreteLasso<S>(sets: StateSets<S>, { states, loop }: StateLasso<S>): Lasso {
  return { kind: "lasso", steps: concreteSteps(sets, states, states[loop] as S), loop };
}

/** Values for a path whose last state steps into `after`, or takes any step if that is null. */
export function concreteSteps<S>(sets: StateSets<S>, states: readonly S[], after: S): Step[] {
  return states.map((state, k) => ({
    latches: sets.values(state),
    inputs: sets.inputs(state, k + 1 < states.length ? (states[k + 1] as S) : after),
  }));
}

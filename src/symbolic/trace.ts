import type { Lasso } from "../evidence/verdict.js";
import type { Progress } from "../limits/progress.js";
import type { Step } from "../model/step.js";
import type { Scope, StateSets } from "../sets/state-sets.js";
import { type FairRegion, meetsAll } from "./fair-region.js";
import { unless } from "./limit.js";
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

export interface HullLassoOptions<S> {
  /** Where it starts: the initial states, unless told; their paths reach the hull. */
  readonly from?: S;
  /** Where it stays. */
  readonly within?: S;
  /** The effort after which a fair SCC is not looked for any further before loops were looked for without one. */
  readonly patience?: number;
}

/** In this share of the effort so far, and in any case with so much, a fair SCC should be found. */
const PATIENCE_SHARE = 8;
const LEAST_PATIENCE = 4_000_000;

/** A short lasso through a hull whose terminal (`forward`) or initial (`backward`) SCCs are fair. */
export function* lassoThroughHull<S>(
  sets: Scope<S>,
  hull: S,
  direction: Direction,
  options: HullLassoOptions<S> = {},
): Generator<Progress, StateLasso<S>> {
  using s = sets.open();
  const { from = s.initial, within, patience = Math.max(LEAST_PATIENCE, s.effort() / PATIENCE_SHARE) } = options;
  const stems = new OnionRings(s, "forward", from, within);
  const nearest = yield* stems.pathTo(hull);
  if (nearest === null) throw new Error("a hull of reachable states cannot be reached");
  const near = nearest.at(-1) as S;
  const until = s.effort() + patience;
  const isOver = () => s.effort() >= until;
  const region = yield* unless(isOver, fairSccOf(s, hull, direction, near));
  if (region !== null) return kept(s, yield* shortestLasso(s, region, stems));
  const loop = yield* walkedLoop(s, hull, direction, stems);
  if (loop !== null) return kept(s, yield* withStem(s, loop, stems));
  return kept(s, yield* shortestLasso(s, yield* fairSccOf(s, hull, direction, near), stems));
}

const MOST_WALKS = 16;

/**
 * A loop that meets every condition, without a fair SCC: forwards by shortest paths from one condition to the next, and back. Where
 * there is no way back, the next walk starts where this one ended, which is farther down. Null when no walk returns.
 */
function* walkedLoop<S>(
  s: Scope<S>,
  hull: S,
  direction: Direction,
  stems: OnionRings<S>,
): Generator<Progress, readonly S[] | null> {
  let region = hull;
  // In a hull of the past, states need not lead anywhere.
  if (direction === "backward")
    for (const c of s.conditions) {
      const leading = yield* closure(s, "backward", s.and(region, c), { within: region });
      region = s.and(leading, s.pre(leading));
    }
  const nearest = yield* stems.pathTo(region);
  let start: S | null = nearest === null ? null : (nearest.at(-1) as S);
  for (let walks = 0; walks < MOST_WALKS && start !== null; walks++) {
    const { states, closes } = yield* fairWalk(s, start, { core: region, region });
    if (closes) return states;
    const end = states.at(-1) as S;
    start = s.equal(start, end) ? null : end;
  }
  return null;
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
  const { states, closes } = yield* fairWalk(s, start, fair);
  if (!closes) throw new Error(NO_PATH);
  return yield* withStem(s, states, stems);
}

function* withStem<S>(s: Scope<S>, loop: readonly S[], stems: OnionRings<S>): Generator<Progress, StateLasso<S>> {
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

/** States from `start`, a state of the core, to every condition, and whether they are a cycle: in an SCC they are. */
function* fairWalk<S>(
  s: Scope<S>,
  start: S,
  { core, region }: FairRegion<S>,
): Generator<Progress, { states: readonly S[]; closes: boolean }> {
  const states = [start];
  let pending = s.conditions.filter((c) => !s.intersects(c, start));
  for (let current = start; pending.length > 0; current = states.at(-1) as S) {
    const target = s.and(
      core,
      pending.reduce((a, b) => s.or(a, b)),
    );
    const path = yield* pathIfAny(s, current, target, region);
    if (path === null) return { states, closes: false };
    states.push(...path);
    pending = pending.filter((c) => !path.some((x) => s.intersects(c, x)));
  }
  const back = yield* pathIfAny(s, states.at(-1) as S, start, region);
  // Its last state is the start again.
  return back === null ? { states, closes: false } : { states: [...states, ...back.slice(0, -1)], closes: true };
}

const NO_PATH = "there is no path inside a fair region";

/** A shortest path of at least one step, without its first state. */
export function* pathFrom<S>(sets: Scope<S>, from: S, to: S, within: S): Generator<Progress, S[]> {
  const path = yield* pathIfAny(sets, from, to, within);
  if (path === null) throw new Error(NO_PATH);
  return path;
}

function* pathIfAny<S>(sets: Scope<S>, from: S, to: S, within: S): Generator<Progress, S[] | null> {
  using s = sets.open();
  const rings = new OnionRings(s, "forward", s.and(s.post(from), within), within);
  const path = yield* rings.pathTo(to);
  return path?.map((x) => s.keep(x)) ?? null;
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

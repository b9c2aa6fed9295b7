import type { Progress } from "../limits/progress.js";
import type { Cell, Scope, StateSets } from "../sets/state-sets.js";

export type Direction = "forward" | "backward";

export interface ClosureOptions<S> {
  /** What is found besides `from` lies in this set; absent when that needs no saying. */
  readonly within?: S;
  /**
   * `true`: each step starts from what is new, or from any set between that and everything found that is smaller to
   * represent. `false`: from everything found. The number of steps is the same.
   */
  readonly frontiers?: boolean;
  /** Arguments of steps may be changed outside this set. Only backwards, and only where `within` lies inside it. */
  readonly argumentCare?: S;
}

/**
 * EP (`forward`) or EF (`backward`) of a set: μY. from ∨ (within ∧ step Y). Yields after each step.
 * Every set that is found lives in `sets`.
 */
export function* closure<S>(
  sets: StateSets<S>,
  direction: Direction,
  from: S,
  options: ClosureOptions<S> = {},
): Generator<Progress, S> {
  using s = sets.open();
  return s.keep(yield* new Closure(s, direction, from, options).toTheEnd());
}

/** The search of `closure`, which may be left and gone on with: a step that fails leaves everything as it was. */
export class Closure<S> {
  private readonly found: Cell<S>;
  private readonly fresh: Cell<S>;
  private layers = 0;
  /** By move: what it was made from. */
  private readonly done: Cell<S>[] = [];

  /** What is found lives in the scope. */
  constructor(
    private readonly sets: Scope<S>,
    private readonly direction: Direction,
    from: S,
    private readonly options: ClosureOptions<S> = {},
  ) {
    this.found = sets.cell(from);
    this.fresh = sets.cell(from);
  }

  *toTheEnd(): Generator<Progress, S> {
    const { sets, direction, found, fresh, options } = this;
    if (sets.moves > 0 && options.frontiers !== false) return yield* this.moveByMove();
    while (!sets.isEmpty(fresh.value)) {
      using turn = sets.open();
      const argument = stepArgument(turn, fresh.value, found.value, options);
      const next = turn.minus(stepWithin(turn, direction, argument, options.within), found.value);
      found.value = turn.or(found.value, next);
      fresh.value = next;
      this.layers++;
      yield { what: direction, figures: { layers: this.layers, ...sets.steps } };
    }
    return found.value;
  }

  /**
   * The same set by another order of steps, that of saturation: a move is made from all states that it was not yet made from, and as soon
   * as it finds a state, those before it are made again.
   */
  private *moveByMove(): Generator<Progress, S> {
    const { sets, direction, found, options } = this;
    for (let move = 0; move < sets.moves; ) {
      this.done[move] ??= sets.cell(sets.empty);
      const done = this.done[move] as Cell<S>;
      using turn = sets.open();
      const fresh = turn.minus(found.value, done.value);
      if (turn.isEmpty(fresh)) {
        move++;
        continue;
      }
      const argument = stepArgument(turn, fresh, found.value, options);
      const all = turn.or(found.value, stepWithin(turn, direction, argument, options.within, move));
      done.value = found.value;
      move = turn.equal(all, found.value) ? move + 1 : 0;
      found.value = all;
      yield { what: direction, figures: { ...sets.steps } };
    }
    return found.value;
  }
}

/** One step, cut to a set if there is one. */
export function stepWithin<S>(
  sets: StateSets<S>,
  direction: Direction,
  from: S,
  within: S | undefined,
  move?: number,
): S {
  const stepped = direction === "forward" ? sets.post(from, move) : sets.pre(from, move);
  return within === undefined ? stepped : sets.and(stepped, within);
}

function stepArgument<S>(sets: StateSets<S>, fresh: S, found: S, options: ClosureOptions<S>): S {
  if (options.argumentCare !== undefined) return sets.simplify(fresh, options.argumentCare);
  if (options.frontiers === false) return found;
  const old = sets.minus(found, fresh);
  return sets.isEmpty(old) ? fresh : sets.simplify(fresh, sets.minus(sets.all, old));
}

/**
 * The layers of a breadth-first search, nearest first: ring k holds the states at distance k from the start. They are
 * found when they are asked for, and live in the scope that they were given.
 */
export class OnionRings<S> {
  private readonly rings: S[] = [];
  private readonly found: Cell<S>;
  private complete = false;

  constructor(
    private readonly sets: Scope<S>,
    private readonly direction: Direction,
    from: S,
    private readonly within?: S,
  ) {
    this.rings.push(sets.hold(from));
    this.found = sets.cell(from);
    this.complete = sets.isEmpty(from);
  }

  /** Everything that was found so far. */
  all(): S {
    return this.found.value;
  }

  /** The index of the first ring that meets the set, or -1 when none does. */
  *distanceTo(target: S): Generator<Progress, number> {
    for (let k = 0; ; k++) {
      if (k === this.rings.length && !(yield* this.grow())) return -1;
      if (this.sets.intersects(this.rings[k] as S, target)) return k;
    }
  }

  /** Every ring. */
  *toTheEnd(): Generator<Progress, readonly S[]> {
    while (yield* this.grow());
    return this.rings;
  }

  /** The states of a shortest path from the start to the set, each as a set of one; null when there is none. */
  *pathTo(target: S): Generator<Progress, S[] | null> {
    const { sets, rings } = this;
    const length = yield* this.distanceTo(target);
    if (length < 0) return null;
    const path = [sets.pick(sets.and(rings[length] as S, target))];
    for (let k = length - 1; k >= 0; k--) {
      using turn = sets.open();
      const back = this.direction === "forward" ? turn.pre(path[0] as S) : turn.post(path[0] as S);
      path.unshift(turn.keep(turn.pick(turn.and(back, rings[k] as S))));
      yield { what: "path", figures: { length: path.length } };
    }
    return path;
  }

  private *grow(): Generator<Progress, boolean> {
    if (this.complete) return false;
    using turn = this.sets.open();
    const argument = stepArgument(turn, this.rings.at(-1) as S, this.found.value, {});
    const stepped = stepWithin(turn, this.direction, argument, this.within);
    const next = turn.minus(stepped, this.found.value);
    if (turn.isEmpty(next)) {
      this.complete = true;
      return false;
    }
    this.found.value = turn.or(this.found.value, next);
    this.rings.push(turn.keep(next));
    yield { what: "rings", figures: { rings: this.rings.length } };
    return true;
  }
}

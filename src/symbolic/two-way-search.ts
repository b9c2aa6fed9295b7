import type { Progress } from "../limits/progress.js";
import type { Cell, Scope } from "../sets/state-sets.js";
import type { FairRegion } from "./fair-region.js";
import { type Direction, stepWithin } from "./reach.js";

export interface FoundScc<S> {
  readonly scc: S;
  readonly nontrivial: boolean;
  /** The closed set of the search that ended first, and its direction. */
  readonly converged: S;
  readonly direction: Direction;
}

/** The two searches after a step: what each has found. */
export interface Fronts<S> {
  readonly seed: S;
  readonly forward: S;
  readonly backward: S;
  /** What is searched. */
  readonly all: S;
}

/** The SCC of the seed by two searches in lockstep; or, with `early`, a fair region as soon as one shows, after any step. Results live in `s`. */
export function* searchFrom<S>(
  s: Scope<S>,
  seed: S,
  all: S,
  early = true,
  stepped?: (fronts: Fronts<S>) => void,
): Generator<Progress, FoundScc<S> | FairRegion<S>> {
  const forward = new Search(s, "forward", seed);
  const backward = new Search(s, "backward", seed);
  let met = 0; // conditions known to meet I(v): they keep meeting it
  const fairRegion = (): FairRegion<S> | null => {
    if (!early) return null;
    using check = s.open();
    const core = check.and(forward.found, backward.found); // I(v)
    while (met < s.conditions.length && check.intersects(core, s.conditions[met] as S)) met++;
    if (met < s.conditions.length) return null;
    // U(v), and v itself: it is not yet found where it lies on a cycle that the searches have not closed.
    const region = check.or(check.or(forward.found, backward.found), seed);
    return { core: check.keep(core), region: check.keep(region) };
  };
  const tell = () => stepped?.({ seed, forward: forward.found, backward: backward.found, all });
  tell();
  while (!forward.ended && !backward.ended) {
    forward.step(all);
    backward.step(all);
    tell();
    yield { what: "lockstep", figures: { ...s.steps } };
    const fair = fairRegion();
    if (fair !== null) return fair;
  }
  const [first, second] = forward.ended ? [forward, backward] : [backward, forward];
  const converged = s.or(first.found, seed);
  second.cutTo(converged);
  while (!second.ended) {
    second.step(converged);
    tell();
    yield { what: "lockstep", figures: { ...s.steps } };
    const fair = fairRegion();
    if (fair !== null) return fair;
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

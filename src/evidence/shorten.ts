import type { Step } from "../model/step.js";
import type { Lasso, Run } from "./verdict.js";

/** Tells states apart, as far as that matters. */
export type StateKey = (step: Step) => string;

/** A path that was put together from another one, as the model goes it, if it shows what it must; null where it does not. */
export type Attempt<P> = (path: P) => P | null;

/**
 * Closes a lasso as early as it can, since what comes after a violation may go round in a smaller circle, and leaves detours out of
 * a counterexample: where the same state comes twice, what lies between is dropped if the rest still shows what it must; where
 * the stem meets a state of the loop, it may enter the loop there. Attempts are made as often as `work` allows, counted in
 * steps of the paths.
 */
export function shorten<P extends Lasso | Run>(path: P, attempt: Attempt<P>, work: number, keyOf: StateKey): P {
  let left = work;
  const within = (share: number): Attempt<P> => {
    const least = left * (1 - share);
    return (candidate) => {
      left -= candidate.steps.length;
      return left >= least ? attempt(candidate) : null;
    };
  };
  for (let best = path; ; ) {
    const shorter = withoutDetours(closedEarly(best, within(1 / 2), keyOf), within(1), keyOf);
    if (shorter.steps.length === best.steps.length) return best;
    best = shorter;
  }
}

/** The beginning of the lasso that is a lasso itself and shows the same, as short as there is one. */
function closedEarly<P extends Lasso | Run>(path: P, attempt: Attempt<P>, keyOf: StateKey): P {
  if (path.kind === "run") return path;
  const { steps } = path;
  for (const [end, visits] of visitsOf(steps, keyOf).entries())
    for (const loop of visits) {
      if (loop >= end) break;
      const closed = attempt({ ...path, steps: steps.slice(0, end), loop });
      if (closed !== null) return closed;
    }
  return path;
}

function withoutDetours<P extends Lasso | Run>(path: P, attempt: Attempt<P>, keyOf: StateKey): P {
  let best = path;
  let visits = visitsOf(path.steps, keyOf);
  for (let i = 0; i < best.steps.length; i++) {
    for (const candidate of shortcuts(best, i, visits[i]!)) {
      const shorter = attempt(candidate);
      if (shorter === null) continue;
      best = shorter;
      visits = visitsOf(best.steps, keyOf);
      i--; // there may be another detour from the same state
      break;
    }
  }
  return best;
}

/** For each step, the steps with the same state, in order. */
function visitsOf(steps: readonly Step[], keyOf: StateKey): (readonly number[])[] {
  const byState = new Map<string, number[]>();
  return steps.map((step, i) => {
    const state = keyOf(step);
    const visits = byState.get(state) ?? [];
    if (visits.length === 0) byState.set(state, visits);
    visits.push(i);
    return visits;
  });
}

/** The path without what lies between step i and another visit of the same state: the longest cut first. */
function* shortcuts<P extends Lasso | Run>(path: P, i: number, visits: readonly number[]): Iterable<P> {
  const { steps } = path;
  const loop = path.kind === "lasso" ? path.loop : steps.length;
  if (i > loop && visits.includes(loop)) yield { ...path, steps: steps.slice(0, i) };
  for (const j of visits.toReversed()) {
    if (j <= i) return;
    if (i < loop && j > loop)
      yield { ...path, steps: [...steps.slice(0, i), ...steps.slice(j), ...steps.slice(loop, j)], loop: i };
    else {
      const cut = [...steps.slice(0, i), ...steps.slice(j)];
      yield { ...path, steps: cut, ...(path.kind === "lasso" && j <= loop && { loop: loop - (j - i) }) };
    }
  }
}

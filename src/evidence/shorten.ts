import type { Step } from "../model/step.js";
import type { Lasso, Run } from "./verdict.js";

/**
 * Leaves detours out of a counterexample: where the same state comes twice, what lies between is dropped if the rest
 * still `shows` what it must; where the stem meets a state of the loop, it may enter the loop there. Asks `shows` as often
 * as `work` allows, counted in steps of the paths that it is asked about.
 */
export function shorten<P extends Lasso | Run>(path: P, shows: (path: P) => boolean, work: number): P {
  let best = path;
  let visits = visitsOf(path.steps);
  let left = work;
  for (let i = 0; i < best.steps.length; i++) {
    for (const candidate of shortcuts(best, i, visits[i]!)) {
      left -= candidate.steps.length;
      if (left < 0) return best;
      if (!shows(candidate)) continue;
      best = candidate;
      visits = visitsOf(best.steps);
      i--; // there may be another detour from the same state
      break;
    }
  }
  return best;
}

/** For each step, the steps with the same state, in order. */
function visitsOf(steps: readonly Step[]): (readonly number[])[] {
  const byState = new Map<string, number[]>();
  return steps.map(({ latches }, i) => {
    const state = latches.join("");
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

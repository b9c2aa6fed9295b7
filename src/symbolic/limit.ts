import type { Progress } from "../limits/progress.js";
import { goOn, type Stopping } from "../limits/stopped.js";

/** When a decomposition of a set is to end before it is complete. */
export interface SearchLimit<S> {
  /** Asked again and again; so many SCCs were found, fair or not, and so many parts wait besides the one in question. */
  isReached(pending: number, sccs: number): boolean;
  /** Told what was not taken apart, as it is: SCC-closed. */
  rest(part: S): void;
}

/** The result of a search; null when it was given up. */
export function* unless<T>(
  isReached: (at: Progress) => boolean,
  search: Generator<Progress, T>,
): Generator<Progress, T | null> {
  try {
    for (;;) {
      const { done, value } = search.next();
      if (done) return value;
      if (isReached(value)) return null;
      yield value;
    }
  } finally {
    search.return(undefined as never);
  }
}

/** The search, stopped before whoever steps through it stops. */
export function* polled<T>(search: Generator<Progress, T>, limits: Stopping): Generator<Progress, T> {
  try {
    for (;;) {
      const { done, value } = search.next();
      if (done) return value;
      goOn(limits);
      yield value;
    }
  } finally {
    search.return(undefined as never);
  }
}

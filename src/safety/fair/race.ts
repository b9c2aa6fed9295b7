import type { Run } from "../../evidence/verdict.js";
import type { Figures, Progress } from "../../limits/progress.js";
import type { Clause } from "../cube.js";
import type { ReachQuery } from "../reach-query.js";

/** One of the queries about a skeleton. */
interface Racer {
  readonly what: string;
  readonly query: ReachQuery;
}

export type RaceResult<R extends Racer> =
  | { readonly kind: "runs"; readonly runs: ReadonlyMap<R, Run> }
  | { readonly kind: "proof"; readonly winner: R; readonly clauses: readonly Clause[] }
  | { readonly kind: "over" };

/** Propagations that each query gets in the first round; every round doubles it. */
const FIRST_BUDGET = 20_000;

/**
 * Lines 20-26 and Section III-F: all queries share the time, beginning with the one at `first`, until one has a proof, all have
 * runs, or there is nothing to find out any more (`isOver`).
 */
export function* race<R extends Racer>(
  racers: readonly R[],
  first: number,
  isOver: () => boolean,
  figures: () => Figures,
): Generator<Progress, RaceResult<R>> {
  const runs = new Map<R, Run>();
  for (let budget = FIRST_BUDGET; ; budget *= 2) {
    for (let turn = 0; turn < racers.length; turn++) {
      const racer = racers[(turn + first) % racers.length]!;
      if (runs.has(racer)) continue;
      const result = racer.query.step(budget);
      if (result === "more") {
        yield { what: racer.what, figures: { ...figures(), ...racer.query.figures() } };
        if (isOver()) return { kind: "over" };
        continue;
      }
      if (result.kind === "separated") return { kind: "proof", winner: racer, clauses: result.clauses };
      runs.set(racer, result.run);
      if (runs.size === racers.length) return { kind: "runs", runs };
    }
  }
}

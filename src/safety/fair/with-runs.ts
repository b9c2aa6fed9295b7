import type { BoundedReach } from "../bmc.js";
import type { Clause } from "../cube.js";
import type { Reached, ReachQuery, Separated } from "../reach-query.js";

/** Queries that end within a smaller budget than this are not worth an unrolling. */
const EASY = 40_000;
/** The share of the budget that goes into runs. */
const SHARE = 0.5;

/**
 * A query that finds proofs, with an unrolling on the side that finds runs (Section III-F: a portfolio of safety model checkers, also
 * incomplete ones). What finds proofs belongs to the caller.
 */
export class WithRuns implements ReachQuery {
  private runs: BoundedReach | null = null;

  constructor(
    private readonly proofs: ReachQuery,
    private readonly unrolling: () => BoundedReach,
  ) {}

  step(budget: number): "more" | Reached | Separated {
    const result = this.proofs.step(budget);
    if (result !== "more" || budget < EASY) return result;
    this.runs ??= this.unrolling();
    return this.runs.step(SHARE * budget);
  }

  addLemma(clause: Clause): void {
    this.proofs.addLemma(clause);
    this.runs?.addLemma(clause);
  }

  figures(): Readonly<Record<string, number>> {
    return { ...this.proofs.figures(), ...this.runs?.figures() };
  }

  [Symbol.dispose](): void {
    this.runs?.[Symbol.dispose]();
  }
}

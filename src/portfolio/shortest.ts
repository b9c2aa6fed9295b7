import type { Outcome } from "../evidence/outcome.js";
import { type Lasso, none, type Run, type Shortest, type Told } from "../evidence/verdict.js";
import type { Design } from "../model/property.js";
import type { ShorterThan } from "../solving/shortest.js";
import type { Plan } from "./plan.js";
import { type Host, type PortfolioOptions, runLines, subjectOf } from "./portfolio.js";

/** Who does the search is not an engine: it starts from an answer. */
export const SHORTEST = "shortest";

const PLAN: Plan = {
  name: SHORTEST,
  lines: [{ engine: SHORTEST, options: {}, share: 1 }],
  firstSlice: 1e6,
  growth: 1,
  setup: 0,
};

const TREE = "the behaviours of a branching counterexample are shown as they were found, not the shortest ones";
export const NO_SOLVER = "there is no solver here that could look for a shortest counterexample";

/** The answer with a shortest behaviour in place of the one that shows it, as far as the time that is left allows. */
export async function withShortest(
  design: Design,
  property: number,
  outcome: Outcome,
  options: PortfolioOptions,
  host: Host,
): Promise<Outcome> {
  const { verdict } = outcome;
  if (verdict.answer === "unknown" || outcome.evidence !== "checked") return outcome;
  const { by, shown = by } = verdict;
  if (shown.kind === "tree") return noting(outcome, TREE);
  if (shown.kind !== "lasso" && shown.kind !== "run") return outcome;
  if (host.kernels === null) return noting(outcome, NO_SOLVER);
  const left = { ...options, seconds: options.seconds - outcome.seconds };
  const found = await shortestOf(design, property, { steps: shown.steps.length }, left, host);
  const seconds = outcome.seconds + found.seconds;
  return { ...outcome, verdict: { ...verdict, by: found.path ?? by, shortest: found.shortest }, seconds };
}

export const noting = <W extends Told>(outcome: Outcome<W>, note: string): Outcome<W> => ({
  ...outcome,
  notes: [...outcome.notes, note],
});

interface Found {
  readonly path: Lasso | Run | null;
  readonly shortest: Shortest;
  readonly seconds: number;
}

/** Looks for a shorter behaviour in a worker. */
export async function shortestOf(
  design: Design,
  property: number,
  shorterThan: ShorterThan,
  options: PortfolioOptions,
  host: Host,
): Promise<Found> {
  const subject = { ...subjectOf(design, property), shorterThan };
  const { verdict, seconds } = await runLines(subject, PLAN, { leastWait: null }, options, host);
  const { by, shortest } = verdict.answer === "unknown" ? NOT_SEARCHED : verdict;
  const path = by.kind === "lasso" || by.kind === "run" ? by : null;
  return { path, shortest: shortest ?? NOT_SEARCHED.shortest, seconds };
}

/** The search was ended before it could say how far it came. */
const NOT_SEARCHED = { by: none(""), shortest: { noneBelow: 1, stoppedBy: "cancelled" } } as const;

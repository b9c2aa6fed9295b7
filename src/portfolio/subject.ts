import type { OptionValues } from "../engines/engine.js";
import type { Outcome } from "../evidence/outcome.js";
import type { Trace } from "../evidence/trace.js";
import type { Told } from "../evidence/verdict.js";
import type { PortfolioOptions } from "./portfolio.js";

/** How a question is to be answered. What is absent has a default. */
export interface AskOptions extends Partial<PortfolioOptions> {
  /** The name of an engine, or `auto`: several, chosen by the question. */
  readonly engine?: string;
  /** Of the engine. */
  readonly options?: OptionValues;
  /** Whether it is examined what the answer is worth if the property holds. It is when absent. */
  readonly vacuity?: boolean;
  /** Whether a shortest behaviour is looked for, in the time that is left once there is one. It is not when absent. */
  readonly shortest?: boolean;
}

/** What can be asked: a circuit or a program, with its questions. `W` is what its behaviours are told in. */
export interface Subject<W extends Told> {
  /** Their names, in order. */
  readonly questions: readonly string[];
  /** The answer to a question, by position, with evidence that was checked. */
  ask(question: number, options?: AskOptions): Promise<Outcome<W>>;
  /** What an answer shows, in the user's own terms. */
  trace(question: number, shown: W): Trace;
}

/** In bytes. */
export const DEFAULT_MEMORY = 4 * 2 ** 30;

/** The limits of a run, with all that is absent. */
export const limitsOf = (options: AskOptions): PortfolioOptions => ({
  ...options,
  threads: options.threads ?? 1,
  seconds: options.seconds ?? Number.POSITIVE_INFINITY,
  memoryBytes: options.memoryBytes ?? DEFAULT_MEMORY,
  seed: options.seed ?? 1,
});

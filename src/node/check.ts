import type { OptionValues } from "../engines/engine.js";
import { checked } from "../engines/options.js";
import type { Outcome } from "../evidence/outcome.js";
import type { Progress } from "../limits/progress.js";
import type { Design } from "../model/property.js";
import { checkSystem, type Formula, type SystemCheckOptions, type SystemResult } from "../portfolio/check-system.js";
import { type Plan, planFor, planNamed } from "../portfolio/plan.js";
import { runPlan } from "../portfolio/portfolio.js";
import { vacuityOf } from "../portfolio/vacuity.js";
import { isSystem, type System, type Variables } from "../program/system.js";
import { expectPositive, expectProperty } from "../text/argument-error.js";
import { loadKernels } from "./kernels.js";
import { spawnThread } from "./threads.js";

export interface CheckOptions {
  /** The name of an engine, or `auto`: a plan chosen by the model. */
  readonly engine?: string;
  readonly options?: OptionValues;
  /** For the search. */
  readonly seconds?: number;
  /** For the check of evidence: when absent as long as the search took, and ten seconds in any case. */
  readonly checkSeconds?: number;
  readonly memoryBytes?: number;
  readonly threads?: number;
  readonly seed?: number;
  readonly signal?: AbortSignal;
  /** Whether it is examined what the answer is worth if the property holds. It is when absent. */
  readonly vacuity?: boolean;
  onEvent?(engine: string, event: Progress): void;
  onPause?(engine: string): void;
  onEnd?(engine: string, outcome: Outcome | Error): void;
}

const DEFAULT_MEMORY = 4 * 2 ** 30;

/**
 * Checks one property of a design (by index) in worker threads and returns the answer with checked evidence.
 *
 * @example
 * ```ts
 * import { check, loadDesign } from "fairlead/node";
 *
 * const design = await loadDesign("examples/arbiter-fair.aag");
 * const { verdict, evidence } = await check(design, 0, { seconds: 60, threads: 2 });
 * console.log(verdict.answer, evidence); // holds checked
 * ```
 *
 * @example One engine, with an option, and what it does on the way.
 * ```ts
 * import { check, loadDesign } from "fairlead/node";
 *
 * const design = await loadDesign("examples/arbiter-unfair.aag");
 * const seen = new Set();
 * const onEvent = (engine, event) => seen.add(engine);
 * const { engine, verdict } = await check(design, 0, { engine: "gsh", options: { tense: "future" }, onEvent });
 * console.log(engine, verdict.answer, verdict.witness.loop < verdict.witness.steps.length); // gsh fails true
 * ```
 */
export function check(design: Design, property: number, options?: CheckOptions): Promise<Outcome>;
/** Checks a formula on a system: explicitly as long as that is reasonable, then as a circuit in worker threads. */
export function check<V extends Variables>(
  system: System<V>,
  formula: Formula,
  options?: CheckOptions & SystemCheckOptions,
): Promise<SystemResult>;
export async function check(
  subject: Design | System,
  asked: number | Formula,
  options: CheckOptions & SystemCheckOptions = {},
): Promise<Outcome | SystemResult> {
  expectPositive("check", options, ["seconds", "checkSeconds", "memoryBytes", "threads", "seed"]);
  if (!isSystem(subject)) expectProperty("check", subject, asked);
  const host = { spawn: spawnThread, kernels: await loadKernels(), memory: () => process.memoryUsage.rss() };
  if (isSystem(subject)) return checkSystem(subject, asked as Formula, { host, ...options });
  const property = asked as number;
  const limits = {
    threads: options.threads ?? 1,
    seconds: options.seconds ?? Number.POSITIVE_INFINITY,
    memoryBytes: options.memoryBytes ?? DEFAULT_MEMORY,
    seed: options.seed ?? 1,
  };
  const all = { ...options, ...limits };
  const outcome = await runPlan(subject, property, planWanted(subject, property, options), all, host);
  if (options.vacuity === false) return outcome;
  const vacuity = await vacuityOf(subject, property, outcome, all, host);
  return vacuity === null ? outcome : { ...outcome, vacuity };
}

function planWanted(
  design: Design,
  property: number,
  { engine: name = "auto", options = {}, threads = 1 }: CheckOptions,
): Plan {
  if (name === "auto") {
    checked({}, options);
    return planFor(design, design.properties[property]!);
  }
  return planNamed(name, options, threads);
}

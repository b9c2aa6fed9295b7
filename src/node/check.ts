import { checkSystem, type Formula, type SystemCheckOptions, type SystemResult } from "../api/check-system.js";
import type { Outcome } from "../evidence/outcome.js";
import type { Design } from "../model/property.js";
import { DesignSubject } from "../portfolio/design-subject.js";
import type { Host } from "../portfolio/portfolio.js";
import type { AskOptions } from "../portfolio/subject.js";
import type { Variables } from "../program/process-spec.js";
import { isSystem, type System } from "../program/system.js";
import { expectPositive, expectProperty } from "../text/argument-error.js";
import { loadKernels } from "./kernels.js";
import { spawnThread } from "./threads.js";

/** Worker threads of this process. */
export async function threadHost(): Promise<Host> {
  return { spawn: spawnThread, kernels: await loadKernels(), memory: () => process.memoryUsage.rss() };
}

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
 * console.log(engine, verdict.answer, verdict.by.loop < verdict.by.steps.length); // gsh fails true
 * ```
 */
export function check(design: Design, property: number, options?: AskOptions): Promise<Outcome>;
/** Checks a formula on a system, in worker threads: its states are visited, and it is asked as a circuit beside that. */
export function check<V extends Variables>(
  system: System<V>,
  formula: Formula,
  options?: SystemCheckOptions,
): Promise<SystemResult>;
export async function check(
  subject: Design | System,
  asked: number | Formula,
  options: AskOptions & SystemCheckOptions = {},
): Promise<Outcome | SystemResult> {
  expectPositive("check", options, ["seconds", "checkSeconds", "memoryBytes", "threads", "seed"]);
  if (!isSystem(subject)) expectProperty("check", subject, asked);
  const host = await threadHost();
  if (isSystem(subject)) return checkSystem(subject, asked as Formula, { host, ...options });
  return new DesignSubject(subject, host).ask(asked as number, options);
}

import type { EngineEvent } from "../engines/engine.js";
import { OptionError, parseOptions } from "../engines/options.js";
import { engineNamed, engines } from "../engines/registry.js";
import type { Design } from "../model/property.js";
import type { Outcome } from "../verdict/outcome.js";
import { loadKernels } from "./kernels.js";
import { spawnThread } from "./node-workers.js";
import { type Plan, planFor, planOf } from "./plan.js";
import { runPlan } from "./portfolio.js";

export interface CheckOptions {
  /** The name of an engine, or `auto`: a plan chosen by the model. */
  readonly engine?: string;
  readonly options?: Readonly<Record<string, string>>;
  /** For the search; the check of evidence may take as long again, and ten seconds in any case. */
  readonly seconds?: number;
  readonly memoryBytes?: number;
  readonly threads?: number;
  readonly seed?: number;
  readonly signal?: AbortSignal;
  onEvent?(engine: string, event: EngineEvent): void;
  onPause?(engine: string): void;
  onEnd?(engine: string, outcome: Outcome | Error): void;
}

const DEFAULT_MEMORY = 4 * 2 ** 30;

/** Checks one property of a design (by index) in worker threads and returns the answer with checked evidence. */
export async function check(design: Design, property: number, options: CheckOptions = {}): Promise<Outcome> {
  const plan = planWanted(design, property, options);
  const limits = {
    threads: options.threads ?? 1,
    seconds: options.seconds ?? Number.POSITIVE_INFINITY,
    memoryBytes: options.memoryBytes ?? DEFAULT_MEMORY,
    seed: options.seed ?? 1,
  };
  const host = { spawn: spawnThread, kernels: await loadKernels() };
  return runPlan(design, property, plan, { ...options, ...limits }, host);
}

function planWanted(design: Design, property: number, { engine: name = "auto", options = {} }: CheckOptions): Plan {
  if (name === "auto") {
    parseOptions({}, options);
    return planFor(design.model, design.properties[property]!);
  }
  // Wrong names and values are the caller's mistake: said here, not by a worker.
  const engine = engineNamed(name);
  if (engine === undefined)
    throw new OptionError(`no engine '${name}' (there are auto, ${engines.map((e) => e.name).join(", ")})`);
  parseOptions(engine.options, options);
  return planOf(name, options);
}

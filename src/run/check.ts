import type { EngineEvent } from "../engines/engine.js";
import { OptionError, parseOptions } from "../engines/options.js";
import { engineNamed, engines } from "../engines/registry.js";
import type { Design } from "../model/property.js";
import type { Outcome } from "../verdict/outcome.js";
import { planFor } from "./plan.js";
import { type Attempt, runPlan } from "./portfolio.js";

export interface CheckOptions {
  /** The name of an engine, or `auto`: a plan chosen by the model. */
  readonly engine?: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly seconds?: number;
  readonly memoryBytes?: number;
  readonly threads?: number;
  readonly seed?: number;
  readonly signal?: AbortSignal;
  onEvent?(engine: string, event: EngineEvent): void;
  onEnd?(engine: string, outcome: Outcome | Error): void;
}

const DEFAULT_MEMORY = 4 * 2 ** 30;

/** Checks one property of a design (by index) in worker threads and returns the answer with checked evidence. */
export async function check(design: Design, property: number, options: CheckOptions = {}): Promise<Outcome> {
  const seconds = options.seconds ?? Number.POSITIVE_INFINITY;
  return runPlan(design, property, attempts(design, property, seconds, options), {
    threads: options.threads ?? 1,
    seconds,
    memoryBytes: options.memoryBytes ?? DEFAULT_MEMORY,
    seed: options.seed ?? 1,
    ...(options.signal && { signal: options.signal }),
    ...(options.onEvent && { onEvent: options.onEvent }),
    ...(options.onEnd && { onEnd: options.onEnd }),
  });
}

function attempts(design: Design, property: number, seconds: number, options: CheckOptions): Attempt[] {
  const name = options.engine ?? "auto";
  const given = options.options ?? {};
  if (name === "auto") {
    parseOptions({}, given);
    return planFor(design.model, design.properties[property]!, seconds);
  }
  // Wrong names and values are the caller's mistake: said here, not by a worker.
  const engine = engineNamed(name);
  if (engine === undefined)
    throw new OptionError(`no engine '${name}' (there are auto, ${engines.map((e) => e.name).join(", ")})`);
  parseOptions(engine.options, given);
  return [{ engine: name, options: given, seconds }];
}

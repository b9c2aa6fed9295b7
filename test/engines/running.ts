import type { Engine, EngineContext, EngineEvent } from "../../src/engines/engine.js";
import type { Verdict } from "../../src/evidence/verdict.js";
import type { Task } from "../../src/model/model.js";

/** Surroundings without limits and without kernels, for engines that need none. */
export const plainContext: EngineContext = {
  shouldStop: () => null,
  memoryLimit: 2 ** 31,
  seed: 1,
  get kernels(): never {
    throw new Error("this test gives no kernels");
  },
};

/** Runs an engine to the end, with its default options where none are given. */
export function decide(
  engine: Engine,
  task: Task,
  options: Readonly<Record<string, unknown>> = {},
  context: EngineContext = plainContext,
): Verdict {
  return finish(engine.run(task, { ...defaultsOf(engine), ...options } as never, context));
}

export function finish(run: Generator<EngineEvent, Verdict>): Verdict {
  for (;;) {
    const { done, value } = run.next();
    if (done) return value;
  }
}

const defaultsOf = (engine: Engine) =>
  Object.fromEntries(Object.entries(engine.options).map(([name, spec]) => [name, spec.default]));

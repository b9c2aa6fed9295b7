import type { Engine, EngineContext, OptionValues, Search } from "../../src/engines/engine.js";
import { completed } from "../../src/engines/options.js";
import type { Verdict } from "../../src/evidence/verdict.js";
import type { Task } from "../../src/model/model.js";
import { decide as decideTask } from "../../src/solving/decide.js";

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
  options: OptionValues = {},
  context: EngineContext = plainContext,
): Verdict {
  return finish(running(engine, task, options, context));
}

/** An engine at work, with its default options where none are given. */
export function running(engine: Engine, task: Task, options: OptionValues, context: EngineContext): Search {
  if (engine.decides[task.kind] === undefined) throw new Error(`${engine.name} does not decide ${task.kind}`);
  return decideTask(engine, task, completed(engine.options, options), context);
}

export function finish(run: Search): Verdict {
  for (;;) {
    const { done, value } = run.next();
    if (done) return value;
  }
}

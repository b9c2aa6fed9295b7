import type { Engine, EngineContext, OptionValues, Search } from "../engines/engine.js";
import type { Verdict } from "../evidence/verdict.js";
import type { Progress } from "../limits/progress.js";
import { Stopped, untilStopped } from "../limits/stopped.js";
import type { Task } from "../model/model.js";

/** One engine on one task. A limit that it meets is an ordinary answer, and so is that it does not take such tasks. */
export function* decide(
  engine: Engine,
  task: Task,
  options: OptionValues,
  context: EngineContext,
): Generator<Progress, Verdict> {
  const search = searchFor(engine, task, options, context);
  if (search === null) {
    const detail = `${engine.name} does not take ${task.kind} tasks`;
    return { answer: "unknown", reason: "unsupported", detail, stats: {} };
  }
  const end = yield* untilStopped(search);
  return end instanceof Stopped ? stoppedVerdict(end) : end;
}

/** What somebody who asked is told about a search that met a limit. */
export const stoppedVerdict = ({ reason, detail, figures }: Stopped): Verdict => ({
  answer: "unknown",
  reason,
  detail,
  stats: figures,
});

function searchFor(engine: Engine, task: Task, options: OptionValues, context: EngineContext): Search | null {
  switch (task.kind) {
    case "fair-cycle":
      return engine.decides["fair-cycle"]?.(task, options, context) ?? null;
    case "reach":
      return engine.decides.reach?.(task, options, context) ?? null;
    case "ctl":
      return engine.decides.ctl?.(task, options, context) ?? null;
  }
}

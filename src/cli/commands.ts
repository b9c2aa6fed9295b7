import type { Command } from "commander";
import { addCheckCommand } from "./commands/check.js";
import { addCompareCommand } from "./commands/compare.js";
import { addCompletionCommand } from "./commands/completion.js";
import { addConvertCommand } from "./commands/convert.js";
import { addEnginesCommand } from "./commands/engines.js";
import { addGraphCommand } from "./commands/graph.js";
import { addHwmccCommand } from "./commands/hwmcc.js";
import { addInitCommand } from "./commands/init.js";
import { addLtlCommand } from "./commands/ltl.js";
import { addRunsCommand } from "./commands/runs.js";
import { addSbyCommand } from "./commands/sby.js";
import { addSimulateCommand } from "./commands/simulate.js";
import { addVerifyCommand } from "./commands/verify.js";
import { addViewCommand } from "./commands/view.js";
import { addWorkerCommand } from "./commands/worker.js";

/** All that `fairlead` can be asked to do. */
export function addCommands(program: Command): Command {
  for (const add of [
    addCheckCommand,
    addCompareCommand,
    addVerifyCommand,
    addViewCommand,
    addSimulateCommand,
    addGraphCommand,
    addConvertCommand,
    addLtlCommand,
    addHwmccCommand,
    addSbyCommand,
    addEnginesCommand,
    addWorkerCommand,
    addRunsCommand,
    addInitCommand,
    addCompletionCommand,
  ])
    add(program);
  return program;
}

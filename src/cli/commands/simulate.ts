import type { Command } from "commander";
import type { LoadOptions } from "../../loading/load.js";
import { packDesign } from "../../portfolio/transport.js";
import { apart, Budgets, readDesign } from "../apart.js";
import { addLimitOptions, type LimitFlags, positiveNumber } from "../arguments.js";
import { EXIT, exitHelp } from "../exit.js";
import { showNotices, showRefused } from "../notices.js";
import { addReadingOptions, oneModel } from "../questions.js";

type SimulateFlags = LoadOptions & LimitFlags & { readonly steps: number; readonly seed: number };

export function addSimulateCommand(program: Command): void {
  const command = program
    .command("simulate")
    .summary("show a random run of a model")
    .description(
      "Shows a run from a first state under random inputs that keep the constraints; only changes are shown.",
    )
    .argument("<file...>", "a model; several Verilog files with --top")
    .option("-n, --steps <n>", "number of steps", positiveNumber, 10)
    .option("--seed <n>", "another seed gives another run", positiveNumber, 1);
  addLimitOptions(addReadingOptions(command))
    .addHelpText("after", exitHelp("0 shown, 2 no first step was found, or not within the limits"))
    .action(async (paths: string[], flags: SimulateFlags) => {
      const budgets = new Budgets(flags);
      const { file, also } = oneModel(paths, flags.top);
      const design = await readDesign(file, [], { ...flags, also }, budgets);
      showNotices(file, design);
      showRefused(file, design);
      const given = { design: packDesign(design), steps: Math.ceil(flags.steps), seed: flags.seed };
      const { text, steps } = await apart("simulate", given, budgets, `${file}: not simulated`);
      if (steps === 0) {
        process.stderr.write("no first step that keeps the constraints was found\n");
        process.exitCode = EXIT.unknown;
        return;
      }
      process.stdout.write(text);
      if (steps < flags.steps) process.stderr.write("no input that keeps the constraints was found: stopped\n");
    });
}

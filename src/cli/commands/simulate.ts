import type { Command } from "commander";
import type { LoadOptions } from "../../loading/load.js";
import { packDesign } from "../../portfolio/transport.js";
import { apart, Budgets, readDesign } from "../apart.js";
import { addLimitOptions, type LimitFlags, positiveNumber } from "../arguments.js";
import { EXIT, exitHelp } from "../exit.js";
import { showNotices } from "../notices.js";

type SimulateFlags = LoadOptions & LimitFlags & { readonly steps: number; readonly seed: number };

export function addSimulateCommand(program: Command): void {
  const command = program
    .command("simulate")
    .summary("show a random run of a model")
    .description(
      "Shows a run from a first state under random inputs that keep the constraints; only changes are shown.",
    )
    .argument("<file>", "a model")
    .option("-n, --steps <n>", "number of steps", positiveNumber, 10)
    .option("--seed <n>", "another seed gives another run", positiveNumber, 1)
    .option("--top <module>", "the top module of a Verilog design");
  addLimitOptions(command)
    .addHelpText("after", exitHelp("0 shown, 2 no first step was found, or not within the limits"))
    .action(async (file: string, flags: SimulateFlags) => {
      const budgets = new Budgets(flags);
      const design = await readDesign(file, [], flags, budgets);
      showNotices(file, design);
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

import type { Command } from "commander";
import type { Run, Step } from "../../evidence/verdict.js";
import { type LoadOptions, loadDesign } from "../../loading/load.js";
import type { Model } from "../../model/model.js";
import { RandomWalks } from "../../model/simulate.js";
import { traceText } from "../../present/text.js";
import { traceOf } from "../../present/trace.js";
import { positiveNumber } from "../arguments.js";
import { EXIT, exitHelp } from "../exit.js";
import { showNotices } from "../notices.js";

export function addSimulateCommand(program: Command): void {
  program
    .command("simulate")
    .summary("show a random run of a model")
    .description(
      "Shows a run from a first state under random inputs that keep the constraints; only changes are shown.",
    )
    .argument("<file>", "a model")
    .option("-n, --steps <n>", "number of steps", positiveNumber, 10)
    .option("--seed <n>", "another seed gives another run", positiveNumber, 1)
    .option("--top <module>", "the top module of a Verilog design")
    .addHelpText("after", exitHelp("0 shown, 2 no first step was found"))
    .action(async (file: string, flags: LoadOptions & { steps: number; seed: number }) => {
      const design = await loadDesign(file, [], flags);
      showNotices(file, design);
      const { model } = design;
      const run = randomRun(model, Math.ceil(flags.steps), flags.seed);
      if (run.steps.length === 0) {
        process.stderr.write("no first step that keeps the constraints was found\n");
        process.exitCode = EXIT.unknown;
        return;
      }
      process.stdout.write(traceText(traceOf(model, run, [])));
      if (run.steps.length < flags.steps)
        process.stderr.write("no input that keeps the constraints was found: stopped\n");
    });
}

/** One lane of random walks, until it has the length or gets stuck. */
function randomRun(model: Model, length: number, seed: number): Run {
  const walks = new RandomWalks(model, seed);
  const steps: Step[] = [];
  while (steps.length < length && (walks.step() & 1) === 1) steps.push(walks.sim.lane(0));
  return { kind: "run", steps };
}

import { createInterface } from "node:readline/promises";
import type { Command } from "commander";
import { pathTrace } from "../../evidence/trace.js";
import type { LoadOptions } from "../../loading/load.js";
import type { Design } from "../../model/property.js";
import { check } from "../../node/check.js";
import { loadKernels } from "../../node/kernels.js";
import { packDesign } from "../../portfolio/transport.js";
import { vcd } from "../../present/vcd.js";
import { apart, Budgets, readDesign } from "../apart.js";
import { addLimitOptions, type LimitFlags, positiveNumber } from "../arguments.js";
import { EXIT, exitHelp } from "../exit.js";
import { Exploration, pathAnswer } from "../exploration.js";
import { showNotices, showRefused } from "../notices.js";
import { expectOutputs, writeOutput } from "../output-files.js";
import { addReadingOptions, filesRead, oneModel } from "../questions.js";

interface SimulateFlags extends LoadOptions, LimitFlags {
  readonly steps: number;
  readonly seed: number;
  readonly interactive?: boolean;
  readonly vcd?: string;
}

/** Seconds for a question of an interactive session, where nobody says how long. */
const PATIENCE = 20;

export function addSimulateCommand(program: Command): void {
  const command = program
    .command("simulate")
    .summary("show a random run of a model, or go through one step by step")
    .description(
      "Shows a run from a first state under random inputs that keep the constraints; only changes are shown. With --interactive, " +
        "lines on standard input say what to do: 'help' lists the commands.",
    )
    .argument("<file...>", "a model; several Verilog files with --top")
    .option("-n, --steps <n>", "number of steps", positiveNumber, 10)
    .option("--seed <n>", "another seed gives another run", positiveNumber, 1)
    .option("-i, --interactive", "choose steps, go back, ask formulas, go through counterexamples")
    .option("--vcd <file>", "write the run as a value change dump");
  addLimitOptions(addReadingOptions(command))
    .addHelpText("after", exitHelp("0 shown, 2 no first step was found, or not within the limits"))
    .action(async (paths: string[], flags: SimulateFlags) => {
      process.exitCode = await simulate(paths, flags);
    });
}

async function simulate(paths: readonly string[], flags: SimulateFlags): Promise<number> {
  const budgets = new Budgets(flags);
  const { file, also } = oneModel(paths, flags.top);
  await expectOutputs([{ option: "--vcd", file: flags.vcd }], () => filesRead([file, ...also], flags), null);
  const design = await readDesign(file, [], { ...flags, also }, budgets);
  showNotices(file, design);
  showRefused(file, design);
  if (flags.interactive) return explore(design, flags, budgets);
  const given = { design: packDesign(design), steps: Math.ceil(flags.steps), seed: flags.seed };
  const run = await apart("simulate", given, budgets, `${file}: not simulated`);
  if (run.steps === 0) {
    process.stderr.write("no first step that keeps the constraints was found\n");
    return EXIT.unknown;
  }
  process.stdout.write(run.text);
  if (run.steps < flags.steps) process.stderr.write("no input that keeps the constraints was found: stopped\n");
  if (flags.vcd !== undefined) await writeOutput(flags.vcd, run.vcd);
  return EXIT.holds;
}

/** Answers line by line, until the lines end. */
async function explore(design: Design, flags: SimulateFlags, budgets: Budgets): Promise<number> {
  const { memoryBytes } = budgets;
  const host = { kernels: await loadKernels(), memoryLimit: memoryBytes, shouldStop: () => null };
  const seconds = flags.time ?? PATIENCE;
  const exploration = new Exploration(
    design,
    host,
    async (asked, property) =>
      pathAnswer(await check(asked, property, { vacuity: false, shortest: true, seconds, memoryBytes })),
    flags.seed,
  );
  const { stdin, stdout } = process;
  const lines = createInterface({ input: stdin, terminal: false });
  const prompt = () => stdin.isTTY && stdout.write("> ");
  stdout.write((await exploration.answer("first")) ?? "");
  prompt();
  for await (const line of lines) {
    const text = await exploration.answer(line);
    if (text === null) break;
    stdout.write(text);
    prompt();
  }
  lines.close();
  const { path } = exploration;
  if (flags.vcd !== undefined && path.steps.length > 0)
    await writeOutput(flags.vcd, vcd(pathTrace(design.model, path)));
  return path.steps.length === 0 ? EXIT.unknown : EXIT.holds;
}

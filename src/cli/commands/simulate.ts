import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { type Command, Option } from "commander";
import { pathTrace } from "../../evidence/trace.js";
import type { StopSignal } from "../../limits/stopped.js";
import type { LoadOptions } from "../../loading/load.js";
import type { Model } from "../../model/model.js";
import type { Design } from "../../model/property.js";
import { check } from "../../node/check.js";
import { loadKernels } from "../../node/kernels.js";
import { RADICES, type Radix } from "../../present/radix.js";
import { namesCalled, noSuchSignal } from "../../present/selection.js";
import { vcd } from "../../present/vcd.js";
import { propositionOf } from "../../reading/proposition.js";
import type { SolverHost } from "../../safety/host.js";
import { randomRun } from "../../safety/random-run.js";
import { forTerminal } from "../../text/escape.js";
import { Budgets, readDesign } from "../apart.js";
import { addLimitOptions, type LimitFlags, namesIn, wholeNumber } from "../arguments.js";
import { EXIT, exitHelp, UsageError } from "../exit.js";
import { Exploration, pathAnswer, withoutPromises } from "../exploration.js";
import { type Interrupt, withInterrupt } from "../interrupt.js";
import { showNotices, showRefused } from "../notices.js";
import { expectOutputs, type Write, writeOutput, writeOutputBy } from "../output-files.js";
import { addReadingOptions, filesRead, oneModel } from "../questions.js";
import { type Ran, type RunOutputs, showRun } from "../random-run.js";

interface SimulateFlags extends LoadOptions, LimitFlags {
  readonly steps: number;
  readonly seed: number;
  readonly towards?: string;
  readonly interactive?: boolean;
  readonly signals?: readonly string[];
  readonly radix?: Radix;
  readonly vcd?: string;
}

/** Seconds for a question of an interactive session, where nobody says how long. */
const PATIENCE = 20;

export function addSimulateCommand(program: Command): void {
  const command = program
    .command("simulate")
    .summary("show a random run of a model, or go through one step by step")
    .description(
      "Shows a run from a first state under random inputs that keep the constraints, step by step as it is made; only changes are shown. With " +
        "--towards it is led to a step in which a formula holds. With --interactive, lines on standard input say what to do: 'help' lists the commands.",
    )
    .argument("<file...>", "a model; several Verilog files with --top")
    .option("-n, --steps <n>", "number of steps, at most", wholeNumber, 10)
    .option("--seed <n>", "another seed gives another run", wholeNumber, 1)
    .option("--towards <formula>", "prefer steps that lead to one in which this formula holds, and end there")
    .option("-i, --interactive", "choose steps, go back, ask formulas, go through counterexamples")
    .option("--signals <names>", "show these signals only: names with commas between, * for any part", namesIn)
    .addOption(new Option("--radix <radix>", "how words are written").choices(RADICES))
    .option("--vcd <file>", "write the run as a value change dump");
  addLimitOptions(addReadingOptions(command))
    .addHelpText("after", exitHelp("0 shown, 2 no first step, the formula was not reached, or not within the limits"))
    .action(async (paths: string[], flags: SimulateFlags) => {
      process.exitCode = await withInterrupt((interrupt) => simulate(paths, flags, interrupt));
    });
}

async function simulate(paths: readonly string[], flags: SimulateFlags, interrupt: Interrupt): Promise<number> {
  refuseWhatDoesNothing(flags);
  const budgets = new Budgets(flags);
  const { file, also } = oneModel(paths, flags.top);
  await expectOutputs([{ option: "--vcd", file: flags.vcd }], () => filesRead([file, ...also], flags), null);
  const read = () => readDesign(file, [], { ...flags, also }, budgets);
  const design = await interrupt.during(true, read);
  showNotices(file, design);
  showRefused(file, design);
  if (flags.interactive) return explore(design, flags, budgets, interrupt.signal);
  const walked = withoutPromises(design);
  const shouldStop = (): StopSignal | null => (interrupt.signal.aborted ? "cancelled" : budgets.isOver ? "time" : null);
  const host = { kernels: await loadKernels(), memoryLimit: budgets.memoryBytes, shouldStop };
  const ran =
    flags.vcd === undefined
      ? await show(walked, flags, host)
      : await writeOutputBy(flags.vcd, (write) => show(walked, flags, host, write));
  return sayHowFar(ran, flags);
}

async function show(design: Design, flags: SimulateFlags, host: SolverHost, write?: Write): Promise<Ran> {
  const { towards, seed, radix } = flags;
  const asked = towards === undefined ? null : propositionOf(design, towards, "--towards");
  const model = shownOf(asked?.model ?? design.model, flags.signals);
  const run = randomRun(model, host, seed, asked?.literal);
  const goal = asked && { name: `${forTerminal(towards!)} holds here`, literal: asked.literal };
  const outputs: RunOutputs = { text: print, ...(write && { vcd: write }) };
  return showRun(model, run, flags.steps, outputs, { ...(goal && { goal }), ...(radix && { radix }) });
}

/** No faster than somebody reads. */
async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, "drain");
}

function sayHowFar({ steps, end }: Ran, { towards }: SimulateFlags): number {
  const say = (text: string) => process.stderr.write(`${text}\n`);
  const count = steps === 1 ? "1 step" : `${steps} steps`;
  if (end === "goal") return EXIT.holds;
  if (end === "dead end" && steps === 0) say("no first step keeps the constraints");
  else if (end === "dead end") say(`a dead end after ${count}: the constraints allow no further one`);
  else if (end !== null) say(`stopped after ${count}: ${end === "cancelled" ? "interrupted" : `no more ${end}`}`);
  if (towards !== undefined) say(`'${forTerminal(towards)}' did not hold in any of ${count}`);
  const isShown = steps > 0 && towards === undefined && (end === null || end === "dead end");
  return isShown ? EXIT.holds : EXIT.unknown;
}

function refuseWhatDoesNothing({ interactive, towards, radix }: SimulateFlags): void {
  if (interactive && towards !== undefined)
    throw new UsageError("--towards and --interactive: 'to FORMULA' is a command of it");
  if (interactive && radix !== undefined) throw new UsageError("--radix and --interactive: choose one");
}

/** The model with the signals that a user names, if any. */
function shownOf(model: Model, wanted: readonly string[] | undefined): Model {
  if (wanted === undefined) return model;
  const names = model.signals.map((s) => s.name);
  const { isCalled, unknown } = namesCalled(names, wanted);
  for (const name of unknown) process.stderr.write(`${forTerminal(noSuchSignal(name, names))}\n`);
  return { ...model, signals: model.signals.filter((s) => isCalled(s.name)) };
}

/** Answers line by line, until the lines end. Ctrl-C gives up what is asked, and ends them. */
async function explore(design: Design, flags: SimulateFlags, budgets: Budgets, signal: AbortSignal): Promise<number> {
  const { memoryBytes } = budgets;
  const host = { kernels: await loadKernels(), memoryLimit: memoryBytes, shouldStop: () => null };
  const seconds = flags.time ?? PATIENCE;
  const shown = shownOf(design.model, flags.signals);
  const exploration = new Exploration(
    design,
    host,
    async (asked, property) =>
      pathAnswer(await check(asked, property, { vacuity: false, shortest: true, seconds, memoryBytes, signal })),
    flags.seed,
    shown,
  );
  const { stdin, stdout } = process;
  const lines = createInterface({ input: stdin, terminal: false });
  signal.addEventListener("abort", () => lines.close());
  const prompt = () => stdin.isTTY && stdout.write("> ");
  stdout.write((await exploration.answer("first")) ?? "");
  prompt();
  for await (const line of lines) {
    const text = await exploration.answer(line);
    if (text === null) break;
    stdout.write(text);
    if (signal.aborted) break;
    prompt();
  }
  if (signal.aborted && stdin.isTTY) stdout.write("\n");
  lines.close();
  const { path } = exploration;
  if (flags.vcd !== undefined && path.steps.length > 0) await writeOutput(flags.vcd, vcd(pathTrace(shown, path)));
  return path.steps.length === 0 ? EXIT.unknown : EXIT.holds;
}

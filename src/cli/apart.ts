import { OptionError } from "../engines/options.js";
import { InternalError } from "../evidence/outcome.js";
import { Stopped } from "../limits/stopped.js";
import { timerMs } from "../limits/timer.js";
import { type LoadOptions, loadDesign } from "../loading/load.js";
import { isProgramFile } from "../loading/program-files.js";
import { readBytes } from "../loading/read-bytes.js";
import type { Design } from "../model/property.js";
import { type PackedError, runTask, TaskError, type TaskLimits } from "../node/tasks.js";
import { unpackDesign } from "../portfolio/transport.js";
import type { FormulaText } from "../reading/questions.js";
import { forTerminal } from "../text/escape.js";
import { InputError } from "../text/input-error.js";
import type { LimitFlags } from "./arguments.js";
import { OutputError, UsageError } from "./exit.js";
import { ProgressLines } from "./progress-lines.js";
import type * as Tasks from "./tasks.js";

const TASKS = new URL("./tasks.js", import.meta.url);
const DEFAULT_MEMORY = 4 * 2 ** 30;

/** Who ends by itself when the time is over, and has something to say then, is not ended at once. */
const LOOKS_AT_THE_CLOCK: readonly string[] = ["verify", "translate"];
const GRACE_SECONDS = 0.5;

type TaskName = keyof typeof Tasks;
type Argument<N extends TaskName> = Parameters<(typeof Tasks)[N]>[0];
type Result<N extends TaskName> = Awaited<ReturnType<(typeof Tasks)[N]>>;

/** How long a command has from now on, and how much memory. */
export class Budgets {
  private readonly started = performance.now();
  readonly memoryBytes: number;

  constructor(
    private readonly flags: LimitFlags,
    private readonly signal?: AbortSignal,
  ) {
    this.memoryBytes = flags.memory === undefined ? DEFAULT_MEMORY : flags.memory * 2 ** 20;
  }

  /** Nothing is too little to say so in words. */
  get secondsLeft(): number {
    const spent = (performance.now() - this.started) / 1000;
    return Math.max(0.001, (this.flags.time ?? Number.POSITIVE_INFINITY) - spent);
  }

  get isOver(): boolean {
    return performance.now() - this.started > 1000 * (this.flags.time ?? Number.POSITIVE_INFINITY);
  }

  get taskLimits(): TaskLimits {
    const { secondsLeft, memoryBytes, signal } = this;
    return { seconds: secondsLeft, memoryBytes, ...(signal !== undefined && { signal }) };
  }
}

/**
 * One of the functions of tasks.ts, in a thread of its own: this one stays awake, for signals and the clock. Throws what it throws,
 * and `Stopped` where a budget does not suffice.
 */
export async function apart<N extends TaskName>(
  name: N,
  argument: Argument<N>,
  budgets: Budgets,
  /** What to say then, before the reason: `m.smv: not read`. */
  undone: string,
): Promise<Result<N>> {
  try {
    const { taskLimits } = budgets;
    const seconds = taskLimits.seconds + (LOOKS_AT_THE_CLOCK.includes(name) ? GRACE_SECONDS : 0);
    return (await runTask(TASKS, name, argument, { ...taskLimits, seconds })) as Result<N>;
  } catch (e) {
    const error = e instanceof TaskError ? whole(e.packed) : e;
    throw error instanceof Stopped ? new Stopped(error.reason, `${undone}: ${error.message}`) : error;
  }
}

/** The error as it was thrown. */
function whole({ name, message, stack, fields }: PackedError): Error {
  switch (name) {
    case "InputError": {
      const { code, problem, at, source } = fields as Pick<InputError, "code" | "problem" | "at" | "source">;
      return new InputError(code, problem, at, source);
    }
    case "Stopped":
      return new Stopped((fields as Pick<Stopped, "reason">).reason, message);
    case "OutputError":
      return new OutputError(message, (fields as Pick<OutputError, "status">).status);
    case "UsageError":
      return new UsageError(message);
    case "OptionError":
      return new OptionError(message);
    case "InternalError":
      return new InternalError(message);
    default: {
      const error = new Error(message);
      error.stack = stack;
      return error;
    }
  }
}

/** As `loadDesign`, within the budgets. A program has a process of its own. */
export async function readDesign(
  file: string,
  questions: readonly FormulaText[],
  options: LoadOptions,
  budgets: Budgets,
  /** Which of several it is: `file 2 of 5: `. */
  counted = "",
): Promise<Design> {
  const { secondsLeft, memoryBytes } = budgets;
  if (isProgramFile(file)) {
    const seconds = Number.isFinite(secondsLeft) && { seconds: secondsLeft };
    return loadDesign(file, questions, { ...options, ...seconds, memoryBytes });
  }
  const bytes = await readWithin(file, budgets);
  const given = { bytes, file, questions, options: { ...options, memoryBytes } };
  using progress = new ProgressLines(process.stderr);
  const read = () => apart("read", given, budgets, `${file}: not read`);
  return unpackDesign(await progress.during(`${counted}reading ${forTerminal(file)}`, read));
}

/** The content of a file, or of standard input for `-`. */
export async function readWithin(file: string, budgets: Budgets): Promise<Uint8Array> {
  const { seconds, memoryBytes, signal } = budgets.taskLimits;
  const over = new AbortController();
  const stop = () => over.abort();
  const timer = setTimeout(stop, timerMs(seconds * 1000));
  signal?.addEventListener("abort", stop);
  try {
    return await readBytes(file, { mostBytes: memoryBytes, signal: over.signal });
  } catch (e) {
    if (!over.signal.aborted) throw e;
    throw new Stopped(signal?.aborted ? "cancelled" : "time", `${file}: not read: its end did not come in time`);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

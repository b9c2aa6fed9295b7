import type { Progress } from "../limits/progress.js";
import type { AskedProgram } from "../program/data.js";
import type { ExplicitAnswer, ExplicitOptions } from "../program/explicit.js";
import type { SearchRequest } from "../program/guest.js";
import { hosted, reportFrom } from "../program/hosted.js";
import type { LtlQuestion } from "../program/question.js";
import type { ProgramReport } from "../program/report.js";
import { InputError } from "../text/input-error.js";
import { GuestOutput } from "./guest-output.js";
import { GuestProcess, StoppedGuest } from "./guest-process.js";
import { inModelFile } from "./model-file-error.js";
import { readBytes } from "./read-bytes.js";

/** What a program that is loaded, or asked, may use. */
export interface GuestLimits {
  readonly seconds?: number;
  readonly memoryBytes?: number;
  readonly signal?: AbortSignal;
  /** Called before a line that the program prints is shown on standard error. */
  beforePrint?(): void;
}

/** A system that a file exports. What its functions do is known in the process of the file only. */
export interface LoadedSystem extends AskedProgram {
  readonly hasFunctions: boolean;
  /** Looks for a behaviour that violates the formula of LTL, where the functions are. */
  search(question: LtlQuestion, options: GuestSearch): Promise<ExplicitAnswer>;
  /** What it has for nothing: null where the time or memory did not suffice, and why. */
  report(limits: Pick<GuestLimits, "seconds" | "signal">): Promise<FoundReport>;
}

export type FoundReport = { readonly report: ProgramReport } | { readonly report: null; readonly why: string };

export interface GuestSearch extends Pick<GuestLimits, "seconds" | "signal"> {
  readonly options: Omit<ExplicitOptions, "shouldStop">;
  onEvent?(event: Progress): void;
}

export const DEFAULT_SECONDS = 60;
export const DEFAULT_MEMORY = 4 * 2 ** 30;

/**
 * Runs a file in a process of its own and returns the systems that it exports. What it throws becomes an error with the
 * place; a budget that does not suffice, or a signal, throws `Stopped`. `end` when they are no longer needed.
 */
export async function loadSystems(file: string, limits: GuestLimits = {}): Promise<ProgramFile> {
  await readBytes(file); // says what is wrong with the file
  const loaded = new ProgramFile(file, limits);
  await loaded.load();
  return loaded;
}

/** A program file, and its process as long as that is needed. */
class ProgramFile implements AsyncDisposable {
  systems: readonly LoadedSystem[] = [];
  private readonly output: GuestOutput;
  private guest: GuestProcess | null = null;
  /** What it exported the first time. */
  private exported = "";

  constructor(
    private readonly file: string,
    private readonly limits: GuestLimits,
  ) {
    this.output = new GuestOutput((line) => {
      limits.beforePrint?.();
      process.stderr.write(`${file} prints: ${line}\n`);
    });
  }

  async load(): Promise<void> {
    const { seconds = DEFAULT_SECONDS, signal } = this.limits;
    const exported = await this.start(seconds, signal);
    this.exported = JSON.stringify(exported);
    try {
      this.systems = exported.map((data, k) => this.system(data, k));
    } catch (e) {
      await this.end();
      throw inModelFile(e, this.file);
    }
    if (!this.systems.some((system) => system.hasFunctions)) await this.end();
  }

  /** Its process is gone then, until a search needs it again. */
  async end(): Promise<void> {
    await this.guest?.end();
    this.guest = null;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end();
  }

  private system(data: unknown, index: number): LoadedSystem {
    const { program, hasFunctions, answer } = hosted(data);
    const search = async (question: LtlQuestion, asked: GuestSearch): Promise<ExplicitAnswer> => {
      const reply = await this.orStopped(() => this.search(index, question, asked));
      if (reply instanceof StoppedGuest)
        return { kind: "unknown", reason: reply.reason, detail: reply.detail, stats: {} };
      return answer(reply);
    };
    const report = async (limits: Pick<GuestLimits, "seconds" | "signal">): Promise<FoundReport> => {
      const reply = await this.orStopped(() => this.report(index, limits));
      return reply instanceof StoppedGuest ? { report: null, why: reply.detail } : { report: reportFrom(reply) };
    };
    return { ...program, hasFunctions, search, report };
  }

  /** Runs the file in a process of its own, and says what it exports. */
  private async start(seconds: number, signal: AbortSignal | undefined): Promise<readonly unknown[]> {
    this.guest = new GuestProcess(this.file, this.limits.memoryBytes ?? DEFAULT_MEMORY, this.output);
    const reply = await this.guest.reply({ during: "while it is loaded", seconds, signal });
    return reply.type === "loaded" ? reply.systems : [];
  }

  private async search(index: number, { text, formula }: LtlQuestion, asked: GuestSearch): Promise<unknown> {
    const { seconds = Number.POSITIVE_INFINITY, signal, options, onEvent } = asked;
    const until = performance.now() + 1000 * seconds;
    const left = () => (until - performance.now()) / 1000;
    const guest = this.guest ?? (await this.startAgain(left(), signal));
    const time = seconds === Number.POSITIVE_INFINITY ? null : left();
    const request: SearchRequest = { system: index, text, formula, options, seconds: time };
    const patience = { during: "while its states are visited", seconds: left(), signal } as const;
    const reply = await guest.reply({ ...patience, ...(onEvent !== undefined && { onEvent }) }, request);
    return reply.type === "answer" ? reply.answer : null;
  }

  private async report(index: number, limits: Pick<GuestLimits, "seconds" | "signal">): Promise<unknown> {
    const { seconds = DEFAULT_SECONDS, signal } = limits;
    const guest = this.guest ?? (await this.startAgain(seconds, signal));
    const reply = await guest.reply({ during: "while its states are visited", seconds, signal }, { reportOn: index });
    return reply.type === "report" ? reply.report : null;
  }

  /** A process that had to be killed took the functions with it. */
  private async startAgain(seconds: number, signal: AbortSignal | undefined): Promise<GuestProcess> {
    this.output.isMuted = true;
    const exported = await this.start(Math.min(seconds, DEFAULT_SECONDS), signal);
    this.output.isMuted = false;
    if (JSON.stringify(exported) !== this.exported)
      throw new InputError("model-purity", "exports something else each time that it is run", null, this.file);
    return this.guest!;
  }

  private async orStopped<T>(work: () => Promise<T>): Promise<T | StoppedGuest> {
    try {
      return await work();
    } catch (e) {
      await this.end();
      if (e instanceof StoppedGuest) return e;
      throw e;
    }
  }
}

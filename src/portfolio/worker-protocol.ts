import type { OptionValues } from "../engines/engine.js";
import type { Decided } from "../evidence/verdict.js";
import type { Ltl } from "../formula/ltl.js";
import type { Progress } from "../limits/progress.js";
import type { Kernels } from "../logic/kernel-module.js";
import type { Fact } from "../model/fact.js";
import type { ExplicitAnswer } from "../program/explicit.js";
import type { Program } from "../program/program.js";
import type { LtlQuestion } from "../program/question.js";
import type { ShorterThan } from "../solving/shortest.js";
import type { PackedAsking, PackedAutomata } from "./asking-data.js";
import type { PackedDesign, PackedOutcome } from "./transport.js";

/** What an engine is asked about: a property of a circuit, by index, or a formula of LTL about a program. */
export type JobSubject =
  | {
      readonly kind: "design";
      readonly design: PackedDesign;
      readonly property: number;
      readonly asking: PackedAsking;
      /** The answer is known: a shorter behaviour that shows it is looked for. */
      readonly shorterThan?: ShorterThan;
    }
  /** `data`: by program/data.ts, for workers elsewhere. Its propositions are the atoms of the formula. */
  | {
      readonly kind: "program";
      readonly data: unknown;
      readonly formula: Ltl;
      readonly automata: PackedAutomata | null;
    }
  /** For workers in this thread: functions do not travel. */
  | { readonly kind: "program-here"; readonly program: Program; readonly question: LtlQuestion };

/** One engine on one question: all that a worker needs to know. */
export interface Job {
  readonly subject: JobSubject;
  readonly engine: string;
  readonly options: OptionValues;
  /** Until the end of the run, by the clock: a worker that is paused loses time like everybody. */
  readonly seconds: number;
  /** For the check of evidence; absent: see `checkingTime`. */
  readonly checkSeconds?: number;
  readonly memoryBytes: number;
  readonly seed: number;
  /** What other engines already found out. */
  readonly facts: readonly Fact[];
  /** The worker pauses by itself after so much work, and says so: whoever runs when does not depend on a clock. */
  readonly work?: number;
}

export type Command = "go" | "pause" | "stop";

/**
 * What a host says to a worker. A busy worker in Node sees no messages, so commands go through shared memory there (see
 * `ControlBlock`) and facts are picked up now and then; a worker of a page looks at its messages between slices.
 */
export type HostMessage =
  | {
      readonly type: "job";
      readonly job: Job;
      /** Null where there are none: then proofs are not checked. */
      readonly kernels: Kernels | null;
      readonly control: SharedArrayBuffer | null;
    }
  | { readonly type: "fact"; readonly fact: Fact }
  | { readonly type: "command"; readonly command: Command };

/**
 * What a worker says: events and facts while it works, `answered` when an answer is there and its evidence is being
 * checked, then exactly one outcome (of a program: what was found) or error. `isInternal`: evidence did not check, which is never to be passed over.
 */
export type WorkerMessage =
  | { readonly type: "event"; readonly event: Progress }
  | { readonly type: "fact"; readonly fact: Fact }
  | { readonly type: "answered"; readonly answer: Decided["answer"] }
  /** The work that was granted is done, and the worker has paused. */
  | { readonly type: "worked" }
  /** What violates the formula, where that was not known: others need not translate it. */
  | { readonly type: "translated"; readonly automata: PackedAutomata }
  | { readonly type: "outcome"; readonly outcome: PackedOutcome }
  /** The same of a search of a program: as data, by program/answer-data.ts, or as it is, from a worker in this thread. */
  | { readonly type: "found-data"; readonly data: unknown }
  | { readonly type: "found"; readonly answer: ExplicitAnswer }
  | {
      readonly type: "error";
      readonly isInternal: boolean;
      readonly message: string;
      readonly stack: string;
      /** As it is, from a worker in this thread. */
      readonly thrown?: unknown;
    };

/** A worker as its host sees it. It takes one job after the other, the next one when the last has ended. */
export interface WorkerHandle {
  /** It takes commands as messages, also where memory can be shared. */
  readonly readsMessages?: boolean;
  /** Bytes in use, where its host knows. */
  memory?(): number;
  post(message: HostMessage): void;
  /** The job has ended by itself: the worker may be given to somebody else. */
  release(): void;
  /** At once, whatever it is doing. */
  terminate(): void;
}

export interface WorkerEvents {
  message(message: WorkerMessage): void;
  /** It is gone without having been asked to: killed, or by a limit that it met, such as that of memory. */
  died(reason: string, limit?: "memory"): void;
}

/**
 * Makes workers: threads in Node, Web Workers in a page, whatever a test wants. A worker whose last job was for the same
 * engine may have something left to go on from.
 */
export type Spawn = (memoryBytes: number, events: WorkerEvents, engine: string) => WorkerHandle;

const COMMANDS: readonly Command[] = ["go", "stop", "pause"];
const MOST_WORK = 2 ** 31 - 1;

/** Shared memory between a host and a worker: what the worker must do, how much memory it uses, how much work it may do. */
export class ControlBlock {
  readonly buffer: SharedArrayBuffer;
  private readonly words: Int32Array;

  constructor(buffer = new SharedArrayBuffer(12)) {
    this.buffer = buffer;
    this.words = new Int32Array(buffer);
  }

  get command(): Command {
    return COMMANDS[Atomics.load(this.words, 0)]!;
  }

  set command(command: Command) {
    Atomics.store(this.words, 0, COMMANDS.indexOf(command));
    Atomics.notify(this.words, 0);
  }

  /** The worker pauses of its own accord; where it was told to stop meanwhile, it does not. */
  pause(): void {
    Atomics.compareExchange(this.words, 0, COMMANDS.indexOf("go"), COMMANDS.indexOf("pause"));
  }

  /** Sleeps for as long as the command is to pause. */
  waitWhilePaused(): void {
    const pause = COMMANDS.indexOf("pause");
    while (Atomics.load(this.words, 0) === pause) Atomics.wait(this.words, 0, pause);
  }

  /** That may be done before the next pause. */
  get work(): number {
    return Atomics.load(this.words, 2);
  }

  set work(work: number) {
    Atomics.store(this.words, 2, Math.min(Math.ceil(work), MOST_WORK));
  }

  /** In bytes. */
  get memory(): number {
    return Atomics.load(this.words, 1) * 2 ** 20;
  }

  set memory(bytes: number) {
    Atomics.store(this.words, 1, Math.ceil(bytes / 2 ** 20));
  }
}

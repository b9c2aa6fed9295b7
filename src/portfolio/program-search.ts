import type { OptionSpecs, OptionValues } from "../engines/engine.js";
import { completed } from "../engines/options.js";
import { engineNamed } from "../engines/registry.js";
import { InternalError, type Outcome } from "../evidence/outcome.js";
import { type Algorithm, fieldBytes, type Hashing } from "../explicit/search.js";
import type { Progress } from "../limits/progress.js";
import { answerFrom } from "../program/answer-data.js";
import { record, text } from "../program/data-fields.js";
import { placeFrom } from "../program/data-reader.js";
import type { ExplicitAnswer, ExplicitOptions } from "../program/explicit.js";
import { FunctionTable } from "../program/function-table.js";
import { ModelError } from "../program/model-error.js";
import type { Program } from "../program/program.js";
import type { PlanLine } from "./plan.js";
import { packOutcome } from "./transport.js";
import { WorkerLink } from "./worker-link.js";
import type { Command, Job, Spawn, WorkerEvents, WorkerHandle, WorkerMessage } from "./worker-protocol.js";

/** The engine that visits the states of a program by the search that suits the question. */
export const EXPLICIT = "explicit";

/** Its options. */
export const EXPLICIT_OPTIONS = {
  check: {
    kind: "flag",
    default: false,
    help: "check that the formula holds: the components of all states, by a second visit in other code",
  },
} as const satisfies OptionSpecs;

const ALGORITHMS: readonly Algorithm[] = ["nested-emptiness", "cvwy", "couvreur"];

/** Is this the name of an engine that visits the states of a program itself? */
export const visitsStates = (engine: string): boolean => engine === EXPLICIT || ALGORITHMS.some((a) => a === engine);

/** How such an engine goes through a program. */
export function searchOptions(name: string, given: OptionValues): ExplicitOptions {
  const algorithm = ALGORITHMS.find((a) => a === name);
  const engine = engineNamed(name);
  const options = engine === undefined ? given : completed(engine.options, given);
  const { hash, early, states, field, functions, check } = options;
  return {
    ...(algorithm !== undefined && { algorithm }),
    ...(typeof hash === "string" && { hash: hash as Hashing }),
    ...(typeof early === "boolean" && { early }),
    ...(typeof states === "number" && { states }),
    ...(typeof field === "number" && { field: fieldBytes(field) }),
    ...(typeof functions === "number" && { functions }),
    ...(typeof check === "boolean" && { check }),
  };
}

/** A mistake of a program, as data. */
export const mistakeData = ({ code, problem, place, written }: ModelError) => ({ code, problem, place, written });

function mistakeFrom(given: unknown): ModelError {
  const { code, problem, place, written } = record(given, "a mistake");
  const at = written === null ? null : placeFrom(record(written, "a place"));
  return new ModelError(text(code, "a code"), text(problem, "a problem"), record(place, "a place"), undefined, at);
}

/** What a search of a program answers to a portfolio: null where the answer is about something else than its question. */
export type Judge = (answer: ExplicitAnswer) => Outcome | null;

/**
 * The search of a program's states as a member of portfolios. Its worker outlives them: a portfolio that ends pauses it, and the next one
 * lets it go on, so that the states of a program are visited once, whatever is asked about them.
 */
export class ProgramSearch {
  private link: WorkerLink | null = null;
  private member: WorkerEvents | null = null;
  private isEnded = false;
  /** How far it is. */
  progress: Progress | null = null;
  /** What it found, for its portfolio. */
  private said: WorkerMessage | null = null;

  constructor(
    private readonly program: Program,
    private readonly spawnWorker: Spawn,
    /** The job of the worker; seconds and memory are those of the whole check. */
    readonly job: Job,
    private readonly judge: Judge,
    /** A mistake of the program's own functions. */
    private readonly onThrown: (thrown: unknown) => void,
  ) {}

  /** For the portfolio that it is a member of now. */
  readonly spawn: Spawn = (_memoryBytes, events): WorkerHandle => {
    return {
      readsMessages: true,
      post: (message) => {
        if (message.type === "job") this.join(events);
        else if (message.type === "command") this.obey(message.command);
      },
      memory: () => this.link?.memory ?? 0,
      release: () => {},
      terminate: () => {
        this.member = null;
        this.end();
      },
    };
  };

  /** Its line of a plan. */
  get line(): PlanLine {
    return { engine: this.job.engine, options: this.job.options, share: 1, isKept: true };
  }

  /** Nothing more is asked. */
  end(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.link?.worker.terminate();
    this.link = null;
  }

  private join(events: WorkerEvents): void {
    this.member = events;
    if (this.said !== null || this.isEnded) {
      const { said } = this;
      queueMicrotask(() => (said === null ? events.died("it was given up before") : events.message(said)));
    } else if (this.link === null) this.start();
    else this.link.command("go");
  }

  private start(): void {
    const events: WorkerEvents = {
      message: (message) => this.hear(message),
      died: (reason, limit) => {
        this.link = null;
        this.isEnded = true;
        this.member?.died(reason, limit);
      },
    };
    this.link = new WorkerLink(this.spawnWorker(this.job.memoryBytes, events, this.job.engine));
    this.link.begin(this.job, null);
  }

  /** To stop is to pause: there may be a next portfolio. */
  private obey(command: Command): void {
    this.link?.command(command === "stop" ? "pause" : command);
    if (command !== "stop") return;
    const { member } = this;
    this.member = null;
    const verdict = { answer: "unknown", reason: "cancelled", detail: "", stats: {} } as const;
    const outcome: Outcome = { engine: this.job.engine, verdict, evidence: "none", seconds: 0, notes: [] };
    queueMicrotask(() => member?.message({ type: "outcome", outcome: packOutcome(outcome) }));
  }

  private hear(message: WorkerMessage): void {
    switch (message.type) {
      case "event":
        this.progress = message.event;
        this.member?.message(message);
        return;
      case "found":
      case "found-data":
        this.link?.worker.release();
        this.link = null;
        this.isEnded = true;
        this.tell(message);
        return;
      case "error":
        this.link?.worker.release();
        this.link = null;
        this.isEnded = true;
        if ("thrown" in message) this.onThrown(message.thrown);
        else this.say(message);
        return;
      default:
        throw new Error(`a search of a program says '${message.type}'`);
    }
  }

  private tell(message: WorkerMessage & { type: "found" | "found-data" }): void {
    try {
      const outcome = this.judge(
        message.type === "found"
          ? message.answer
          : answerFrom(this.program, new FunctionTable(), message.data, mistakeFrom),
      );
      if (outcome !== null) this.say({ type: "outcome", outcome: packOutcome(outcome) });
    } catch (e) {
      const error = e instanceof Error ? e : new Error(String(e));
      const isInternal = error instanceof InternalError;
      this.say({ type: "error", isInternal, message: error.message, stack: error.stack ?? "" });
    }
  }

  private say(message: WorkerMessage): void {
    this.said = message;
    this.member?.message(message);
  }
}

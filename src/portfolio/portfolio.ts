import { InternalError, type Outcome } from "../evidence/outcome.js";
import type { Progress } from "../limits/progress.js";
import { timerMs } from "../limits/timer.js";
import type { Kernels } from "../logic/kernel-module.js";
import type { Fact } from "../model/fact.js";
import type { Design } from "../model/property.js";
import { expectProperty } from "../text/argument-error.js";
import { packAsking } from "./asking-data.js";
import { FactBoard } from "./facts.js";
import { labelOf, type Plan } from "./plan.js";
import {
  advance,
  conclusionOf,
  type LaneReport,
  type Schedule,
  type ScheduleAction,
  type ScheduleEvent,
  scheduleOf,
  type Terms,
} from "./scheduler.js";
import { packDesign, unpackOutcome } from "./transport.js";
import { WorkerLink } from "./worker-link.js";
import type { Command, Job, JobSubject, Spawn, WorkerMessage } from "./worker-protocol.js";

export interface PortfolioOptions {
  readonly threads: number;
  /** For the search. */
  readonly seconds: number;
  /** For the check of evidence; absent: see `checkingTime`. */
  readonly checkSeconds?: number;
  readonly memoryBytes: number;
  readonly seed: number;
  /**
   * One engine after the other, in turns that are measured in work and not in time, so that every run gives the same answer and the same
   * evidence. Needs workers that share memory with their host; `threads`, `seconds` and `checkSeconds` then mean nothing.
   */
  readonly deterministic?: boolean;
  /** Where it is deterministic: so much work at most, counted by how often engines ask whether to stop. */
  readonly work?: number;
  /** Aborted by the user: everything stops at once, and what is known is kept. */
  readonly signal?: AbortSignal;
  onEvent?(engine: string, event: Progress): void;
  onPause?(engine: string): void;
  onEnd?(engine: string, outcome: Outcome | Error): void;
  /** Where other machines are asked many questions: larger is earlier. */
  readonly priority?: number;
  /** Others at work on the same question, on other machines. */
  readonly others?: OtherMachines;
}

/** Passes facts on. Whoever takes one proves it again: they may be lost, come twice, or be wrong. */
export interface OtherMachines {
  tell(fact: Fact): void;
  /** Calls back with what others tell, from now on. */
  listen(hear: (fact: Fact) => void): void;
}

/** Where workers come from, and the kernels that they run on. */
export interface Host {
  readonly spawn: Spawn;
  /** Null where there are none: then proofs are not checked. */
  readonly kernels: Kernels | null;
  /** Bytes that the whole process takes, where that can be known. */
  memory?(): number;
  /** Who answers questions about circuits instead of workers of this host, if anybody does. */
  readonly elsewhere?: Elsewhere;
}

/** Other machines that are asked. */
export interface Elsewhere {
  /** As `runPlan`. Many questions may be asked at once. */
  ask(design: Design, property: number, plan: Plan, options: PortfolioOptions): Promise<Outcome>;
  /** What is left to do on this machine about an answer, one after the other. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

/** An answer without evidence waits for a better one; all properties of a kind wait so long together, at least. */
const MIN_WAIT_MS = 1000;
const MEMORY_INTERVAL_MS = 20;

/**
 * Runs a plan on one property: as many engines at once as there are threads. Whoever has used up its slice pauses where
 * it is, and the next line of the plan goes on: nothing is done twice. The first answer with evidence wins.
 *
 * A worker that dies is reported, and its place taken by the next engine. It can take the evidence of its engine with it, and
 * an answer that it has not told; never change one.
 *
 * In a page, workers come from `pageWorkers`.
 */
export function runPlan(
  design: Design,
  property: number,
  plan: Plan,
  options: PortfolioOptions,
  host: Host,
): Promise<Outcome> {
  expectProperty("runPlan", design, property);
  if (host.elsewhere !== undefined) return host.elsewhere.ask(design, property, plan, options);
  return runLines(subjectOf(design, property), plan, waitingFor(design, property), options, host);
}

/** A property of a design, for workers. */
export const subjectOf = (design: Design, property: number): JobSubject & { readonly kind: "design" } => ({
  kind: "design",
  design: packDesign(design),
  property,
  asking: packAsking(design.model, design.properties[property]!),
});

/** How long an answer waits for better evidence. */
type Waiting = Pick<Terms, "leastWait">;

/** The same of anything that workers are asked about. */
export function runLines(
  subject: JobSubject,
  plan: Plan,
  waiting: Waiting,
  options: PortfolioOptions,
  host: Host,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    new Portfolio(subject, plan, waiting, options, host, { resolve, reject }).start();
  });
}

/** Does what the scheduler says: starts workers, passes on what they say, and keeps the clock. */
class Portfolio {
  private readonly memoryBefore: number;
  private readonly facts = new FactBoard();
  private readonly lanes = new Map<number, WorkerLink>();
  private schedule: Schedule;
  private readonly events: ScheduleEvent[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private memoryTimer: ReturnType<typeof setInterval> | undefined;
  private readonly onAbort = () => this.take({ type: "interrupted" });
  private readonly startedAt = performance.now();
  /** Where runs are deterministic: the work so far, in place of the time; a step of it counts for a millisecond. */
  private work = 0;
  private endedAt: number | null = null;

  constructor(
    private subject: JobSubject,
    private readonly plan: Plan,
    waiting: Waiting,
    private readonly options: PortfolioOptions,
    private readonly host: Host,
    private readonly promise: { resolve(outcome: Outcome): void; reject(error: unknown): void },
  ) {
    this.memoryBefore = host.memory?.() ?? 0;
    const { deterministic = false, work = Number.POSITIVE_INFINITY, checkSeconds: _, ...others } = options;
    const terms = deterministic ? { ...others, threads: 1, seconds: work / 1000, isWork: true } : options;
    this.schedule = scheduleOf({ ...terms, plan, ...waiting }, this.now());
  }

  private now(): number {
    return this.options.deterministic ? this.work : performance.now();
  }

  start(): void {
    const { signal } = this.options;
    signal?.addEventListener("abort", this.onAbort);
    this.memoryTimer = setInterval(() => this.take(this.memoryUsed()), MEMORY_INTERVAL_MS);
    this.options.others?.listen((fact) => this.spread(fact, null));
    this.take({ type: signal?.aborted ? "interrupted" : "started" });
  }

  /** Tells everybody but the one who told it, if it is news. */
  private spread(fact: Fact, from: number | null): boolean {
    const isNews = this.facts.add(fact);
    if (isNews) for (const [lane, link] of this.lanes) if (lane !== from) link.post({ type: "fact", fact });
    return isNews;
  }

  /** Events that actions cause come after the actions. */
  private take(event: ScheduleEvent): void {
    this.events.push(event);
    if (this.events.length > 1) return;
    let tickAt = Number.POSITIVE_INFINITY;
    try {
      for (let k = 0; k < this.events.length; k++) {
        const advanced = advance(this.schedule, this.events[k]!, this.now());
        this.schedule = advanced.schedule;
        for (const action of advanced.actions) this.act(action);
        tickAt = advanced.tickAt;
      }
    } finally {
      this.events.length = 0; // also when somebody who listens throws
    }
    this.wake(tickAt);
  }

  private wake(tickAt: number): void {
    clearTimeout(this.timer);
    if (tickAt === Number.POSITIVE_INFINITY) return;
    if (this.options.deterministic) {
      this.passTo(tickAt);
      return;
    }
    this.timer = setTimeout(() => this.take({ type: "tick" }), timerMs(Math.ceil(tickAt - performance.now())));
  }

  /** Work is done by those who run. Where nobody does, what is due is due at once; workers that must end get their time. */
  private passTo(tickAt: number): void {
    const { lanes, isOver, isInterrupted } = this.schedule;
    const isEnding = isOver || isInterrupted;
    if (!isEnding && lanes.some((l) => l.state === "running")) return;
    const tick = () => {
      this.work = tickAt;
      this.take({ type: "tick" });
    };
    if (isEnding) this.timer = setTimeout(tick, timerMs(tickAt - this.work - this.sinceTheEnd()));
    else queueMicrotask(tick);
  }

  /** Milliseconds since the first call: looks at memory must not put off what is due. */
  private sinceTheEnd(): number {
    this.endedAt ??= performance.now();
    return performance.now() - this.endedAt;
  }

  /** The lane has done what it was granted: others have their turns, or it goes on. */
  private afterWork(lane: number): void {
    this.work = Math.max(this.work, this.turnEnds(lane));
    this.take({ type: "tick" });
    const { state, forcedAt } = this.schedule.lanes[lane]!;
    const isToldToStop = forcedAt !== Number.POSITIVE_INFINITY;
    if (state === "running" && !isToldToStop) this.lanes.get(lane)?.grant(this.turnOf(lane));
  }

  private turnOf(lane: number): number {
    return this.turnEnds(lane) - this.work;
  }

  private turnEnds(lane: number): number {
    const { lanes, terms } = this.schedule;
    return Math.min(lanes[lane]!.sliceEnds, 1000 * terms.seconds);
  }

  private act(action: ScheduleAction): void {
    switch (action.type) {
      case "start":
        this.spawn(action.lane, action.seconds);
        return;
      case "pause":
        this.command(action.lane, "pause");
        return;
      case "resume":
      case "check":
        if (this.options.deterministic) this.lanes.get(action.lane)?.grant(this.turnOf(action.lane));
        else this.command(action.lane, "go");
        return;
      case "stop":
        this.command(action.lane, "stop");
        return;
      case "terminate":
        this.part(action.lane)?.worker.terminate();
        return;
      case "report":
        this.report(labelOf(this.plan.lines[action.lane]!, this.plan), action.report);
        return;
      case "finish":
        this.finish(action.error);
        return;
    }
  }

  private spawn(lane: number, seconds: number): void {
    const { options, host, plan, subject } = this;
    const { engine, options: engineOptions, isKept = false } = plan.lines[lane]!;
    const parts = isKept ? 1 : Math.min(options.threads, plan.lines.length);
    const memoryBytes = Math.floor(options.memoryBytes / parts);
    const events = {
      message: (message: WorkerMessage) => this.hear(lane, message),
      died: (detail: string, limit: "memory" | null = null) => {
        this.part(lane);
        this.take({ type: "stopped", lane, detail, limit });
      },
    };
    const link = new WorkerLink(host.spawn(memoryBytes, events, engine));
    this.lanes.set(lane, link);
    const job: Job = {
      subject,
      engine,
      options: engineOptions,
      seconds,
      ...(options.checkSeconds !== undefined && { checkSeconds: options.checkSeconds }),
      memoryBytes,
      // Another one for each worker of an engine.
      seed: options.seed + plan.lines.slice(0, lane).filter((l) => l.engine === engine).length,
      facts: this.facts.all,
      ...(options.deterministic && { work: this.turnOf(lane) }),
    };
    link.begin(job, host.kernels);
  }

  private command(lane: number, command: Command): void {
    this.lanes.get(lane)?.command(command);
  }

  /** The lane is done with its worker. */
  private part(lane: number): WorkerLink | undefined {
    const parted = this.lanes.get(lane);
    this.lanes.delete(lane);
    return parted;
  }

  private hear(lane: number, message: WorkerMessage): void {
    switch (message.type) {
      case "event":
        this.take({ type: "progress", lane, event: message.event });
        return;
      case "fact":
        if (this.lanes.has(lane) && this.spread(message.fact, lane)) this.options.others?.tell(message.fact);
        return;
      case "translated": {
        const { subject } = this;
        if (subject.kind === "design")
          this.subject = { ...subject, asking: { ...subject.asking, automata: message.automata } };
        return;
      }
      case "answered":
        this.take({ type: "verdict", lane, answer: message.answer });
        return;
      case "worked":
        if (this.lanes.has(lane)) this.afterWork(lane);
        return;
      case "outcome":
        this.part(lane)?.worker.release();
        this.take({ type: "checked", lane, outcome: unpackOutcome(message.outcome) });
        return;
      case "found":
      case "found-data":
        throw new Error("what was found about a program is for who asked, see ProgramSearch");
      case "error": {
        this.part(lane)?.worker.release();
        const { message: detail, stack } = message;
        if (!message.isInternal) {
          this.take({ type: "stopped", lane, detail, limit: null, stack });
          return;
        }
        const label = labelOf(this.plan.lines[lane]!, this.plan);
        this.take({ type: "refuted", lane, error: new InternalError(`${label}: ${detail}\n${stack}`) });
        return;
      }
    }
  }

  private memoryUsed(): ScheduleEvent {
    const used = this.plan.lines.map((_, lane) => this.lanes.get(lane)?.memory ?? 0);
    return { type: "memory", used, grown: (this.host.memory?.() ?? 0) - this.memoryBefore };
  }

  private report(engine: string, report: LaneReport): void {
    switch (report.type) {
      case "progress":
        this.options.onEvent?.(engine, report.event);
        return;
      case "paused":
        this.options.onPause?.(engine);
        return;
      case "ended":
        this.options.onEnd?.(engine, report.outcome);
        return;
    }
  }

  private finish(error: Error | null): void {
    clearInterval(this.memoryTimer);
    this.options.signal?.removeEventListener("abort", this.onAbort);
    try {
      if (error !== null) throw error;
      const outcome = conclusionOf(this.schedule, this.facts.summary());
      const seconds = (performance.now() - this.startedAt) / 1000;
      this.promise.resolve(this.options.deterministic ? { ...outcome, seconds } : outcome);
    } catch (e) {
      this.promise.reject(e);
    }
  }
}

/** All properties of a kind share the least time that answers wait for better evidence. */
export function waitingFor({ properties }: Design, index: number): Waiting {
  const { kind } = properties[index]!;
  const leastWait = MIN_WAIT_MS / properties.filter((p) => p.kind === kind).length;
  return { leastWait };
}

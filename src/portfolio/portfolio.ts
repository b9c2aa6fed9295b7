import { claimOf } from "../checkers/claim.js";
import type { EngineEvent } from "../engines/engine.js";
import { Disagreement, InternalError, type Outcome } from "../evidence/outcome.js";
import type { UnknownReason } from "../evidence/verdict.js";
import type { Design } from "../model/property.js";
import { checkingTime } from "../solving/checking-time.js";
import { expectProperty } from "../text/argument-error.js";
import { FactBoard } from "./facts.js";
import type { Plan, PlanLine } from "./plan.js";
import { packDesign, unpackOutcome } from "./transport.js";
import {
  type Command,
  ControlBlock,
  type Kernels,
  type Spawn,
  type WorkerHandle,
  type WorkerMessage,
} from "./worker-protocol.js";

export interface PortfolioOptions {
  readonly threads: number;
  /** For the search. */
  readonly seconds: number;
  /** For the check of evidence; absent: see `checkingTime`. */
  readonly checkSeconds?: number;
  readonly memoryBytes: number;
  readonly seed: number;
  /** Aborted by the user: everything stops at once, and what is known is kept. */
  readonly signal?: AbortSignal;
  onEvent?(engine: string, event: EngineEvent): void;
  onPause?(engine: string): void;
  onEnd?(engine: string, outcome: Outcome | Error): void;
}

/** Where workers come from, and the kernels that they run on. */
export interface Host {
  readonly spawn: Spawn;
  readonly kernels: Kernels;
  /** Bytes that the whole process takes, where that can be known. */
  memory?(): number;
}

/** How long a worker that was told to stop may take before it is ended by force. */
const GRACE_MS = 500;
/** How long the others are listened to once there is an answer: one that is about to say the opposite should. */
const LISTEN_MS = 40;
/** An answer without evidence waits for a better one half as long as it took to find, and all of a kind so long at least. */
const MIN_WAIT_MS = 1000;
/** A worker keeps to the time for the check of evidence by itself. So much longer means that it is stuck. */
const STUCK_MS = 700;
const MEMORY_INTERVAL_MS = 50;
/** What a thread takes in the process before it has done anything. */
const ROOM_FOR_THREADS = 32 * 2 ** 20;
/** Timers may come so much too early. */
const TIMER_MS = 2;
/** The longest time that a timer takes. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Runs a plan on one property: as many engines at once as there are threads. Whoever has used up its slice pauses where
 * it is, and the next line of the plan goes on: nothing is done twice. The first answer with evidence wins.
 *
 * A worker that dies is reported, and its place taken by the next engine. It can take the answer of its engine with it,
 * never change one.
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
  return new Promise((resolve, reject) => {
    new Portfolio(design, property, plan, options, host, { resolve, reject }).start();
  });
}

/** A line of the plan at work. */
interface Lane {
  readonly line: PlanLine;
  /** What the user calls it. */
  readonly label: string;
  /** Another one for each worker of an engine. */
  readonly seed: number;
  state: "waiting" | "running" | "paused" | "done";
  /** Slices so far. */
  rounds: number;
  /** Its engine has an answer, and checks its evidence: it is not interrupted. */
  hasAnswer: boolean;
  worker: WorkerHandle | null;
  control: ControlBlock | null;
  slice: ReturnType<typeof setTimeout> | undefined;
  force: ReturnType<typeof setTimeout> | undefined;
  stuck: ReturnType<typeof setTimeout> | undefined;
}

class Portfolio {
  private readonly started = performance.now();
  private readonly memoryBefore: number;
  private readonly lanes: Lane[];
  private readonly packed;
  private readonly facts = new FactBoard();
  private readonly unknowns: Outcome[] = [];
  private readonly crashes: string[] = [];
  private answer: Outcome | null = null;
  private isSettled = false;
  private isOver = false;
  private readonly timers: ReturnType<typeof setTimeout>[] = [];
  private readonly onAbort = () => this.stopAll();

  constructor(
    private readonly design: Design,
    private readonly property: number,
    private readonly plan: Plan,
    private readonly options: PortfolioOptions,
    private readonly host: Host,
    private readonly promise: { resolve(outcome: Outcome): void; reject(error: Error): void },
  ) {
    this.memoryBefore = host.memory?.() ?? 0;
    this.packed = packDesign(design);
    this.lanes = plan.lines.map((line, i) => ({
      line,
      label: labelOf(line, plan),
      seed: options.seed + plan.lines.slice(0, i).filter((l) => l.engine === line.engine).length,
      state: "waiting",
      rounds: 0,
      hasAnswer: false,
      worker: null,
      control: null,
      slice: undefined,
      force: undefined,
      stuck: undefined,
    }));
  }

  start(): void {
    this.options.signal?.addEventListener("abort", this.onAbort);
    this.after(this.options.seconds * 1000, () => this.timeIsOver());
    this.after((this.plan.alone ?? 0) * 1000, () => this.fill());
    this.watchMemory();
    this.fill();
  }

  // Who runs ----------------------------------------------------------------------------------------------------------

  /** Gives free threads to the lanes that had the fewest slices. */
  private fill(): void {
    if (this.isOver) return;
    if (!this.isSettled && this.secondsLeft() > 0 && !this.options.signal?.aborted)
      while (this.running() < this.threads()) {
        const lane = this.next();
        if (lane === null) break;
        this.go(lane);
      }
    if (this.lanes.every((l) => l.state === "done" || (l.state === "waiting" && this.running() === 0))) this.finish();
  }

  private threads(): number {
    return performance.now() - this.started < (this.plan.alone ?? 0) * 1000 - TIMER_MS ? 1 : this.options.threads;
  }

  private running(): number {
    return this.lanes.filter((l) => l.state === "running").length;
  }

  private next(): Lane | null {
    const open = this.lanes.filter((l) => l.state === "waiting" || l.state === "paused");
    const least = Math.min(...open.map((l) => l.rounds));
    return open.find((l) => l.rounds === least) ?? null;
  }

  private go(lane: Lane): void {
    if (lane.worker === null) this.spawn(lane);
    else this.command(lane, "go");
    lane.state = "running";
    const { firstSlice, growth, setup } = this.plan;
    const seconds = firstSlice * growth ** lane.rounds * lane.line.share + (lane.rounds === 0 ? setup : 0);
    lane.rounds++;
    lane.slice = setTimeout(() => this.sliceIsOver(lane), Math.min(seconds * 1000, MAX_TIMER_MS));
  }

  private spawn(lane: Lane): void {
    const { options, host } = this;
    const memoryBytes = Math.floor(options.memoryBytes / Math.min(options.threads, this.lanes.length));
    const { engine, options: engineOptions } = lane.line;
    const events = {
      message: (message: WorkerMessage) => this.hear(lane, message),
      died: (reason: string, limit: UnknownReason | null = null) => this.lose(lane, reason, limit),
    };
    const worker = host.spawn(memoryBytes, events, engine);
    lane.worker = worker;
    lane.control = typeof SharedArrayBuffer === "undefined" ? null : new ControlBlock();
    const job = {
      design: this.packed,
      property: this.property,
      engine,
      options: engineOptions,
      seconds: this.secondsLeft(),
      ...(options.checkSeconds !== undefined && { checkSeconds: options.checkSeconds }),
      memoryBytes,
      seed: lane.seed,
      facts: this.facts.all,
    };
    worker.post({ type: "job", job, kernels: host.kernels, control: lane.control?.buffer ?? null });
  }

  private sliceIsOver(lane: Lane): void {
    if (lane.state !== "running" || lane.hasAnswer || this.isSettled) return;
    if (this.next() === null) {
      lane.state = "paused"; // and goes on at once
      this.go(lane);
      return;
    }
    this.command(lane, "pause");
    lane.state = "paused";
    this.options.onPause?.(lane.label);
    this.fill();
  }

  private command(lane: Lane, command: Command): void {
    if (lane.control !== null) lane.control.command = command;
    else lane.worker?.post({ type: "command", command });
  }

  private stop(lane: Lane): void {
    if (lane.state === "waiting") lane.state = "done";
    if (lane.state === "done") return;
    this.command(lane, "stop");
    lane.force ??= setTimeout(() => this.force(lane), GRACE_MS);
  }

  private force(lane: Lane): void {
    this.close(lane)?.terminate();
    this.fill();
  }

  private stopAll(): void {
    for (const lane of this.lanes) this.stop(lane);
    this.fill();
  }

  /** Whoever has an answer may still check it. */
  private timeIsOver(): void {
    for (const lane of this.lanes) if (!lane.hasAnswer) this.stop(lane);
    this.fill();
  }

  /** The lane is done with; its worker can be used again if it ended by itself. */
  private close(lane: Lane): WorkerHandle | null {
    const { worker } = lane;
    clearTimeout(lane.slice);
    clearTimeout(lane.force);
    clearTimeout(lane.stuck);
    lane.state = "done";
    lane.worker = null;
    return worker;
  }

  /** The workers together keep to the limit; paused ones, which hold what they have, go first. */
  private watchMemory(): void {
    const timer = setInterval(() => {
      const used = (l: Lane) => (l.worker === null || l.control === null ? 0 : l.control.memory);
      const total = this.lanes.reduce((sum, l) => sum + used(l), 0);
      const grown = (this.host.memory?.() ?? 0) - this.memoryBefore - ROOM_FOR_THREADS * this.options.threads;
      if (Math.max(total, grown) <= this.options.memoryBytes) return;
      const alive = this.lanes.filter((l) => l.worker !== null && !l.hasAnswer);
      const paused = alive.filter((l) => l.state === "paused");
      const largest = (paused.length > 0 ? paused : alive).sort((a, b) => used(b) - used(a))[0];
      if (largest === undefined) return;
      this.giveUp(largest, "memory", "given up, to keep within the memory allowed");
    }, MEMORY_INTERVAL_MS);
    this.timers.push(timer);
  }

  // What they say -----------------------------------------------------------------------------------------------------

  private hear(lane: Lane, message: WorkerMessage): void {
    if (lane.state === "done") return;
    switch (message.type) {
      case "event":
        if (lane.state === "running") this.options.onEvent?.(lane.label, message.event);
        return;
      case "fact":
        if (this.facts.add(message.fact))
          for (const other of this.lanes) if (other !== lane) other.worker?.post(message);
        return;
      case "answered":
        lane.hasAnswer = true;
        lane.stuck = setTimeout(
          () => this.giveUp(lane, "time", "given up, since its evidence took too long to check"),
          checkingTime(performance.now() - this.started, this.options.checkSeconds) + STUCK_MS,
        );
        // It may have answered just before it saw that it should pause.
        if (lane.state === "paused") this.command(lane, "go");
        return;
      case "outcome":
        this.close(lane)?.release();
        if (!this.isOver) this.take(lane, unpackOutcome(message.outcome));
        break;
      case "error": {
        this.close(lane)?.release();
        if (this.isOver) return;
        const error = new InternalError(`${lane.label}: ${message.message}\n${message.stack}`);
        this.options.onEnd?.(lane.label, error);
        if (message.isInternal) {
          this.fail(error);
          return;
        }
        this.crashes.push(`${lane.label}: ${message.message}`);
      }
    }
    this.fill();
  }

  private giveUp(lane: Lane, reason: UnknownReason, detail: string): void {
    lane.worker?.terminate();
    this.lose(lane, detail, reason);
  }

  /** `limit`: it met a limit, which is an answer of a kind; otherwise it should not have ended. */
  private lose(lane: Lane, detail: string, limit: UnknownReason | null): void {
    if (lane.state === "done") return;
    this.close(lane);
    if (this.isOver) return;
    this.crashes.push(`${lane.label}: ${detail}`);
    if (limit !== null) {
      const verdict = { answer: "unknown", reason: limit, detail, stats: {} } as const;
      this.unknowns.push({ engine: lane.label, verdict, evidence: "none", seconds: this.secondsSpent(), notes: [] });
    }
    this.options.onEnd?.(lane.label, new Error(`${lane.label}: ${detail}`));
    this.fill();
  }

  private take(lane: Lane, outcome: Outcome): void {
    this.options.onEnd?.(lane.label, outcome);
    if (outcome.verdict.answer === "unknown") {
      if (outcome.verdict.reason !== "cancelled") this.unknowns.push(outcome);
      return;
    }
    if (this.answer !== null && this.answer.verdict.answer !== outcome.verdict.answer) {
      this.fail(new Disagreement([this.answer, outcome]));
      return;
    }
    if (this.answer === null || (this.answer.evidence === "none" && outcome.evidence !== "none")) this.answer = outcome;
    const { model, properties } = this.design;
    const property = properties[this.property]!;
    if (this.answer.evidence !== "none" || claimOf(model, property) === null) this.settle();
    else {
      const least = MIN_WAIT_MS / properties.filter((p) => p.kind === property.kind).length;
      this.after(Math.max(least, (performance.now() - this.started) / 2), () => this.settle());
    }
  }

  /** Nothing better is waited for; the others are heard out for a moment. */
  private settle(): void {
    if (this.isSettled) return;
    this.isSettled = true;
    for (const lane of this.lanes) this.stop(lane);
    this.after(LISTEN_MS, () => this.finish());
    this.fill();
  }

  // The end -----------------------------------------------------------------------------------------------------------

  private secondsSpent(): number {
    return (performance.now() - this.started) / 1000;
  }

  private secondsLeft(): number {
    return this.options.seconds - this.secondsSpent();
  }

  private after(milliseconds: number, work: () => void): void {
    if (milliseconds < MAX_TIMER_MS) this.timers.push(setTimeout(work, milliseconds));
  }

  private finish(): void {
    if (!this.end()) return;
    if (this.answer !== null) {
      const seconds = this.secondsSpent();
      this.promise.resolve({ ...this.answer, seconds, notes: [...this.answer.notes, ...this.crashNotes()] });
      return;
    }
    // Everybody is gone. Who was lost while others searched until the end is mentioned, no more.
    const isDeserted = this.unknowns.length === 0 && this.crashes.length === this.lanes.length;
    if (isDeserted && !this.options.signal?.aborted) this.promise.reject(new InternalError(this.crashes.join("; ")));
    else this.promise.resolve(this.givenUp());
  }

  private fail(error: Error): void {
    if (this.end()) this.promise.reject(error);
  }

  private end(): boolean {
    if (this.isOver) return false;
    this.isOver = true;
    for (const timer of this.timers) clearTimeout(timer);
    this.options.signal?.removeEventListener("abort", this.onAbort);
    for (const lane of this.lanes) {
      // A worker that was told to stop gets its time; what it says is not heard any more.
      if (lane.state !== "done" && lane.force === undefined) this.stop(lane);
      clearTimeout(lane.slice);
      clearTimeout(lane.stuck);
    }
    return true;
  }

  /** Nobody answered: the reason that says most. */
  private givenUp(): Outcome {
    const seconds = this.secondsSpent();
    const known = this.facts.summary();
    const unknown = (reason: "time" | "cancelled", detail: string): Outcome => ({
      engine: this.plan.name,
      verdict: { answer: "unknown", reason, detail: [detail, known].filter(Boolean).join(", "), stats: {} },
      evidence: "none",
      seconds,
      notes: this.crashNotes(),
    });
    if (this.options.signal?.aborted) return unknown("cancelled", "interrupted");
    const [first] = this.unknowns;
    const only = new Set(this.plan.lines.map((l) => l.engine)).size === 1 ? first : undefined;
    if (only !== undefined) return { ...only, notes: [...only.notes, ...this.crashNotes()] };
    if (this.secondsLeft() <= 0 || first === undefined)
      return unknown("time", this.lanes.some((l) => l.rounds > 0) ? this.spent() : "no time to start an engine");
    // All engines gave up before the time was over: what the last one said is as good as any.
    const last = this.unknowns[this.unknowns.length - 1]!;
    return { ...last, seconds, notes: [...last.notes, ...this.crashNotes()] };
  }

  /** Who had a turn. */
  private spent(): string {
    const tried = new Set(this.lanes.filter((l) => l.rounds > 0).map((l) => l.line.engine));
    return `${[...tried].join(", ")} did not answer in ${Number(this.options.seconds.toFixed(1))} s`;
  }

  private crashNotes(): string[] {
    return this.crashes.map((c) => `an engine was lost: ${c}`);
  }
}

/** The engine's name; with its options where a plan has it more than once. */
function labelOf(line: PlanLine, { lines }: Plan): string {
  if (lines.filter((l) => l.engine === line.engine).length === 1) return line.engine;
  return [line.engine, ...Object.entries(line.options).map(([k, v]) => `${k}=${v}`)].join(" ");
}

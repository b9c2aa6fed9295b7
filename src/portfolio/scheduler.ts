import { Disagreement, type EvidenceLevel, InternalError, type Outcome } from "../evidence/outcome.js";
import { type Decided, none, type UnknownReason } from "../evidence/verdict.js";
import type { Progress } from "../limits/progress.js";
import { checkingTime } from "../solving/checking-time.js";
import { labelOf, type Plan } from "./plan.js";

/**
 * Who runs, for how long, and which answer counts: a function from a schedule, what happened and the time to the next
 * schedule and what to do. It owns no worker, no timer and no clock: portfolio.ts does. Times are milliseconds of any clock.
 */

/** How long a worker that was told to stop may take before it is ended by force. */
const GRACE_MS = 500;
/** How long the others are listened to once there is an answer: one that is about to say the opposite should. */
const LISTEN_MS = 40;
/** From the worst. */
const LEVELS: readonly EvidenceLevel[] = ["none", "relative", "checked"];
/** A worker keeps to the time for the check of evidence by itself. So much longer means that it is stuck. */
const STUCK_MS = 700;
/** What a thread takes in the process before it has done anything. */
const ROOM_FOR_THREADS = 8 * 2 ** 20;
const NEVER = Number.POSITIVE_INFINITY;

/** What was agreed on before the run. */
export interface Terms {
  readonly plan: Plan;
  readonly threads: number;
  /** For the search. `isWork`: not of time but thousands of steps of work. */
  readonly seconds: number;
  readonly isWork?: boolean;
  /** For the check of evidence; absent: see `checkingTime`. */
  readonly checkSeconds?: number;
  /** Of all workers together. */
  readonly memoryBytes: number;
  /**
   * An answer without evidence, or with a proof that rests on a translation, waits for a better one half as long as it took to find, and so many milliseconds at least. Null:
   * it does not wait, since there can be none.
   */
  readonly leastWait: number | null;
}

/** What happened. Lanes are lines of the plan, by position. */
export type ScheduleEvent =
  | { readonly type: "started" }
  | { readonly type: "progress"; readonly lane: number; readonly event: Progress }
  /** The engine has an answer, and checks its evidence. */
  | { readonly type: "verdict"; readonly lane: number; readonly answer: Decided["answer"] }
  /** The evidence is checked, or there is none: the worker is done. */
  | { readonly type: "checked"; readonly lane: number; readonly outcome: Outcome }
  /** The worker is gone, or threw. `limit`: it met one, which is an answer of a kind; otherwise it should not have ended. */
  | {
      readonly type: "stopped";
      readonly lane: number;
      readonly detail: string;
      readonly limit: UnknownReason | null;
      /** Of what it threw. */
      readonly stack?: string;
    }
  /** Evidence of the worker did not check, which is never passed over. */
  | { readonly type: "refuted"; readonly lane: number; readonly error: InternalError }
  /** Bytes that each worker uses, and by how much the process has grown; zero where nobody knows. */
  | { readonly type: "memory"; readonly used: readonly number[]; readonly grown: number }
  | { readonly type: "interrupted" }
  | { readonly type: "tick" };

/** What to do about it, in this order. */
export type ScheduleAction =
  | { readonly type: "start"; readonly lane: number; readonly seconds: number }
  | { readonly type: "pause"; readonly lane: number }
  | { readonly type: "resume"; readonly lane: number }
  /** Let the worker check its evidence, also if it was told to pause. */
  | { readonly type: "check"; readonly lane: number }
  | { readonly type: "stop"; readonly lane: number }
  | { readonly type: "terminate"; readonly lane: number }
  | { readonly type: "report"; readonly lane: number; readonly report: LaneReport }
  /** The run is over: with this error, or with what `conclusionOf` says. Workers that were told to stop may still need ticks. */
  | { readonly type: "finish"; readonly error: Error | null };

/** What whoever watches is told of a lane. */
export type LaneReport =
  | { readonly type: "progress"; readonly event: Progress }
  | { readonly type: "paused" }
  | { readonly type: "ended"; readonly outcome: Outcome | Error };

interface Lane {
  readonly share: number;
  /** What the user calls it. */
  readonly label: string;
  state: "waiting" | "running" | "paused" | "done";
  /** Slices so far. */
  rounds: number;
  /** What its engine answers while its evidence is checked: it is not interrupted, and where the check does not end, this is kept. */
  claim: Decided["answer"] | null;
  sliceEnds: number;
  /** Ended by force then. */
  forcedAt: number;
  /** Its check is taken for stuck then. */
  stuckAt: number;
}

/** Where a run is. Never changed: `advance` returns the next one. */
export interface Schedule {
  readonly terms: Terms;
  readonly startedAt: number;
  /** When something happened last. */
  readonly now: number;
  readonly lanes: readonly Readonly<Lane>[];
  readonly answer: Outcome | null;
  readonly unknowns: readonly Outcome[];
  /** Who was lost, and how. */
  readonly losses: readonly string[];
  readonly isInterrupted: boolean;
  /** An answer without evidence is settled for then. */
  readonly settlesAt: number;
  /** Nothing better is waited for. */
  readonly isSettled: boolean;
  readonly finishesAt: number;
  readonly isOver: boolean;
}

export function scheduleOf(terms: Terms, now: number): Schedule {
  const lanes = terms.plan.lines.map(
    (line): Lane => ({
      share: line.share,
      label: labelOf(line, terms.plan),
      state: "waiting",
      rounds: 0,
      claim: null,
      sliceEnds: NEVER,
      forcedAt: NEVER,
      stuckAt: NEVER,
    }),
  );
  return {
    terms,
    startedAt: now,
    now,
    lanes,
    answer: null,
    unknowns: [],
    losses: [],
    isInterrupted: false,
    settlesAt: NEVER,
    isSettled: false,
    finishesAt: NEVER,
    isOver: false,
  };
}

export interface Advanced {
  readonly schedule: Schedule;
  readonly actions: readonly ScheduleAction[];
  /** When the next tick is due, if nothing else happens; infinite where none is. A tick that comes too early does no harm. */
  readonly tickAt: number;
}

/** What follows from an event at a time, which is not before that of the last one. */
export function advance(schedule: Schedule, event: ScheduleEvent, now: number): Advanced {
  return new Turn(schedule, now).take(event);
}

/** One event at work, on a copy. */
class Turn {
  private readonly next: { -readonly [K in keyof Schedule]: Schedule[K] } & { lanes: Lane[] };
  private readonly actions: ScheduleAction[] = [];

  constructor(schedule: Schedule, now: number) {
    this.next = { ...schedule, now, lanes: schedule.lanes.map((lane) => ({ ...lane })) };
  }

  take(event: ScheduleEvent): Advanced {
    const isLate = "lane" in event && this.next.lanes[event.lane]!.state === "done";
    if (!isLate) this.happen(event);
    this.doWhatIsDue();
    return { schedule: this.next, actions: this.actions, tickAt: this.tickAt() };
  }

  private happen(event: ScheduleEvent): void {
    switch (event.type) {
      case "started":
        this.fill();
        return;
      case "progress":
        if (this.next.lanes[event.lane]!.state === "running" && !this.next.isOver) this.report(event.lane, event);
        return;
      case "verdict":
        this.letCheck(event.lane, event.answer);
        return;
      case "checked":
        this.close(event.lane);
        if (!this.next.isOver) this.hear(event.lane, event.outcome);
        this.fill();
        return;
      case "stopped":
        this.lose(event.lane, event.detail, event.limit, event.stack);
        return;
      case "refuted":
        this.close(event.lane);
        if (this.next.isOver) return;
        this.report(event.lane, { type: "ended", outcome: event.error });
        this.finish(event.error);
        return;
      case "memory":
        this.keepWithin(event.used, event.grown);
        return;
      case "interrupted":
        this.next.isInterrupted = true;
        this.stopAll(() => true);
        this.fill();
        return;
      case "tick":
        return;
    }
  }

  // Who runs ----------------------------------------------------------------------------------------------------------

  /** Gives free threads to the lanes that had the fewest slices; the run is over when nobody is left. */
  private fill(): void {
    const { lanes, isOver, isSettled, isInterrupted } = this.next;
    if (isOver) return;
    if (!isSettled && !isInterrupted && this.next.now < this.deadline)
      while (this.running() < this.threads()) {
        const lane = this.nextLane();
        if (lane === -1) break;
        this.go(lane);
      }
    if (lanes.every((l) => l.state === "done" || (l.state === "waiting" && this.running() === 0))) this.finish(null);
  }

  private get deadline(): number {
    return this.next.startedAt + 1000 * this.next.terms.seconds;
  }

  /** Until when the first line has the machine for itself. */
  private get aloneUntil(): number {
    return this.next.startedAt + 1000 * (this.next.terms.plan.alone ?? 0);
  }

  private threads(): number {
    return this.next.now < this.aloneUntil ? 1 : this.next.terms.threads;
  }

  private running(): number {
    return this.next.lanes.filter((l) => l.state === "running").length;
  }

  private nextLane(): number {
    const isOpen = (l: Lane) => l.state === "waiting" || l.state === "paused";
    const { lanes } = this.next;
    const least = Math.min(...lanes.filter(isOpen).map((l) => l.rounds));
    return lanes.findIndex((l) => isOpen(l) && l.rounds === least);
  }

  private go(index: number): void {
    const lane = this.next.lanes[index]!;
    if (lane.state === "waiting")
      this.actions.push({ type: "start", lane: index, seconds: (this.deadline - this.next.now) / 1000 });
    else this.actions.push({ type: "resume", lane: index });
    this.giveSlice(lane);
  }

  private giveSlice(lane: Lane): void {
    const { firstSlice, growth, setup } = this.next.terms.plan;
    const seconds = firstSlice * growth ** lane.rounds * lane.share + (lane.rounds === 0 ? setup : 0);
    lane.state = "running";
    lane.rounds++;
    lane.sliceEnds = this.next.now + 1000 * seconds;
  }

  private sliceIsOver(index: number): void {
    const lane = this.next.lanes[index]!;
    if (lane.state !== "running" || lane.claim !== null || isToldToStop(lane)) return;
    if (this.nextLane() === -1) {
      this.giveSlice(lane); // it goes on at once
      return;
    }
    lane.state = "paused";
    this.actions.push({ type: "pause", lane: index });
    this.report(index, { type: "paused" });
    this.fill();
  }

  private stop(index: number): void {
    const lane = this.next.lanes[index]!;
    if (lane.state === "waiting") lane.state = "done";
    if (lane.state === "done" || isToldToStop(lane)) return;
    this.actions.push({ type: "stop", lane: index });
    lane.forcedAt = this.next.now + GRACE_MS;
  }

  private stopAll(which: (lane: Lane) => boolean): void {
    this.next.lanes.forEach((lane, index) => {
      if (which(lane)) this.stop(index);
    });
  }

  private close(index: number): void {
    Object.assign(this.next.lanes[index]!, { state: "done", sliceEnds: NEVER, forcedAt: NEVER, stuckAt: NEVER });
  }

  // What is due -------------------------------------------------------------------------------------------------------

  private doWhatIsDue(): void {
    const { now } = this.next;
    this.next.lanes.forEach(({ forcedAt }, index) => {
      if (forcedAt > now) return;
      this.actions.push({ type: "terminate", lane: index });
      this.close(index);
      this.keepClaim(index, "interrupted");
    });
    if (this.next.isOver) return;
    this.next.lanes.forEach(({ stuckAt }, index) => {
      if (stuckAt <= now) this.giveUp(index, "time", "it took too long");
    });
    // Whoever has an answer may still check it.
    if (this.deadline <= now) this.stopAll((lane) => lane.claim === null);
    if (this.next.settlesAt <= now) this.settle();
    if (this.next.finishesAt <= now) this.endListening();
    this.next.lanes.forEach(({ sliceEnds }, index) => {
      if (sliceEnds <= now) this.sliceIsOver(index);
    });
    this.fill();
  }

  private tickAt(): number {
    const { now, lanes, settlesAt, finishesAt, isOver } = this.next;
    const ofLanes = lanes.flatMap((l) => (isOver ? [l.forcedAt] : [l.sliceEnds, l.forcedAt, l.stuckAt]));
    const ofRun = isOver ? [] : [this.deadline, this.aloneUntil, settlesAt, finishesAt];
    return Math.min(...[...ofLanes, ...ofRun].filter((at) => at > now), NEVER);
  }

  /** The workers together keep to the limit; paused ones, which hold what they have, go first, and those that are kept last. */
  private keepWithin(used: readonly number[], grown: number): void {
    const { terms, lanes } = this.next;
    const total = used.reduce((sum, bytes) => sum + bytes, 0);
    if (Math.max(total, grown - ROOM_FOR_THREADS * terms.threads) <= terms.memoryBytes) return;
    const alive = [...lanes.keys()].filter((k) => isAlive(lanes[k]!) && lanes[k]!.claim === null);
    const others = alive.filter((k) => terms.plan.lines[k]!.isKept !== true);
    const paused = others.filter((k) => lanes[k]!.state === "paused");
    const candidates = [paused, others, alive].find((some) => some.length > 0) ?? [];
    const [largest] = candidates.sort((a, b) => used[b]! - used[a]!);
    if (largest !== undefined) this.giveUp(largest, "memory", "given up, to keep within the memory allowed");
  }

  // Which answer counts -----------------------------------------------------------------------------------------------

  private letCheck(index: number, answer: Decided["answer"]): void {
    const lane = this.next.lanes[index]!;
    const spent = this.next.now - this.next.startedAt;
    lane.claim = answer;
    lane.stuckAt = this.next.now + checkingTime(spent, this.next.terms.checkSeconds) + STUCK_MS;
    // It may have answered just before it saw that it should pause; not where it has been told to stop since: the last command counts.
    if (lane.state === "paused" && !isToldToStop(lane)) this.actions.push({ type: "check", lane: index });
  }

  /** Whoever has answered and then met a limit has answered all the same. */
  private hear(index: number, outcome: Outcome): void {
    const { verdict } = outcome;
    if (verdict.answer === "unknown" && this.next.lanes[index]!.claim !== null)
      this.keepClaim(index, verdict.reason === "cancelled" ? "interrupted" : verdict.reason);
    else this.weigh(index, outcome);
  }

  private weigh(index: number, outcome: Outcome): void {
    const { next } = this;
    this.report(index, { type: "ended", outcome });
    if (outcome.verdict.answer === "unknown") {
      if (outcome.verdict.reason !== "cancelled") next.unknowns = [...next.unknowns, outcome];
      return;
    }
    if (next.answer !== null && next.answer.verdict.answer !== outcome.verdict.answer) {
      this.finish(new Disagreement([next.answer, outcome]));
      return;
    }
    const { leastWait } = next.terms;
    if (next.answer === null || LEVELS.indexOf(outcome.evidence) > LEVELS.indexOf(next.answer.evidence))
      next.answer = outcome;
    if (next.answer.evidence === "checked" || leastWait === null) this.settle();
    else next.settlesAt = Math.min(next.settlesAt, next.now + Math.max(leastWait, (next.now - next.startedAt) / 2));
  }

  /** An engine has answered, but nobody will hear what became of its evidence: the answer counts like any other without evidence. */
  private keepClaim(index: number, detail: string): void {
    const { claim, label } = this.next.lanes[index]!;
    if (claim === null || this.next.isOver) return;
    const why = `the check of its evidence did not end: ${detail}`;
    this.weigh(index, {
      engine: label,
      verdict: { answer: claim, by: none(why), stats: {} },
      evidence: "none",
      seconds: (this.next.now - this.next.startedAt) / 1000,
      notes: [`uncertified: ${why}`],
    });
  }

  /** Nothing better is waited for; the others are heard out for a moment. */
  private settle(): void {
    const { next } = this;
    if (next.isSettled) return;
    next.isSettled = true;
    next.settlesAt = NEVER;
    next.finishesAt = next.now + LISTEN_MS;
    this.stopAll(() => true);
  }

  /** Whoever still checks its answer has given it all the same: one that says the opposite is not passed over. */
  private endListening(): void {
    this.next.lanes.forEach((lane, index) => {
      if (isAlive(lane) && lane.claim !== null && lane.claim !== this.next.answer?.verdict.answer)
        this.keepClaim(index, "interrupted");
    });
    this.finish(null);
  }

  private giveUp(index: number, reason: UnknownReason, detail: string): void {
    this.actions.push({ type: "terminate", lane: index });
    this.lose(index, detail, reason);
  }

  private lose(index: number, detail: string, limit: UnknownReason | null, stack?: string): void {
    const { next } = this;
    const { label, claim } = next.lanes[index]!;
    this.close(index);
    if (next.isOver) return;
    // Where something was thrown on the way to evidence, the answer may be as wrong.
    const isKept = claim !== null && stack === undefined;
    if (!isKept || limit === null) next.losses = [...next.losses, `${label}: ${detail}`];
    if (isKept) this.keepClaim(index, detail);
    else {
      if (limit !== null) next.unknowns = [...next.unknowns, this.outOf(limit, label, detail)];
      const message = [`${label}: ${detail}`, ...(stack === undefined ? [] : [stack])].join("\n");
      this.report(index, { type: "ended", outcome: new Error(message) });
    }
    this.fill();
  }

  private outOf(reason: UnknownReason, engine: string, detail: string): Outcome {
    const seconds = (this.next.now - this.next.startedAt) / 1000;
    return { engine, verdict: { answer: "unknown", reason, detail, stats: {} }, evidence: "none", seconds, notes: [] };
  }

  private report(lane: number, report: LaneReport): void {
    this.actions.push({ type: "report", lane, report });
  }

  /** What workers say is not heard any more; they get their time to stop. */
  private finish(error: Error | null): void {
    if (this.next.isOver) return;
    this.next.isOver = true;
    this.stopAll(() => true);
    this.actions.push({ type: "finish", error });
  }
}

const isToldToStop = ({ forcedAt }: Lane): boolean => forcedAt !== NEVER;

const isAlive = ({ state }: Lane): boolean => state === "running" || state === "paused";

/** The answer of a run that is over; throws where everybody was lost. `known`: what is known without an answer, in words. */
export function conclusionOf(schedule: Schedule, known: string): Outcome {
  const { answer, unknowns, losses, lanes, isInterrupted } = schedule;
  const seconds = (schedule.now - schedule.startedAt) / 1000;
  const notes = losses.map((loss) => `an engine was lost: ${loss}`);
  if (answer !== null) return { ...answer, seconds, notes: [...answer.notes, ...notes] };
  // Who was lost while others searched until the end is mentioned, no more.
  const isDeserted = unknowns.length === 0 && losses.length === lanes.length;
  if (isDeserted && !isInterrupted) throw new InternalError(losses.join("; "));
  const given = givenUp(schedule, known);
  return { ...given, seconds, notes: [...given.notes, ...notes] };
}

const counted = (steps: number): string => (steps === 1 ? "1 step" : `${steps} steps`);

/** Nobody answered: the reason that says most. */
function givenUp({ terms, unknowns, isInterrupted, now, startedAt, lanes }: Schedule, known: string): Outcome {
  const { plan, seconds } = terms;
  const unknown = (reason: "time" | "cancelled", why: string): Outcome => {
    const detail = [why, known].filter(Boolean).join(", ");
    const verdict = { answer: "unknown", reason, detail, stats: {} } as const;
    return { engine: plan.name, verdict, evidence: "none", seconds: 0, notes: [] };
  };
  if (isInterrupted) return unknown("cancelled", "interrupted");
  const [first] = unknowns;
  if (first !== undefined && new Set(plan.lines.map((l) => l.engine)).size === 1) return first;
  const tried = new Set(plan.lines.filter((_, k) => lanes[k]!.rounds > 0).map((l) => l.engine));
  const room = terms.isWork ? `${counted(Math.round(1000 * seconds))} of work` : `${Number(seconds.toFixed(1))} s`;
  const spent = `${[...tried].join(", ")} did not answer in ${room}`;
  const isTimeOver = now - startedAt >= 1000 * seconds;
  // All engines gave up before the time was over: what the last one said is as good as any.
  if (!isTimeOver && first !== undefined) return unknowns.at(-1)!;
  return unknown("time", tried.size > 0 ? spent : "no time to start an engine");
}

import { Disagreement, InternalError, type Outcome } from "../evidence/outcome.js";
import { Stopped } from "../limits/stopped.js";
import type { Kernels } from "../logic/kernel-module.js";
import type { Design } from "../model/property.js";
import { runTask } from "../node/tasks.js";
import type { Plan } from "../portfolio/plan.js";
import type { Elsewhere, PortfolioOptions } from "../portfolio/portfolio.js";
import { packDesign, unpackOutcome } from "../portfolio/transport.js";
import { checkingTime } from "../solving/checking-time.js";
import { type Attempt, attemptId, type Report, readReport } from "./attempt.js";
import type { Blobs } from "./blobs.js";
import { type Database, KEPT_SECONDS } from "./database.js";
import { type Hash, hash } from "./hash.js";
import { type Lane, lanesOf, termsOf } from "./lanes.js";
import { readProgress } from "./progress.js";
import { questionOf } from "./question.js";
import type { AskingQueue, Job } from "./queue.js";
import {
  advance,
  type CheckResult,
  type Race,
  type RaceAction,
  type RaceEvent,
  type Slice,
  START,
  sliceOf,
} from "./race.js";
import type { SentCheck, SentEvidence } from "./recheck-task.js";
import { among, Damaged, parsed, record, text } from "./shape.js";
import { ANSWERS, WORKERS } from "./tables.js";
import {
  type AskedQuestion,
  checkedOutcome,
  complain,
  notesOf,
  type Uncertified,
  uncertified,
  unknown,
  withoutAnswer,
} from "./told.js";
import { Turns } from "./turns.js";
import { slotsOf } from "./workers.js";

const TASK = new URL("./recheck-task.js", import.meta.url);
/** Workers are counted so often. */
const COUNT_MS = 2000;
/** Questions come one after the other: the first attempts wait for a few, so that each question gets one. */
const GATHER_MS = 100;
/** Of a job that nothing was heard of for so long, the queue is asked: PostgreSQL's events may be read in another order than they were numbered, and be missed. */
const SILENCE_MS = 3000;
const LOOK_MS = 1500;
const MOST_LOOKED_AT = 50;
/** For a check in a thread, on top of what the checker keeps to by itself. */
const GRACE_SECONDS = 2;
/** Rounds that are left to the queue when nobody stays. */
const ROUNDS_AHEAD = 5;

/** What whoever asks has at hand. */
export interface AskingMeans {
  readonly queue: AskingQueue;
  readonly database: Database;
  readonly blobs: Blobs;
  readonly kernels: Kernels;
  readonly version: string;
  readonly run: string;
  /** `resume`: some of it was submitted before. `look`: nothing is submitted, and nobody waits. */
  readonly mode: "begin" | "resume" | "look";
  /** Answers without evidence are shown as such, and not as unknown. */
  readonly trustsWorkers: boolean;
  /** Checks at once. */
  readonly threads: number;
  readonly memoryBytes: number;
  /** What the user may want to read while it goes on. */
  say(line: string): void;
}

/** Whoever waits for an answer. */
interface Asked extends AskedQuestion {
  resolve(outcome: Outcome): void;
  reject(error: Error): void;
}

/** An attempt that is out. */
interface Out {
  readonly job: Job;
  readonly question: number;
  readonly lane: number;
  readonly round: number;
  heardAt: number;
}

/**
 * Asks questions of other machines. Does what the race says: submits attempts, checks the evidence that comes back on the original
 * model, in threads, and calls the others off.
 */
export class ClusterRun implements Elsewhere {
  private race: Race = START;
  private asks = 0;
  private answers = 0;
  private readonly asked: Asked[] = [];
  private readonly out = new Map<string, Out>();
  private batch: Job[] = [];
  /** What was begun and is not done: submitting, cancelling, checking. */
  private readonly underWay = new Set<Promise<void>>();
  private readonly checks: Turns;
  private readonly here = new Turns(1);
  private readonly over = new AbortController();
  private readonly timers: ReturnType<typeof setInterval>[] = [];
  private isListening: Promise<void> | null = null;
  private broken: Error | null = null;

  constructor(private readonly means: AskingMeans) {
    this.checks = new Turns(means.threads);
  }

  /** How many questions were asked, and how many of them are settled. */
  get counts(): { readonly asked: number; readonly settled: number } {
    return { asked: this.asks, settled: this.answers };
  }

  inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.here.take(work);
  }

  async ask(design: Design, index: number, plan: Plan, options: PortfolioOptions): Promise<Outcome> {
    this.asks++;
    const outcome = await this.answer(design, index, plan, options);
    if (outcome.verdict.answer !== "unknown" || outcome.verdict.reason !== "cancelled") this.answers++;
    return outcome;
  }

  private async answer(design: Design, index: number, plan: Plan, options: PortfolioOptions): Promise<Outcome> {
    const about = this.about(design, index, plan, options);
    const known = await this.fromStore(about);
    if (known !== null) return known;
    this.isListening ??= this.begin();
    await this.isListening;
    await this.means.blobs.put(about.question.bytes);
    return new Promise((resolve, reject) => {
      const asked: Asked = { ...about, resolve, reject };
      options.signal?.addEventListener("abort", () => this.take({ type: "interrupted" }));
      this.asked.push(asked);
      this.take({ type: "asked", terms: termsOf(plan, about.lanes, options.seconds, options.priority ?? 0) });
      if (options.signal?.aborted) this.take({ type: "interrupted" });
    });
  }

  /** Submits what a question may need, and does not wait. */
  async leave(design: Design, index: number, plan: Plan, options: PortfolioOptions): Promise<void> {
    const about = this.about(design, index, plan, options);
    await this.means.blobs.put(about.question.bytes);
    const terms = termsOf(plan, about.lanes, options.seconds, options.priority ?? 0);
    const jobs: Job[] = [];
    for (let round = 0; round < ROUNDS_AHEAD; round++)
      about.lanes.forEach((lane, k) => {
        const slice = sliceOf(terms, k, round);
        if (lane.isSpare || slice === 0) return;
        const attempt = this.attempt(about, lane, slice);
        jobs.push(this.job(attempt, round * about.lanes.length + k + 1, true));
      });
    await this.means.queue.submit(jobs);
  }

  /** Waits for what is under way. Throws where two opposite answers both have evidence that checks. */
  async close(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay);
    for (const timer of this.timers) clearInterval(timer);
    this.over.abort();
    if (this.broken !== null) throw this.broken;
  }

  private about(design: Design, index: number, plan: Plan, options: PortfolioOptions): AskedQuestion {
    const property = design.properties[index]!;
    return {
      design,
      index,
      property,
      plan,
      question: questionOf(design, property, this.means.version),
      lanes: lanesOf(plan, options.seed),
      options,
      since: performance.now(),
      reports: new Map(),
      outcomes: new Map(),
      complaints: new Map(),
    };
  }

  private async begin(): Promise<void> {
    await this.means.queue.listen({
      done: (id, report) => this.hear(id, report),
      failed: (id, detail) => this.lose(id, detail),
      progress: (id, what) => this.watch(id, what),
    });
    const count = () => this.later(this.countWorkers());
    setTimeout(count, GATHER_MS);
    this.timers.push(
      setInterval(count, COUNT_MS),
      setInterval(() => this.later(this.lookForSilent()), LOOK_MS),
    );
  }

  // The race ----------------------------------------------------------------------------------------------------------

  private take(event: RaceEvent): void {
    const { race, actions } = advance(this.race, event);
    this.race = race;
    for (const action of actions) this.act(action);
  }

  private act(action: RaceAction): void {
    const { question } = action;
    switch (action.type) {
      case "submit":
        this.submit(question, action.lane, action.attempt);
        return;
      case "check":
        this.later(this.check(question, action.lane));
        return;
      case "cancel":
        this.cancel(question, action.lanes);
        return;
      case "settle":
        this.settle(question);
        return;
    }
  }

  /** Something that `close` waits for. What goes wrong with the store is said; the next look at silent jobs tries again. */
  private later(work: Promise<void>): void {
    const done = work
      .catch((e: unknown) => this.means.say(e instanceof Error ? e.message : String(e)))
      .finally(() => this.underWay.delete(done));
    this.underWay.add(done);
  }

  // Attempts ----------------------------------------------------------------------------------------------------------

  private attempt({ question, options }: Pick<Asked, "question" | "options">, lane: Lane, slice: number): Attempt {
    const { engine, options: values, seed } = lane;
    return { question: question.id, engine, options: values, seed, slice, checkSeconds: options.checkSeconds ?? null };
  }

  private job(attempt: Attempt, priority: number, unattended: boolean): Job {
    const { run } = this.means;
    return { id: `${run}-${attemptId(attempt)}`, run, unattended, attempt, priority };
  }

  private submit(question: number, lane: number, { seconds, round, isAgain }: Slice): void {
    const asked = this.asked[question]!;
    const job = this.job(this.attempt(asked, asked.lanes[lane]!, seconds), round + 1, false);
    this.out.set(job.id, { job, question, lane, round, heardAt: performance.now() });
    if (isAgain || this.means.mode !== "begin") this.later(this.submitAgain(job, isAgain));
    else this.inBatch(job);
  }

  /** What was submitted before may have ended since. */
  private async submitAgain(job: Job, isAgain: boolean): Promise<void> {
    const found = await this.means.queue.find(job.id);
    const isAnswered = found.state === "done" && !isAgain && !isCancelled(found.report);
    if (isAnswered || this.means.mode === "look") {
      this.hear(job.id, isAnswered ? found.report : NOT_YET);
      return;
    }
    if (found.state === "open") return;
    if (found.state !== "missing") await this.means.queue.forget(job.id);
    this.inBatch(job);
  }

  private inBatch(job: Job): void {
    this.batch.push(job);
    if (this.batch.length > 1) return;
    const flush = async (): Promise<void> => {
      await Promise.resolve(); // what is decided in one turn goes in one message
      const jobs = this.batch.filter(({ id }) => this.out.has(id));
      this.batch = [];
      await this.means.queue.submit(jobs);
    };
    this.later(flush());
  }

  private cancel(question: number, lanes: readonly number[]): void {
    const ids = [...this.out].filter(([, o]) => o.question === question && lanes.includes(o.lane)).map(([id]) => id);
    this.batch = this.batch.filter(({ id }) => !ids.includes(id));
    // Who takes a run up again, or only looks, leaves it as it is.
    if (this.means.mode === "begin" || !this.race.isInterrupted) this.later(this.means.queue.cancel(ids));
  }

  private hear(id: string, given: unknown): void {
    const out = this.out.get(id);
    if (out === undefined) return;
    this.out.delete(id);
    const { question, lane, round } = out;
    const report = understood(given);
    const asked = this.asked[question]!;
    asked.reports.set(lane, report);
    if (report.kind === "error") complain(asked, `${report.worker}: ${report.detail}`);
    if (report.refusedFacts)
      this.doubt(asked, `facts that others told could not be shown on ${report.worker}, and were not used`);
    this.tellEnd(asked, lane, report);
    this.take({ type: "report", question, lane, round, report });
  }

  /** What the user is told once, and may read again beside the answer. */
  private doubt(asked: Asked, note: string): void {
    if (complain(asked, note) === 1) this.means.say(`${asked.property.name}: ${note}`);
  }

  private lose(id: string, detail: string): void {
    this.hear(id, { kind: "error", detail: detail.slice(0, 1000), worker: "the queue", seconds: 0 });
  }

  private watch(id: string, given: unknown): void {
    const out = this.out.get(id);
    if (out === undefined) return;
    out.heardAt = performance.now();
    const { options, lanes } = this.asked[out.question]!;
    const said = readProgress(given);
    if (said !== null) options.onEvent?.(`${lanes[out.lane]!.engine} on ${said.worker}`, said.progress);
  }

  private tellEnd({ options, lanes }: Asked, lane: number, report: Report): void {
    const label = `${lanes[lane]!.engine} on ${report.worker}`;
    if (report.kind === "unknown") options.onEnd?.(label, unknown(report.reason, report.detail, label, report.seconds));
    else if (report.kind === "error") options.onEnd?.(label, new Error(report.detail));
    else options.onPause?.(label); // until its evidence is checked it is nothing
  }

  /** Events may be lost, with a store that is restarted, say. */
  private async lookForSilent(): Promise<void> {
    const long = performance.now() - SILENCE_MS;
    const silent = [...this.out.values()].filter((o) => o.heardAt < long).slice(0, MOST_LOOKED_AT);
    for (const out of silent) {
      out.heardAt = performance.now();
      const { id } = out.job;
      const found = await this.means.queue.find(id);
      if (found.state === "done") this.hear(id, found.report);
      else if (found.state === "failed") this.lose(id, found.detail);
      else if (found.state === "missing" && this.out.has(id)) await this.means.queue.submit([out.job]);
    }
  }

  private isLonely = 0;

  private async countWorkers(): Promise<void> {
    if (this.means.mode === "look") {
      this.take({ type: "capacity", slots: MOST_LOOKED_AT });
      return;
    }
    const slots = slotsOf(await this.means.database.all(WORKERS), this.means.version);
    this.isLonely = slots === 0 ? this.isLonely + 1 : 0;
    if (this.isLonely === 3) this.means.say("no worker of this version takes attempts: 'fairlead worker' starts one");
    if (slots !== this.race.slots) this.take({ type: "capacity", slots: Math.max(1, slots) });
  }

  // Evidence ----------------------------------------------------------------------------------------------------------

  /** An answer that was found before, after its evidence was checked again. */
  private async fromStore(about: AskedQuestion): Promise<Outcome | null> {
    const entry = readAnswer(await this.means.database.get(ANSWERS, about.question.id));
    if (entry === null) return null;
    const check = await this.recheck(about, entry.answer, entry.evidence, 0);
    if (check === null || check.result !== "checked") return null;
    const outcome = unpackOutcome(check.outcome);
    return {
      ...outcome,
      engine: entry.engine,
      notes: [...outcome.notes, "known from before; its evidence was checked again"],
    };
  }

  private async check(question: number, lane: number): Promise<void> {
    const asked = this.asked[question]!;
    const report = asked.reports.get(lane)!;
    if (report.kind !== "answer" || report.evidence === null) throw new InternalError("there is nothing to check");
    const spent = performance.now() - asked.since;
    const check = await this.recheck(asked, report.answer, report.evidence, spent);
    if (this.over.signal.aborted) return;
    const result: CheckResult = check === null ? "lost" : check.result;
    if (check?.result === "checked") asked.outcomes.set(lane, checkedOutcome(asked, lane, report, check));
    if (check?.result === "refused") this.doubt(asked, `evidence of ${report.worker} was refused: ${check.problem}`);
    if (check?.result === "undecided") asked.reports.set(lane, { ...report, why: check.problem });
    this.take({ type: "checked", question, lane, result });
    if (check?.result === "checked") await this.keep(asked, lane, report.evidence);
  }

  /** Null: the evidence is not there. */
  private async recheck(
    { design, index, options }: Pick<Asked, "design" | "index" | "options">,
    answer: "holds" | "fails",
    evidence: Hash,
    spent: number,
  ): Promise<SentCheck | null> {
    const bytes = await this.means.blobs.get(evidence);
    if (bytes === null) return null;
    const { version, kernels, memoryBytes } = this.means;
    const seconds = checkingTime(spent, options.checkSeconds) / 1000;
    const sent: SentEvidence = {
      design: packDesign(design),
      property: index,
      answer,
      evidence: bytes,
      version,
      kernels,
      seconds,
      memoryBytes,
    };
    return this.checks.take(async () => {
      try {
        const limits = { seconds: seconds + GRACE_SECONDS, memoryBytes, signal: this.over.signal };
        return (await runTask(TASK, "recheckEvidence", sent, limits)) as SentCheck;
      } catch (e) {
        if (!(e instanceof Stopped)) throw e;
        return { result: "undecided", problem: `its evidence was not checked: ${e.message}` };
      }
    });
  }

  private async keep({ question, lanes, outcomes }: Asked, lane: number, evidence: Hash): Promise<void> {
    const { answer } = outcomes.get(lane)!.verdict;
    const entry = JSON.stringify({ answer, evidence, engine: lanes[lane]!.engine });
    await this.means.database.set(ANSWERS, question.id, entry, KEPT_SECONDS);
  }

  // Answers -----------------------------------------------------------------------------------------------------------

  private settle(question: number): void {
    const asked = this.asked[question]!;
    const { state } = this.race.questions[question]!;
    switch (state.kind) {
      case "open":
        return;
      case "decided": {
        const outcome = asked.outcomes.get(state.lane)!;
        asked.resolve({ ...outcome, notes: [...outcome.notes, ...notesOf(asked)] });
        return;
      }
      case "contradiction": {
        const [a, b] = state.lanes.map((lane) => asked.outcomes.get(lane)!);
        // Whoever waited may have gone with the first answer: then the run itself fails.
        const { design, property } = asked;
        this.broken = new Disagreement([a!, b!], { design, property });
        asked.reject(this.broken);
        return;
      }
      case "interrupted":
        asked.resolve(unknown("cancelled", "interrupted", asked.plan.name, (performance.now() - asked.since) / 1000));
        return;
      case "given-up":
        this.giveUp(asked, this.race.questions[question]!.uncertified[0]);
        return;
    }
  }

  private giveUp(asked: Asked, bare: Uncertified | undefined): void {
    const outcome = bare === undefined ? withoutAnswer(asked) : uncertified(asked, bare, this.means.trustsWorkers);
    if (outcome !== null) asked.resolve(outcome);
    else asked.reject(new InternalError(`no attempt came to an end: ${notesOf(asked).join("; ")}`));
  }
}

/** Said of attempts that are under way when somebody only looks. */
const NOT_YET: Report = { kind: "unknown", reason: "bound", detail: "no answer yet", worker: "", seconds: 0 };

/** A report that nobody can read is that of a worker that went wrong. */
function understood(given: unknown): Report {
  try {
    return readReport(given);
  } catch (e) {
    if (e instanceof Damaged) return { kind: "error", detail: e.message, worker: "a worker", seconds: 0 };
    throw e;
  }
}

function isCancelled(given: unknown): boolean {
  const report = understood(given);
  return report.kind === "unknown" && report.reason === "cancelled";
}

function readAnswer(given: string | null) {
  if (given === null) return null;
  try {
    const fields = record(parsed(given, "an answer"), "an answer");
    const answer = among(fields.answer, ["holds", "fails"], "an answer");
    return { answer, evidence: hash(fields.evidence, "its evidence"), engine: text(fields.engine, "its engine", 50) };
  } catch (e) {
    if (e instanceof Damaged) return null;
    throw e;
  }
}

import { engineOrError } from "../engines/registry.js";
import { InternalError, type Outcome } from "../evidence/outcome.js";
import type { Fact } from "../model/fact.js";
import type { Design } from "../model/property.js";
import { threadHost } from "../node/check.js";
import { planOf } from "../portfolio/plan.js";
import { type Host, type OtherMachines, runPlan } from "../portfolio/portfolio.js";
import { recordOf } from "../text/record.js";
import { type Attempt, type Report, type Reported, readAttempt, shortReport } from "./attempt.js";
import type { Blobs } from "./blobs.js";
import { type Database, KEPT_SECONDS } from "./database.js";
import { writeEvidence } from "./evidence.js";
import { FactsLog } from "./facts-log.js";
import type { Hash } from "./hash.js";
import { readQuestion } from "./question.js";
import { PutBack, type TakenJob, type WorkingQueue } from "./queue.js";
import { Damaged, record, text } from "./shape.js";
import { shownBy } from "./shown-by.js";
import { claimsOf, WORKER_SECONDS, WORKERS, type WorkerEntry } from "./tables.js";

/** What a worker has at hand. */
export interface WorkerMeans {
  readonly queue: WorkingQueue;
  readonly database: Database;
  readonly blobs: Blobs;
  readonly version: string;
  /** By which others know it. */
  readonly name: string;
  /** Attempts at once. */
  readonly threads: number;
  /** For all of them together. */
  readonly memoryBytes: number;
  /** No attempt takes longer, whatever it says. */
  readonly seconds: number;
  /** What an operator may want to read. */
  say(line: string): void;
}

/** Facts are exchanged with the log so often. */
const EXCHANGE_MS = 500;
const PROGRESS_MS = 1000;
const BEAT_MS = 3000;
/** A job that takes its worker with it is not begun more often. */
const MOST_STARTS = 20;
/** Designs that are kept for further attempts. */
const MOST_DESIGNS = 8;

/**
 * Takes attempts from the queue until it is told to stop. Engines run in threads: this one stays awake, and the queue's locks are
 * kept. Nothing of what comes from the queue is run or loaded but circuits, engines' names and options.
 */
export class ClusterWorker {
  private host: Host | null = null;
  private readonly designs = new Map<Hash, Design>();
  /** Aborted when attempts go back to the queue. */
  private readonly leaving = new AbortController();
  private beat: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly means: WorkerMeans) {}

  async start(): Promise<void> {
    const { queue, threads } = this.means;
    // Several attempts share the process: each thread watches its own memory.
    const { memory: _, ...host } = await threadHost();
    this.host = host;
    await queue.work(threads, (job) => this.perform(job));
    await this.announce();
    this.beat = setInterval(() => void this.announce().catch(() => {}), BEAT_MS);
  }

  /** Takes no more; attempts that are not done after so many seconds go back to the queue, with what they told others. */
  async drain(seconds: number): Promise<void> {
    clearInterval(this.beat);
    const timer = setTimeout(() => this.leaving.abort(), seconds * 1000);
    await this.means.database.remove(WORKERS, this.means.name).catch(() => {});
    await this.means.queue.close();
    clearTimeout(timer);
  }

  private announce(): Promise<void> {
    const { database, name, threads, version } = this.means;
    const entry: WorkerEntry = { threads, version };
    return database.set(WORKERS, name, JSON.stringify(entry), WORKER_SECONDS);
  }

  private async perform(job: TakenJob): Promise<Report> {
    const { name, say } = this.means;
    const started = performance.now();
    const reported = await this.attempted(job);
    const seconds = (performance.now() - started) / 1000;
    say(`${job.id}: ${inWords(reported)} (${seconds.toFixed(1)} s)`);
    return shortReport({ ...reported, worker: name, seconds });
  }

  private async attempted(job: TakenJob): Promise<Reported & Figures> {
    try {
      const fields = record(job.data, "a job");
      const run = text(fields.run, "its run");
      const attempt = readAttempt(fields.attempt);
      if (job.starts > MOST_STARTS)
        return { kind: "error", detail: `it was begun ${MOST_STARTS} times and never ended` };
      const isUnattended = fields.unattended === true;
      if (isUnattended && (await this.means.database.get(claimsOf(run), attempt.question)) !== null)
        return { kind: "unknown", reason: "cancelled", detail: "an answer waits to be checked" };
      this.means.say(`${job.id}: ${attempt.engine} for ${attempt.slice} s`);
      const reported = await this.solve(job, attempt, await this.designOf(attempt.question));
      if (isUnattended && reported.kind === "answer" && reported.evidence !== null)
        await this.means.database.set(claimsOf(run), attempt.question, job.id, KEPT_SECONDS);
      return reported;
    } catch (e) {
      if (e instanceof Damaged || e instanceof InternalError) return { kind: "error", detail: e.message };
      throw e;
    }
  }

  private async designOf(question: Hash): Promise<Design> {
    const known = this.designs.get(question);
    if (known !== undefined) return known;
    const bytes = await this.means.blobs.get(question);
    if (bytes === null) throw new Damaged("its question is not in the store");
    const design = readQuestion(bytes, this.means.version);
    this.designs.set(question, design);
    const [oldest] = this.designs.keys();
    if (this.designs.size > MOST_DESIGNS && oldest !== undefined) this.designs.delete(oldest);
    return design;
  }

  private async solve(job: TakenJob, attempt: Attempt, design: Design): Promise<Reported & Figures> {
    const { threads, memoryBytes, seconds: most, database } = this.means;
    const facts = new Exchange(new FactsLog(database, attempt.question));
    await facts.begin();
    let said = 0;
    try {
      const plan = planOf(engineOrError(attempt.engine), attempt.options);
      const outcome = await runPlan(
        design,
        0,
        plan,
        {
          threads: 1,
          seconds: Math.min(attempt.slice, most),
          ...(attempt.checkSeconds !== null && { checkSeconds: attempt.checkSeconds }),
          memoryBytes: Math.floor(memoryBytes / threads),
          seed: attempt.seed,
          signal: AbortSignal.any([job.signal, this.leaving.signal]),
          others: facts,
          onEvent: (engine, { what, figures }) => {
            if (performance.now() - said < PROGRESS_MS) return;
            said = performance.now();
            job.progress({ worker: this.means.name, engine, what, figures });
          },
        },
        this.host!,
      );
      if (this.leaving.signal.aborted && isCancelled(outcome)) throw new PutBack();
      const { refused } = outcome.verdict.stats;
      const doubts = typeof refused === "number" && refused > 0 && { refusedFacts: refused };
      return { ...(await this.reported(outcome)), ...doubts, stats: figuresOf(outcome) };
    } finally {
      await facts.end();
    }
  }

  private async reported({ verdict, evidence, notes }: Outcome): Promise<Reported> {
    if (verdict.answer === "unknown") return { kind: "unknown", reason: verdict.reason, detail: verdict.detail };
    const shown = evidence === "none" ? null : shownBy(verdict);
    if (shown === null)
      return { kind: "answer", answer: verdict.answer, evidence: null, why: notes.join("; "), notes: [] };
    const address = await this.means.blobs.put(writeEvidence(shown));
    return { kind: "answer", answer: verdict.answer, evidence: address, why: "", notes };
  }
}

type Figures = Pick<Report, "refusedFacts" | "stats">;

const figuresOf = ({ verdict: { stats } }: Outcome): NonNullable<Report["stats"]> =>
  recordOf(
    Object.entries(stats).flatMap(([name, value]) => (typeof value === "number" ? [[name, value] as const] : [])),
  );

const isCancelled = ({ verdict }: Outcome): boolean => verdict.answer === "unknown" && verdict.reason === "cancelled";

function inWords(reported: Reported): string {
  switch (reported.kind) {
    case "answer":
      return `${reported.answer}, ${reported.evidence === null ? "without evidence" : "with evidence"}`;
    case "unknown":
      return `unknown: ${reported.detail || reported.reason}`;
    case "error":
      return `error: ${reported.detail}`;
  }
}

/** Passes facts between an engine and the log of its question. What cannot be passed on is lost: facts may be. */
class Exchange implements OtherMachines {
  private untold: Fact[] = [];
  private known: readonly Fact[] = [];
  private hear: ((fact: Fact) => void) | null = null;
  private timer: ReturnType<typeof setInterval> | undefined;
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly log: FactsLog) {}

  /** Reads what there is: whoever takes the place of another goes on from there. */
  async begin(): Promise<void> {
    this.known = await this.log.news().catch(() => []);
    this.timer = setInterval(() => {
      this.last = this.last.then(() => this.exchange());
    }, EXCHANGE_MS);
  }

  tell(fact: Fact): void {
    this.untold.push(fact);
  }

  listen(hear: (fact: Fact) => void): void {
    this.hear = hear;
    for (const fact of this.known) hear(fact);
    this.known = [];
  }

  async end(): Promise<void> {
    clearInterval(this.timer);
    this.hear = null;
    await this.last;
    await this.exchange();
  }

  private async exchange(): Promise<void> {
    try {
      const facts = this.untold;
      this.untold = [];
      await this.log.append(facts);
      if (this.hear !== null) for (const fact of await this.log.news()) this.hear?.(fact);
    } catch {
      // The store is away: what others said comes later.
    }
  }
}

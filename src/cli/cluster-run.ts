import { randomBytes } from "node:crypto";
import { ClusterRun } from "../cluster/asking.js";
import { askingQueue } from "../cluster/bullmq-queue.js";
import { Complaints } from "../cluster/complaints.js";
import { blobsIn, openDatabase, reached } from "../cluster/connect.js";
import { type Database, KEPT_SECONDS } from "../cluster/database.js";
import type { AskingQueue } from "../cluster/queue.js";
import { ASKER_SECONDS, ASKERS, RUNS, type RunEntry, writeRun } from "../cluster/runs.js";
import type { Outcome } from "../evidence/outcome.js";
import { loadKernels } from "../node/kernels.js";
import type { Elsewhere } from "../portfolio/portfolio.js";
import type { RunAgain } from "./kept-flags.js";
import { addressOf } from "./queue-flags.js";
import { version } from "./version.js";

/** What is to be asked, and how. */
export interface RunTerms {
  readonly queue: string;
  readonly store?: string;
  readonly trustsWorkers: boolean;
  readonly telemetry: boolean;
  readonly threads: number;
  readonly memoryBytes: number;
  /** What was asked for, so that it can be asked for again. */
  readonly files: readonly string[];
  readonly flags: Readonly<Record<string, unknown>>;
  /** Of a run that is taken up again, or looked at. */
  readonly again?: RunAgain;
  /** Questions are left to the queue, and nobody waits. */
  readonly detach: boolean;
  say(line: string): void;
}

const BEAT_MS = 2000;

/** A run on other machines, as a command has it. */
export class OpenRun implements AsyncDisposable {
  /** Where questions go. */
  readonly elsewhere: Elsewhere;
  private readonly started: number;
  private readonly beat: ReturnType<typeof setInterval>;
  private left = 0;
  private isClosed = false;

  private constructor(
    readonly id: string,
    readonly shownAddress: string,
    private readonly terms: RunTerms,
    private readonly run: ClusterRun,
    private readonly queue: AskingQueue,
    private readonly database: Database,
  ) {
    this.started = terms.again?.started ?? Date.now();
    this.elsewhere = terms.detach ? this.leaving() : run;
    this.beat = setInterval(() => void this.save("running").catch(() => {}), BEAT_MS);
  }

  static async open(terms: RunTerms): Promise<OpenRun> {
    const address = addressOf(terms.queue);
    const complaints = new Complaints(address, terms.say);
    const onError = (e: Error) => complaints.about(e);
    const database = await openDatabase(address, onError);
    const queue = await reached(address, () =>
      askingQueue({ address, version: version(), telemetry: terms.telemetry, onError }),
    );
    const id = terms.again?.run ?? randomBytes(8).toString("hex");
    const run = new ClusterRun({
      queue,
      database,
      blobs: blobsIn(database, terms.store),
      kernels: await loadKernels(),
      version: version(),
      run: id,
      mode: terms.again?.mode ?? "begin",
      trustsWorkers: terms.trustsWorkers,
      threads: terms.threads,
      memoryBytes: terms.memoryBytes,
      say: terms.say,
    });
    const opened = new OpenRun(id, address.shown, terms, run, queue, database);
    await opened.save("running");
    return opened;
  }

  /** Waits for what is under way. `state`: what others are told of the run. */
  async close(state: "done" | "cancelled" | "left"): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    clearInterval(this.beat);
    try {
      await this.run.close();
    } finally {
      await this.save(state).catch(() => {});
      await this.database.remove(ASKERS, this.id).catch(() => {});
      await this.queue.close().catch(() => {});
      await this.database.close().catch(() => {});
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close("cancelled");
  }

  private async save(state: RunEntry["state"]): Promise<void> {
    const { files, flags, again, detach } = this.terms;
    if (again?.mode === "look") return;
    const { asked, settled } = this.run.counts;
    const entry: RunEntry = {
      version: version(),
      started: this.started,
      files,
      flags,
      asked: asked + this.left,
      settled,
      state: detach ? "left" : state,
    };
    await this.database.set(RUNS, this.id, writeRun(entry), KEPT_SECONDS);
    if (!detach && state === "running") await this.database.set(ASKERS, this.id, "", ASKER_SECONDS);
  }

  private leaving(): Elsewhere {
    const outcome: Outcome = {
      engine: "",
      verdict: { answer: "unknown", reason: "cancelled", detail: "left to the queue", stats: {} },
      evidence: "none",
      seconds: 0,
      notes: [],
    };
    return {
      ask: async (design, property, plan, options) => {
        await this.run.leave(design, property, plan, options);
        this.left++;
        return outcome;
      },
      inTurn: (work) => work(),
    };
  }

  /** Questions that were left to the queue. */
  get questionsLeft(): number {
    return this.left;
  }
}

import { randomUUID } from "node:crypto";
import type {
  Job as BullJob,
  Queue,
  QueueEvents,
  QueueEventsListener,
  QueueEventsProducer,
  Telemetry,
  Worker,
} from "bullmq";
import type { Report } from "./attempt.js";
import { peer } from "./optional-peer.js";
import {
  type AskingQueue,
  type Job,
  type JobListener,
  type JobState,
  PutBack,
  type TakenJob,
  type WorkingQueue,
} from "./queue.js";
import type { QueueAddress } from "./queue-url.js";

/** What is kept of jobs that have ended, for whoever takes a run up again. */
const KEPT = { age: 7 * 24 * 3600, count: 100_000 };
const LOCK_MS = 5000;
/** A worker that dies with every job would take it for ever; attempt.starts says so long before. */
const STALLED_AT_MOST = 1_000_000;
const RETRY_MS = 1000;
const JOB = "attempt";
/** Events kept for those who listen. */
const MOST_EVENTS = 100_000;

/**
 * PostgreSQL leaves notices of events out where several commit at once, and so they wait until somebody looks: every ten seconds, if
 * nobody says otherwise. Jobs are noticed by all who wait for them, but for those lost with a connection.
 */
const LOOK_MS = 800;
const JOIN_MS = 500;

/** Versions do not take one another's jobs: their engines and options may differ. */
const queueName = (version: string): string => `fairlead-${version}`;
/** What is said to workers has a stream of its own: they need not hear all that happens to jobs. */
const controlName = (version: string): string => `fairlead-control-${version}`;

interface Control extends QueueEventsListener {
  cancel: (args: { readonly ids: string }, id: string) => void;
  joined: (args: { readonly listener: string }, id: string) => void;
}

/** The classes of BullMQ on one of its stores. */
interface Backend {
  queue(name: string): Queue;
  events(name: string): QueueEvents;
  producer(name: string): QueueEventsProducer;
  worker(
    name: string,
    jobs: number,
    process: (job: BullJob, token?: string, signal?: AbortSignal) => Promise<unknown>,
  ): Worker;
}

interface Options {
  readonly address: QueueAddress;
  readonly version: string;
  /** Of a worker. */
  readonly name?: string;
  /** Spans for OpenTelemetry, by BullMQ's own hook: of what is submitted, and of what workers do. */
  readonly telemetry?: boolean;
  onError(e: Error): void;
}

async function backendOf({ address, version, name = "", telemetry = false, onError }: Options): Promise<Backend> {
  const bull = await peer("bullmq", () => import("bullmq"));
  const spans = telemetry ? await telemetryOf(version) : {};
  const working = {
    ...spans,
    name,
    lockDuration: LOCK_MS,
    stalledInterval: LOCK_MS / 2,
    maxStalledCount: STALLED_AT_MOST,
    runRetryDelay: RETRY_MS,
    removeOnComplete: KEPT,
    removeOnFail: KEPT,
  };
  const asking = { ...spans, streams: { events: { maxLen: MOST_EVENTS } } };
  const heard = <T extends { on(event: "error", listener: (e: Error) => void): unknown }>(thing: T): T => {
    thing.on("error", onError);
    return thing;
  };
  if (address.kind === "redis") {
    await peer("ioredis", () => import("ioredis"));
    const connection = { url: address.url, maxRetriesPerRequest: null };
    return {
      queue: (queue) => heard(new bull.Queue(queue, { connection, ...asking })),
      events: (queue) => heard(new bull.QueueEvents(queue, { connection })),
      producer: (queue) => heard(new bull.QueueEventsProducer(queue, { connection })),
      worker: (queue, concurrency, process) =>
        heard(new bull.Worker(queue, process, { connection, ...working, concurrency })),
    };
  }
  const { default: pg } = await peer("pg", () => import("pg"));
  const client = new pg.Client({ connectionString: address.url });
  await client.connect();
  try {
    await bull.runMigrations(client);
  } finally {
    await client.end();
  }
  const connection = { connectionString: address.url, max: 2 };
  const factory = bull.createPostgresBackend;
  // The classes differ by the type of their backend alone, which nobody here looks at.
  return {
    queue: (queue) => heard(new bull.Queue(queue, { connection, ...asking }, factory)) as unknown as Queue,
    events: (queue) =>
      heard(new bull.QueueEvents(queue, { connection, blockingTimeout: LOOK_MS }, factory)) as unknown as QueueEvents,
    producer: (queue) =>
      heard(new bull.QueueEventsProducer(queue, { connection }, factory)) as unknown as QueueEventsProducer,
    worker: (queue, concurrency, process) =>
      heard(new bull.Worker(queue, process, { connection, ...working, concurrency }, factory)) as unknown as Worker,
  };
}

/** To whatever tracer the process was started with. */
async function telemetryOf(version: string): Promise<{ readonly telemetry: Telemetry }> {
  const { BullMQOtel } = await peer("bullmq-otel", () => import("bullmq-otel"), "--telemetry");
  return { telemetry: new BullMQOtel({ tracerName: "fairlead", version }) };
}

export async function askingQueue(options: Options): Promise<AskingQueue> {
  const backend = await backendOf(options);
  return new BullAskingQueue(backend, options.version);
}

class BullAskingQueue implements AskingQueue {
  private readonly queue: Queue;
  private readonly control: QueueEventsProducer;
  private events: QueueEvents | null = null;

  constructor(
    private readonly backend: Backend,
    private readonly version: string,
  ) {
    this.queue = backend.queue(queueName(version));
    this.control = backend.producer(controlName(version));
  }

  async submit(jobs: readonly Job[]): Promise<void> {
    await this.queue.addBulk(
      jobs.map(({ id, run, unattended, attempt, priority }) => ({
        name: JOB,
        data: { run, unattended, attempt },
        opts: { jobId: id, priority, removeOnComplete: KEPT, removeOnFail: KEPT },
      })),
    );
  }

  async find(id: string): Promise<JobState> {
    // The state first: a job read before it ended has no return value yet.
    const state = await this.queue.getJobState(id);
    if (state === "unknown") return { state: "missing" };
    if (state !== "completed" && state !== "failed") return { state: "open" };
    const job: BullJob | undefined = await this.queue.getJob(id);
    if (job === undefined) return { state: "missing" };
    return state === "completed"
      ? { state: "done", report: job.returnvalue }
      : { state: "failed", detail: job.failedReason ?? "" };
  }

  async cancel(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    // Those at work are locked, and cannot be removed: they are told.
    const removed = await Promise.all(ids.map((id) => this.queue.remove(id).catch(() => 0)));
    const left = ids.filter((_, i) => removed[i] !== 1);
    if (left.length > 0) await this.control.publishEvent({ eventName: "cancel", ids: left.join(" ") });
  }

  async open(run: string): Promise<readonly string[]> {
    const jobs: readonly BullJob[] = await this.queue.getJobs(["active", "waiting", "prioritized", "delayed"]);
    return jobs.flatMap(({ id }) => (id?.startsWith(`${run}-`) ? [id] : []));
  }

  async forget(id: string): Promise<void> {
    await this.queue.remove(id);
  }

  async listen({ done, failed, progress }: JobListener): Promise<void> {
    const events = this.backend.events(queueName(this.version));
    this.events = events;
    events.on("completed", ({ jobId, returnvalue }) => done(jobId, returnvalue));
    events.on("failed", ({ jobId, failedReason }) => failed(jobId, failedReason));
    events.on("progress", ({ jobId, data }) => progress(jobId, data));
    await events.waitUntilReady();
  }

  async close(): Promise<void> {
    await Promise.all([this.events?.close(), this.control.close(), this.queue.close()]);
  }
}

export async function workingQueue(options: Options): Promise<WorkingQueue> {
  return new BullWorkingQueue(await backendOf(options), options.version);
}

class BullWorkingQueue implements WorkingQueue {
  private worker: Worker | null = null;
  private control: QueueEvents | null = null;

  constructor(
    private readonly backend: Backend,
    private readonly version: string,
  ) {}

  async work(jobs: number, perform: (job: TakenJob) => Promise<Report>): Promise<void> {
    const worker = this.backend.worker(queueName(this.version), jobs, (job, token, signal) =>
      taken(job, token, signal, perform),
    );
    this.worker = worker;
    const control = this.backend.events(controlName(this.version));
    this.control = control;
    control.on<Control>("cancel", ({ ids }: { readonly ids: string }) => {
      for (const id of `${ids}`.split(" ")) worker.cancelJob(id);
    });
    await Promise.all([worker.waitUntilReady(), control.waitUntilReady()]);
    await this.join(control);
  }

  /** Until something was heard, listening begins anew with each look, and what is said between two looks is lost: so it says something itself. */
  private async join(control: QueueEvents): Promise<void> {
    const listener = randomUUID();
    const producer = this.backend.producer(controlName(this.version));
    const say = () => void producer.publishEvent({ eventName: "joined", listener }).catch(() => {});
    await new Promise<void>((resolve) => {
      const again = setInterval(say, JOIN_MS);
      control.on<Control>("joined", (said: { readonly listener: string }) => {
        if (said.listener !== listener) return;
        clearInterval(again);
        resolve();
      });
      say();
    });
    await producer.close();
  }

  async close(): Promise<void> {
    await this.worker?.close();
    await this.control?.close();
  }
}

async function taken(
  job: BullJob,
  token: string | undefined,
  signal: AbortSignal | undefined,
  perform: (job: TakenJob) => Promise<Report>,
): Promise<Report> {
  const given: TakenJob = {
    id: job.id ?? "",
    data: job.data,
    starts: job.attemptsStarted,
    signal: signal ?? new AbortController().signal,
    // What is not heard is said again soon.
    progress: (what) => void job.updateProgress(what).catch(() => {}),
  };
  try {
    return await perform(given);
  } catch (e) {
    if (!(e instanceof PutBack)) throw e;
    await job.moveToWait(token);
    const { WaitingError } = await import("bullmq");
    throw new WaitingError();
  }
}

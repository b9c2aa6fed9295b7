import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { context, propagation, SpanKind, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Attempt, Report } from "../../src/cluster/attempt.js";
import { attemptId } from "../../src/cluster/attempt.js";
import { Blobs, FolderShelf } from "../../src/cluster/blobs.js";
import { askingQueue, workingQueue } from "../../src/cluster/bullmq-queue.js";
import { openDatabase } from "../../src/cluster/connect.js";
import type { Database } from "../../src/cluster/database.js";
import { FactsLog } from "../../src/cluster/facts-log.js";
import { hashOf } from "../../src/cluster/hash.js";
import { type AskingQueue, type Job, PutBack, type TakenJob } from "../../src/cluster/queue.js";
import { type QueueAddress, queueAddress } from "../../src/cluster/queue-url.js";
import type { Fact } from "../../src/model/fact.js";
import { type Server, stores } from "./servers.js";

const VERSION = "0.0.0-test";

/** Something that others wait for. */
function happening(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
const bytes = (text: string) => new TextEncoder().encode(text);

describe("a shared folder", () => {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-blobs-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  it("gives back what has the hash that it is asked by, and nothing else", async () => {
    const blobs = new Blobs(new FolderShelf(folder));
    const name = await blobs.put(bytes("a model"));
    expect(await blobs.get(name)).toEqual(Buffer.from("a model"));
    expect(await blobs.get(hashOf("another one"))).toBeNull();
    writeFileSync(join(folder, name.slice(0, 2), name), "forged");
    expect(await blobs.get(name)).toBeNull();
    expect(readdirSync(join(folder, name.slice(0, 2)))).toEqual([]);
  });
});

const QUESTION = hashOf("question");
const attempt = (seed: number): Attempt => ({
  question: QUESTION,
  engine: "fair",
  options: { k: 1 },
  seed,
  slice: 1,
  checkSeconds: null,
});
const jobOf = (name: string, priority = 1): Job => ({
  id: name,
  run: "run",
  unattended: false,
  attempt: attempt(1),
  priority,
});
const answer: Report = {
  kind: "answer",
  answer: "holds",
  evidence: hashOf("evidence"),
  why: "",
  notes: [],
  worker: "w",
  seconds: 1,
};

describe("an attempt", () => {
  it("has the same name whoever makes it, and another one when anything about it differs", () => {
    const { options: _, ...rest } = attempt(1);
    const names = [
      attempt(1),
      attempt(2),
      { ...attempt(1), options: { k: 2 } },
      { ...attempt(1), slice: 2 },
      { ...attempt(1), engine: "bmc", options: {} },
      { ...attempt(1), question: hashOf("another") },
    ].map(attemptId);
    expect(new Set(names).size).toBe(names.length);
    expect(attemptId({ options: { a: 1, b: 2 }, ...rest })).toBe(attemptId({ ...rest, options: { b: 2, a: 1 } }));
  });
});

describe.each(stores)("the queue on $name", ({ name, isThere, start }) => {
  let server: Server;
  let address: QueueAddress;
  let database: Database;
  const open: { close(): Promise<void> }[] = [];
  const onError = () => {}; // a store that is restarted breaks connections
  const kept = <T extends { close(): Promise<void> }>(thing: T): T => {
    open.push(thing);
    return thing;
  };

  beforeAll(async () => {
    if (!isThere) return;
    server = await start();
    address = queueAddress(server.url)!;
    database = kept(await openDatabase(address, onError));
  });
  afterAll(async () => {
    for (const thing of open.reverse()) await thing.close();
    await server?.stop();
  });

  const ask = async (): Promise<AskingQueue> => kept(await askingQueue({ address, version: VERSION, onError }));
  const work = async (jobs: number, perform: (job: TakenJob) => Promise<Report>) => {
    const queue = kept(await workingQueue({ address, version: VERSION, onError }));
    await queue.work(jobs, perform);
    return queue;
  };
  /** Reports as they come, each once. */
  async function reports(queue: AskingQueue): Promise<(id: string) => Promise<unknown>> {
    const come = new Map<string, unknown>();
    const waiting = new Map<string, (report: unknown) => void>();
    await queue.listen({
      done(id, report) {
        come.set(id, report);
        waiting.get(id)?.(report);
      },
      failed(id, detail) {
        waiting.get(id)?.(new Error(detail));
      },
      progress() {},
    });
    return (id) => (come.has(id) ? Promise.resolve(come.get(id)) : new Promise((resolve) => waiting.set(id, resolve)));
  }

  it.skipIf(!isThere)("keeps bytes under their hash, and finds out who changed them", async () => {
    const blobs = new Blobs(database);
    const content = Uint8Array.from({ length: 70_000 }, (_, i) => i % 256);
    const hash = await blobs.put(content);
    expect(await blobs.put(content)).toBe(hash);
    expect(Buffer.from((await blobs.get(hash))!).equals(content)).toBe(true);
    await database.putBytes(hash, bytes("forged"));
    expect(await blobs.get(hash)).toBeNull();
    expect(await database.getBytes(hash)).toBeNull();
  });

  it.skipIf(!isThere)("keeps entries of a table until they are old", async () => {
    await database.set("colours", "sky", "blue", 100);
    await database.set("colours", "sky", "grey", 100);
    await database.set("colours", "grass", "green", 100);
    expect(await database.get("colours", "sky")).toBe("grey");
    expect([...(await database.all("colours"))].sort()).toEqual([
      ["grass", "green"],
      ["sky", "grey"],
    ]);
    await database.remove("colours", "sky");
    expect([...(await database.all("colours")).keys()]).toEqual(["grass"]);
    expect(await database.get("shapes", "sky")).toBeNull();
  });

  it.skipIf(!isThere)("keeps facts in the order in which they were told, for whoever comes later", async () => {
    const [first, second] = [new FactsLog(database, QUESTION), new FactsLog(database, QUESTION)];
    const fact = (n: number): Fact => ({ kind: "invariant", about: "2:ab", clauses: [[n, n + 1]] });
    const bound: Fact = { kind: "no-counterexample", about: "2:ab", transitions: 10 ** 6 };
    await first.append([fact(0), bound, fact(2)]);
    expect(await second.news()).toEqual([fact(0), fact(2)]);
    expect(await second.news()).toEqual([]);
    await second.append([fact(4), { kind: "step", about: "2:ab", rule: "split", predicate: [2] }]);
    expect(await first.news()).toEqual([fact(4), { kind: "step", about: "2:ab", rule: "split", predicate: [2] }]);
    const forged = [
      "",
      "{",
      "[]",
      '{"kind":"no-counterexample","about":"2:ab","transitions":5}',
      '{"kind":"invariant","about":"2:ab","clauses":[[-1]]}',
    ];
    await database.append(`facts:${QUESTION}`, forged, 1000);
    await first.append([fact(6)]);
    expect(await second.news()).toEqual([fact(6)]);
    expect(await new FactsLog(database, QUESTION).news()).toHaveLength(5);
  });

  it.skipIf(!isThere)("delivers each job, urgent ones first, and one that is submitted twice once", async () => {
    const queue = await ask();
    const report = await reports(queue);
    await queue.submit([jobOf("late", 9), jobOf("early", 1), jobOf("early", 1), jobOf("middle", 5)]);
    const order: string[] = [];
    const worker = await work(1, async ({ id, data }) => {
      order.push(id);
      expect(data).toEqual({ run: "run", unattended: false, attempt: attempt(1) });
      return answer;
    });
    expect(await report("late")).toEqual(answer);
    await queue.submit([jobOf("early", 1)]);
    expect(await queue.find("early")).toEqual({ state: "done", report: answer });
    expect(order).toEqual(["early", "middle", "late"]);
    await worker.close();
  });

  it.skipIf(!isThere || name !== "PostgreSQL")(
    "hears of reports also where the store leaves notices of them out",
    async () => {
      const { default: pg } = await import("pg");
      const client = new pg.Client({ connectionString: server.url });
      await client.connect();
      // Whoever publishes an event does not say so while somebody else holds this lock.
      await client.query("SELECT pg_advisory_lock(hashtext($1))", [`bullmq:evnotify:fairlead-${VERSION}`]);
      const queue = await ask();
      const report = await reports(queue);
      const worker = await work(1, async () => answer);
      await queue.submit([jobOf("unheard")]);
      expect(await report("unheard")).toEqual(answer);
      await client.end();
      await worker.close();
    },
  );

  it.skipIf(!isThere)("takes back jobs that wait, and stops those at work", async () => {
    const queue = await ask();
    const report = await reports(queue);
    const begun = happening();
    const worker = await work(1, async ({ id, signal }) => {
      begun.resolve();
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      return { kind: "unknown", reason: "cancelled", detail: id, worker: "w", seconds: 0 };
    });
    await queue.submit([jobOf("running"), jobOf("waiting")]);
    await begun.promise;
    await queue.cancel(["running", "waiting"]);
    expect(await report("running")).toMatchObject({ reason: "cancelled", detail: "running" });
    expect(await queue.find("waiting")).toEqual({ state: "missing" });
    await worker.close();
  });

  it.skipIf(!isThere)("tells a tracer of OpenTelemetry what was asked and who worked on it, as one trace", async () => {
    const spans = new InMemorySpanExporter();
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }));
    context.setGlobalContextManager(new AsyncLocalStorageContextManager());
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    const told = { address, version: VERSION, telemetry: true, onError };
    const queue = kept(await askingQueue(told));
    const report = await reports(queue);
    const worker = kept(await workingQueue({ ...told, name: "watched" }));
    await worker.work(1, async () => answer);
    await queue.submit([jobOf("watched")]);
    expect(await report("watched")).toEqual(answer);
    await worker.close();
    for (const api of [trace, context, propagation]) api.disable();
    const all = spans.getFinishedSpans();
    const asked = all.find(({ kind }) => kind === SpanKind.PRODUCER)!;
    const worked = all.find(({ kind }) => kind === SpanKind.CONSUMER)!;
    expect(worked.attributes["bullmq.job.id"], JSON.stringify(all.map((s) => [s.name, s.kind]))).toBe("watched");
    expect(worked.spanContext().traceId).toBe(asked.spanContext().traceId);
    expect(worked.instrumentationScope).toMatchObject({ name: "fairlead", version: VERSION });
    expect(JSON.stringify(all.map(({ attributes }) => attributes))).not.toContain(address.url);
  });

  it.skipIf(!isThere)("gives a job that was put back to somebody else", async () => {
    const queue = await ask();
    const report = await reports(queue);
    let starts = 0;
    const worker = await work(1, async (job) => {
      starts = job.starts;
      if (job.starts === 1) throw new PutBack();
      return answer;
    });
    await queue.submit([jobOf("twice")]);
    expect(await report("twice")).toEqual(answer);
    expect(starts).toBe(2);
    await worker.close();
  });

  it.skipIf(!isThere)("loses nothing when the store is restarted while jobs wait and work", async () => {
    const queue = await ask();
    await queue.submit([jobOf("before"), jobOf("during"), jobOf("after", 9)]);
    const restarted = happening();
    const begun = happening();
    const worker = await work(2, async () => {
      begun.resolve();
      await restarted.promise;
      return answer;
    });
    await begun.promise;
    await server.restart();
    restarted.resolve();
    for (const id of ["before", "during", "after"])
      for (;;) {
        const found = await queue.find(id).catch(() => ({ state: "open" }) as const);
        if (found.state === "open") await new Promise((resolve) => setTimeout(resolve, 100));
        else {
          expect(found, `${name}: ${id}`).toEqual({ state: "done", report: answer });
          break;
        }
      }
    await worker.close();
  });
});

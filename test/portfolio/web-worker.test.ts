import { readFileSync } from "node:fs";
import { MessageChannel } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { servedQueues } from "../../bench/families/queues.js";
import type { OptionValues } from "../../src/engines/engine.js";
import { readAiger } from "../../src/formats/aiger/to-design.js";
import { type PageWorker, pageWorkers } from "../../src/portfolio/page-workers.js";
import { planNamed } from "../../src/portfolio/plan.js";
import { runPlan, subjectOf } from "../../src/portfolio/portfolio.js";
import { unpackOutcome } from "../../src/portfolio/transport.js";
import { serve, type WorkerScope } from "../../src/portfolio/web-worker.js";
import type { HostMessage, Job, WorkerMessage } from "../../src/portfolio/worker-protocol.js";
import { counterAag, example } from "../cli/fairlead.js";
import { context } from "../cross-engine/solving.js";

const { kernels } = context;
const arbiter = readAiger(readFileSync(example("arbiter-unfair.aag")));
const counter = readAiger(new TextEncoder().encode(counterAag(40)));
const job = (design: typeof arbiter, engine: string, options: OptionValues = {}): Job => ({
  subject: subjectOf(design, 0),
  engine,
  options,
  seconds: Number.POSITIVE_INFINITY,
  memoryBytes: 2 ** 30,
  seed: 1,
  facts: [],
});

/** The two ends of a worker's channel; here both live in this thread, as in a page without shared memory. */
function served() {
  const { port1, port2 } = new MessageChannel();
  const scope: WorkerScope = {
    postMessage: (message) => port2.postMessage(message),
    addEventListener: (_type, listener) => port2.on("message", (data: HostMessage) => listener({ data })),
  };
  serve(scope);
  return {
    post: (message: HostMessage) => port1.postMessage(message),
    onMessage: (listener: (message: WorkerMessage) => void) => port1.on("message", listener),
    close: () => port1.close(),
  };
}

/** A page's workers, and what they were told. */
function page() {
  const made: PageWorker[] = [];
  const said: HostMessage[] = [];
  const spawn = pageWorkers(() => {
    const { post, onMessage, close } = served();
    const worker: PageWorker = {
      postMessage: (m) => {
        said.push(m);
        // Memory is not shared in a page that is not cross-origin isolated.
        post(m.type === "job" ? { ...m, control: null } : m);
      },
      terminate: close,
      onmessage: null,
      onerror: null,
    };
    onMessage((data) => worker.onmessage?.({ data }));
    made.push(worker);
    return worker;
  });
  return { spawn, made, said };
}

describe("a Web Worker", () => {
  it("does a job and says how it went, with the messages of the threads", async () => {
    const { post, onMessage, close } = served();
    const ended = new Promise<WorkerMessage>((resolve) => {
      onMessage((m) => {
        if (m.type === "outcome" || m.type === "error") resolve(m);
      });
    });
    post({ type: "job", job: job(arbiter, "reference"), kernels, control: null });
    const message = await ended;
    if (message.type !== "outcome") throw new Error(JSON.stringify(message));
    expect(unpackOutcome(message.outcome)).toMatchObject({ verdict: { answer: "fails" }, evidence: "checked" });
    close();
  });

  it("pauses, goes on and stops when a message says so", async () => {
    const { post, onMessage, close } = served();
    const heard: WorkerMessage[] = [];
    let tell = () => {};
    onMessage((m) => {
      heard.push(m);
      tell();
    });
    const next = () =>
      new Promise<WorkerMessage>((resolve) => {
        tell = () => resolve(heard.at(-1)!);
      });
    post({ type: "job", job: job(counter, "reference", { states: 200_000_000 }), kernels, control: null });
    await next();
    post({ type: "command", command: "pause" });
    await turns(); // the slice that runs is the last one
    const before = heard.length;
    await turns();
    expect(heard.length).toBe(before);
    post({ type: "command", command: "go" });
    await next();
    post({ type: "command", command: "stop" });
    let last = await next();
    while (last.type === "event") last = await next();
    if (last.type !== "outcome") throw new Error(JSON.stringify(last));
    expect(unpackOutcome(last.outcome).verdict).toMatchObject({ answer: "unknown", reason: "cancelled" });
    close();
  });

  it("serves a portfolio, and further jobs", async () => {
    const { spawn, made } = page();
    for (const round of [1, 2, 3]) {
      const outcome = await runPlan(arbiter, 0, plan("rlive"), limits, { spawn, kernels });
      expect(outcome, `round ${round}`).toMatchObject({ verdict: { answer: "fails" }, evidence: "checked" });
    }
    expect(made).toHaveLength(1);
    const both = await runPlan(arbiter, 0, plan("bmc", "rlive"), limits, { spawn, kernels });
    expect(both).toMatchObject({ verdict: { answer: "fails" }, evidence: "checked" });
  });

  it("is one of a team whose members hear of one another's walls", async () => {
    const { spawn, made, said } = page();
    const design = { model: servedQueues(2, 3), properties: [{ kind: "justice", name: "j", literals: [] }] } as const;
    const outcome = await runPlan(design, 0, { ...planNamed("fair", {}, 2), alone: 0 }, limits, { spawn, kernels });
    expect(outcome).toMatchObject({ engine: "fair", verdict: { answer: "holds" }, evidence: "checked" });
    expect(made).toHaveLength(2);
    expect(said.filter((m) => m.type === "fact" && m.fact.kind === "step").length).toBeGreaterThan(0);
  });

  it("that does not start is reported", async () => {
    const spawn = pageWorkers(() => {
      const worker: PageWorker = { postMessage() {}, terminate() {}, onmessage: null, onerror: null };
      setTimeout(() => worker.onerror?.({ message: "404" }), 0);
      return worker;
    });
    await expect(runPlan(arbiter, 0, plan("rlive"), limits, { spawn, kernels })).rejects.toThrow("rlive: 404");
  });
});

const limits = { threads: 2, seconds: Number.POSITIVE_INFINITY, memoryBytes: 2 ** 30, seed: 1 };
const plan = (...engines: string[]) => ({
  name: "auto",
  lines: engines.map((engine) => ({ engine, options: {}, share: 1 })),
  firstSlice: 0.5,
  growth: 2,
  setup: 0,
});

/** Turns of the event loop in which a worker that runs has several slices, each with something to say. */
async function turns(): Promise<void> {
  for (let k = 0; k < 20; k++) await new Promise((resolve) => setImmediate(resolve));
}

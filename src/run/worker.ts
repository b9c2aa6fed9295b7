import { parentPort, workerData } from "node:worker_threads";
import { engineNamed } from "../engines/registry.js";
import { solve } from "./solve.js";
import { packOutcome, unpackDesign } from "./transport.js";
import type { WorkerMessage, WorkerStart } from "./worker-protocol.js";

const EVENT_INTERVAL_MS = 50;

/** Runs one job to its end and says how it went. */
function work({ job, stop, kernels }: WorkerStart, say: (message: WorkerMessage) => void): void {
  const flag = new Int32Array(stop);
  const deadline = performance.now() + job.seconds * 1000;
  const shouldStop = () => (Atomics.load(flag, 0) !== 0 ? "cancelled" : performance.now() > deadline ? "time" : null);
  const design = unpackDesign(job.design);
  const context = { shouldStop, memoryLimit: job.memoryBytes, seed: job.seed, kernels };
  const engine = engineNamed(job.engine);
  const property = design.properties[job.property];
  if (engine === undefined || property === undefined)
    throw new Error(`no engine ${job.engine} or property ${job.property}`);
  const solving = solve(design, property, engine, job.options, context);
  let lastEvent = 0;
  for (;;) {
    const { done, value } = solving.next();
    if (done) {
      say({ type: "outcome", outcome: packOutcome(value) });
      return;
    }
    const now = performance.now();
    if (now - lastEvent < EVENT_INTERVAL_MS) continue;
    lastEvent = now;
    say({ type: "event", event: value });
  }
}

const port = parentPort;
if (port === null) throw new Error("worker.ts is the entry of a worker thread");
try {
  work(workerData as WorkerStart, (message) => port.postMessage(message));
} catch (e) {
  const error = e instanceof Error ? e : new Error(String(e));
  port.postMessage({ type: "error", message: error.message, stack: error.stack ?? "" } satisfies WorkerMessage);
}

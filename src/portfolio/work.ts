import { engineNamed } from "../engines/registry.js";
import { InternalError } from "../evidence/outcome.js";
import { isOutOfMemory } from "../limits/out-of-memory.js";
import type { StopSignal } from "../limits/stopped.js";
import type { Kernels } from "../logic/kernel-module.js";
import type { Fact } from "../model/fact.js";
import { solve } from "../solving/solve.js";
import { type PackedOutcome, packOutcome } from "./transport.js";
import type { WorkerCache } from "./worker-cache.js";
import type { Job, WorkerMessage } from "./worker-protocol.js";

/** What a thread or a Web Worker gives to a job. */
export interface Surroundings {
  say(message: WorkerMessage): void;
  /** Asked often; does not return while the job is paused, where a worker can wait. */
  isStopped(): boolean;
  /** Facts from other workers since it was last asked. */
  receive(): readonly Fact[];
  /** Bytes in use, where that can be known; asked a few times a second. */
  memory(): number;
}

const EVENT_INTERVAL_MS = 50;
const MEMORY_INTERVAL_MS = 50;

/** Runs one job to its end, with the worker's cache, and says how it went. Yields now and then, for workers that must look at their messages. */
export function* work(
  job: Job,
  kernels: Kernels,
  surroundings: Surroundings,
  cache: WorkerCache,
): Generator<void, void> {
  try {
    yield* attempt(job, kernels, surroundings, cache);
  } catch (e) {
    const error = e instanceof Error ? e : new Error(String(e));
    if (isOutOfMemory(error)) {
      surroundings.say({ type: "outcome", outcome: outOfMemory(job, error) });
      return;
    }
    const isInternal = error instanceof InternalError;
    surroundings.say({ type: "error", isInternal, message: error.message, stack: error.stack ?? "" });
  }
}

/** The machine has less memory than the limit says. */
function outOfMemory({ engine }: Job, { message }: Error): PackedOutcome {
  const verdict = { answer: "unknown", reason: "memory", detail: message, stats: {} } as const;
  return { engine, verdict, evidence: "none", seconds: 0, notes: [] };
}

function* attempt(job: Job, kernels: Kernels, surroundings: Surroundings, cache: WorkerCache): Generator<void, void> {
  const { say } = surroundings;
  const engine = engineNamed(job.engine);
  const design = cache.designOf(job);
  const property = design.properties[job.property];
  if (engine === undefined || property === undefined)
    throw new Error(`no engine ${job.engine} or property ${job.property}`);
  const solving = solve(design, property, engine, job.options, {
    shouldStop: stopper(job, surroundings),
    shouldStopChecking: () => (surroundings.isStopped() ? "cancelled" : null),
    onAnswer: () => say({ type: "answered" }),
    ...(job.checkSeconds !== undefined && { checkSeconds: job.checkSeconds }),
    memoryLimit: job.memoryBytes,
    seed: job.seed,
    kernels,
    facts: exchange(job, surroundings),
    sessions: cache,
    prepare: (...asked) => cache.prepare(...asked),
  });
  let lastEvent = 0;
  for (;;) {
    const { done, value } = solving.next();
    if (done) {
      say({ type: "outcome", outcome: packOutcome(value) });
      return;
    }
    yield;
    const now = performance.now();
    if (now - lastEvent < EVENT_INTERVAL_MS) continue;
    lastEvent = now;
    say({ type: "event", event: value });
  }
}

function stopper(job: Job, surroundings: Surroundings): () => StopSignal | null {
  const deadline = performance.now() + job.seconds * 1000;
  let lastLook = Number.NEGATIVE_INFINITY;
  let full = false;
  return () => {
    if (surroundings.isStopped()) return "cancelled";
    const now = performance.now();
    if (now > deadline) return "time";
    if (now - lastLook > MEMORY_INTERVAL_MS) {
      lastLook = now;
      full = surroundings.memory() > job.memoryBytes;
    }
    return full ? "memory" : null;
  };
}

function exchange(job: Job, surroundings: Surroundings) {
  let known: readonly Fact[] = job.facts;
  return {
    publish: (fact: Fact) => surroundings.say({ type: "fact", fact }),
    receive: () => {
      const facts = [...known, ...surroundings.receive()];
      known = [];
      return facts;
    },
  };
}

import type { EngineContext } from "../engines/engine.js";
import { engineNamed } from "../engines/registry.js";
import { InternalError, type Outcome } from "../evidence/outcome.js";
import { none } from "../evidence/verdict.js";
import { isOutOfMemory } from "../limits/out-of-memory.js";
import type { Progress } from "../limits/progress.js";
import type { StopSignal } from "../limits/stopped.js";
import type { Kernels } from "../logic/kernel-module.js";
import type { Asking } from "../model/asking.js";
import type { Fact } from "../model/fact.js";
import type { Design, Property } from "../model/property.js";
import { prepare } from "../solving/prepare.js";
import { type ShorterThan, shortestPath } from "../solving/shortest.js";
import { solve } from "../solving/solve.js";
import { packAutomata, unpackAsking, violationsIn } from "./asking-data.js";
import { NO_KERNELS, withoutProofs } from "./no-kernels.js";
import type { SearchStates } from "./search-states.js";
import { SHORTEST } from "./shortest.js";
import { type PackedOutcome, packOutcome } from "./transport.js";
import type { WorkerCache } from "./worker-cache.js";
import type { Job, WorkerMessage } from "./worker-protocol.js";

/** What a thread or a Web Worker gives to a job. */
export interface Surroundings {
  say(message: WorkerMessage): void;
  /** Asked often; does not return while the job is paused, where a worker can wait. */
  isStopped(): boolean;
  /** Pauses until more work is granted, and returns how much; only where a worker can wait. */
  waitForWork?(): number;
  /** Facts from other workers since it was last asked. */
  receive(): readonly Fact[];
  /** Bytes in use, where that can be known; asked a few times a second. */
  memory(): number;
}

const EVENT_INTERVAL_MS = 50;
const MEMORY_INTERVAL_MS = 50;
const MEMORY_INTERVAL_WORK = 100;

/**
 * Runs one job to its end, with the worker's cache, and says how it went. Yields now and then, for workers that must look at their
 * messages. `searchStates` is for jobs about programs: pages load it when there is one.
 */
export function* work(
  job: Job,
  kernels: Kernels | null,
  surroundings: Surroundings,
  cache: WorkerCache,
  searchStates: SearchStates | null,
): Generator<void, void> {
  try {
    yield* attempt(job, kernels, surroundings, cache, searchStates);
  } catch (e) {
    const error = e instanceof Error ? e : new Error(String(e));
    if (isOutOfMemory(error)) {
      surroundings.say(outOfMemory(job, error));
      return;
    }
    const isInternal = error instanceof InternalError;
    const thrown = job.subject.kind === "program-here" && { thrown: e };
    surroundings.say({ type: "error", isInternal, message: error.message, stack: error.stack ?? "", ...thrown });
  }
}

/** The machine has less memory than the limit says. */
function outOfMemory({ engine, subject }: Job, { message }: Error): WorkerMessage {
  const unknown = { reason: "memory", detail: message, stats: {} } as const;
  if (subject.kind === "program-here") return { type: "found", answer: { kind: "unknown", ...unknown } };
  if (subject.kind === "program") return { type: "found-data", data: { kind: "unknown", ...unknown } };
  const verdict = { answer: "unknown", ...unknown } as const;
  const outcome: PackedOutcome = { engine, verdict, evidence: "none", seconds: 0, notes: [] };
  return { type: "outcome", outcome };
}

function* attempt(
  job: Job,
  kernels: Kernels | null,
  surroundings: Surroundings,
  cache: WorkerCache,
  searchStates: SearchStates | null,
): Generator<void, void> {
  const { say } = surroundings;
  const turns = job.work === undefined ? null : new Turns(job.work, job.memoryBytes, surroundings);
  const shouldStop = turns === null ? stopper(job, surroundings) : () => turns.shouldStop();
  const now = turns && { now: () => turns.done };
  if (job.subject.kind !== "design") {
    if (searchStates === null) throw new Error("no search for the states of programs was given");
    say(yield* telling(searchStates(job, job.subject, shouldStop), say));
    return;
  }
  const engine = engineNamed(job.engine);
  const design = cache.designOf(job.engine, job.subject.design);
  const property = design.properties[job.subject.property];
  const { shorterThan } = job.subject;
  if (shorterThan !== undefined && property !== undefined && kernels !== null) {
    const limits = { shouldStop, memoryLimit: job.memoryBytes, seed: job.seed, kernels, ...now };
    const search = shortened(design, property, shorterThan, limits);
    say({ type: "outcome", outcome: packOutcome(yield* telling(search, say)) });
    return;
  }
  if (engine === undefined || property === undefined)
    throw new Error(`no engine ${job.engine} or property ${job.subject.property}`);
  const asking = unpackAsking(property, job.subject.asking);
  const solving = solve(design, property, kernels === null ? withoutProofs(engine) : engine, job.options, {
    shouldStop,
    ...now,
    shouldStopChecking:
      turns === null ? stopper({ ...job, seconds: Number.POSITIVE_INFINITY }, surroundings) : shouldStop,
    onAnswer: (answer) => {
      turns?.end();
      say({ type: "answered", answer });
    },
    ...(job.checkSeconds !== undefined && { checkSeconds: job.checkSeconds }),
    memoryLimit: job.memoryBytes,
    seed: job.seed,
    kernels: kernels ?? NO_KERNELS,
    asking,
    // What others found out, and what was left from other jobs, depends on when they ran.
    ...(turns === null && { facts: exchange(job, surroundings), sessions: cache }),
    prepare: (...asked) => {
      if (turns !== null) return prepare(...asked);
      const prepared = cache.prepare(...asked);
      if (job.subject.kind === "design" && job.subject.asking.automata === null) tellTranslation(asking, say);
      return prepared;
    },
  });
  say({ type: "outcome", outcome: packOutcome(yield* telling(solving, say)) });
}

/** The answer that a shorter behaviour gives again, or the evidence that there is none. */
function* shortened(
  { model }: Design,
  property: Property,
  known: ShorterThan,
  context: EngineContext,
): Generator<Progress, Outcome> {
  const started = performance.now();
  const { path, shortest } = yield* shortestPath(model, property, known, context);
  const verdict = { answer: "fails", by: path ?? none("no shorter one was found"), shortest, stats: {} } as const;
  const seconds = (performance.now() - started) / 1000;
  return { engine: SHORTEST, verdict, evidence: "checked", seconds, notes: [] };
}

function tellTranslation(asking: Asking, say: Surroundings["say"]): void {
  const violations = violationsIn(asking);
  const automata = violations?.known ? packAutomata(violations) : null;
  if (automata !== null) say({ type: "translated", automata });
}

/** Runs a search, and says how far it is a few times a second. */
function* telling<T>(search: Generator<Progress, T>, say: Surroundings["say"]): Generator<void, T> {
  let lastEvent = 0;
  for (;;) {
    const { done, value } = search.next();
    if (done) return value;
    yield;
    const now = performance.now();
    if (now - lastEvent < EVENT_INTERVAL_MS) continue;
    lastEvent = now;
    say({ type: "event", event: value });
  }
}

/**
 * Work in the turns that a host grants, counted by how often the job asks whether to stop. In the end it has one turn without
 * end, for the check of what it found.
 */
class Turns {
  /** So much work so far. */
  done = 0;
  private until: number;
  private isFull = false;
  private isStopped = false;

  constructor(
    granted: number,
    private readonly memoryBytes: number,
    private readonly surroundings: Surroundings,
  ) {
    this.until = granted;
  }

  shouldStop(): StopSignal | null {
    if (this.isStopped) return "cancelled"; // who asks again gets no more work to wait for
    if (++this.done > this.until) this.until += this.surroundings.waitForWork?.() ?? Number.POSITIVE_INFINITY;
    this.isStopped = this.surroundings.isStopped();
    if (this.isStopped) return "cancelled";
    if (this.done % MEMORY_INTERVAL_WORK === 0) this.isFull = this.surroundings.memory() > this.memoryBytes;
    return this.isFull ? "memory" : null;
  }

  end(): void {
    this.until = Number.POSITIVE_INFINITY;
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

import { Worker } from "node:worker_threads";
import type { EngineEvent } from "../engines/engine.js";
import type { Design } from "../model/property.js";
import { InternalError, type Outcome } from "../verdict/outcome.js";
import { loadKernels } from "./kernels.js";
import { packDesign, unpackOutcome } from "./transport.js";
import type { Job, WorkerMessage, WorkerStart } from "./worker-protocol.js";

/** One line of a plan: an engine, its options, and how long it may run. */
export interface Attempt {
  readonly engine: string;
  readonly options: Readonly<Record<string, string>>;
  readonly seconds: number;
}

export interface PortfolioOptions {
  readonly threads: number;
  readonly seconds: number;
  readonly memoryBytes: number;
  readonly seed: number;
  /** Aborted by the user: everything stops at once, and what is known is kept. */
  readonly signal?: AbortSignal;
  onEvent?(engine: string, event: EngineEvent): void;
  onEnd?(engine: string, outcome: Outcome | Error): void;
}

/** How long a worker that was told to stop may take before it is ended by force. */
const GRACE_MS = 500;
const STACK_MB = 64;

/**
 * Runs a plan on one property: as many workers as threads, the next attempt whenever one ends without an answer. The
 * first answer wins and the others stop. A worker that dies is reported and the plan goes on.
 */
export async function runPlan(
  design: Design,
  property: number,
  plan: readonly Attempt[],
  options: PortfolioOptions,
): Promise<Outcome> {
  const deadline = performance.now() + options.seconds * 1000;
  const packed = packDesign(design);
  const waiting = [...plan];
  const running = new Set<Running>();
  const unknowns: Outcome[] = [];
  const crashes: Error[] = [];
  let winner: Outcome | undefined;

  const startNext = async () => {
    const attempt = waiting.shift();
    const left = (deadline - performance.now()) / 1000;
    if (attempt === undefined || left <= 0 || options.signal?.aborted) return false;
    const seconds = Math.min(attempt.seconds, left);
    const memoryBytes = options.memoryBytes / options.threads;
    const job: Job = { ...attempt, seconds, design: packed, property, memoryBytes, seed: options.seed };
    running.add(await start(job, options));
    return true;
  };

  const stopAll = () => {
    for (const r of running) r.stop();
  };
  options.signal?.addEventListener("abort", stopAll);
  try {
    while (running.size < options.threads && (await startNext()));
    while (running.size > 0) {
      const { run, result } = await Promise.race([...running].map((r) => r.ended));
      running.delete(run);
      options.onEnd?.(run.engine, result);
      if (result instanceof InternalError) throw result;
      if (result instanceof Error) crashes.push(result);
      else if (result.verdict.answer === "unknown") unknowns.push(result);
      else if (winner === undefined) winner = result;
      else if (winner.verdict.answer !== result.verdict.answer)
        throw new InternalError(
          `${winner.engine} says '${winner.verdict.answer}', ${result.engine} says '${result.verdict.answer}'`,
        );
      if (winner !== undefined) stopAll();
      else await startNext();
    }
  } finally {
    options.signal?.removeEventListener("abort", stopAll);
    stopAll();
    await Promise.all([...running].map((r) => r.ended));
  }
  return winner ?? giveUp(unknowns, crashes, options);
}

/** Nobody answered: the reason that says most. */
function giveUp(unknowns: readonly Outcome[], crashes: readonly Error[], options: PortfolioOptions): Outcome {
  const notes = crashes.map((e) => e.message);
  if (options.signal?.aborted) {
    const verdict = { answer: "unknown", reason: "cancelled", detail: "interrupted", stats: {} } as const;
    return { engine: unknowns[0]?.engine ?? "none", verdict, evidence: "none", seconds: 0, notes };
  }
  const last = unknowns[unknowns.length - 1];
  if (last !== undefined) return { ...last, notes: [...last.notes, ...notes] };
  if (crashes.length > 0) throw new InternalError(notes.join("; "));
  const verdict = { answer: "unknown", reason: "time", detail: "no time to start an engine", stats: {} } as const;
  return { engine: "none", verdict, evidence: "none", seconds: 0, notes };
}

/** Of the arguments of this process a worker takes its loaders; others, like `--eval`, are not for it. */
function loaders(args: readonly string[]): string[] {
  return args.flatMap((arg, i) => {
    if (/^--(import|loader|require)=/.test(arg)) return [arg];
    return /^--(import|loader|require)$/.test(arg) && args[i + 1] !== undefined ? [arg, args[i + 1]!] : [];
  });
}

interface Running {
  readonly engine: string;
  stop(): void;
  readonly ended: Promise<{ run: Running; result: Outcome | Error }>;
}

async function start(job: Job, options: PortfolioOptions): Promise<Running> {
  const stop = new SharedArrayBuffer(4);
  const data: WorkerStart = { job, stop, kernels: await loadKernels() };
  const worker = new Worker(new URL("./worker.js", import.meta.url), {
    workerData: data,
    execArgv: loaders(process.execArgv),
    resourceLimits: { stackSizeMb: STACK_MB, maxOldGenerationSizeMb: Math.ceil(job.memoryBytes / 2 ** 20) },
  });
  let force: NodeJS.Timeout | undefined;
  const result = new Promise<Outcome | Error>((resolve) => {
    worker.on("message", (message: WorkerMessage) => {
      if (message.type === "event") options.onEvent?.(job.engine, message.event);
      else if (message.type === "outcome") resolve(unpackOutcome(message.outcome));
      else resolve(new InternalError(`${job.engine}: ${message.message}\n${message.stack}`));
    });
    worker.on("error", (e) => resolve(new Error(`${job.engine}: ${e instanceof Error ? e.message : e}`)));
    worker.on("exit", (code) => resolve(new Error(`${job.engine}: its worker ended early (status ${code})`)));
  }).finally(() => {
    clearTimeout(force);
    return worker.terminate();
  });
  const run: Running = {
    engine: job.engine,
    stop() {
      Atomics.store(new Int32Array(stop), 0, 1);
      force ??= setTimeout(() => void worker.terminate(), GRACE_MS);
    },
    ended: result.then((r) => ({ run, result: r })),
  };
  return run;
}

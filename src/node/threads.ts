import { Worker } from "node:worker_threads";
import type { Spawn, WorkerEvents, WorkerMessage } from "../portfolio/worker-protocol.js";

const STACK_MB = 64;
/** Workers that wait for a job: more are not kept. */
const MAX_IDLE = 8;

/** A thread that outlives its job, so that the next one starts in no time. */
interface Thread {
  readonly worker: Worker;
  readonly memoryBytes: number;
  events: ThreadEvents | null;
  /** Whose job it had last. */
  engine: string;
}

const idle: Thread[] = [];

/** A thread that somebody has for a while. */
export interface TakenThread {
  post(message: unknown): void;
  release(): void;
  terminate(): void;
}

export interface ThreadEvents {
  message(message: unknown): void;
  died: WorkerEvents["died"];
}

/** Worker threads, kept for further jobs with the same limit, for the same engine if there is one. */
export const spawnThread: Spawn = (memoryBytes, events, engine) =>
  takeThread(memoryBytes, { died: events.died, message: (m) => events.message(m as WorkerMessage) }, engine);

/** A thread with at least so much room on its heap. `engine`: who has it. */
export function takeThread(memoryBytes: number, events: ThreadEvents, engine: string): TakenThread {
  const fitting = idle.filter((t) => t.memoryBytes >= memoryBytes);
  const waiting = fitting.find((t) => t.engine === engine) ?? fitting[0];
  if (waiting !== undefined) idle.splice(idle.indexOf(waiting), 1);
  let thread: Thread;
  try {
    thread = waiting ?? newThread(memoryBytes);
  } catch (e) {
    return noThread(events, e);
  }
  thread.events = events;
  thread.engine = engine;
  thread.worker.ref();
  return {
    post: (message) => thread.worker.postMessage(message),
    release() {
      thread.events = null;
      if (idle.length >= MAX_IDLE) void thread.worker.terminate();
      else {
        thread.worker.unref(); // nobody waits for it at the end of the program
        idle.push(thread);
      }
    },
    terminate() {
      thread.events = null;
      void thread.worker.terminate();
    },
  };
}

/** The system has no room for a further thread: its end is told like that of any other. */
function noThread({ died }: ThreadEvents, e: unknown): TakenThread {
  const reason = e instanceof Error ? e.message : String(e);
  const telling = setImmediate(() => died(`no thread could be started: ${reason}`, "memory"));
  const callOff = () => clearImmediate(telling);
  return { post: () => {}, release: callOff, terminate: callOff };
}

function newThread(memoryBytes: number): Thread {
  // The entry that was put into a few files, whoever asks: a thread begins in a third of the time.
  const worker = new Worker(new URL("../bin/thread.js", import.meta.url), {
    // A loader that the process was started with, for TypeScript say, would cost each worker seconds.
    execArgv: [],
    // Buffers and kernels are not part of this limit: the worker itself watches them.
    resourceLimits: { stackSizeMb: STACK_MB, maxOldGenerationSizeMb: Math.ceil(memoryBytes / 2 ** 20) },
  });
  const thread: Thread = { worker, memoryBytes, events: null, engine: "" };
  const died = (reason: string, limit?: "memory") => {
    const at = idle.indexOf(thread);
    if (at >= 0) idle.splice(at, 1);
    thread.events?.died(reason, limit);
    thread.events = null;
  };
  worker.on("message", (message) => thread.events?.message(message));
  worker.on("error", (e) =>
    "code" in e && e.code === "ERR_WORKER_OUT_OF_MEMORY" ? died("out of memory", "memory") : died(e.message),
  );
  worker.on("exit", (code) => died(`its worker ended early (status ${code})`));
  return thread;
}

import { Stopped } from "../limits/stopped.js";
import { timerMs } from "../limits/timer.js";
import { takeThread } from "./threads.js";

/** What a task may take. */
export interface TaskLimits {
  readonly seconds: number;
  /** Of the whole process, beyond what it has when the task begins. */
  readonly memoryBytes: number;
  readonly signal?: AbortSignal;
}

/** To a thread: call a function of a module with an argument that a message can carry. */
export interface TaskMessage {
  readonly type: "task";
  /** Its address. */
  readonly module: string;
  readonly name: string;
  readonly argument: unknown;
}

/** From a thread: how it went, and how much memory the thread holds now. */
export type TaskReply =
  | { readonly type: "result"; readonly value: unknown; readonly memory: number }
  | { readonly type: "failure"; readonly error: PackedError };

/** An error as plain data: its own fields, and what every error has. */
export interface PackedError {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** An error of the task itself; who knows its class makes it whole again. */
export class TaskError extends Error {
  constructor(readonly packed: PackedError) {
    super(packed.message);
  }
}

const WATCH_MS = 20;
/** What a thread takes before it has done anything. */
const THREAD_BYTES = 32 * 2 ** 20;
/** A thread with more is not kept: its next job would begin with what this one left. */
const KEPT_BYTES = 64 * 2 ** 20;

/**
 * Runs a function in a thread of its own, which is ended whatever it is doing when a limit is met: then this throws `Stopped`. The
 * caller's thread stays awake, for signals. Memory is that of the process: a thread cannot be seen by itself from outside.
 */
export function runTask(module: URL, name: string, argument: unknown, limits: TaskLimits): Promise<unknown> {
  const { seconds, memoryBytes, signal } = limits;
  const most = process.memoryUsage.rss() + THREAD_BYTES + memoryBytes;
  return new Promise((resolve, reject) => {
    const stop = (error: Error): void => {
      end();
      thread.terminate();
      reject(error);
    };
    const died = (reason: string, limit?: "memory") =>
      stop(limit === undefined ? new Error(reason) : outOf("memory", limits));
    const message = (reply: unknown): void => {
      const said = reply as TaskReply;
      end();
      if (said.type === "result" && said.memory < KEPT_BYTES) thread.release();
      else thread.terminate();
      if (said.type === "result") resolve(said.value);
      else reject(new TaskError(said.error));
    };
    const thread = takeThread(memoryBytes, { message, died }, "task");
    const onAbort = () => stop(new Stopped("cancelled", "interrupted"));
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() > most) stop(outOf("memory", limits));
    }, WATCH_MS);
    const deadline = setTimeout(() => stop(outOf("time", limits)), timerMs(seconds * 1000));
    const end = (): void => {
      clearInterval(watch);
      clearTimeout(deadline);
      signal?.removeEventListener("abort", onAbort);
    };
    signal?.addEventListener("abort", onAbort);
    if (signal?.aborted) onAbort();
    else thread.post({ type: "task", module: module.href, name, argument } satisfies TaskMessage);
  });
}

function outOf(reason: "time" | "memory", { seconds, memoryBytes }: TaskLimits): Stopped {
  const most = reason === "time" ? `${Number(seconds.toFixed(1))} s` : `${Math.round(memoryBytes / 2 ** 20)} MB`;
  return new Stopped(reason, `it takes more ${reason} than the ${most} that are left`);
}

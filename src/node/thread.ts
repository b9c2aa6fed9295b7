import { parentPort, receiveMessageOnPort } from "node:worker_threads";
import { isOutOfMemory } from "../limits/out-of-memory.js";
import { Stopped } from "../limits/stopped.js";
import type { Fact } from "../model/fact.js";
import { searchStates } from "../portfolio/search-states.js";
import { type Surroundings, work } from "../portfolio/work.js";
import { WorkerCache } from "../portfolio/worker-cache.js";
import { ControlBlock, type HostMessage, type WorkerMessage } from "../portfolio/worker-protocol.js";
import type { TaskMessage, TaskReply } from "./tasks.js";

// The entry of a worker thread.
const port = parentPort;
if (port === null) throw new Error("worker.ts is the entry of a worker thread");

/** Facts that came while the job is busy. Nothing else can: the host sends a job only when the last has ended. */
function waitingFacts(): Fact[] {
  const facts: Fact[] = [];
  for (let next = receiveMessageOnPort(port!); next !== undefined; next = receiveMessageOnPort(port!)) {
    const message = next.message as HostMessage;
    if (message.type === "fact") facts.push(message.fact);
  }
  return facts;
}

function memoryInUse(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const cache = new WorkerCache();

const asError = (e: unknown): Error => (e instanceof Error ? e : new Error(String(e)));

/** Calls the function, and says what came of it. */
async function perform({ module, name, argument }: TaskMessage): Promise<void> {
  let reply: TaskReply;
  try {
    const functions = new Map<string, (argument: unknown) => unknown>(Object.entries(await import(module)));
    const value = await functions.get(name)!(argument);
    reply = { type: "result", value, memory: memoryInUse() };
  } catch (e) {
    const error = isOutOfMemory(e) ? new Stopped("memory", "there is not enough of it") : asError(e);
    const { name: kind, message, stack = "" } = error;
    reply = { type: "failure", error: { name: kind, message, stack, fields: { ...error } } };
  }
  port!.postMessage(reply);
}

port.on("message", (message: HostMessage | TaskMessage) => {
  if (message.type === "task") {
    void perform(message);
    return;
  }
  // Facts and commands for a job that has ended.
  if (message.type !== "job" || message.control === null) return;
  const control = new ControlBlock(message.control);
  const surroundings: Surroundings = {
    say: (said) => port.postMessage(said),
    isStopped: () => {
      control.waitWhilePaused();
      return control.command === "stop";
    },
    waitForWork: () => {
      control.pause(); // before the host hears of it, which says when to go on
      port.postMessage({ type: "worked" } satisfies WorkerMessage);
      control.waitWhilePaused();
      return control.work;
    },
    receive: waitingFacts,
    memory: () => {
      control.memory = memoryInUse();
      return control.memory;
    },
  };
  for (const _ of work(message.job, message.kernels, surroundings, cache, searchStates));
});

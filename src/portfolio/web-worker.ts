import type { Kernels } from "../logic/kernel-module.js";
import type { Fact } from "../model/fact.js";
import { type Surroundings, work } from "./work.js";
import { WorkerCache } from "./worker-cache.js";
import { type Command, ControlBlock, type HostMessage, type Job, type WorkerMessage } from "./worker-protocol.js";

/** The end of a channel that a worker in a page talks through: its own global scope, or a port in tests. */
export interface WorkerScope {
  postMessage(message: WorkerMessage): void;
  addEventListener(type: "message", listener: (event: { readonly data: HostMessage }) => void): void;
}

/** Between two looks at the messages. */
const SLICE_MS = 50;

/**
 * Serves jobs as the worker threads of Node do, with the same messages. Where memory can be shared (a page that is
 * cross-origin isolated) commands come that way; elsewhere the job runs in slices and messages are looked at between
 * them. The engines' generators make both possible. `isGone`: nobody waits for it any more.
 */
export function serve(scope: WorkerScope, isGone: () => boolean = () => false): void {
  const cache = new WorkerCache();
  let facts: Fact[] = [];
  let command: Command = "go";
  let wake: (() => void) | null = null;
  scope.addEventListener("message", ({ data }) => {
    switch (data.type) {
      case "job":
        facts = [];
        command = "go";
        run(data.job, data.kernels, data.control === null ? null : new ControlBlock(data.control)).catch(broken);
        return;
      case "fact":
        facts.push(data.fact);
        return;
      case "command":
        command = data.command;
        if (command !== "pause") wake?.();
    }
  });

  /** A part that is loaded on demand may not be there any more. */
  function broken({ message, stack = "" }: Error): void {
    scope.postMessage({ type: "error", isInternal: false, message, stack });
  }

  async function run(job: Job, kernels: Kernels | null, control: ControlBlock | null): Promise<void> {
    const surroundings: Surroundings = {
      say: (message) => scope.postMessage(message),
      isStopped: () => {
        control?.waitWhilePaused();
        return command === "stop" || control?.command === "stop";
      },
      receive: () => facts.splice(0),
      // A page cannot ask. Kernels keep to their limits by themselves.
      memory: () => 0,
    };
    const isDesign = job.subject.kind === "design";
    const searchStates = isDesign ? null : (await import("./search-states.js")).searchStates;
    const working = work(job, kernels, surroundings, cache, searchStates);
    for (let sliceEnds = performance.now() + SLICE_MS; ; ) {
      if (working.next().done) return;
      if (performance.now() < sliceEnds) continue;
      await messages();
      if (isGone()) {
        working.return();
        return;
      }
      if (command === "pause") await new Promise<void>((resolve) => (wake = resolve));
      wake = null;
      sliceEnds = performance.now() + SLICE_MS;
    }
  }
}

/** Lets the messages that wait be seen: a timer would be clamped to 4 ms. */
function messages(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

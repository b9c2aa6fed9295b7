import type { HostMessage, Spawn, WorkerEvents, WorkerMessage } from "./worker-protocol.js";

/** What is needed of a page's `Worker`. */
export interface PageWorker {
  postMessage(message: HostMessage): void;
  terminate(): void;
  onmessage: ((event: { readonly data: WorkerMessage }) => void) | null;
  onerror: ((event: { readonly message?: string }) => void) | null;
}

/**
 * Where `runPlan` gets its workers from in a page. `make` starts one whose script is `fairlead/worker`; workers are kept for
 * further jobs.
 *
 * @example In a module that a bundler knows how to read:
 * ```js
 * const spawn = pageWorkers(() => new Worker(new URL("fairlead/worker", import.meta.url), { type: "module" }));
 * const kernels = { bdd: await WebAssembly.compileStreaming(fetch(bddUrl)), sat: await WebAssembly.compileStreaming(fetch(satUrl)) };
 * const outcome = await runPlan(design, 0, planFor(design, design.properties[0]), limits, { spawn, kernels });
 * ```
 */
export function pageWorkers(make: () => unknown): Spawn {
  const idle: PageWorker[] = [];
  return (_memoryBytes, events) => {
    const worker = idle.pop() ?? (make() as PageWorker);
    const end = () => {
      worker.terminate();
      listen(worker, null);
    };
    listen(worker, {
      message: events.message,
      died(reason) {
        end();
        events.died(reason);
      },
    });
    return {
      post: (message) => worker.postMessage(message),
      release() {
        listen(worker, null);
        idle.push(worker);
      },
      terminate: end,
    };
  };
}

function listen(worker: PageWorker, events: WorkerEvents | null): void {
  worker.onmessage = events === null ? null : ({ data }) => events.message(data);
  worker.onerror = events === null ? null : ({ message }) => events.died(message ?? "its script does not run");
}

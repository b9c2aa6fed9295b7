import { serve, type WorkerScope } from "./web-worker.js";
import type { HostMessage, Spawn } from "./worker-protocol.js";

/**
 * Workers in this thread, for where there are no others and for functions, which cannot leave it: a job runs in slices, and
 * everybody else has a turn in between.
 */
export const spawnHere: Spawn = (_memoryBytes, events) => {
  let listen: ((event: { readonly data: HostMessage }) => void) | null = null;
  let isGone = false;
  const scope: WorkerScope = {
    postMessage: (message) => {
      if (!isGone) events.message(message);
    },
    addEventListener: (_type, listener) => {
      listen = listener;
    },
  };
  serve(scope, () => isGone);
  const leave = () => {
    isGone = true;
  };
  return { readsMessages: true, post: (data) => listen?.({ data }), release: leave, terminate: leave };
};

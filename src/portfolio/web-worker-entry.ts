import { serve, type WorkerScope } from "./web-worker.js";

// The entry of a Web Worker: `new Worker(new URL("fairlead/worker", import.meta.url), { type: "module" })`.
serve(globalThis as unknown as WorkerScope);

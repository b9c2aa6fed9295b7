/**
 * The entry of a Web Worker: `new Worker(new URL("fairlead/worker", import.meta.url), { type: "module" })`. It exports nothing; the page speaks
 * to it through `pageWorkers` of `fairlead`.
 *
 * @module fairlead/worker
 */

import { serve, type WorkerScope } from "./web-worker.js";

serve(globalThis as unknown as WorkerScope);

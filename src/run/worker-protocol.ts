import type { EngineEvent } from "../engines/engine.js";
import type { Kernels } from "./kernels.js";
import type { PackedDesign, PackedOutcome } from "./transport.js";

/** One engine on one property: all that a worker needs to know. */
export interface Job {
  readonly design: PackedDesign;
  /** Index into the design's properties. */
  readonly property: number;
  readonly engine: string;
  readonly options: Readonly<Record<string, string>>;
  readonly seconds: number;
  readonly memoryBytes: number;
  readonly seed: number;
}

/** What a worker is born with. `stop[0]` becomes 1 when it must stop: a busy worker sees no messages. */
export interface WorkerStart {
  readonly job: Job;
  readonly stop: SharedArrayBuffer;
  readonly kernels: Kernels;
}

/** What a worker says: events while it works, then exactly one outcome or error. */
export type WorkerMessage =
  | { readonly type: "event"; readonly event: EngineEvent }
  | { readonly type: "outcome"; readonly outcome: PackedOutcome }
  | { readonly type: "error"; readonly message: string; readonly stack: string };

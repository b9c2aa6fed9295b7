import type { ReadonlyAig } from "../logic/aig.js";
import { type Lit, litOf } from "../logic/lit.js";

/** What stands for signals of a model: inputs, latches and gates. */
export interface SignalValues {
  /**
   * By node: its own literal, a constant, or the literal of a node that stands for itself. For a latch that is a constant or another latch,
   * for a gate a leaf or a gate with a smaller number; nothing stands for an input.
   */
  readonly values: Int32Array;
  /**
   * Equations between signals that read latches only. Together these hold at reset and are preserved by every step that keeps the constraints, and all that
   * `values` says follows from them.
   */
  readonly facts: readonly (readonly [Lit, Lit])[];
}

/** Every signal stands for itself. */
export const ownValues = (aig: ReadonlyAig): Int32Array =>
  Int32Array.from({ length: aig.size }, (_, node) => litOf(node));

import type { ReadonlyAig } from "../logic/aig.js";
import { type Lit, litOf } from "../logic/lit.js";

/** For each signal of a model (input, latch or gate) the literal that replaces it. */
export interface SignalValues {
  /**
   * By node: its own literal, a constant, or the literal of a node that is not replaced itself. A latch is replaced by a constant or another latch,
   * a gate by a constant, a leaf or a gate with a smaller number; an input is never replaced.
   */
  readonly values: Int32Array;
  /**
   * Equations between signals that read latches only. Their conjunction holds at reset and is preserved by every step that keeps the constraints, and it
   * implies every replacement in `values`.
   */
  readonly facts: readonly (readonly [Lit, Lit])[];
}

/** No signal is replaced. */
export const ownValues = (aig: ReadonlyAig): Int32Array =>
  Int32Array.from({ length: aig.size }, (_, node) => litOf(node));

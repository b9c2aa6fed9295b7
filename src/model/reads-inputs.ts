import { supportOf } from "../logic/aig.js";
import type { Lit } from "../logic/lit.js";
import type { Model } from "./model.js";

/** Whether the value of one of the literals depends on inputs of the same step (structurally). */
export function readsInputs(model: Model, literals: readonly Lit[]): boolean {
  const inputs = new Set(model.inputs);
  return supportOf(model.aig, literals).some((node) => inputs.has(node));
}

/** Constraints on latches alone: where one does not hold, the values of the latches are no state of the system. */
export const stateConstraints = (model: Model): Lit[] => model.constraints.filter((c) => !readsInputs(model, [c]));

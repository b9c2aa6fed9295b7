import { atomsOf } from "../formula/atom-names.js";
import { supportOf } from "../logic/aig.js";
import type { Lit } from "../logic/lit.js";
import { isConstant, type Model } from "./model.js";
import type { CtlProperty } from "./property.js";

/** Whether the value of one of the literals depends on inputs of the same step (structurally). */
export function readsInputs(model: Model, literals: readonly Lit[]): boolean {
  const inputs = new Set(model.inputs);
  return supportOf(model.aig, literals).some((node) => inputs.has(node));
}

/** Constraints on latches alone: where one does not hold, the values of the latches are no state of the system. */
export const stateConstraints = (model: Model): Lit[] => model.constraints.filter((c) => !readsInputs(model, [c]));

/**
 * Whether a formula of CTL is asked in one initial state alone. What atoms read of inputs is a part of the state, and nothing says what
 * it is at first.
 */
export function hasOneInitialState(model: Model, { formula, atoms }: Pick<CtlProperty, "formula" | "atoms">): boolean {
  if (!model.latches.every(({ reset }) => reset !== "free" && isConstant(reset))) return false;
  const read = [...atomsOf(formula)].flatMap((name) => atoms.get(name) ?? []);
  return !readsInputs(model, read);
}

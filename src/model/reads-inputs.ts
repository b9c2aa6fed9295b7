import { atomsOf } from "../formula/atom-names.js";
import { supportOf } from "../logic/aig.js";
import type { Lit } from "../logic/lit.js";
import { isConstant, type Model } from "./model.js";
import type { CtlProperty } from "./property.js";
import type { Step } from "./step.js";

/** Inputs of the same step that the values of the literals depend on (structurally). */
export function inputsRead({ aig, inputs }: Pick<Model, "aig" | "inputs">, literals: readonly Lit[]): number[] {
  const read = new Set(supportOf(aig, literals));
  return inputs.filter((node) => read.has(node));
}

/** Whether the value of one of the literals depends on inputs of the same step. */
export const readsInputs = (model: Model, literals: readonly Lit[]): boolean => inputsRead(model, literals).length > 0;

export const resetsOf = ({ latches }: Model): Lit[] =>
  latches.flatMap(({ reset }) => (reset === "free" ? [] : [reset]));

/**
 * Whether two steps have the same state: values of the latches, of inputs that atoms read, and at first of those that resets read too.
 */
export function sameState(model: Model, atoms: readonly Lit[]): (a: Step, b: Step, isFirst: boolean) => boolean {
  const indices = (literals: readonly Lit[]) => inputsRead(model, literals).map((node) => model.inputs.indexOf(node));
  const [later, first] = [indices(atoms), indices([...atoms, ...resetsOf(model)])];
  return (a, b, isFirst) =>
    a.latches.every((v, i) => v === b.latches[i]) &&
    (isFirst ? first : later).every((i) => a.inputs[i] === b.inputs[i]);
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

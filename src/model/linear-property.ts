import { linearForm } from "../formula/linear-form.js";
import { isConstant, type Model } from "./model.js";
import type { CtlProperty, LtlProperty } from "./property.js";

/**
 * A property of linear time that is answered like a branching one, or with `opposite` the other way round. That it is rests on a
 * theorem (formula/ctl-to-ltl.ts) which no checker knows: a proof of it is relative to the rewriting.
 */
export interface LinearProperty {
  readonly asked: LtlProperty;
  readonly opposite: boolean;
}

export function linearProperty(model: Model, property: CtlProperty): LinearProperty | null {
  const oneInitialState = model.latches.every(({ reset }) => reset !== "free" && isConstant(reset));
  const linear = linearForm(property.formula, oneInitialState);
  if (linear === null) return null;
  return { asked: { ...property, kind: "ltl", formula: linear.formula }, opposite: linear.opposite };
}

import { linearForm } from "../formula/linear-form.js";
import type { Ltl } from "../formula/ltl.js";
import type { Model, Task } from "./model.js";
import type { CtlProperty, LtlProperty, Property } from "./property.js";
import { hasOneInitialState } from "./reads-inputs.js";

/** How a property is put to engines. It is decided once for a property of a model, and goes with every job about it. */
export interface Asking {
  readonly property: Property;
  /** The task that it becomes as it is. */
  readonly kind: Task["kind"];
  /** A CTL formula in linear time, where that can say it: for engines that know no branching time. Null of all other properties. */
  readonly linear: LinearProperty | null;
}

/**
 * A property of linear time that is answered like a branching one, or with `opposite` the other way round: formula/ctl-to-ltl.ts says why.
 */
export interface LinearProperty {
  readonly asked: LtlProperty;
  readonly opposite: boolean;
}

const known = new WeakMap<Property, { readonly model: Model; readonly asking: Asking }>();

export function askingOf(model: Model, property: Property): Asking {
  const before = known.get(property);
  if (before?.model === model) return before.asking;
  const linear = property.kind === "ctl" ? linearProperty(model, property) : null;
  const asking = { property, kind: taskKind(property), linear };
  known.set(property, { model, asking });
  return asking;
}

/** The formula of LTL that engines are asked, if there is one. */
export function linearFormula({ property, linear }: Asking): Ltl | null {
  return property.kind === "ltl" ? property.formula : (linear?.asked.formula ?? null);
}

/** Of the task that a property becomes as it is. */
export function taskKind({ kind }: Property): Task["kind"] {
  return kind === "bad" ? "reach" : kind === "ctl" ? "ctl" : "fair-cycle";
}

function linearProperty(model: Model, property: CtlProperty): LinearProperty | null {
  const linear = linearForm(property.formula, hasOneInitialState(model, property));
  if (linear === null) return null;
  return { asked: { ...property, kind: "ltl", formula: linear.formula }, opposite: linear.opposite };
}

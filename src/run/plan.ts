import type { Model } from "../model/model.js";
import type { Property } from "../model/property.js";
import type { Attempt } from "./portfolio.js";

/** What a plan is chosen by: cheap to compute, known before any engine starts. */
export interface Features {
  readonly kind: Property["kind"];
  readonly latches: number;
  readonly inputs: number;
  readonly gates: number;
  readonly conditions: number;
}

export function featuresOf(model: Model, property: Property): Features {
  const own = property.kind === "justice" ? property.literals.length : 0;
  return {
    kind: property.kind,
    latches: model.latches.length,
    inputs: model.inputs.length,
    gates: model.aig.gateCount,
    conditions: model.fairness.length + own,
  };
}

/** The engines to try for a property, in order, each with the time it may take. */
export function planFor(_features: Features, seconds: number): Attempt[] {
  return [{ engine: "reference", options: {}, seconds }];
}

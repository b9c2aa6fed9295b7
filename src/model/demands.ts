import { type Lit, TRUE } from "../logic/lit.js";
import type { Model } from "./model.js";
import type { Demand, Design } from "./property.js";
import { type SourcePlace, signalNames } from "./symbols.js";

/** Notes which demand each constraint and condition belongs to, while a reader collects them. */
export class DemandLog {
  readonly demands: Demand[] = [];

  constructor(
    private readonly constraints: readonly Lit[],
    private readonly fairness: readonly Lit[],
  ) {}

  /** What the work adds to the two lists belongs to the demand. */
  during<T>(name: string, source: SourcePlace | undefined, work: () => T): T {
    const [constraints, fairness] = [this.constraints.length, this.fairness.length];
    const result = work();
    this.demands.push({
      name,
      ...(source && { source }),
      constraints: [...this.constraints.keys()].slice(constraints),
      fairness: [...this.fairness.keys()].slice(fairness),
    });
    return result;
  }
}

/** What the design asks of behaviours: as its reader says or, where that says nothing, each constraint and condition by itself. */
export function demandsOf({ model, demands }: Design): readonly Demand[] {
  if (demands !== undefined) return demands;
  const names = signalNames(model.signals);
  const called = (what: string, name: string | undefined) => (name === undefined ? what : `${what} (${name})`);
  return [
    ...model.constraints.map((literal, k) => ({
      name: called(`constraint ${k}`, names.get(literal)),
      constraints: [k],
      fairness: [],
    })),
    ...model.fairness.map((literal, k) => ({
      name: called(`fairness ${k}`, model.fairnessNames?.[k] ?? names.get(literal)),
      constraints: [],
      fairness: [k],
    })),
  ];
}

/** The model without some of the demands. Constraints and conditions keep their indices: those that go hold always. */
export function withoutDemands(model: Model, demands: readonly Demand[]): Model {
  const [constraints, fairness] = [[...model.constraints], [...model.fairness]];
  for (const demand of demands) {
    for (const k of demand.constraints) constraints[k] = TRUE;
    for (const k of demand.fairness) fairness[k] = TRUE;
  }
  return { ...model, constraints, fairness };
}

import type { Lasso, Run } from "../evidence/verdict.js";
import type { Lit } from "../logic/lit.js";
import type { Model } from "../model/model.js";
import { Simulator } from "../model/simulate.js";
import { type Signal, signalNames } from "../model/symbols.js";
import { valueText } from "./value.js";

/** A literal that a reader of the trace wants to see met, and what to call it. */
export interface Condition {
  readonly name: string;
  readonly literal: Lit;
}

/** A lasso or run in the user's own terms: what every format of a trace starts from. */
export interface Trace {
  readonly signals: readonly Signal[];
  /** `values[step][signal]` */
  readonly values: readonly (readonly string[])[];
  readonly conditions: readonly Condition[];
  /** `met[step]`: indices of the conditions that hold in the step. */
  readonly met: readonly (readonly number[])[];
  /** First step of the loop, or null for a finite run. */
  readonly loop: number | null;
}

/** Evaluates every signal and condition in every step. */
export function traceOf(model: Model, path: Lasso | Run, conditions: readonly Condition[]): Trace {
  const watch = [...model.signals.flatMap((s) => s.bits), ...conditions.map((c) => c.literal)];
  const simulator = new Simulator(model, { watch, latches: [] });
  const values: string[][] = [];
  const met: number[][] = [];
  for (const step of path.steps) {
    simulator.load(step);
    simulator.evaluate();
    values.push(model.signals.map((s) => valueText(s, (i) => simulator.bit(s.bits[i]!))));
    met.push(conditions.flatMap((c, k) => (simulator.bit(c.literal) === 1 ? [k] : [])));
  }
  return { signals: model.signals, values, conditions, met, loop: path.kind === "lasso" ? path.loop : null };
}

/** The fairness of a model and further literals as conditions: in the user's words, or by the signal that is the same literal. */
export function conditionsOf(model: Model, more: readonly Condition[]): Condition[] {
  const named = signalNames(model.signals);
  const fairness = model.fairness.map((literal, k) => {
    const name = model.fairnessNames?.[k] ?? named.get(literal);
    return { name: `fairness ${k}${name === undefined ? "" : ` (${name})`}`, literal };
  });
  return [...fairness, ...more];
}

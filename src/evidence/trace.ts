import { type Lit, nodeOf } from "../logic/lit.js";
import type { Model } from "../model/model.js";
import type { Property } from "../model/property.js";
import { Simulator } from "../model/simulate.js";
import { type Signal, type SignalType, type SourcePlace, signalNames } from "../model/symbols.js";
import { valueText } from "./value.js";
import type { Lasso, Run, Witness } from "./verdict.js";

/**
 * A behaviour in the user's own terms, of a circuit or of a program: what every format of a trace is made from. A step is a
 * state and, in a circuit, the inputs there.
 */
export interface Trace {
  readonly signals: readonly TraceSignal[];
  /** `bits[step][signal]`, the most significant one first. */
  readonly bits: readonly (readonly string[])[];
  /** The same as the user writes them. */
  readonly values: readonly (readonly string[])[];
  readonly conditions: readonly TraceCondition[];
  /** `met[step]`: indices of the conditions that hold in the step. */
  readonly met: readonly (readonly number[])[];
  /** First step of the loop, or null for a finite run. */
  readonly loop: number | null;
  /** Signals that are not what they were when the loop comes round: they matter to nothing that is asked. */
  readonly open?: readonly number[];
  /** What is wrong happens on the way out of the last step: the bits after it. */
  readonly after?: readonly string[];
  /** Of a program. */
  readonly moves?: Moves;
  /** Of a branching counterexample: what starts at some of the steps. */
  readonly branches?: readonly { readonly step: number; readonly formula: string; readonly trace: Trace }[];
}

export interface TraceSignal {
  readonly name: string;
  /** `text`: it has parts of its own, a set for example, and its bits are theirs. */
  readonly type: SignalType | { readonly kind: "text" };
  /** It is part of the state: others are inputs, or depend on them. */
  readonly isState: boolean;
  /** Where the source says what its value is, if it does. */
  readonly assigned?: readonly SourcePlace[];
  /** Signals with one key are the same bits, read in the same way. */
  readonly key: string;
  /** The author of the program says how its values are shown. */
  readonly isDisplayed?: boolean;
}

export interface TraceCondition {
  readonly name: string;
  /** How the loop meets it, in words. */
  readonly how?: string;
}

/** What a program's processes do. */
export interface Moves {
  /** `process.step`, by the state that it leaves; null where nothing happens. A run has none at its end. */
  readonly steps: readonly (string | null)[];
  /** By step in which nothing happens: steps that could be taken there. */
  readonly could?: readonly (readonly string[])[];
  /** By step: the line of a statement, where its name does not tell. */
  readonly lines: readonly (number | null)[];
  /** Variables by name, and their values by state: the signals are their parts. */
  readonly variables: readonly string[];
  readonly states: readonly (readonly string[])[];
  /** The first step in which what must always hold does not. */
  readonly breach: { readonly step: number; readonly text: string } | null;
  /** No step is enabled at the end. */
  readonly isDeadlock: boolean;
  /** Who does what in turn, with the messages. */
  readonly chart: Chart;
}

/** Steps in the lanes of their processes. */
export interface Chart {
  readonly lanes: readonly string[];
  readonly rows: readonly ChartRow[];
  readonly loop: number | null;
}

/** A step in the lane of its process, with the messages that it sends and receives. */
export interface ChartRow {
  /** -1 where nothing happens. */
  readonly lane: number;
  readonly step: string;
  readonly sent: readonly string[];
  /** What is received, and in whose lane it was sent; null where nobody is known. */
  readonly received: readonly { readonly text: string; readonly from: number | null }[];
}

/** A literal that a reader of the trace wants to see met, and what to call it. */
export interface Condition {
  readonly name: string;
  readonly literal: Lit;
}

/** A counterexample or example of a property, evaluated in every step. */
export function traceOf(model: Model, property: Property, witness: Witness): Trace {
  const conditions = conditionsFor(model, property);
  if (witness.kind !== "tree") {
    const isLate = property.kind === "bad" && dependsOnInputs(model)[nodeOf(property.literal)] === 1;
    return pathTrace(model, witness, conditions, isLate);
  }
  const branches = witness.branches.map(({ step, tree }) => {
    return { step, formula: tree.formula, trace: traceOf(model, property, tree) };
  });
  return { ...pathTrace(model, witness.path, conditions), branches };
}

/** Every signal and condition in every step of a path. `withNext`: also the state after the last step of a run. */
export function pathTrace(
  model: Model,
  path: Lasso | Run,
  conditions: readonly Condition[] = [],
  withNext = false,
): Trace {
  const watch = [...model.signals.flatMap((s) => s.bits), ...conditions.map((c) => c.literal)];
  const loop = path.kind === "lasso" ? path.loop : null;
  const simulator = new Simulator(model, { watch, ...(loop === null && !withNext && { latches: [] }) });
  const read = () => model.signals.map((s) => s.bits.map((b) => simulator.bit(b)).reverse().join("")); // biome-ignore format: one line
  const bits: string[][] = [];
  const met: number[][] = [];
  for (const step of path.steps) {
    simulator.load(step);
    simulator.evaluate();
    bits.push(read());
    met.push(conditions.flatMap((c, k) => (simulator.bit(c.literal) === 1 ? [k] : [])));
  }
  const signals = signalsOf(model);
  const values = bits.map((all) => all.map((b, k) => valueText(model.signals[k]!.type, b)));
  const trace = { signals, bits, values, conditions: conditions.map(({ name }) => ({ name })), met, loop };
  if (bits.length === 0 || (loop === null && !withNext)) return trace;
  simulator.advance();
  simulator.evaluate();
  const after = read();
  if (loop === null) return { ...trace, after };
  const depends = dependsOnInputs(model);
  const isFixed = (k: number) => !model.signals[k]!.bits.some((b) => depends[nodeOf(b)] === 1);
  const open = signals.flatMap((_, k) => (after[k] !== bits[loop]![k] && isFixed(k) ? [k] : []));
  return open.length === 0 ? trace : { ...trace, open };
}

function signalsOf(model: Model): TraceSignal[] {
  const depends = dependsOnInputs(model);
  return model.signals.map((s) => {
    const isState = s.isState === true || !s.bits.some((b) => depends[nodeOf(b)] === 1);
    return { name: s.name, type: s.type, isState, key: keyOf(s), ...(s.assigned && { assigned: s.assigned }) };
  });
}

const keyOf = ({ name, bits, type }: Signal): string =>
  bits.every((b) => nodeOf(b) === 0) ? name : `${bits.join()} ${JSON.stringify(type)}`;

function dependsOnInputs({ aig, inputs }: Model): Uint8Array {
  const depends = new Uint8Array(aig.size);
  for (const n of inputs) depends[n] = 1;
  for (let n = 1; n < aig.size; n++) {
    if (aig.isGate(n)) depends[n] = depends[nodeOf(aig.fanin0(n))]! | depends[nodeOf(aig.fanin1(n))]!;
  }
  return depends;
}

/** What must be met in the loop of a counterexample, or in the last step of a run. */
export function conditionsFor(model: Model, property: Property): Condition[] {
  switch (property.kind) {
    case "justice":
      return [
        ...fairnessConditions(model),
        ...property.literals.map((literal, k) => ({ name: `${property.name} condition ${k}`, literal })),
      ];
    case "bad":
      return [
        { name: `${property.name} ${property.isCover ? "covered" : "violated"} here`, literal: property.literal },
      ];
    case "ltl":
    case "ctl":
      return fairnessConditions(model);
  }
}

/** The fairness of a model: in the user's words, or by the signal that is the same literal. */
function fairnessConditions(model: Model): Condition[] {
  const named = signalNames(model.signals);
  return model.fairness.map((literal, k) => {
    const name = model.fairnessNames?.[k] ?? named.get(literal);
    return { name: `fairness ${k}${name === undefined ? "" : ` (${name})`}`, literal };
  });
}

import { type Lit, nodeOf } from "../logic/lit.js";
import type { Model, Origin } from "../model/model.js";
import type { Property } from "../model/property.js";
import { Simulator } from "../model/simulate.js";
import type { Step } from "../model/step.js";
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
  /** What the source calls the whole, and its clock. */
  readonly origin?: Origin;
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
  /** The indices of the most and the least significant bit, as in a `Signal`. */
  readonly left?: number;
  readonly right?: number;
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
  const loop = path.kind === "lasso" ? path.loop : null;
  const reader = new StepReader(model, conditions, loop !== null || withNext);
  const rows = path.steps.map((step) => reader.read(step));
  const { signals } = reader;
  const trace = {
    signals,
    bits: rows.map((r) => r.bits),
    values: rows.map((r) => r.values),
    conditions: conditions.map(({ name }) => ({ name })),
    met: rows.map((r) => r.met),
    loop,
    ...(model.origin && { origin: model.origin }),
  };
  if (rows.length === 0 || (loop === null && !withNext)) return trace;
  const after = reader.after();
  if (loop === null) return { ...trace, after };
  const depends = dependsOnInputs(model);
  const isFixed = (k: number) => !model.signals[k]!.bits.some((b) => depends[nodeOf(b)] === 1);
  const open = signals.flatMap((_, k) => (after[k] !== trace.bits[loop]![k] && isFixed(k) ? [k] : []));
  return open.length === 0 ? trace : { ...trace, open };
}

/** What a trace has of one step. */
export interface TraceRow {
  readonly bits: readonly string[];
  readonly values: readonly string[];
  readonly met: readonly number[];
}

/** Evaluates the signals and conditions of a model, one step at a time. */
export class StepReader {
  readonly signals: readonly TraceSignal[];
  private readonly simulator: Simulator;

  constructor(
    private readonly model: Model,
    private readonly conditions: readonly Condition[],
    withNext = false,
  ) {
    const watch = [...model.signals.flatMap((s) => s.bits), ...conditions.map((c) => c.literal)];
    this.simulator = new Simulator(model, { watch, ...(!withNext && { latches: [] }) });
    this.signals = signalsOf(model);
  }

  read(step: Step): TraceRow {
    const { simulator, model } = this;
    simulator.load(step);
    simulator.evaluate();
    const bits = this.bits();
    return {
      bits,
      values: bits.map((b, k) => valueText(model.signals[k]!.type, b)),
      met: this.conditions.flatMap((c, k) => (simulator.bit(c.literal) === 1 ? [k] : [])),
    };
  }

  /** The bits of the state after the step that was read last, with its inputs. */
  after(): readonly string[] {
    this.simulator.advance();
    this.simulator.evaluate();
    return this.bits();
  }

  private bits(): string[] {
    return this.model.signals.map((s) => s.bits.map((b) => this.simulator.bit(b)).reverse().join("")); // biome-ignore format: one line
  }
}

function signalsOf(model: Model): TraceSignal[] {
  const depends = dependsOnInputs(model);
  return model.signals.map((s) => {
    const isState = s.isState === true || !s.bits.some((b) => depends[nodeOf(b)] === 1);
    const { name, type, assigned, left, right } = s;
    return {
      name,
      type,
      isState,
      key: keyOf(s),
      ...(assigned && { assigned }),
      ...(left !== undefined && right !== undefined && { left, right }),
    };
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

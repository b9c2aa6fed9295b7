import type { Lacking } from "../evidence/lacking.js";
import type { EvidenceLevel, Outcome } from "../evidence/outcome.js";
import type { Trace } from "../evidence/trace.js";
import type { Vacuity } from "../evidence/vacuity.js";
import { type Stats, type UnknownReason, witnessIn } from "../evidence/verdict.js";
import type { Host } from "../portfolio/portfolio.js";
import type { ProgramAskOptions } from "../portfolio/program-check.js";
import { ProgramSubject } from "../portfolio/program-subject.js";
import type { ProgramWitness } from "../portfolio/program-witness.js";
import { mistakeInWords } from "../present/mistake.js";
import { type Colours, outcomeText } from "../present/outcome.js";
import { shown, toldIn } from "../present/shown.js";
import { traceText } from "../present/text.js";
import { type Behaviour, fairnessMet, type MetCondition } from "../program/behaviour.js";
import type { Variables } from "../program/process-spec.js";
import type { Program } from "../program/program.js";
import { valueIn } from "../program/state-object.js";
import { questionOf, type System } from "../program/system.js";
import { ArgumentError, expectSystem, having } from "../text/argument-error.js";
import { forTerminal } from "../text/escape.js";
import { recordOf } from "../text/record.js";

/** A formula of LTL, or of the logic that is named. */
export type Formula = string | { readonly ltl: string } | { readonly ctl: string };

export interface SystemCheckOptions extends ProgramAskOptions {
  /**
   * `explicit`: all states are visited; so do `nested-emptiness`, `cvwy` and `couvreur`. The name of another engine: the system
   * becomes a circuit, and the engine runs in a worker that the host spawns. `auto`, the default: the states are visited, and
   * engines for circuits are asked beside that, if there is a host.
   */
  readonly engine?: string;
  /** Where workers come from. Absent: states are visited in this thread, in slices. */
  readonly host?: Host;
}

/** What a check of a system found. */
export interface SystemResult {
  readonly system: string;
  readonly formula: string;
  readonly answer: "holds" | "fails" | "unknown";
  /** For `unknown`. */
  readonly reason: UnknownReason | null;
  readonly detail: string;
  readonly engine: string;
  readonly seconds: number;
  readonly evidence: EvidenceLevel;
  readonly stats: Stats;
  readonly notes: readonly string[];
  readonly counterexample: Counterexample | null;
  /** Of a formula that holds: what that is worth. Absent where that was not examined. */
  readonly vacuity?: Vacuity<Counterexample>;
  /** Of a formula that fails by a loop: fairness that is not declared and would exclude that. */
  readonly lacking?: Lacking;
  /** The answer and the counterexample, in the terms of the system. */
  toString(): string;
}

/**
 * A behaviour that violates the formula (a `lasso`), a finite `run` after which no behaviour satisfies it, or a run to a
 * state in which no step is enabled (a `deadlock`). A formula of branching time has a text only.
 */
export interface Counterexample {
  readonly kind: "lasso" | "run" | "deadlock" | "branching";
  /** Values of variables by name. */
  readonly states: readonly Readonly<Record<string, unknown>>[];
  /** `process.step`, by the state that it leaves; null where nothing happens. */
  readonly steps: readonly (string | null)[];
  /** After the last state comes `states[loop]` again. */
  readonly loop: number | null;
  /** Of a lasso: every fairness condition, and the states or the steps that leave them in which it is met. */
  readonly fairness: readonly MetCondition[];
  /** Of a lasso or run that violates `G …`: the first state in which what must always hold does not. */
  readonly breach: { readonly state: number; readonly text: string } | null;
  readonly text: string;
}

/**
 * Does every fair behaviour of the system satisfy the formula? A mistake of the program (a value that leaves its domain,
 * a function that is not pure) rejects with a ModelError. Every counterexample is replayed before it is shown.
 */
export async function checkSystem<V extends Variables>(
  system: System<V>,
  formula: Formula,
  { host, ...options }: SystemCheckOptions = {},
): Promise<SystemResult> {
  expectSystem("check", system);
  if (typeof formula !== "string" && !having("ltl")(formula) && !having("ctl")(formula))
    throw new ArgumentError("check", "formula", "a text, { ltl } or { ctl }", formula);
  const asked = questionOf(formula, "the formula");
  const subject = new ProgramSubject(system, [{ name: asked.formula, ...asked }], host ?? null);
  try {
    const outcome = await subject.ask(0, options);
    return resultOf(system, asked.formula, outcome, (behaviour) => subject.trace(0, behaviour));
  } catch (e) {
    throw mistakeInWords(e);
  }
}

function resultOf(
  program: Program,
  formula: string,
  outcome: Outcome<ProgramWitness>,
  traceOf: (behaviour: ProgramWitness) => Trace,
): SystemResult {
  const { verdict, engine, seconds, evidence, notes, vacuity } = outcome;
  const tell = (witness: ProgramWitness) => counterexampleOf(program, witness, traceOf(witness));
  const behaviour = verdict.answer === "fails" ? witnessIn(verdict) : null;
  const counterexample = behaviour === null ? null : tell(behaviour);
  const isStuck = counterexample?.kind === "deadlock";
  return {
    system: program.name,
    formula,
    answer: verdict.answer,
    reason: verdict.answer === "unknown" ? verdict.reason : null,
    detail: verdict.answer === "unknown" ? verdict.detail : isStuck ? "no step is enabled after this run" : "",
    engine,
    seconds,
    evidence,
    stats: verdict.stats,
    notes,
    counterexample,
    ...(vacuity !== undefined && { vacuity: toldIn(vacuity, tell) }),
    ...(outcome.lacking !== undefined && { lacking: outcome.lacking }),
    toString: () => {
      const name = `${forTerminal(program.name)}: ${forTerminal(formula)}`;
      return outcomeText(name, shown(outcome, traceOf, String), PLAIN).trimEnd();
    },
  };
}

const PLAIN: Colours = { green: (t) => t, red: (t) => t, yellow: (t) => t, dim: (t) => t };

function counterexampleOf(program: Program, witness: ProgramWitness, trace: Trace): Counterexample {
  const text = traceText(trace);
  if (witness.kind === "circuit")
    return { kind: "branching", states: [], steps: [], loop: null, fairness: [], breach: null, text };
  const { behaviour } = witness;
  const { steps, breach } = trace.moves ?? { steps: [], breach: null };
  return {
    kind: kindOf(behaviour),
    states: behaviour.states.map((state) => recordOf(program.variables.map((v) => [v.name, valueIn(v, state)]))),
    steps,
    loop: behaviour.loop,
    fairness: fairnessMet(program, behaviour),
    breach: breach === null ? null : { state: breach.step, text: forTerminal(breach.text) },
    text,
  };
}

function kindOf({ isDeadlock, loop }: Behaviour): "lasso" | "run" | "deadlock" {
  if (isDeadlock) return "deadlock";
  return loop === null ? "run" : "lasso";
}

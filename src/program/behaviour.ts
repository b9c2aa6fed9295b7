import type { Ltl } from "../formula/ltl.js";
import { type Prefix, REFUTED, truthOfPrefix } from "../formula/prefix.js";
import { type LassoWord, satisfies, truthAlong } from "../formula/words.js";
import { tightLasso } from "../logic/tight-lasso.js";
import { ModelError } from "./model-error.js";
import { fairnessOf, isOneEnabled, type NamedCondition, type Program, type StepFairness } from "./program.js";
import { type ProcessStep, Semantics, sameState } from "./semantics.js";

/** What a program does: states, and the step that leaves each (null: nothing happens, for ever). */
export interface Behaviour {
  readonly states: readonly Int32Array[];
  readonly steps: readonly (ProcessStep | null)[];
  /** Where the loop starts; null for a run that is over, whose last state no step leaves. */
  readonly loop: number | null;
  /** Slots that do not matter, and need not be again what they were when the loop comes round. */
  readonly open?: readonly number[];
  /** Of a run: no step is enabled in its last state, and that is an error. */
  readonly isDeadlock?: boolean;
}

/** The shortest way to write the same behaviour: what tells its steps apart outside the program is forgotten. */
export function tightened(behaviour: Behaviour): Behaviour {
  if (behaviour.loop === null) return behaviour;
  const { states, steps } = behaviour;
  const keys = states.map((state, t) => `${state.join(" ")} ${steps[t]?.processName} ${steps[t]?.name}`);
  const { loop, length } = tightLasso(keys, behaviour.loop);
  return { states: states.slice(0, length), steps: steps.slice(0, length), loop };
}

/**
 * Replays a behaviour by the semantics of programs: first state, every step enabled and doing what it says, the loop
 * closed, and every fairness condition met by its own definition. The sentence says what is wrong, null means nothing.
 */
export function problemWith(program: Program, behaviour: Behaviour): string | null {
  const semantics = new Semantics(program);
  const { states, steps, loop } = behaviour;
  const last = states.length - 1;
  if (last < 0 || (loop !== null && !(loop >= 0 && loop <= last))) return "there is no such step to go back to";
  const { slots } = program;
  const wrong = states[0]!.findIndex((code, i) => !slots[i]!.initial.includes(code));
  if (wrong >= 0) return `${slots[wrong]!.name} does not start so`;
  for (let t = 0; t <= last; t++) {
    if (t === last && loop === null) break;
    const next = states[t === last ? loop! : t + 1]!;
    const isOpen = (slot: number) => t === last && behaviour.open?.includes(slot) === true;
    const problem = stepProblem(semantics, states[t]!, steps[t] ?? null, next, isOpen);
    if (problem !== null) return `step ${t}: ${problem}`;
  }
  return loop === null ? null : fairnessProblem(semantics, behaviour, loop);
}

function stepProblem(
  semantics: Semantics,
  state: Int32Array,
  step: ProcessStep | null,
  next: Int32Array,
  isOpen: (slot: number) => boolean,
): string | null {
  const enabled = semantics.enabled(state);
  if (step === null) {
    if (!semantics.mayIdle(enabled))
      return enabled.includes(true)
        ? "nothing happens, but a step is enabled"
        : "nothing happens, but the system does not stutter";
    return sameState(state, next) ? null : "nothing happens, but the state changes";
  }
  const name = `${step.processName}.${step.name}`;
  const known = semantics.steps.findIndex((s) => s.process === step.process && s.name === step.name);
  if (known < 0) return `there is no ${name}`;
  if (!enabled[known]) return `${name} is not enabled`;
  const after = semantics.after(semantics.steps[known]!, state);
  const isNext = (s: Int32Array) => s.every((code, slot) => code === next[slot] || isOpen(slot));
  return after.some(isNext) ? null : `${name} does something else`;
}

/** A fairness condition, and the steps (from 0) in which a lasso meets it. */
export interface MetCondition {
  readonly name: string;
  readonly metIn: readonly number[];
}

/** Why a behaviour with a loop is fair: none of a run that is over. */
export function fairnessMet(program: Program, { states, steps, loop }: Behaviour): MetCondition[] {
  if (loop === null) return [];
  const semantics = new Semantics(program);
  const times = states.map((_, t) => t);
  const enabled = states.map((state) => semantics.enabled(state));
  return fairnessOf(program).map((condition): MetCondition => {
    const { name } = condition;
    if (condition.kind === "state")
      return { name, metIn: times.filter((t) => semantics.holds(condition.holds, states[t]!, name)) };
    const { kind } = condition;
    const moves = (t: number) => isTaken(condition, steps[t]);
    const isEnabled = (t: number) => isOneEnabled(condition, enabled[t]!);
    const isNeverAgain = times.slice(loop).every((t) => !isEnabled(t));
    const metIn = times.filter(
      (t) => moves(t) || (kind === "weak" && !isEnabled(t)) || (kind === "strong" && t >= loop && isNeverAgain),
    );
    return { name, metIn };
  });
}

export const isTaken = ({ steps }: StepFairness, step: ProcessStep | null | undefined): boolean =>
  step !== null && step !== undefined && steps.has(step.index);

/** By the definitions of fairness, on the loop. */
function fairnessProblem(semantics: Semantics, { states, steps }: Behaviour, loop: number): string | null {
  const inLoop = states.slice(loop);
  for (const condition of fairnessOf(semantics.program)) {
    if (condition.kind === "state") {
      const { holds, name } = condition;
      if (!inLoop.some((s) => semantics.holds(holds, s, name))) return `${name} is never true in the loop`;
      continue;
    }
    const moves = steps.slice(loop).some((s) => isTaken(condition, s));
    const isEnabled = (s: Int32Array) => isOneEnabled(condition, semantics.enabled(s));
    const owed =
      condition.kind === "unconditional" ||
      (condition.kind === "weak" ? inLoop.every(isEnabled) : inLoop.some(isEnabled));
    if (owed && !moves) return `the loop breaks the ${condition.name}`;
  }
  return null;
}

/** Whether the formula is true of a behaviour with a loop, by the semantics of LTL. */
export function satisfiesFormula(
  program: Program,
  behaviour: Behaviour,
  formula: Ltl,
  atoms: ReadonlyMap<string, NamedCondition>,
): boolean {
  return satisfies(wordOf(program, behaviour, atoms), formula);
}

/** Whether a run that is over shows that the formula fails, however it might go on. */
export function refutesFormula(
  program: Program,
  run: Behaviour,
  formula: Ltl,
  atoms: ReadonlyMap<string, NamedCondition>,
): boolean {
  return truthOfPrefix(lettersOf(program, run, atoms), formula)[0] === REFUTED;
}

/** Where something that must always hold does not. */
export interface Breach {
  /** The first such state. */
  readonly state: number;
  readonly formula: Ltl;
}

/** Where a behaviour violates `G …`; null for other formulas. */
export function breachOf(
  program: Program,
  behaviour: Behaviour,
  formula: Ltl,
  atoms: ReadonlyMap<string, NamedCondition>,
): Breach | null {
  if (formula.op !== "G") return null;
  const letters = lettersOf(program, behaviour, atoms);
  const { loop } = behaviour;
  const truth = loop === null ? truthOfPrefix(letters, formula.arg) : truthAlong({ ...letters, loop }, formula.arg);
  const state = truth.indexOf(0);
  // What the past makes true at first may fail in a later turn of the loop only.
  return state < 0 || state >= behaviour.states.length ? null : { state, formula: formula.arg };
}

/** What a behaviour with a loop says about atoms. */
export function wordOf(program: Program, behaviour: Behaviour, atoms: ReadonlyMap<string, NamedCondition>): LassoWord {
  const { loop } = behaviour;
  if (loop === null) throw new ModelError("model-behaviour", "a run that is over is no infinite word");
  return { ...lettersOf(program, behaviour, atoms), loop };
}

function lettersOf(program: Program, { states }: Behaviour, atoms: ReadonlyMap<string, NamedCondition>): Prefix {
  const semantics = new Semantics(program);
  return {
    length: states.length,
    holds(name, t) {
      const atom = atoms.get(name);
      if (atom === undefined) throw new Error(`the atom ${name} means nothing`);
      return semantics.holds(atom.holds, states[t]!, name);
    },
  };
}

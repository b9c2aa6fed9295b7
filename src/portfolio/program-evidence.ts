import { InternalError } from "../evidence/outcome.js";
import { type Behaviour, breachOf, problemWith, refutesFormula, satisfiesFormula } from "../program/behaviour.js";
import { MistakeAfterRun, ModelError } from "../program/model-error.js";
import type { Program } from "../program/program.js";
import type { ProgramQuestion } from "../program/question.js";
import { Semantics } from "../program/semantics.js";
import { programTrace } from "../program/trace.js";
import type { ProgramWitness } from "./program-witness.js";

// Behaviours that engines found are believed when the semantics of programs says the same; otherwise it is an internal error.

function replay(program: Program, behaviour: Behaviour): void {
  const problem = problemWith(program, behaviour);
  if (problem !== null) throw new InternalError(`the counterexample does not replay: ${problem}`);
}

/** A behaviour of the program on which the formula fails. */
export function replayed(program: Program, question: ProgramQuestion, behaviour: Behaviour): ProgramWitness {
  replay(program, behaviour);
  if (question.logic !== "ltl") return { kind: "behaviour", behaviour, breach: null };
  const { formula, atoms } = question;
  const fails =
    behaviour.loop === null
      ? refutesFormula(program, behaviour, formula, atoms)
      : !satisfiesFormula(program, behaviour, formula, atoms);
  if (!fails) throw new InternalError("the formula does not fail on the counterexample");
  return { kind: "behaviour", behaviour, breach: breachOf(program, behaviour, formula, atoms) };
}

/** A run to a state in which no step is enabled. */
export function replayedDeadlock(program: Program, run: Behaviour): ProgramWitness {
  replay(program, run);
  if (new Semantics(program).enabled(run.states.at(-1)!).includes(true))
    throw new InternalError("a step is enabled in the state that is called a deadlock");
  return { kind: "behaviour", behaviour: { ...run, isDeadlock: true }, breach: null };
}

/** A mistake of the program, with the run to it. */
export const mistakeIn = (program: Program, error: ModelError, run: Behaviour): ModelError =>
  new MistakeAfterRun(error, programTrace(program, { ...run, loop: null }));

/** The mistake that the last step of a run makes, by the semantics of programs. */
export function mistakeAfter(program: Program, { states, steps }: Behaviour): ModelError {
  const semantics = new Semantics(program);
  const state = states[states.length - 1]!;
  const step = steps[steps.length - 1];
  try {
    semantics.enabled(state);
    if (step) semantics.after(step, state);
  } catch (e) {
    if (e instanceof ModelError) return e;
    throw e;
  }
  throw new InternalError("the run to a mistake of the program makes none");
}

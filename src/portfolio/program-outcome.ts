import { InternalError, type Outcome } from "../evidence/outcome.js";
import { none, proofIn, type Verdict, type Witness } from "../evidence/verdict.js";
import type { Progress } from "../limits/progress.js";
import type { Design, Property } from "../model/property.js";
import type { ProgramWitness } from "./program-witness.js";

// What was found out about the circuit of a program, or by a visit of its states, said of the program.

export type ProgramOutcome = Outcome<ProgramWitness>;

/** What is said of behaviours that are kept beside the verdict. */
export const ELSEWHERE = "the behaviour is told in terms of the program";

/** A witness that stays one of the circuit. */
export const inCircuit = ({ model }: Design, property: Property, witness: Witness): ProgramWitness => {
  return { kind: "circuit", model, property, witness };
};

/** The outcome about the circuit, as one about the program. */
export function withVerdict(
  { engine, evidence, seconds, notes }: Outcome,
  verdict: Verdict<ProgramWitness>,
): ProgramOutcome {
  return { engine, verdict, evidence, seconds, notes };
}

/** A verdict about the circuit, said of the program: by its proof, if it has one, and by this behaviour. */
export function ofProgram(verdict: Verdict, witness: ProgramWitness | null): Verdict<ProgramWitness> {
  if (verdict.answer === "unknown") return verdict;
  const { by, shown: _, ...rest } = verdict;
  const proof = proofIn(verdict);
  if (witness === null) return { ...rest, by: proof ?? (by.kind === "none" ? by : none(ELSEWHERE)) };
  return proof === null ? { ...rest, by: witness } : { ...rest, by: proof, shown: witness };
}

export function unknownOf(outcome: Outcome): ProgramOutcome {
  const { verdict } = outcome;
  if (verdict.answer !== "unknown") throw new InternalError("this is an answer");
  return withVerdict(outcome, verdict);
}

/** Of an answer that is unknown: how far the visit of states came. */
export function withProgress(outcome: ProgramOutcome, progress: Progress | null | undefined): ProgramOutcome {
  const { verdict } = outcome;
  const { states } = progress?.figures ?? {};
  if (verdict.answer !== "unknown" || states === undefined || verdict.stats.states !== undefined) return outcome;
  const detail = `${verdict.detail}, ${states} states visited`;
  return { ...outcome, verdict: { ...verdict, detail, stats: { ...verdict.stats, states } } };
}

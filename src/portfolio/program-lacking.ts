import type { Lacking } from "../evidence/lacking.js";
import { refutesFormula } from "../program/behaviour.js";
import type { Program } from "../program/program.js";
import type { LtlQuestion } from "../program/question.js";
import { type UndeclaredFairness, undeclaredFairness, withDeclared } from "../program/starvation.js";
import { lackingFairness } from "../vacuity/lacking.js";
import { type Decide, NOTHING_HOLDS } from "./program-vacuity.js";
import type { ProgramWitness } from "./program-witness.js";

/**
 * Fairness of processes and steps that would exclude the loop of a counterexample, and whether the formula would hold with it. Null where there is none,
 * or where the formula is violated after finitely many steps. `canDeclare`: programs with more fairness can be asked about.
 */
export async function programLacking(
  program: Program,
  question: LtlQuestion,
  shown: ProgramWitness,
  canDeclare: boolean,
  decide: Decide<ProgramWitness>,
): Promise<Lacking | null> {
  if (shown.kind !== "behaviour" || shown.behaviour.isDeadlock === true) return null;
  const { formula, atoms } = question;
  if (refutesFormula(program, { ...shown.behaviour, loop: null }, formula, atoms)) return null;
  return lackingFairness<UndeclaredFairness, ProgramWitness>(shown, {
    excluding: (witness) => (witness.kind === "behaviour" ? undeclaredFairness(program, witness.behaviour) : []),
    async holds(declared) {
      if (!canDeclare) return { holds: null };
      const { holds, witness } = await decide(withDeclared(program, declared), question);
      // A deadlock says nothing about the formula.
      if (witness?.kind === "behaviour" && witness.behaviour.isDeadlock === true) return { holds: null };
      return { holds, ...(witness && { witness }) };
    },
    async isPossible(declared) {
      const { holds } = await decide(withDeclared(program, declared), NOTHING_HOLDS);
      return holds === null ? null : !holds;
    },
  });
}

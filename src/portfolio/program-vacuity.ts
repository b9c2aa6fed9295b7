import type { Vacuity } from "../evidence/vacuity.js";
import type { Ctl } from "../formula/ctl.js";
import type { Ltl } from "../formula/ltl.js";
import { fairnessOf, type Program, withFairness } from "../program/program.js";
import type { ProgramQuestion } from "../program/question.js";
import { type Answer, examine } from "../vacuity/examine.js";
import { isTrueWithoutPaths } from "../vacuity/without-paths.js";

/** Decides a question about a program, as any question of the user's. */
export type Decide<W> = (program: Program, question: ProgramQuestion) => Promise<Answer<W>>;

/**
 * What it is worth that a question about a program is answered with yes. `canDrop`: programs with less fairness can be
 * asked about; where their functions are elsewhere, they cannot.
 */
export async function programVacuity<W>(
  program: Program,
  question: ProgramQuestion,
  canDrop: boolean,
  decide: Decide<W>,
): Promise<Vacuity<W>> {
  const fairness = fairnessOf(program);
  const demands = [...fairness.keys()];
  const withFormula = (formula: Ltl | Ctl) => ({ ...question, formula }) as ProgramQuestion;
  const nothing: ProgramQuestion = { logic: "ltl", text: "false", formula: { op: "false" }, atoms: new Map() };
  const found = await examine<number, W>({
    missing: question.logic === "ltl" || isTrueWithoutPaths(question.formula) ? "fair behaviour" : null,
    demands,
    nameOf: (k) => fairness[k]!.name,
    async isPossible(kept) {
      if (kept.length < demands.length && !canDrop) return null;
      const { holds } = await decide(withFairness(program, new Set(kept)), nothing);
      return holds === null ? null : !holds;
    },
    formula: question.formula,
    holds: (formula) => decide(program, withFormula(formula)),
    isTautology: async () => false,
  });
  return { ...found, remarks: [] };
}

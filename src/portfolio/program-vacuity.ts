import type { Vacuity } from "../evidence/vacuity.js";
import type { Ctl } from "../formula/ctl.js";
import { ctlToLtl } from "../formula/ctl-to-ltl.js";
import type { Ltl } from "../formula/ltl.js";
import { anyProgram } from "../program/anything.js";
import { fairnessOf, type Program, withFairness } from "../program/program.js";
import type { LtlQuestion, ProgramQuestion } from "../program/question.js";
import { type Answer, examine } from "../vacuity/examine.js";
import { isTautology } from "../vacuity/tautology.js";
import { isTrueWithoutPaths } from "../vacuity/without-paths.js";

/** Decides a question about a program, as any question of the user's. */
export type Decide<W> = (program: Program, question: ProgramQuestion) => Promise<Answer<W>>;

/** Fails on every behaviour. */
export const NOTHING_HOLDS: LtlQuestion = { logic: "ltl", text: "false", formula: { op: "false" }, atoms: new Map() };

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
  const found = await examine<number, W>({
    missing: question.logic === "ltl" || isTrueWithoutPaths(question.formula) ? "fair behaviour" : null,
    demands,
    nameOf: (k) => fairness[k]!.name,
    async isPossible(kept) {
      if (kept.length < demands.length && !canDrop) return null;
      const { holds } = await decide(withFairness(program, new Set(kept)), NOTHING_HOLDS);
      return holds === null ? null : !holds;
    },
    formula: question.formula,
    quantified: question.quantified ?? new Set(),
    holds: (formula) => decide(program, withFormula(formula)),
    isTautology: () => isTautologyOf(question, decide),
  });
  return { ...found, remarks: [] };
}

/** Formulas of branching time that linear time can say are asked about, too. */
async function isTautologyOf<W>(question: ProgramQuestion, decide: Decide<W>): Promise<boolean | null> {
  const formula = question.logic === "ltl" ? question.formula : ctlToLtl(question.formula);
  if (formula === null) return false;
  const names = [...question.atoms.keys()];
  return isTautology(formula, names, async () => {
    const { program, atoms } = anyProgram(names);
    return (await decide(program, { logic: "ltl", text: question.text, formula, atoms })).holds;
  });
}

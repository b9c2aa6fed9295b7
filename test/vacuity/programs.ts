import type { Ltl } from "../../src/formula/ltl.js";
import { programVacuity } from "../../src/portfolio/program-vacuity.js";
import { fairnessOf, type Program, withFairness } from "../../src/program/program.js";
import { truthOf } from "../program/definition.js";
import { answered } from "../program/explicit-campaign.js";
import { holesOf, minimalSubsets } from "./brute-force.js";

/** More states than these are not written out. */
const MOST = 150;

/** No fair behaviour violates the formula, by the definitions; null for a program that is too large, or that makes mistakes. */
function holdsByDefinition(program: Program, formula: Ltl): boolean | null {
  const truth = truthOf(program, formula, MOST);
  return truth === null || truth.hasMistake || truth.hasDeadlock ? null : !truth.isViolated;
}

/**
 * What is said wrongly about a formula that holds of a random program: minimal sets of fairness, and parts that do not matter. Questions are answered by
 * the explicit search, and compared with the definitions. Undefined where nothing could be compared; null when all is right.
 */
export async function programMistake(program: Program, formula: Ltl): Promise<string | null | undefined> {
  if (holdsByDefinition(program, formula) !== true) return undefined;
  const question = { logic: "ltl", text: "", formula, atoms: program.propositions } as const;
  const found = await programVacuity(program, question, true, async (asked, about) => {
    if (about.logic !== "ltl") throw new Error("linear time was asked");
    const { kind } = answered({ ...asked, propositions: about.atoms }, about.formula, {});
    return { holds: kind === "holds" ? true : kind === "violated" ? false : null };
  });
  const isEmpty = holdsByDefinition(program, { op: "false" });
  if (isEmpty !== (found.noBehaviour !== undefined)) return `no behaviour: ${isEmpty}`;
  if (found.noBehaviour !== undefined) {
    const fairness = fairnessOf(program);
    const sets = minimalSubsets([...fairness.keys()], (kept) =>
      Boolean(holdsByDefinition(withFairness(program, new Set(kept)), { op: "false" })),
    ).map((set) => set.map((k) => fairness[k]!.name).join());
    const said = found.noBehaviour.demands.join();
    return sets.includes(said) ? null : `minimal sets are ${sets.join(" or ")}, but not ${said}`;
  }
  if (found.isTautology) return null;
  const holes = new Map(holesOf(formula).map((hole) => [hole.path.join(), hole]));
  for (const part of found.parts) {
    const hole = holes.get(part.path.join())!;
    const isVacuous = part.replacedBy.every((op) => holdsByDefinition(program, hole.fill({ op })));
    if (isVacuous !== part.isVacuous) return `${part.text} at ${part.path.join(".")} is vacuous: ${isVacuous}`;
  }
  return null;
}

import { checkWitness } from "../checkers/check-witness.js";
import type { Lacking } from "../evidence/lacking.js";
import { lettersOf } from "../evidence/letters.js";
import type { Outcome } from "../evidence/outcome.js";
import { type Lasso, type Verdict, witnessIn } from "../evidence/verdict.js";
import { REFUTED, truthOfPrefix } from "../formula/prefix.js";
import { askingOf } from "../model/asking.js";
import type { Model } from "../model/model.js";
import { type Design, type LtlProperty, literalsOf, type Property } from "../model/property.js";
import type { Answer } from "../vacuity/examine.js";
import { heldChoices, type UndeclaredCondition } from "../vacuity/held-choices.js";
import { lackingFairness } from "../vacuity/lacking.js";
import type { Host, PortfolioOptions } from "./portfolio.js";
import { askerFor, examiningTime, sayWhatIsExamined } from "./vacuity.js";

/** With more choices than these nobody forgot one of them. */
const MOST_CHOICES = 12;

/**
 * Fairness that would exclude the loop of a counterexample to a formula of linear time, and whether the formula would hold with it. Null where there
 * is none, or where the formula is violated after finitely many steps, so that fairness has nothing to do with it.
 */
export async function lackingIn(
  design: Design,
  index: number,
  outcome: Outcome,
  limits: PortfolioOptions,
  host: Host,
): Promise<Lacking | null> {
  const { verdict } = outcome;
  const { model } = design;
  const property = linearOf(model, design.properties[index]!);
  if (property === null || verdict.answer !== "fails") return null;
  const shown = lassoIn(verdict);
  if (shown === null || checkWitness(model, property, shown) !== null) return null;
  if (isRefutedBy(model, property, shown)) return null;
  const observed = literalsOf(property);
  const excluding = (lasso: Lasso) => heldChoices(model, lasso, observed);
  if (excluding(shown).length > MOST_CHOICES) return null;
  sayWhatIsExamined("fails", limits);
  const seconds = examiningTime("fails", outcome.seconds, limits.checkSeconds);
  const ask = askerFor(limits, host, performance.now() + 1000 * seconds);
  const asked = async (declared: readonly UndeclaredCondition[], about: Property): Promise<Answer<Lasso>> => {
    const found = await ask({ model: withFairness(model, declared), properties: [about] });
    const witness = found.answer === "fails" ? lassoIn(found) : null;
    return { holds: found.answer === "unknown" ? null : found.answer === "holds", ...(witness && { witness }) };
  };
  const found = await lackingFairness(shown, {
    excluding,
    holds: (declared) => asked(declared, property),
    async isPossible(declared) {
      const { holds } = await asked(declared, { kind: "justice", name: "a fair behaviour", literals: [] });
      return holds === null ? null : !holds;
    },
  });
  // Inputs are free to stay as they are: only where it matters is that worth a word.
  return found?.answer === "holds" ? found : null;
}

function linearOf(model: Model, property: Property): LtlProperty | null {
  if (property.kind === "ltl") return property;
  const { linear } = askingOf(model, property);
  return linear === null || linear.opposite ? null : linear.asked;
}

function lassoIn(verdict: Verdict): Lasso | null {
  const witness = witnessIn(verdict);
  const path = witness?.kind === "tree" ? witness.path : witness;
  return path?.kind === "lasso" ? path : null;
}

const isRefutedBy = (model: Model, { formula, atoms }: LtlProperty, { steps }: Lasso): boolean =>
  truthOfPrefix(lettersOf(model, steps, atoms), formula)[0] === REFUTED;

const withFairness = (model: Model, declared: readonly UndeclaredCondition[]): Model => ({
  ...model,
  fairness: [...model.fairness, ...declared.map((d) => d.literal)],
});

import { overPropositions } from "../formula/propositions.js";
import type { Lit } from "../logic/lit.js";
import type { Model } from "../model/model.js";
import type { Design } from "../model/property.js";
import { InputError } from "../text/input-error.js";
import { withQuestions } from "./questions.js";

/** A formula without temporal operators as a literal of a model that has it; null where it has some. */
export function literalOf(
  design: Design,
  text: string,
  source: string,
): { readonly model: Model; readonly literal: Lit | null } {
  const asked = withQuestions(design, [{ logic: "ltl", text, source, isFile: false }]);
  const [property] = asked.properties;
  if (property?.kind !== "ltl") throw new Error("a formula of LTL was asked for");
  const aig = asked.model.aig.fork();
  const { formula, literals } = overPropositions(property.formula, property.atoms, aig);
  return { model: { ...asked.model, aig }, literal: formula.op === "atom" ? literals.get(formula.name)! : null };
}

/** The same, where it must have none. */
export function propositionOf(
  design: Design,
  text: string,
  source: string,
): { readonly model: Model; readonly literal: Lit } {
  const { model, literal } = literalOf(design, text, source);
  if (literal !== null) return { model, literal };
  throw new InputError("formula-temporal", "a step is chosen by a formula without temporal operators", null, source);
}

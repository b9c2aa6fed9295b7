import type { Lasso, Run } from "../evidence/verdict.js";
import type { Model } from "../model/model.js";
import type { Property } from "../model/property.js";
import { type Checked, checkLasso, checkLtlLasso, checkRun } from "./check-lasso.js";
import { linearProperty } from "./linear-property.js";

/**
 * Does the path show that the property fails (or, for an E formula, that it holds)? Null when it does, else one sentence that says what is
 * wrong.
 *
 * @example
 * ```ts
 * import { checkWitness } from "fairlead";
 * import { check, loadDesign } from "fairlead/node";
 *
 * const { model, properties } = await loadDesign("examples/arbiter-unfair.aag");
 * const { verdict } = await check({ model, properties }, 0);
 * console.log(checkWitness(model, properties[0], verdict.witness)); // null
 * const shorter = { ...verdict.witness, steps: verdict.witness.steps.slice(1) };
 * console.log(checkWitness(model, properties[0], shorter) === null); // false
 * ```
 */
export function checkWitness(model: Model, property: Property, witness: Lasso | Run): string | null {
  if (property.kind === "bad") return reason(checkRun(model, { kind: "run", steps: witness.steps }, property.literal));
  if (witness.kind !== "lasso") return "expected a lasso";
  if (property.kind === "justice") return reason(checkLasso(model, witness, property.literals));
  const linear = property.kind === "ltl" ? property : linearProperty(model, property)?.asked;
  if (linear === undefined) return "a path alone does not decide this branching property";
  return reason(checkLtlLasso(model, witness, linear.formula, linear.atoms));
}

const reason = (checked: Checked): string | null => (checked.ok ? null : checked.reason);

import { ctlToLtl } from "../formula/ctl-to-ltl.js";
import type { Model } from "../model/model.js";
import type { Property } from "../model/property.js";
import { type Checked, checkLasso, checkLtlLasso, checkRun } from "./check-lasso.js";
import type { Lasso, Run } from "./verdict.js";

/** Does the path show that the property fails? Null when it does, else one sentence that says what is wrong. */
export function checkWitness(model: Model, property: Property, witness: Lasso | Run): string | null {
  if (property.kind === "bad") return reason(checkRun(model, { kind: "run", steps: witness.steps }, property.literal));
  if (witness.kind !== "lasso") return "expected a lasso";
  if (property.kind === "justice") return reason(checkLasso(model, witness, property.literals));
  const formula = property.kind === "ltl" ? property.formula : ctlToLtl(property.formula);
  if (formula === null) return "a path alone does not refute this branching property";
  return reason(checkLtlLasso(model, witness, formula, property.atoms));
}

const reason = (checked: Checked): string | null => (checked.ok ? null : checked.reason);

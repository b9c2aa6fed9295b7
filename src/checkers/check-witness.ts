import type { Lasso, Run } from "../evidence/verdict.js";
import type { Stopping } from "../limits/stopped.js";
import type { Model } from "../model/model.js";
import type { Property } from "../model/property.js";
import { type Checked, checkLasso, checkLtlLasso, checkRun } from "./check-lasso.js";
import { pathClaim } from "./path-formula.js";
import { wrong } from "./replay.js";

/**
 * Does the path show that the property fails (or, for an E formula, that it holds)? Null when it does, else one sentence that says what is
 * wrong. Where `limits` stop it, throws `Stopped`.
 *
 * @example
 * ```ts
 * import { checkWitness } from "fairlead";
 * import { check, loadDesign } from "fairlead/node";
 *
 * const { model, properties } = await loadDesign("examples/arbiter-unfair.aag");
 * const { verdict } = await check({ model, properties }, 0);
 * console.log(checkWitness(model, properties[0], verdict.by)); // null
 * const shorter = { ...verdict.by, steps: verdict.by.steps.slice(1) };
 * console.log(checkWitness(model, properties[0], shorter) === null); // false
 * ```
 */
export function checkWitness(model: Model, property: Property, witness: Lasso | Run, limits?: Stopping): string | null {
  const checked = checkPath(model, property, witness, limits);
  return checked.ok ? null : checked.reason;
}

/** The same, with the latches that a lasso leaves open. */
export function checkPath(model: Model, property: Property, witness: Lasso | Run, limits?: Stopping): Checked {
  if (property.kind === "bad") return checkRun(model, { kind: "run", steps: witness.steps }, property.literal, limits);
  if (witness.kind !== "lasso") return wrong("expected a lasso");
  if (property.kind === "justice") return checkLasso(model, witness, property.literals, [], limits);
  if (property.kind === "ltl") return checkLtlLasso(model, witness, property.formula, property.atoms, limits);
  const claim = pathClaim(model, property);
  if (claim === null) return wrong("a path alone does not decide this branching property");
  return checkLtlLasso(model, witness, { op: "not", arg: claim.formula }, property.atoms, limits);
}

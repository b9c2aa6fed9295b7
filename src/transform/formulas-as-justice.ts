import { violationsOf } from "../automata/violations.js";
import { linearForm } from "../formula/linear-form.js";
import type { Ltl } from "../formula/ltl.js";
import { FALSE, type Lit, nodeOf, not, TRUE } from "../logic/lit.js";
import type { Model } from "../model/model.js";
import type { Design, JusticeProperty, Property } from "../model/property.js";
import { product } from "./product.js";

/**
 * A design that asks the same with justice properties instead of formulas, for formats that know no formulas. Each formula
 * of LTL (and of CTL, where LTL can say it) gets the automaton of its negation: latches that only watch, inputs that
 * choose, and a justice property that says "accepted". What cannot be said so stays as it is.
 */
export function formulasAsJustice({ model, properties, ...rest }: Design): Design {
  let watched = model;
  const asked = properties.map((property): Property => {
    const formula = linearTime(property);
    if (formula === null) return property;
    const watching = watch(watched, formula.formula, formula.atoms);
    if (watching === null) return property;
    watched = watching.model;
    const { name, source } = property;
    const justice: JusticeProperty = { kind: "justice", name, literals: watching.accepted };
    return source === undefined ? justice : { ...justice, source };
  });
  return { ...rest, model: watched, properties: asked };
}

function linearTime(property: Property): { formula: Ltl; atoms: ReadonlyMap<string, Lit> } | null {
  if (property.kind === "ltl") return property;
  if (property.kind !== "ctl") return null;
  const linear = linearForm(property.formula, false);
  return linear === null || linear.opposite ? null : { formula: linear.formula, atoms: property.atoms };
}

interface Watching {
  readonly model: Model;
  /** Each holds infinitely often on exactly the behaviours that violate the formula, for some choices. */
  readonly accepted: readonly Lit[];
}

/** Adds the automata of what violates a formula to a model without touching its behaviours; null when they would be too large. */
function watch(model: Model, formula: Ltl, atoms: ReadonlyMap<string, Lit>): Watching | null {
  const automata = violationsOf(formula).automata();
  if ("unsupported" in automata) return null;
  const { constraints, fairness, ...beside } = product(
    { ...model, constraints: [], fairness: [] },
    automata,
    atoms,
  ).model;
  const aig = beside.aig.fork();
  const accepted = [...fairness];
  const latches = [...beside.latches];
  if (constraints.length > 0) {
    // An automaton that cannot read on must not hold up the model: it gets stuck, for ever.
    const stuck = aig.leaf();
    const next = not(aig.and(not(stuck), aig.andAll(constraints)));
    latches.push({ node: nodeOf(stuck), next, reset: FALSE });
    accepted.push(not(stuck));
  }
  const { constraints: own, fairness: given } = model;
  return {
    model: { ...beside, aig, latches, constraints: own, fairness: given },
    accepted: accepted.length === 0 ? [TRUE] : accepted,
  };
}

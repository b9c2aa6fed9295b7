import { type Strength, strengthOf } from "../automata/strength.js";
import { violationsOf } from "../automata/violations.js";
import type { Ltl } from "../formula/ltl.js";
import { coneOf } from "../logic/aig.js";
import type { Lit } from "../logic/lit.js";
import { askingOf, linearFormula } from "../model/asking.js";
import { influenceOn } from "../model/influence.js";
import { type Model, rootsOf } from "../model/model.js";
import { type Design, literalsOf, type Property } from "../model/property.js";

/** What is cheap to know about a question, and decides who is asked first. */
export interface Features {
  /** A CTL formula that linear time can say is a question about fair cycles, for which there is more choice. */
  readonly kind: "reach" | "fair-cycle" | "ctl";
  /** The formula is one of CTL: an engine that knows branching time needs no automaton. */
  readonly isBranching: boolean;
  /** Of CTL, with others in the same design: `gsh` answers all of them with one set of reachable states. */
  readonly hasSiblings: boolean;
  /** Of the part of the model that can matter. */
  readonly latches: number;
  readonly inputs: number;
  readonly gates: number;
  /** Fairness conditions, those of the property among them. */
  readonly conditions: number;
  /** Of the automaton of the formula's negation; null without one, and where it takes long to make. */
  readonly strength: Strength | null;
}

export function featuresOf({ model, properties }: Design, property: Property): Features {
  const asking = askingOf(model, property);
  const kind = asking.linear === null ? asking.kind : "fair-cycle";
  const formula = linearFormula(asking);
  return {
    kind,
    isBranching: property.kind === "ctl",
    hasSiblings: property.kind === "ctl" && properties.filter((p) => p.kind === "ctl").length > 1,
    ...sizeOf(model, [...(kind === "reach" ? model.constraints : rootsOf(model)), ...literalsOf(property)]),
    conditions: model.fairness.length + (property.kind === "justice" ? property.literals.length : 0),
    strength: formula === null ? null : strengthOfViolation(formula),
  };
}

function sizeOf(model: Model, roots: readonly Lit[]): Pick<Features, "latches" | "inputs" | "gates"> {
  const influence = influenceOn(model, roots);
  const read = model.latches.filter((_, i) => influence.latches[i] === 1).map((l) => l.next);
  const inCone = coneOf(model.aig, [...roots, ...read]);
  let gates = 0;
  for (let n = 1; n < model.aig.size; n++) if (inCone[n] === 1 && model.aig.isGate(n)) gates++;
  return { latches: read.length, inputs: influence.inputs.reduce((sum, bit) => sum + bit, 0), gates };
}

function strengthOfViolation(formula: Ltl): Strength | null {
  const automata = violationsOf(formula).sketched;
  return automata === null || "unsupported" in automata ? null : hardest(automata.map(strengthOf));
}

const hardest = (all: readonly Strength[]): Strength =>
  (["strong", "weak", "terminal"] as const).find((s) => all.includes(s)) ?? "empty";

import { type Untranslatable, violationsOf } from "../automata/violations.js";
import { violations } from "../checkers/testers.js";
import type { Lift } from "../evidence/verdict.js";
import { overPropositions } from "../formula/propositions.js";
import type { Limits } from "../limits/stopped.js";
import type { Lit } from "../logic/lit.js";
import { influenceOn } from "../model/influence.js";
import { type Model, rootsOf, type Task } from "../model/model.js";
import {
  type BadStateProperty,
  type CtlProperty,
  type LtlProperty,
  literalsOf,
  type Property,
} from "../model/property.js";
import { readsInputs } from "../model/reads-inputs.js";
import { type Cone, coneOfInfluence } from "../transform/cone.js";
import { product } from "../transform/product.js";
import { constantResets } from "../transform/resets.js";
import { compose, type Rewrite } from "../transform/rewrite.js";

/** What an engine is asked for a property, and the way its evidence takes back to the user's model. */
export interface Prepared {
  readonly task: Task;
  readonly lift: Lift;
  /** How the model was prepared, where others can be asked about it as well. */
  readonly shared?: SharedModel;
}

/** Properties of one kind can be asked about one model. */
export interface SharedModel {
  readonly kind: SharingProperty["kind"];
  readonly plain: Rewrite;
  readonly cone: Cone;
  /** It was made for all that are known. */
  readonly isForAll: boolean;
}

export type SharingProperty = CtlProperty | BadStateProperty;

/** Other properties of the same model. */
export interface Siblings {
  readonly properties: readonly SharingProperty[];
  /** What was done for one of them. */
  readonly before: SharedModel | null;
  /** Whether a model for all of them is worth a try. */
  readonly together: boolean;
}

const NO_SIBLINGS: Siblings = { properties: [], before: null, together: false };

/** A property that no engine can be asked, and why. */
export type Unsupported = Untranslatable;

/**
 * Turns a property into a task: resets become constants, a formula becomes a product with the automaton of its negation,
 * justice literals join the fairness list, and what cannot matter is left out. A CTL formula or a bad state that is not the first gets
 * a model that others can be asked about as well, where that is not much larger than need be.
 */
export function prepare(
  model: Model,
  property: Property,
  shouldStop: Limits["shouldStop"] = () => null,
  siblings: Siblings = NO_SIBLINGS,
): Prepared | Unsupported {
  const branches = property.kind === "ctl";
  const alike = siblings.properties.filter((p) => p.kind === property.kind);
  const before = siblings.before?.kind === property.kind ? siblings.before : null;
  const plain = before?.plain ?? constantResets(model, [property, ...alike].flatMap(literalsOf), branches);
  const { together } = siblings;
  switch (property.kind) {
    case "justice": {
      const fairness = [...plain.model.fairness, ...property.literals.map(plain.literal)];
      return fairCycle({ ...plain, model: { ...plain.model, fairness } });
    }
    case "ltl":
      return violation(plain, property, shouldStop);
    case "bad": {
      const bad = plain.literal(property.literal);
      // A finite run needs no fairness.
      const unfair = { ...plain, model: { ...plain.model, fairness: [] } };
      const { cone: relevant, isForAll } = coneFor(unfair, [bad], alike, before, together);
      const task = { kind: "reach", model: relevant.model, bad: relevant.literal(bad) } as const;
      return { task, lift: compose(plain, relevant).lift, shared: { kind: "bad", plain, cone: relevant, isForAll } };
    }
    case "ctl": {
      const atoms = mapValues(property.atoms, plain.literal);
      for (const [name, literal] of atoms)
        if (readsInputs(plain.model, [literal])) return { unsupported: `'${name}' reads an input` };
      const { cone: relevant, isForAll } = coneFor(plain, [...atoms.values()], alike, before, together);
      const task = {
        kind: "ctl",
        model: relevant.model,
        formula: property.formula,
        atoms: mapValues(atoms, relevant.literal),
      } as const;
      return { task, lift: compose(plain, relevant).lift, shared: { kind: "ctl", plain, cone: relevant, isForAll } };
    }
  }
}

/** How many times the latches that it needs a property may be given, when that saves new starts. */
const MUCH_LARGER = 2;

function coneFor(
  plain: Rewrite,
  literals: readonly Lit[],
  siblings: readonly SharingProperty[],
  before: SharedModel | null,
  together: boolean,
): Pick<SharedModel, "cone" | "isForAll"> {
  const { latches } = influenceOn(plain.model, [...rootsOf(plain.model), ...literals]);
  const needed = latches.reduce((n, bit) => n + bit, 0);
  const isSmall = (cone: Cone) => cone.model.latches.length <= MUCH_LARGER * needed;
  if (before !== null && isSmall(before.cone) && literals.every((l) => before.cone.covers(l))) return before;
  const all = siblings.flatMap(literalsOf).map(plain.literal);
  if (before !== null && together) {
    const common = coneOfInfluence(plain.model, [...literals, ...all]);
    if (isSmall(common)) return { cone: common, isForAll: true };
  }
  return { cone: coneOfInfluence(plain.model, literals, all), isForAll: false };
}

/** A fair cycle of the product is a fair behaviour that violates the formula. */
function violation(plain: Rewrite, property: LtlProperty, shouldStop: Limits["shouldStop"]): Prepared | Unsupported {
  const rewrite = withAutomaton(plain, property, shouldStop);
  if ("unsupported" in rewrite) return rewrite;
  const aig = rewrite.model.aig.fork();
  const { literals } = overPropositions(property.formula, mapValues(property.atoms, rewrite.literal), aig);
  return fairCycle({ ...rewrite, model: { ...rewrite.model, aig } }, [...literals.values()]);
}

/**
 * The same question put without a translation: the model beside testers, as the checker of certificates makes it. What proves
 * it has to be believed for nothing but the definition of the formula's operators. Its lifts lead to the model with the testers.
 */
export const withTesters = (model: Model, property: LtlProperty): Prepared =>
  fairCycle(constantResets(violations(model, property), []));

/** The product of the model with the automaton of the formula's negation, as engines get it. */
export const translated = (
  model: Model,
  property: LtlProperty,
  shouldStop: Limits["shouldStop"],
): Rewrite | Unsupported => withAutomaton(constantResets(model, literalsOf(property)), property, shouldStop);

function withAutomaton(
  plain: Rewrite,
  { formula, atoms }: LtlProperty,
  shouldStop: Limits["shouldStop"],
): Rewrite | Unsupported {
  const automata = violationsOf(formula).automata(shouldStop);
  if ("unsupported" in automata) return automata;
  return compose(plain, product(plain.model, automata, mapValues(atoms, plain.literal)));
}

/** `observed`: what a lasso is looked at for, although the question does not depend on it. */
function fairCycle(rewrite: Rewrite, observed: readonly Lit[] = []): Prepared {
  const relevant = coneOfInfluence(rewrite.model, [], [], undefined, observed);
  return { task: { kind: "fair-cycle", model: relevant.model }, lift: compose(rewrite, relevant).lift };
}

function mapValues(map: ReadonlyMap<string, Lit>, f: (l: Lit) => Lit): Map<string, Lit> {
  return new Map([...map].map(([name, l]) => [name, f(l)]));
}

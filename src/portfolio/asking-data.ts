import type { Tgba } from "../automata/tgba.js";
import { type Untranslatable, type Violations, violationsOf } from "../automata/violations.js";
import { BooleanFunctions } from "../logic/boolean-functions.js";
import { type Asking, askingOf, type LinearProperty, linearFormula, taskKind } from "../model/asking.js";
import type { Model } from "../model/model.js";
import type { Property } from "../model/property.js";

/** How a property is asked, as data for another thread: what was decided and translated here is not again there. */
export interface PackedAsking {
  readonly linear: LinearProperty | null;
  readonly automata: PackedAutomata | null;
}

/** Labels are nodes of the store that `nodes` is. */
type PackedAutomaton = Omit<Tgba, "functions"> & { readonly nodes: Int32Array };

export type PackedAutomata = readonly PackedAutomaton[] | Untranslatable;

export function packAsking(model: Model, property: Property): PackedAsking {
  const asking = askingOf(model, property);
  return { linear: asking.linear, automata: packAutomata(violationsIn(asking)) };
}

/** The automata that are known, or made with little work. */
export function packAutomata(violations: Violations | null): PackedAutomata | null {
  if (violations === null || violations.sketched === null || violations.known === null) return null;
  const { known } = violations;
  if ("unsupported" in known) return known;
  return known.map(({ functions, ...automaton }) => ({ ...automaton, nodes: functions.save() }));
}

export function unpackAsking(property: Property, { linear, automata }: PackedAsking): Asking {
  const asking = { property, kind: taskKind(property), linear };
  if (automata !== null) learn(violationsIn(asking), automata);
  return asking;
}

/** Whose automata a property needs, if it does. */
export function violationsIn(asking: Asking): Violations | null {
  const formula = linearFormula(asking);
  return formula === null ? null : violationsOf(formula);
}

export function learn(violations: Violations | null, automata: PackedAutomata): void {
  violations?.learn(
    "unsupported" in automata
      ? automata
      : automata.map(({ nodes, ...automaton }) => ({ ...automaton, functions: BooleanFunctions.load(nodes) })),
  );
}

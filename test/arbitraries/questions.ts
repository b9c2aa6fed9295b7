import fc from "fast-check";
import type { Lit } from "../../src/logic/lit.js";
import type { Model } from "../../src/model/model.js";
import type { Property } from "../../src/model/property.js";
import { ctlFormulas, ltlFormulas } from "./formulas.js";
import { systems } from "./systems.js";

export interface Question {
  readonly model: Model;
  readonly property: Property;
}

const SHAPE = { literalResets: true, extraLits: 2, maxLatches: 5, maxInputs: 2 };
const FORMULA = { atoms: ["a", "b"], depth: 2 };

/** Everything in linear time that `check` may be asked about a random system. */
export const linearQuestions: fc.Arbitrary<Question> = systems(SHAPE).chain(({ model, lits }) => {
  const property: fc.Arbitrary<Property> = fc.oneof(
    { weight: 3, arbitrary: fc.constant<Property>({ kind: "justice", name: "j", literals: lits }) },
    { weight: 1, arbitrary: fc.constant<Property>({ kind: "bad", name: "b", literal: lits[0]! }) },
    {
      weight: 2,
      arbitrary: ltlFormulas(FORMULA).map((formula): Property => {
        return { kind: "ltl", name: "f", formula, atoms: atomsOf(lits) };
      }),
    },
  );
  return property.map((p) => ({ model, property: p }));
});

/** A branching formula about a random system; its atoms read latches only. */
export const branchingQuestions: fc.Arbitrary<Question> = systems({ ...SHAPE, stateFairness: true }).chain((system) =>
  ctlFormulas(FORMULA).map((formula): Question => {
    return { model: system.model, property: { kind: "ctl", name: "f", formula, atoms: atomsOf(system.lits) } };
  }),
);

const atomsOf = (lits: readonly Lit[]): ReadonlyMap<string, Lit> =>
  new Map([
    ["a", lits[0]!],
    ["b", lits[1]!],
  ]);

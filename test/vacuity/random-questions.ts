import type fc from "fast-check";
import type { Model } from "../../src/model/model.js";
import type { LtlProperty } from "../../src/model/property.js";
import { ltlFormulas } from "../arbitraries/formulas.js";
import { systems } from "../arbitraries/systems.js";
import { holdsIn } from "./brute-force.js";

/** Random systems, with formulas that hold in them. */
export const randomVacuity: fc.Arbitrary<{ readonly model: Model; readonly property: LtlProperty }> = systems({
  extraLits: 2,
  maxLatches: 3,
  maxInputs: 1,
  maxConstraints: 2,
  maxFairness: 2,
})
  .chain(({ model, lits }) => {
    const atoms = new Map([
      ["a", lits[0]!],
      ["b", lits[1]!],
    ]);
    return ltlFormulas({ atoms: ["a", "b"], depth: 2 }).map((formula) => {
      const holds = holdsIn(model, formula, atoms);
      const chosen = holds ? formula : ({ op: "not", arg: formula } as const);
      const property: LtlProperty = { kind: "ltl", name: "f", formula: chosen, atoms };
      return { model, property };
    });
  })
  .filter(({ model, property }) => holdsIn(model, property.formula, property.atoms));

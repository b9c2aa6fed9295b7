import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reference } from "../../src/engines/reference.js";
import { fromDesign } from "../../src/formats/aiger/from-design.js";
import { toDesign } from "../../src/formats/aiger/to-design.js";
import { readSmv } from "../../src/formats/smv/read.js";
import { formulasAsJustice } from "../../src/transform/formulas-as-justice.js";
import { ltlFormulas } from "../arbitraries/formulas.js";
import { systems } from "../arbitraries/systems.js";
import { solved } from "../cross-engine/solving.js";
import { decide } from "../engines/running.js";
import { restrictedTo } from "../oracles/ltl-encoding.js";

const shape = { maxLatches: 3, maxInputs: 1, maxGates: 10, maxConstraints: 1, maxFairness: 2, extraLits: 3 };

describe("formulas as justice properties", () => {
  it("have the same answers, side by side in one AIGER file", () => {
    fc.assert(
      fc.property(
        systems(shape),
        fc.array(ltlFormulas({ depth: 2 }), { minLength: 1, maxLength: 3 }),
        (system, formulas) => {
          const { model, lits } = system;
          const atoms = new Map(["a", "b", "c"].map((name, i) => [name, lits[i]!]));
          const asked = formulas.map((formula, i) => ({ kind: "ltl", name: `f${i}`, formula, atoms }) as const);
          const { aiger, leftOut } = fromDesign(formulasAsJustice({ model, properties: asked }), "ascii");
          expect(leftOut).toEqual([]);
          const read = toDesign(aiger);
          formulas.forEach((formula, i) => {
            const violated = restrictedTo(model, { op: "not", arg: formula }, atoms);
            const expected = decide(reference, { kind: "fair-cycle", model: violated });
            expect(solved(read.model, read.properties[i]!, reference).verdict.answer).toBe(expected.answer);
          });
        },
      ),
      { numRuns: Number(process.env.FAIRLEAD_FUZZ_RUNS ?? 200) },
    );
  });

  it("stand for branching formulas that linear time can say; others stay", () => {
    const design = readSmv(
      "MODULE main VAR x : boolean; ASSIGN init(x) := FALSE; next(x) := !x; SPEC AG AF x SPEC AG EF x SPEC EF x",
      "m.smv",
    );
    const { properties, model } = formulasAsJustice(design);
    expect(properties.map((p) => p.kind)).toEqual(["justice", "ctl", "ctl"]);
    expect(solved(model, properties[0]!, reference).verdict.answer).toBe("holds");
  });
});

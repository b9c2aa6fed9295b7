import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { engines } from "../../src/engines/registry.js";
import { proofIn, witnessIn } from "../../src/evidence/verdict.js";
import { parseCtl } from "../../src/formula/parse.js";
import type { Property } from "../../src/model/property.js";
import { ltlFormulas } from "../arbitraries/formulas.js";
import { systems } from "../arbitraries/systems.js";
import { hasFairCycle } from "../certificates/brute-force.js";
import { solved } from "./solving.js";

const RUNS = Number(process.env.FAIRLEAD_RUNS ?? 60);

/** Engines that may leave a question open; all others must answer on systems as small as these. */
const INCOMPLETE = new Set(["bmc"]);

describe.each(engines.filter((e) => "fair-cycle" in e.decides))("$name on random systems", (engine) => {
  it("finds a fair cycle exactly where the definition has one, and its evidence checks", () => {
    let holds = 0;
    let certified = 0;
    fc.assert(
      fc.property(systems({ literalResets: true, extraLits: 2, maxLatches: 4, maxInputs: 2 }), ({ model, lits }) => {
        const property: Property = { kind: "justice", name: "j", literals: lits };
        const { verdict, evidence, notes } = solved(model, property, engine);
        const expected = hasFairCycle({ ...model, fairness: [...model.fairness, ...lits] });
        if (verdict.answer === "unknown") expect(INCOMPLETE, verdict.detail).toContain(engine.name);
        else expect(verdict.answer).toBe(expected ? "fails" : "holds");
        if (verdict.answer === "fails") expect(evidence).toBe("checked");
        if (verdict.answer === "holds") {
          holds++;
          if (evidence === "checked") certified++;
          else expect(notes.join()).toMatch(/^uncertified: ./);
        }
      }),
      { numRuns: RUNS },
    );
    if (certified > 0) expect(certified).toBe(holds);
  });

  it("agrees with the reference on products with formulas", () => {
    const reference = engines.find((e) => e.name === "reference")!;
    fc.assert(
      fc.property(
        systems({ extraLits: 2, maxLatches: 3, maxInputs: 2, maxFairness: 2 }),
        ltlFormulas({ atoms: ["a", "b"], depth: 2 }),
        ({ model, lits }, formula) => {
          const atoms = new Map([
            ["a", lits[0]!],
            ["b", lits[1]!],
          ]);
          const property: Property = { kind: "ltl", name: "f", formula, atoms };
          const { verdict } = solved(model, property, engine);
          if (verdict.answer !== "unknown")
            expect(verdict.answer).toBe(solved(model, property, reference).verdict.answer);
        },
      ),
      { numRuns: Math.ceil(RUNS / 2) },
    );
  });
});

describe.each(engines.filter((e) => "reach" in e.decides))("$name on random systems", (engine) => {
  it("agrees with the reference on bad states, and its evidence checks", () => {
    const reference = engines.find((e) => e.name === "reference")!;
    fc.assert(
      fc.property(systems({ literalResets: true, extraLits: 1 }), ({ model, lits }) => {
        const property: Property = { kind: "bad", name: "b", literal: lits[0]! };
        const { verdict, evidence } = solved(model, property, engine);
        if (verdict.answer === "unknown") expect(INCOMPLETE).toContain(engine.name);
        else expect(verdict.answer).toBe(solved(model, property, reference).verdict.answer);
        if (verdict.answer === "fails") expect(evidence).toBe("checked");
      }),
      { numRuns: RUNS },
    );
  });
});

describe.each(engines.filter((e) => "fair-cycle" in e.decides && !("ctl" in e.decides)))(
  "$name on branching formulas that linear time can say",
  (engine) => {
    it("agrees with the reference, and shows why", () => {
      const reference = engines.find((e) => e.name === "reference")!;
      const shown = { example: 0, refutation: 0, counterexample: 0, proof: 0 };
      fc.assert(
        fc.property(
          systems({ extraLits: 2, maxLatches: 3, maxInputs: 2, maxFairness: 2, stateFairness: true }),
          fc.constantFrom("AG a", "AG(a -> AF b)", "AF a", "EG a", "EF(a & b)", "E[a U b]", "EG EX a"),
          ({ model, lits }, text) => {
            const atoms = new Map(["a", "b"].map((name, i) => [name, lits[i]!]));
            const { formula } = parseCtl(text);
            const property: Property = { kind: "ctl", name: text, formula, atoms };
            const { verdict } = solved(model, property, engine);
            if (verdict.answer === "unknown") return;
            expect(verdict.answer).toBe(solved(model, property, reference).verdict.answer);
            const [isShown, isProven] = [witnessIn(verdict) !== null, proofIn(verdict) !== null];
            if (isShown) shown[verdict.answer === "holds" ? "example" : "counterexample"]++;
            if (isProven) shown[verdict.answer === "holds" ? "proof" : "refutation"]++;
          },
        ),
        { numRuns: RUNS },
      );
      expect(shown.example + shown.counterexample).toBeGreaterThan(0);
    });
  },
);

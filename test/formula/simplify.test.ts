import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseLtl } from "../../src/formula/parse.js";
import { printLtl } from "../../src/formula/print.js";
import { SharedFormulas } from "../../src/formula/shared.js";
import { Simplifier, simplify } from "../../src/formula/simplify.js";
import { satisfies } from "../../src/formula/words.js";
import { lassoWords, ltlFormulas } from "../arbitraries/formulas.js";

describe("simplification of LTL", () => {
  it.each([
    ["G G F F a", "G F a"],
    ["F(a U b)", "F b"],
    ["G a & G b", "G(a & b)"],
    ["F a | F(b & c)", "F(a | b & c)"],
    ["G F a | G F b", "G F(a | b)"],
    ["F G a & F G b", "F G(a & b)"],
    ["G F X X a", "G F a"],
    ["X a & X b", "X(a & b)"],
    ["(a & b) | (!a & b)", "b"],
    ["a U (b | F c)", "a U b | F c"],
    ["(a U c) & (b W c)", "(a & b) U c"],
    ["F a U (F a & G b)", "F(F a & G b)"],
    ["a W (!a | b)", "true"],
    ["G a & F !a", "false"],
    ["a U (b U a)", "b U a"],
    ["G F(a & F b)", "G(F a & F b)"],
    ["X Y a", "a"],
    ["G O a", "O a"],
    ["F H a", "H a"],
    ["Y X a", "a & Y true"],
    ["O F a", "O a | F a"],
    ["a S (a & b) | a S c", "a S (c | a & b)"],
  ])("of %s is %s", (formula, simple) => {
    const formulas = new SharedFormulas();
    const result = new Simplifier(formulas).simplify(formulas.fromLtl(parseLtl(formula).formula));
    const expected = formulas.fromLtl(parseLtl(simple).formula);
    expect(printLtl(formulas.toLtl(result))).toBe(printLtl(formulas.toLtl(expected)));
  });

  it("keeps the meaning (oracle: lasso words)", () => {
    fc.assert(
      fc.property(
        ltlFormulas({ depth: 5 }),
        fc.array(lassoWords(), { minLength: 10, maxLength: 10 }),
        (formula, words) => {
          const simple = simplify(formula);
          for (const word of words) expect(satisfies(word, simple)).toBe(satisfies(word, formula));
        },
      ),
      { numRuns: 600 },
    );
  });

  it("knows only true implications (oracle: lasso words)", () => {
    fc.assert(
      fc.property(ltlFormulas({ depth: 3 }), ltlFormulas({ depth: 3 }), lassoWords(), (f, g, word) => {
        const formulas = new SharedFormulas();
        const { implication } = new Simplifier(formulas);
        if (implication.holds(formulas.fromLtl(f), formulas.fromLtl(g)) && satisfies(word, f)) {
          expect(satisfies(word, g)).toBe(true);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it("is stable: simplifying again changes nothing more than the order", () => {
    fc.assert(
      fc.property(ltlFormulas({ depth: 5 }), (formula) => {
        const formulas = new SharedFormulas();
        const simplifier = new Simplifier(formulas);
        const once = simplifier.simplify(formulas.fromLtl(formula));
        expect(new Simplifier(formulas).simplify(once)).toBe(once);
      }),
    );
  });
});

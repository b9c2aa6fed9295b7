import fc from "fast-check";
import { expect, it } from "vitest";
import type { Ltl } from "../../src/formula/ltl.js";
import { parseLtl } from "../../src/formula/parse.js";
import { OPEN, REFUTED, SATISFIED, truthOfPrefix } from "../../src/formula/prefix.js";
import { satisfies } from "../../src/formula/words.js";
import { ltlFormulas } from "../arbitraries/formulas.js";

/** Letters as texts: the atoms that are true, `ab` for both. */
const after = (letters: readonly string[], formula: Ltl) =>
  truthOfPrefix({ length: letters.length, holds: (atom, i) => letters[i]!.includes(atom) }, formula)[0];

it.each([
  ["G a", ["a", "a", ""], REFUTED],
  ["G a", ["a", "a"], OPEN],
  ["F a", ["", "a"], SATISFIED],
  ["F a", ["", ""], OPEN],
  ["a U b", ["a", ""], REFUTED],
  ["G (a -> X b)", ["a", "a"], REFUTED],
  ["G (b -> O a)", ["", "b"], REFUTED],
  ["G F a", ["", "a"], OPEN],
  ["X a & X !a", ["a"], OPEN], // no word satisfies it, but that is not seen
] as const)("%s after %j", (formula, letters, expected) => {
  expect(after(letters, parseLtl(formula).formula)).toBe(expected);
});

it("is right about every continuation, by the semantics of lasso words", () => {
  const words = fc.array(fc.constantFrom("", "a", "b", "ab"), { minLength: 1, maxLength: 5 });
  const settled = { refuted: 0, satisfied: 0 };
  fc.assert(
    fc.property(ltlFormulas({ atoms: ["a", "b"], depth: 3, past: true }), words, words, (formula, letters, loop) => {
      const value = after(letters, formula);
      if (value === OPEN) return;
      settled[value === REFUTED ? "refuted" : "satisfied"]++;
      const all = [...letters, ...loop];
      const word = { length: all.length, loop: letters.length, holds: (a: string, i: number) => all[i]!.includes(a) };
      expect(satisfies(word, formula)).toBe(value === SATISFIED);
    }),
    { numRuns: 2000 },
  );
  expect(Math.min(settled.refuted, settled.satisfied)).toBeGreaterThan(100);
});

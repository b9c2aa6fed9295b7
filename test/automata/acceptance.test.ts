import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { degeneralized, isStateBased, stateBased } from "../../src/automata/acceptance.js";
import { accepts } from "../../src/automata/membership.js";
import { strengthOf, strengths } from "../../src/automata/strength.js";
import { stateCount } from "../../src/automata/tgba.js";
import { ltlToTgba } from "../../src/automata/translate.js";
import { parseLtl } from "../../src/formula/parse.js";
import { satisfies } from "../../src/formula/words.js";
import { lassoWords, ltlFormulas } from "../arbitraries/formulas.js";

const automatonOf = (text: string) => ltlToTgba(parseLtl(text).formula);

describe("other forms of acceptance", () => {
  it("accept the same words (oracle: lasso words)", () => {
    const words = fc.array(lassoWords(), { minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(ltlFormulas({ depth: 3 }), words, (formula, some) => {
        const automaton = ltlToTgba(formula);
        const forms = [degeneralized(automaton), stateBased(automaton), stateBased(degeneralized(automaton))];
        expect(forms[0]!.acceptanceSets).toBeLessThanOrEqual(1);
        expect(isStateBased(forms[1]!) && isStateBased(forms[2]!)).toBe(true);
        for (const form of forms) for (const word of some) expect(accepts(form, word)).toBe(satisfies(word, formula));
      }),
      { numRuns: 150 },
    );
  });

  it("need one state for each of n recurring events when there is one acceptance set", () => {
    const automaton = automatonOf("G F a & G F b & G F c");
    expect([stateCount(automaton), automaton.acceptanceSets]).toEqual([1, 3]);
    expect([stateCount(degeneralized(automaton)), degeneralized(automaton).acceptanceSets]).toEqual([3, 1]);
  });
});

describe("strength", () => {
  it.each([
    ["F a", "terminal"],
    ["a U b", "terminal"],
    ["G a", "weak"],
    ["F G a", "weak"],
    ["G F a", "strong"],
    ["G(a -> F b)", "strong"],
    ["false", "empty"],
    ["true", "terminal"],
  ] as const)("of the automaton of %s is %s", (formula, strength) => {
    expect(strengthOf(automatonOf(formula))).toBe(strength);
  });

  it("is told for each component", () => {
    expect(strengths(automatonOf("X F a")).sort()).toEqual(["rejecting", "terminal", "transient"]);
  });
});

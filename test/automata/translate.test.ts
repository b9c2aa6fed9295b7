import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accepts } from "../../src/automata/membership.js";
import { ltlToTgba } from "../../src/automata/translate.js";
import { printLtl } from "../../src/formula/print.js";
import { satisfies } from "../../src/formula/words.js";
import { lassoWords, ltlFormulas } from "../arbitraries/formulas.js";

describe("the automaton of a formula", () => {
  for (const past of [false, true]) {
    it(`accepts the words that satisfy it, ${past ? "with" : "without"} past`, () => {
      fc.assert(
        fc.property(
          ltlFormulas({ past }),
          fc.array(lassoWords(), { minLength: 20, maxLength: 20 }),
          (formula, words) => {
            const automaton = ltlToTgba(formula);
            for (const word of words) {
              expect([printLtl(formula), accepts(automaton, word)]).toEqual([
                printLtl(formula),
                satisfies(word, formula),
              ]);
            }
          },
        ),
        { numRuns: Number(process.env.FAIRLEAD_FUZZ_RUNS ?? 200) },
      );
    });
  }
});

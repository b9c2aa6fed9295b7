import { describe, expect, it } from "vitest";
import { goTo, occurrences, type Psl } from "../../../src/formats/psl/syntax.js";
import { Random } from "../../../src/logic/random.js";
import { answered } from "./asking.js";
import { satisfies, type Word } from "./definition.js";
import { randomPsl, randomWord } from "./random-formulas.js";

describe("a formula of PSL", () => {
  it("is answered as the standard's definitions say, for random formulas on random words", { timeout: 120_000 }, () => {
    const random = new Random(2026);
    const found = { holds: 0, fails: 0 };
    for (let i = 0; i < 120; i++) {
      const formula = randomPsl(random, 1 + random.below(5));
      const word = randomWord(random);
      const expected = satisfies(word, formula) ? "holds" : "fails";
      expect(answered(word, formula), JSON.stringify({ formula, word })).toBe(expected);
      found[expected]++;
    }
    expect(Math.min(found.holds, found.fails)).toBeGreaterThan(30);
  });

  it("is violated where an attempt that is guessed may begin in one of several ways", () => {
    const not = (c: string): string => `!${c}`;
    const counted: Psl<string> = {
      op: "sequence",
      sere: occurrences("b", 0, Infinity, { any: "true", not }),
      strong: true,
      isMarked: true,
    };
    const then: Psl<string> = { op: "suffix", sere: goTo("b", 1, 2, { any: "true", not }), follows: counted };
    const word: Word = { letters: [new Set(["b"])], loop: 0 };
    expect(satisfies(word, then)).toBe(true);
    expect(answered(word, { op: "not", arg: then })).toBe("fails");
  });
});

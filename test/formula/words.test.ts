import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Ltl } from "../../src/formula/ltl.js";
import { negate, nnf } from "../../src/formula/nnf.js";
import { parseLtl } from "../../src/formula/parse.js";
import { satisfies } from "../../src/formula/words.js";
import { lassoWords, listedWord, ltlFormulas } from "../arbitraries/formulas.js";

/** `ab,,(a,b)` is the word {a,b} {} ({a} {b})^ω. */
function word(text: string) {
  const [stem, loop] = text.replace(")", "").split("(") as [string, string];
  const letters = (part: string) => part.split(",").map((letter) => [...letter]);
  const stemLetters = stem === "" ? [] : letters(stem.replace(/,$/, ""));
  return listedWord([...stemLetters, ...letters(loop)], stemLetters.length);
}

describe("LTL on lasso words", () => {
  it.each([
    ["G F a", "b,(,a)", true],
    ["F G a", "b,(,a)", false],
    ["a U b", "a,a,b,()", true],
    ["a U b", "(a)", false],
    ["a W b", "(a)", true],
    ["b R a", "(a)", true],
    ["b M a", "(a)", false],
    ["b M a", "a,ab,()", true],
    ["X X a", "a,b,(a,b)", true],
    ["Y a", "(a)", false],
    ["Z b", "(a)", true],
    ["X Y a", "(a)", true],
    ["G(b -> O a)", "a,(,b)", true],
    ["G(b -> O a)", "b,a,(,b)", false],
    ["G H a", "(a)", true],
    ["F(b & (a S c))", "c,a,ab,()", true],
    ["F(b & (a S c))", "c,,ab,()", false],
    ["G(a T b)", "b,(b)", true],
    ["F(b & Y(a & Y c))", "c,a,(b)", true],
    // Only the second turn of the loop has an a behind it.
    ["F(b & O a)", "(b,a)", true],
    ["G(b -> O a)", "(b,a)", false],
    ["X X G(b -> O a)", "(b,a)", true],
    // Each nested past operator may need one more turn.
    ["F(c & Y O(b & Y O(a & Y O c)))", "(a,b,c)", true],
  ])("%s on %s is %s", (formula, letters, expected) => {
    expect(satisfies(word(letters), parseLtl(formula).formula)).toBe(expected);
  });

  it("agrees with the definition on a long finite prefix where that is decisive", () => {
    fc.assert(
      fc.property(ltlFormulas({ depth: 3 }), lassoWords({ maxLength: 5 }), (formula, w) => {
        const value = satisfies(w, formula);
        expect(byDefinition(formula, w)).toBe(value);
      }),
      { numRuns: 400 },
    );
  });

  it("is not changed by unrolling the loop or moving its start", () => {
    fc.assert(
      fc.property(ltlFormulas(), lassoWords(), (formula, w) => {
        const loop = w.letters.slice(w.loop);
        const unrolled = listedWord([...w.letters, ...loop, ...loop], w.loop);
        const rotated = listedWord([...w.letters, ...loop.slice(0, 1)], w.loop + 1);
        const value = satisfies(w, formula);
        expect(satisfies(unrolled, formula)).toBe(value);
        expect(satisfies(rotated, formula)).toBe(value);
      }),
      { numRuns: 500 },
    );
  });

  it("negates as negation says, also in negation normal form", () => {
    fc.assert(
      fc.property(ltlFormulas(), lassoWords(), (formula, w) => {
        const value = satisfies(w, formula);
        expect(satisfies(w, { op: "not", arg: formula })).toBe(!value);
        expect(satisfies(w, negate(formula))).toBe(!value);
        expect(satisfies(w, nnf(formula))).toBe(value);
      }),
      { numRuns: 500 },
    );
  });

  it("has negations at atoms only in negation normal form", () => {
    fc.assert(fc.property(ltlFormulas(), (formula) => isNormal(nnf(formula))));
  });
});

/**
 * Quantifiers over positions, nothing else. Positions up to `far` stand for all: by then every subformula of these
 * small depths has long become periodic, and the witnesses that a future operator may need lie within two turns.
 */
function byDefinition(formula: Ltl, w: ReturnType<typeof listedWord>): boolean {
  const period = w.length - w.loop;
  const turns = 5;
  const horizon = (i: number) => Math.max(i, w.length) + turns * period;
  const letter = (i: number) => (i < w.length ? i : w.loop + ((i - w.loop) % period));
  const memo = new Map<Ltl, Map<number, boolean>>();
  const at = (f: Ltl, i: number): boolean => {
    const known = memo.get(f) ?? new Map<number, boolean>();
    memo.set(f, known);
    const value = known.get(i) ?? define(f, i);
    known.set(i, value);
    return value;
  };
  const future = (i: number) => Array.from({ length: horizon(i) - i }, (_, k) => i + k);
  const past = (i: number) => Array.from({ length: i + 1 }, (_, k) => k);
  const between = (a: number, b: number) => Array.from({ length: Math.max(0, b - a) }, (_, k) => a + k);
  const define = (f: Ltl, i: number): boolean => {
    switch (f.op) {
      case "true":
      case "false":
        return f.op === "true";
      case "atom":
        return w.holds(f.name, letter(i));
      case "not":
        return !at(f.arg, i);
      case "and":
        return at(f.left, i) && at(f.right, i);
      case "or":
        return at(f.left, i) || at(f.right, i);
      case "implies":
        return !at(f.left, i) || at(f.right, i);
      case "iff":
        return at(f.left, i) === at(f.right, i);
      case "xor":
        return at(f.left, i) !== at(f.right, i);
      case "X":
        return at(f.arg, i + 1);
      case "Y":
        return i > 0 && at(f.arg, i - 1);
      case "Z":
        return i === 0 || at(f.arg, i - 1);
      case "F":
        return future(i).some((j) => at(f.arg, j));
      case "G":
        return future(i).every((j) => at(f.arg, j));
      case "O":
        return past(i).some((j) => at(f.arg, j));
      case "H":
        return past(i).every((j) => at(f.arg, j));
      case "U":
        return future(i).some((j) => at(f.right, j) && between(i, j).every((k) => at(f.left, k)));
      case "W":
        return define({ op: "U", left: f.left, right: f.right }, i) || future(i).every((j) => at(f.left, j));
      case "R":
        return future(i).every((j) => at(f.right, j) || between(i, j).some((k) => at(f.left, k)));
      case "M":
        return define({ op: "R", left: f.left, right: f.right }, i) && future(i).some((j) => at(f.left, j));
      case "S":
        return past(i).some((j) => at(f.right, j) && between(j + 1, i + 1).every((k) => at(f.left, k)));
      case "T":
        return past(i).every((j) => at(f.right, j) || between(j + 1, i + 1).some((k) => at(f.left, k)));
    }
  };
  return at(formula, 0);
}

function isNormal(f: Ltl): boolean {
  if (f.op === "implies" || f.op === "iff" || f.op === "xor") return false;
  if (f.op === "not") return f.arg.op === "atom";
  if ("arg" in f) return isNormal(f.arg);
  return "left" in f ? isNormal(f.left) && isNormal(f.right) : true;
}

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accepts } from "../../src/automata/membership.js";
import { intersection } from "../../src/automata/product.js";
import { edgeCount, isEmpty, mapLabels, stateCount, type Tgba } from "../../src/automata/tgba.js";
import { ltlToTgba } from "../../src/automata/translate.js";
import type { Ltl } from "../../src/formula/ltl.js";
import { parseLtl } from "../../src/formula/parse.js";
import { printLtl } from "../../src/formula/print.js";
import { satisfies } from "../../src/formula/words.js";
import { Stopped } from "../../src/limits/stopped.js";
import { ALWAYS, BooleanFunctions, type Fn, NEVER } from "../../src/logic/boolean-functions.js";
import { InputError } from "../../src/text/input-error.js";
import { lassoWords, ltlFormulas } from "../arbitraries/formulas.js";

const runs = (n: number) => Number(process.env.FAIRLEAD_FUZZ_RUNS ?? n);
const formulaOf = (text: string) => parseLtl(text).formula;
const automatonOf = (text: string) => ltlToTgba(formulaOf(text));

describe("the automaton of a formula", () => {
  for (const past of [false, true]) {
    it(`accepts the words that satisfy it, ${past ? "with" : "without"} past (oracle: lasso words)`, () => {
      const words = fc.array(lassoWords(), { minLength: 20, maxLength: 20 });
      fc.assert(
        fc.property(ltlFormulas({ past }), words, (formula, some) => {
          const automaton = ltlToTgba(formula);
          for (const word of some) {
            expect([printLtl(formula), accepts(automaton, word)]).toEqual([
              printLtl(formula),
              satisfies(word, formula),
            ]);
          }
        }),
        { numRuns: runs(150) },
      );
    });
  }

  it("has no word in common with the automaton of the negation", () => {
    fc.assert(
      fc.property(ltlFormulas({ depth: 3 }), (formula) => {
        expect(haveCommonWord(formula, { op: "not", arg: formula })).toBe(false);
      }),
      { numRuns: runs(100) },
    );
  });

  it.each([
    ["true", [1, 1, 0]],
    ["false", [1, 0, 0]],
    ["a", [2, 2, 0]],
    ["X a", [3, 3, 0]],
    ["G a", [1, 1, 0]],
    ["F a", [2, 3, 1]],
    ["a U b", [2, 3, 1]],
    ["a R b", [2, 3, 0]],
    ["G F a", [1, 2, 1]],
    ["F G a", [2, 3, 1]],
    ["G(a -> F b)", [2, 4, 1]],
    ["G F a & G F b & G F c", [1, 8, 3]],
    ["G F a -> G F b", [2, 4, 1]],
    ["a U (b U (c U d))", [4, 10, 1]],
    ["G(a -> X b)", [2, 4, 0]],
    ["F(a & X b)", [3, 6, 1]],
    ["G(b -> O a)", [2, 3, 0]],
    ["G(b -> Y a)", [2, 4, 0]],
    ["F(b & Y a)", [3, 6, 1]],
    ["G(c -> (b S a))", [2, 4, 0]],
  ] as const)("of %s has the size that is known to be best: %j states, edges, acceptance sets", (text, size) => {
    const automaton = automatonOf(text);
    expect([stateCount(automaton), edgeCount(automaton), automaton.acceptanceSets]).toEqual(size);
  });

  it.each([
    ["G(b -> O a)", "!b W a"],
    ["F(b & O a)", "F(a & F b)"],
    ["G(b -> Y a)", "!b & G(X b -> a)"],
    ["G(b -> Z a)", "G(X b -> a)"],
    ["F(c & (b S a))", "F(a & (c | X(b U (b & c))))"],
    ["F(c & H a)", "a U (a & c)"],
    ["G(a T b)", "G b"],
    ["F(c & O(a & F b))", "F(a & F b & F c)"],
    ["O(a & F b)", "a & F b"],
    ["Y true | X Y a", "a"],
  ])("%s, which looks back, is %s", (past, future) => {
    const left = formulaOf(past);
    const right = formulaOf(future);
    expect(haveCommonWord(left, { op: "not", arg: right })).toBe(false);
    expect(haveCommonWord(right, { op: "not", arg: left })).toBe(false);
  });

  it("is given up with a message when it becomes too large", () => {
    const formula = formulaOf("G(p -> X X X X X X X X X X X X q)");
    expect(() => ltlToTgba(formula, { maxStates: 1000 })).toThrow(
      new InputError("automaton-size", "the automaton of the formula has more than 1000 states"),
    );
  });

  it("is given up with a message when time is up", () => {
    expect(() => ltlToTgba(formulaOf("G(p -> F q)"), { shouldStop: () => "time" })).toThrow(
      new Stopped("time", "there was not enough time to build the automaton of the formula"),
    );
  });

  it("is not as small as it could be, but right, when time is up before the end", () => {
    const formula = formulaOf("G(p -> X X X X X X X X q)");
    const word = { length: 1, loop: 0, holds: (atom: string) => atom === "p" };
    const cutShort: boolean[] = [];
    for (let patience = 1; patience < 200; patience += 10) {
      let asked = 0;
      try {
        const automaton = ltlToTgba(formula, { shouldStop: () => (++asked > patience ? "time" : null) });
        expect(accepts(automaton, word)).toBe(false);
        cutShort.push(asked > patience);
      } catch (error) {
        expect(error).toBeInstanceOf(Stopped);
      }
    }
    expect(cutShort).toContain(true);
  });

  const file = join(process.env.FAIRLEAD_BENCHMARKS ?? "", "ltl", "spot-sizes.tsv");
  const present = process.env.FAIRLEAD_BENCHMARKS !== undefined && existsSync(file);
  it.skipIf(!present)("is about as large as Spot's (skipped without FAIRLEAD_BENCHMARKS)", () => {
    let [ours, spots] = [0, 0];
    for (const line of readFileSync(file, "utf8").trim().split("\n").slice(1)) {
      const [, formula, states] = line.split("\t") as [string, string, string];
      const size = stateCount(automatonOf(formula));
      ours += size;
      spots += Number(states);
      expect([formula, size <= 2 * Number(states)]).toEqual([formula, true]);
    }
    expect(ours).toBeLessThanOrEqual(1.1 * spots);
  });
});

function haveCommonWord(f: Ltl, g: Ltl): boolean {
  const functions = new BooleanFunctions();
  const atoms = ["a", "b", "c"];
  return !isEmpty(intersection(moved(ltlToTgba(f), functions, atoms), moved(ltlToTgba(g), functions, atoms)));
}

/** The automaton with its labels in another store. */
function moved(automaton: Tgba, functions: BooleanFunctions, atoms: readonly string[]): Tgba {
  const from = automaton.functions;
  const copy = (f: Fn): Fn => {
    if (f === NEVER || f === ALWAYS) return f;
    const atom = functions.literal(atoms.indexOf(automaton.atoms[from.root(f)]!));
    return functions.ite(atom, copy(from.highOf(f)), copy(from.lowOf(f)));
  };
  return { ...mapLabels(automaton, copy, functions), atoms };
}

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseLtl } from "../../src/formula/parse.js";
import { overPropositions } from "../../src/formula/propositions.js";
import { satisfies } from "../../src/formula/words.js";
import { Aig, supportOf } from "../../src/logic/aig.js";
import { nodeOf } from "../../src/logic/lit.js";
import { evaluateLit } from "../arbitraries/aigs.js";
import { lassoWords, ltlFormulas } from "../arbitraries/formulas.js";

function over(formula: Parameters<typeof overPropositions>[0]) {
  const aig = new Aig();
  const atoms = new Map(["a", "b", "c"].map((name) => [name, aig.leaf()]));
  const names = new Map([...atoms].map(([name, l]) => [nodeOf(l), name]));
  return { aig, names, ...overPropositions(formula, atoms, aig) };
}

describe("a formula over its parts without temporal operators", () => {
  it("is true of the same words", () => {
    fc.assert(
      fc.property(ltlFormulas(), lassoWords(), (formula, word) => {
        const { aig, names, literals, formula: other } = over(formula);
        const holds = (part: string, t: number) =>
          evaluateLit(aig, literals.get(part)!, (node) => word.holds(names.get(node)!, t));
        expect(satisfies({ length: word.length, loop: word.loop, holds }, other)).toBe(satisfies(word, formula));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ["G (a | (b & !b))", ["a"]],
    ["F (a & (b | true)) U (c xor c)", ["a"]],
    ["a & b | c", ["a", "b", "c"]],
    ["F b | G !b", ["b"]],
  ])("%s reads %j", (text, read) => {
    const { aig, names, literals } = over(parseLtl(text).formula);
    expect(
      supportOf(aig, [...literals.values()])
        .map((node) => names.get(node))
        .sort(),
    ).toEqual(read);
  });
});

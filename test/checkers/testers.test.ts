import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { violations } from "../../src/checkers/testers.js";
import type { Ltl } from "../../src/formula/ltl.js";
import { parseLtl } from "../../src/formula/parse.js";
import { satisfies } from "../../src/formula/words.js";
import { Aig } from "../../src/logic/aig.js";
import { FALSE, type Lit, litOf, nodeOf, TRUE } from "../../src/logic/lit.js";
import type { Latch, Model } from "../../src/model/model.js";
import type { LtlProperty } from "../../src/model/property.js";
import { ltlFormulas } from "../arbitraries/formulas.js";
import { hasFairCycle } from "../certificates/brute-force.js";

/** A word over a and b, as letters 0 to 3, that goes on for ever from `loop`. */
interface Word {
  readonly letters: readonly number[];
  readonly loop: number;
}

/** The one behaviour of this model is the word. */
function modelOf({ letters, loop }: Word): { model: Model; property(formula: Ltl): LtlProperty } {
  const aig = new Aig();
  const places = letters.map(() => aig.leaf());
  const latches = places.map((place, t): Latch => {
    const before = [...(t > 0 ? [places[t - 1]!] : []), ...(t === loop ? [places.at(-1)!] : [])];
    return { node: nodeOf(place), next: aig.orAll(before), reset: t === 0 ? TRUE : FALSE };
  });
  const read = (bit: number): Lit => aig.orAll(places.filter((_, t) => ((letters[t]! >> bit) & 1) === 1));
  const atoms = new Map(["a", "b"].map((name, bit) => [name, read(bit)]));
  const model: Model = { aig, inputs: [], latches, constraints: [], fairness: [], signals: [], modules: [] };
  return { model, property: (formula) => ({ kind: "ltl", name: "f", formula, atoms }) };
}

const holdsOn = ({ letters, loop }: Word, formula: Ltl): boolean =>
  satisfies(
    { length: letters.length, loop, holds: (atom, t) => ((letters[t]! >> (atom === "a" ? 0 : 1)) & 1) === 1 },
    formula,
  );

const words = fc
  .array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 3 })
  .chain((letters) => fc.nat({ max: letters.length - 1 }).map((loop): Word => ({ letters, loop })));

describe("a model beside testers has a fair cycle exactly where it violates the formula", () => {
  it.each([
    ..."X a,F a,G a,Y a,Z a,O a,H a,X Y a,G Z b,X Z a".split(","),
    ..."a U b,a R b,a W b,a M b,a S b,a T b,X (a S b),X (a T b),G (a T b),X X (a & Y Y b)".split(","),
    ..."F b & !(a U b),G F a,F G a,G (a -> F b),(a U b) U a,a R (b R a),!(a W (b M a)),a <-> X b,a xor X b".split(","),
  ])("%s, on every word of up to three letters", (text) => {
    const { formula } = parseLtl(text);
    for (let length = 1; length <= 3; length++)
      for (let loop = 0; loop < length; loop++)
        for (let code = 0; code < 4 ** length; code++) {
          const word = { loop, letters: Array.from({ length }, (_, t) => (code >> (2 * t)) & 3) };
          const { model, property } = modelOf(word);
          expect(hasFairCycle(violations(model, property(formula))), JSON.stringify(word)).toBe(
            !holdsOn(word, formula),
          );
        }
  });

  it("random formulas, with past, on random words", () => {
    fc.assert(
      fc.property(ltlFormulas({ atoms: ["a", "b"], depth: 3 }), words, (formula, word) => {
        const { model, property } = modelOf(word);
        const beside = violations(model, property(formula));
        if (beside.latches.length + beside.inputs.length > 14) return;
        expect(hasFairCycle(beside)).toBe(!holdsOn(word, formula));
      }),
      { numRuns: 300 },
    );
  });

  it("keeps the model's latches, inputs and resets in their places", () => {
    const { model, property } = modelOf({ letters: [1, 2], loop: 0 });
    const beside = violations(model, property(parseLtl("G F a").formula));
    expect(beside.latches.slice(0, 2).map((l) => l.reset)).toEqual([TRUE, FALSE]);
    expect(beside.latches.slice(0, 2).map((l) => l.next)).toEqual([1, 0].map((i) => litOf(beside.latches[i]!.node)));
    expect(model.aig.size).toBe(modelOf({ letters: [1, 2], loop: 0 }).model.aig.size);
  });
});

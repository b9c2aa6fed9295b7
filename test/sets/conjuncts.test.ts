import { describe, expect, it } from "vitest";
import { Aig, supportOf } from "../../src/logic/aig.js";
import { Circuit } from "../../src/logic/circuit.js";
import { type Lit, negateIf, nodeOf, not } from "../../src/logic/lit.js";
import { Random } from "../../src/logic/random.js";
import { conjunctsOf } from "../../src/sets/conjuncts.js";

describe("conjunctsOf", () => {
  it("takes a wide conjunction apart, also under a disjunction with a leaf, and leaves small ones alone", () => {
    const aig = new Aig();
    const [started, ...x] = Array.from({ length: 25 }, () => aig.leaf()) as [Lit, ...Lit[]];
    const rules = Array.from({ length: 12 }, (_, k) => aig.xor(x[2 * k]!, x[2 * k + 1]!));
    const conjuncts = conjunctsOf(aig, aig.or(not(started), aig.andAll(rules)));
    expect(conjuncts.length).toBeGreaterThan(1);
    for (const c of conjuncts) expect(supportOf(aig, [c]).length).toBeLessThan(14);
    expect(conjunctsOf(aig, rules[0]!)).toEqual([rules[0]]);
  });

  it("gives literals whose conjunction is the given one", () => {
    const random = new Random(5);
    for (let round = 0; round < 200; round++) {
      const aig = new Aig();
      const leaves = Array.from({ length: 20 }, () => aig.leaf());
      const some = () => negateIf(leaves[random.below(20)]!, random.below(2) === 1);
      // Conjunctions and disjunctions in turn, often with single leaves.
      const grow = (depth: number): Lit => {
        if (depth === 0) return aig.andAll(Array.from({ length: 4 }, some));
        const right = random.below(2) === 0 ? some() : grow(depth - 1);
        return random.below(2) === 0 ? aig.and(grow(depth - 1), right) : aig.or(grow(depth - 1), right);
      };
      const root = grow(6);
      const conjuncts = conjunctsOf(aig, root);
      const circuit = new Circuit(aig, leaves.map(nodeOf));
      for (const l of [root, ...conjuncts]) circuit.need(l);
      const words = new Int32Array(circuit.slots);
      const value = (l: Lit) => words[circuit.slotLit(l) >> 1]! ^ -(circuit.slotLit(l) & 1);
      for (let k = 0; k < leaves.length; k++) words[1 + k] = random.word();
      circuit.evaluate(words);
      expect(conjuncts.reduce((all, c) => all & value(c), -1)).toBe(value(root));
    }
  });
});

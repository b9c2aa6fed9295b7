import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Circuit } from "../../src/logic/circuit.js";
import { nodeOf, not } from "../../src/logic/lit.js";
import { aigs, evaluateLit } from "../arbitraries/aigs.js";

describe("Circuit", () => {
  it("computes in each lane what the graph's definition says", () => {
    fc.assert(
      fc.property(aigs(), fc.array(fc.integer(), { minLength: 5, maxLength: 5 }), ({ aig, leaves, lits }, values) => {
        const circuit = new Circuit(aig, leaves.map(nodeOf));
        for (const l of lits) circuit.need(l);
        const words = new Int32Array(circuit.slots);
        leaves.forEach((_, i) => {
          words[1 + i] = values[i]!;
        });
        circuit.evaluate(words);
        for (const l of lits) {
          const slot = circuit.slotLit(l);
          const word = words[slot >> 1]! ^ -(slot & 1);
          for (const lane of [0, 7, 31]) {
            const leaf = (n: number) => ((values[leaves.map(nodeOf).indexOf(n)]! >>> lane) & 1) === 1;
            expect((word >>> lane) & 1).toBe(evaluateLit(aig, l, leaf) ? 1 : 0);
          }
        }
      }),
    );
  });

  it("calls a three-valued result known only when all ways to fill in the unknowns agree", () => {
    const trits = fc.array(fc.constantFrom(0, 1, 2), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(aigs({ maxLeaves: 4 }), trits, ({ aig, leaves, lits }, given) => {
        const circuit = new Circuit(aig, leaves.map(nodeOf));
        for (const l of lits) circuit.need(l);
        const rails = new Int32Array(2 * circuit.slots);
        leaves.forEach((_, i) => {
          rails[2 * (1 + i)] = given[i] === 0 ? 0 : -1;
          rails[2 * (1 + i) + 1] = given[i] === 1 ? 0 : -1;
        });
        circuit.evaluateTernary(rails);
        for (const l of lits) {
          const possible = new Set<boolean>();
          for (let fill = 0; fill < 2 ** leaves.length; fill++) {
            const value = (i: number) => (given[i] === 2 ? ((fill >> i) & 1) === 1 : given[i] === 1);
            possible.add(evaluateLit(aig, l, (n) => value(leaves.map(nodeOf).indexOf(n))));
          }
          const mayBe = (lit: typeof l) => rails[circuit.slotLit(lit)] !== 0;
          if (possible.has(true)) expect(mayBe(l)).toBe(true);
          if (possible.has(false)) expect(mayBe(not(l))).toBe(true);
          if (given.slice(0, leaves.length).every((t) => t !== 2)) expect(mayBe(l) && mayBe(not(l))).toBe(false);
        }
      }),
    );
  });
});

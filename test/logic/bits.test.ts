import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Aig } from "../../src/logic/aig.js";
import { add, constantBits, equal, less, type SignedBits, signExtend, unsignedBits } from "../../src/logic/bits.js";
import { type Lit, nodeOf, TRUE } from "../../src/logic/lit.js";
import { evaluateLit } from "../arbitraries/aigs.js";

/** The number that bits stand for, by the definition of two's complement. */
const numberFrom = (bits: readonly boolean[]): number =>
  bits.reduce((sum, b, i) => sum + (b ? (i === bits.length - 1 ? -(2 ** i) : 2 ** i) : 0), 0);

/** Two numbers as fresh leaves, and the values that all assignments give them. */
function operands(widthA: number, widthB: number) {
  const aig = new Aig();
  const a = Array.from({ length: widthA }, () => aig.leaf());
  const b = Array.from({ length: widthB }, () => aig.leaf());
  const leaves = [...a, ...b].map(nodeOf);
  const assignments = Array.from({ length: 2 ** leaves.length }, (_, n) => (node: number): boolean => {
    return ((n >> leaves.indexOf(node)) & 1) === 1;
  });
  const read = (bits: SignedBits, leaf: (node: number) => boolean) =>
    numberFrom(bits.map((l) => evaluateLit(aig, l, leaf)));
  return { aig, a, b, assignments, read };
}

const WIDTHS = [1, 2, 3, 4].flatMap((a) => [1, 2, 4].map((b) => [a, b] as const));

describe("numbers as literals agree with arithmetic on every assignment", () => {
  it.each(WIDTHS)("%i and %i bits", (widthA, widthB) => {
    const { aig, a, b, assignments, read } = operands(widthA, widthB);
    const sum = add(aig, a, b);
    const same = equal(aig, a, b);
    const below = less(aig, a, b);
    const wide = signExtend(a, 6);
    const natural = unsignedBits(a);
    for (const leaf of assignments) {
      const x = read(a, leaf);
      const y = read(b, leaf);
      expect(read(sum, leaf)).toBe(x + y);
      expect(evaluateLit(aig, same, leaf)).toBe(x === y);
      expect(evaluateLit(aig, below, leaf)).toBe(x < y);
      expect(read(wide, leaf)).toBe(x);
      expect(read(natural, leaf)).toBe(x < 0 ? x + 2 ** widthA : x);
    }
  });

  it("constants keep their value, in as few bits as there can be", () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer({ min: -40, max: 40 }), fc.maxSafeInteger()), (n) => {
        const bits = constantBits(n).map((l: Lit) => l === TRUE);
        expect(numberFrom(bits)).toBe(n);
        if (bits.length > 1) expect(bits[bits.length - 1]).not.toBe(bits[bits.length - 2]);
      }),
    );
  });
});

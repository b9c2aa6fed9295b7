import type { Aig } from "./aig.js";
import { FALSE, type Lit, TRUE } from "./lit.js";
import * as vector from "./vector.js";

/**
 * A number as literals, two's complement, the least significant first: the last one is the sign. Never empty. Unlike those of
 * vector.ts, operands may differ in width, and no result overflows.
 */
export type SignedBits = readonly Lit[];

/** The narrowest bits of a safe integer. */
export function constantBits(value: number): SignedBits {
  const bits: Lit[] = [];
  let rest = value;
  for (; rest !== 0 && rest !== -1; rest = Math.floor(rest / 2)) bits.push(rest % 2 === 0 ? FALSE : TRUE);
  bits.push(rest === 0 ? FALSE : TRUE);
  return bits;
}

export const unsignedBits = (bits: readonly Lit[]): SignedBits => [...bits, FALSE];

/** The same number in at least `width` bits. */
export const signExtend = (bits: SignedBits, width: number): SignedBits =>
  vector.resized(bits, Math.max(width, bits.length), true);

/** Both numbers in the width of the wider one, and `more` bits. */
function aligned(a: SignedBits, b: SignedBits, more: number): [SignedBits, SignedBits] {
  const width = Math.max(a.length, b.length) + more;
  return [signExtend(a, width), signExtend(b, width)];
}

/** The sum, one bit wider than the wider operand. */
export const add = (aig: Aig, a: SignedBits, b: SignedBits): SignedBits => vector.sum(aig, ...aligned(a, b, 1));

export const equal = (aig: Aig, a: SignedBits, b: SignedBits): Lit => vector.equal(aig, ...aligned(a, b, 0));

export const less = (aig: Aig, a: SignedBits, b: SignedBits): Lit => vector.lessSigned(aig, ...aligned(a, b, 0));

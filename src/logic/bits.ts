import type { Aig } from "./aig.js";
import { FALSE, type Lit, not, TRUE } from "./lit.js";

/** A number as literals, two's complement, the least significant first: the last one is the sign. Never empty. */
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
export function signExtend(bits: SignedBits, width: number): SignedBits {
  const sign = bits[bits.length - 1]!;
  return [...bits, ...new Array<Lit>(Math.max(0, width - bits.length)).fill(sign)];
}

/** The sum, one bit wider than the wider operand: it never overflows. */
export function add(aig: Aig, a: SignedBits, b: SignedBits): SignedBits {
  const width = Math.max(a.length, b.length) + 1;
  const x = signExtend(a, width);
  const y = signExtend(b, width);
  let carry: Lit = FALSE;
  return x.map((xi, i) => {
    const yi = y[i]!;
    const half = aig.xor(xi, yi);
    const sum = aig.xor(half, carry);
    carry = aig.or(aig.and(xi, yi), aig.and(half, carry));
    return sum;
  });
}

export function equal(aig: Aig, a: SignedBits, b: SignedBits): Lit {
  const width = Math.max(a.length, b.length);
  const y = signExtend(b, width);
  return aig.andAll(signExtend(a, width).map((xi, i) => aig.iff(xi, y[i]!)));
}

/** a < b: the highest bit in which they differ decides, and the sign bit the other way round. */
export function less(aig: Aig, a: SignedBits, b: SignedBits): Lit {
  const width = Math.max(a.length, b.length);
  const x = signExtend(a, width);
  const y = signExtend(b, width);
  let below: Lit = FALSE;
  for (let i = 0; i < width; i++) {
    const [low, high] = i === width - 1 ? [y[i]!, x[i]!] : [x[i]!, y[i]!];
    below = aig.mux(aig.xor(low, high), aig.and(not(low), high), below);
  }
  return below;
}

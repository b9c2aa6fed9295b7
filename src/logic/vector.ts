import type { Aig } from "./aig.js";
import { FALSE, type Lit, not, TRUE } from "./lit.js";

/**
 * Arithmetic circuits on vectors of literals, least significant bit first. Widths are the caller's business: both
 * operands are equally wide, and results are cut to that width (two's complement) unless said otherwise.
 */
export type Bits = readonly Lit[];

export const constantBits = (value: number | bigint, width: number): Lit[] => {
  const v = BigInt.asUintN(width, BigInt(value));
  return Array.from({ length: width }, (_, i) => ((v >> BigInt(i)) & 1n ? TRUE : FALSE));
};

/** The value of bits that are all constant (unsigned), or null. */
export function constantOf(bits: Bits): bigint | null {
  let value = 0n;
  for (let i = bits.length - 1; i >= 0; i--) {
    if (bits[i] !== TRUE && bits[i] !== FALSE) return null;
    value = value * 2n + (bits[i] === TRUE ? 1n : 0n);
  }
  return value;
}

/** Cut, or filled up with zeros or copies of the sign. */
export function resized(bits: Bits, width: number, signed: boolean): Lit[] {
  const fill = signed && bits.length > 0 ? bits[bits.length - 1]! : FALSE;
  return Array.from({ length: width }, (_, i) => bits[i] ?? fill);
}

export const negatedBits = (bits: Bits): Lit[] => bits.map(not);

/** a + b + carry. */
export function sum(aig: Aig, a: Bits, b: Bits, carryIn: Lit = FALSE): Lit[] {
  let carry = carryIn;
  return a.map((x, i) => {
    const y = b[i]!;
    const half = aig.xor(x, y);
    const out = aig.xor(half, carry);
    carry = aig.or(aig.and(x, y), aig.and(half, carry));
    return out;
  });
}

export const difference = (aig: Aig, a: Bits, b: Bits): Lit[] => sum(aig, a, negatedBits(b), TRUE);

export const negative = (aig: Aig, a: Bits): Lit[] => difference(aig, constantBits(0, a.length), a);

export function product(aig: Aig, a: Bits, b: Bits): Lit[] {
  let total = constantBits(0, a.length);
  b.forEach((bit, shift) => {
    if (bit === FALSE) return;
    const row = a.map((_, i) => (i < shift ? FALSE : aig.and(a[i - shift]!, bit)));
    total = sum(aig, total, row);
  });
  return total;
}

export const equal = (aig: Aig, a: Bits, b: Bits): Lit => aig.andAll(a.map((x, i) => aig.iff(x, b[i]!)));

export function lessUnsigned(aig: Aig, a: Bits, b: Bits): Lit {
  let less: Lit = FALSE;
  for (let i = 0; i < a.length; i++) {
    const differ = aig.xor(a[i]!, b[i]!);
    less = aig.mux(differ, b[i]!, less);
  }
  return less;
}

export function lessSigned(aig: Aig, a: Bits, b: Bits): Lit {
  const flip = (bits: Bits): Lit[] => [...bits.slice(0, -1), not(bits[bits.length - 1]!)];
  return a.length === 0 ? FALSE : lessUnsigned(aig, flip(a), flip(b));
}

export const select = (aig: Aig, condition: Lit, then: Bits, otherwise: Bits): Lit[] =>
  then.map((x, i) => aig.mux(condition, x, otherwise[i]!));

/** Restoring division. With a zero divisor the results mean nothing. */
export function divideUnsigned(aig: Aig, a: Bits, b: Bits): { quotient: Lit[]; remainder: Lit[] } {
  // What is left is less than the divisor, and has no more bits.
  const width = b.findLastIndex((bit) => bit !== FALSE) + 1;
  const divisor = [...b.slice(0, width), FALSE];
  let rest = constantBits(0, width + 1);
  const quotient: Lit[] = constantBits(0, a.length);
  for (let i = a.length - 1; i >= 0; i--) {
    rest = [a[i]!, ...rest.slice(0, width)];
    const fits = not(lessUnsigned(aig, rest, divisor));
    quotient[i] = fits;
    rest = select(aig, fits, difference(aig, rest, divisor), rest);
  }
  return { quotient, remainder: resized(rest.slice(0, width), a.length, false) };
}

/** Truncates towards zero; the remainder has the sign of the dividend. */
export function divideSigned(aig: Aig, a: Bits, b: Bits): { quotient: Lit[]; remainder: Lit[] } {
  const signA = a[a.length - 1]!;
  const signB = b[b.length - 1]!;
  const { quotient, remainder } = divideUnsigned(aig, magnitude(aig, a, signA), magnitude(aig, b, signB));
  return {
    quotient: select(aig, aig.xor(signA, signB), negative(aig, quotient), quotient),
    remainder: select(aig, signA, negative(aig, remainder), remainder),
  };
}

const magnitude = (aig: Aig, bits: Bits, sign: Lit): Lit[] => select(aig, sign, negative(aig, bits), bits);

/** Shifts by the unsigned value of `by`; `fill` comes in. */
export function shiftLeft(aig: Aig, bits: Bits, by: Bits, fill: Lit = FALSE): Lit[] {
  let out = [...bits];
  by.forEach((bit, stage) => {
    if (bit === FALSE) return;
    const distance = stage < 31 ? 2 ** stage : Number.POSITIVE_INFINITY;
    const moved = out.map((_, i) => (i >= distance ? out[i - distance]! : fill));
    out = select(aig, bit, moved, out);
  });
  return out;
}

export const shiftRight = (aig: Aig, bits: Bits, by: Bits, fill: Lit): Lit[] =>
  shiftLeft(aig, [...bits].reverse(), by, fill).reverse();

/** Bits of the smallest two's complement vector that holds both. */
export function integerWidth(low: number, high: number): number {
  let width = 1;
  while (low < -(2 ** (width - 1)) || high >= 2 ** (width - 1)) width++;
  return width;
}

/** Bits that tell `size` codes apart. */
export function codeWidth(size: number): number {
  let width = 0;
  while (2 ** width < size) width++;
  return width;
}

/** Maps every vector of bits to a code: codes that would be invalid lose their top bit. */
export function foldCode(aig: Aig, size: number, bits: Bits): Lit[] {
  if (bits.length === 0) return [];
  const wide = [...bits, FALSE];
  const valid = size >= 2 ** bits.length ? TRUE : lessSigned(aig, wide, constantBits(size, wide.length));
  return [...bits.slice(0, -1), aig.and(bits[bits.length - 1]!, valid)];
}

export const hasCode = (aig: Aig, bits: Bits, code: number): Lit => equal(aig, bits, constantBits(code, bits.length));

/** The row that the code selects. Rows are constants. */
export function tableBits(aig: Aig, code: Bits, rows: readonly Bits[]): Lit[] {
  const chosen = rows.map((_, i) => hasCode(aig, code, i));
  const width = rows[0]?.length ?? 0;
  return Array.from({ length: width }, (_, bit) => {
    const ones = chosen.filter((_, i) => rows[i]![bit] === TRUE);
    const zeros = chosen.filter((_, i) => rows[i]![bit] !== TRUE);
    return ones.length <= zeros.length ? aig.orAll(ones) : not(aig.orAll(zeros));
  });
}

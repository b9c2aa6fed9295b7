import type { Aig } from "./aig.js";
import { choose } from "./choice.js";
import { FALSE, type Lit, not, TRUE } from "./lit.js";

/**
 * Arithmetic circuits on vectors of literals, least significant bit first. Widths are the caller's business: both
 * operands are equally wide, and results are cut to that width (two's complement) unless said otherwise.
 */
export type Bits = readonly Lit[];

export function constantBits(value: number | bigint, width: number): Lit[] {
  if (value === 0 || value === -1) return new Array<Lit>(width).fill(value === 0 ? FALSE : TRUE);
  const digits = BigInt.asUintN(width, BigInt(value)).toString(2);
  const bits = new Array<Lit>(width).fill(FALSE);
  for (let i = 0; i < digits.length; i++) if (digits[digits.length - 1 - i] === "1") bits[i] = TRUE;
  return bits;
}

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

/** a + b + carry: seven gates for each bit, since the carry shares a gate with each exclusive or; three where a bit is known. */
export function sum(aig: Aig, a: Bits, b: Bits, carryIn: Lit = FALSE): Lit[] {
  let carry = carryIn;
  return a.map((x, i) => {
    const y = b[i]!;
    if (x === TRUE || y === TRUE) {
      const other = x === TRUE ? y : x;
      const twice = aig.and(other, carry);
      carry = aig.or(other, carry);
      return aig.or(twice, not(carry));
    }
    const both = aig.and(x, y);
    const half = aig.and(not(both), aig.or(x, y));
    const carried = aig.and(half, carry);
    const out = aig.and(not(carried), aig.or(half, carry));
    carry = aig.or(both, carried);
    return out;
  });
}

export const difference = (aig: Aig, a: Bits, b: Bits): Lit[] => sum(aig, a, negatedBits(b), TRUE);

/** a + 1. */
export const successor = (aig: Aig, a: Bits): Lit[] => sum(aig, a, constantBits(0, a.length), TRUE);

/** a - 1. */
export const predecessor = (aig: Aig, a: Bits): Lit[] => sum(aig, a, constantBits(-1, a.length));

export const negative = (aig: Aig, a: Bits): Lit[] => difference(aig, constantBits(0, a.length), a);

/** Bits that are not known to be 0: a factor makes as many rows. */
export const possibleOnes = (bits: Bits): number => bits.reduce((n, bit) => n + (bit === FALSE ? 0 : 1), 0);

export function product(aig: Aig, a: Bits, b: Bits): Lit[] {
  const [rowOf, factor] = possibleOnes(a) < possibleOnes(b) ? [b, a] : [a, b];
  let total = constantBits(0, a.length);
  factor.forEach((bit, shift) => {
    if (bit === FALSE) return;
    const row = rowOf.map((_, i) => (i < shift ? FALSE : aig.and(rowOf[i - shift]!, bit)));
    total = sum(aig, total, row);
  });
  return total;
}

/** The sum, difference or product of unsigned or signed numbers does not fit in their width. */
export const sumOverflows = (aig: Aig, a: Bits, b: Bits, signed: boolean): Lit =>
  overflows(sum(aig, widened(a, 1, signed), widened(b, 1, signed)), aig, a.length, signed);

export const differenceOverflows = (aig: Aig, a: Bits, b: Bits, signed: boolean): Lit =>
  overflows(difference(aig, widened(a, 1, signed), widened(b, 1, signed)), aig, a.length, signed);

export const productOverflows = (aig: Aig, a: Bits, b: Bits, signed: boolean): Lit =>
  overflows(product(aig, widened(a, a.length, signed), widened(b, a.length, signed)), aig, a.length, signed);

const widened = (bits: Bits, by: number, signed: boolean): Lit[] => resized(bits, bits.length + by, signed);

function overflows(exact: Bits, aig: Aig, width: number, signed: boolean): Lit {
  const fill = signed ? exact[width - 1]! : FALSE;
  return aig.orAll(exact.slice(width).map((bit) => aig.xor(bit, fill)));
}

/** The quotient of signed numbers does not fit: the smallest one, by -1. */
export const quotientOverflows = (aig: Aig, a: Bits, b: Bits): Lit =>
  aig.and(equal(aig, a, constantBits(1n << BigInt(a.length - 1), a.length)), aig.andAll(b));

export const equal = (aig: Aig, a: Bits, b: Bits): Lit => aig.andAll(a.map((x, i) => aig.iff(x, b[i]!)));

/** Four gates for each bit: a carry that each bit makes, passes on or stops. */
export function lessUnsigned(aig: Aig, a: Bits, b: Bits): Lit {
  let less: Lit = FALSE;
  for (let i = 0; i < a.length; i++) {
    const x = not(a[i]!);
    const y = b[i]!;
    less = aig.or(aig.and(x, y), aig.and(aig.or(x, y), less));
  }
  return less;
}

export function lessSigned(aig: Aig, a: Bits, b: Bits): Lit {
  const flip = (bits: Bits): Lit[] => [...bits.slice(0, -1), not(bits[bits.length - 1]!)];
  return a.length === 0 ? FALSE : lessUnsigned(aig, flip(a), flip(b));
}

export const select = (aig: Aig, condition: Lit, then: Bits, otherwise: Bits): Lit[] =>
  then.map((x, i) => choose(aig, condition, x, otherwise[i]!));

/** Restoring division. By zero, the quotient is all ones and the remainder is `a`, as SMT-LIB has it. */
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
  const remainder = resized(rest.slice(0, width), a.length, false);
  // By zero there is more left than a narrow divisor has bits.
  const isZero = width < a.length ? not(aig.orAll(b)) : FALSE;
  return { quotient, remainder: select(aig, isZero, a, remainder) };
}

/** Truncates towards zero; the remainder has the sign of the dividend. By zero, the quotient is 1 or -1, whose sign is not `a`'s, the remainder `a`. */
export function divideSigned(aig: Aig, a: Bits, b: Bits): { quotient: Lit[]; remainder: Lit[] } {
  const signA = a[a.length - 1]!;
  const signB = b[b.length - 1]!;
  const { quotient, remainder } = divideUnsigned(aig, magnitude(aig, a, signA), magnitude(aig, b, signB));
  return {
    quotient: select(aig, aig.xor(signA, signB), negative(aig, quotient), quotient),
    remainder: select(aig, signA, negative(aig, remainder), remainder),
  };
}

/** The remainder of a division that rounds down: it has the sign of the divisor. By zero it is `a`. */
export function moduloSigned(aig: Aig, a: Bits, b: Bits): Lit[] {
  const { remainder } = divideSigned(aig, a, b);
  const isOff = aig.and(aig.orAll(remainder), aig.xor(remainder[a.length - 1]!, b[a.length - 1]!));
  return sum(
    aig,
    remainder,
    b.map((bit) => aig.and(bit, isOff)),
  );
}

const magnitude = (aig: Aig, bits: Bits, sign: Lit): Lit[] => select(aig, sign, negative(aig, bits), bits);

/** Shifts by the unsigned value of `by`; `fill` comes in. */
export function shiftLeft(aig: Aig, bits: Bits, by: Bits, fill: Lit = FALSE): Lit[] {
  const stages = Math.min(by.length, codeWidth(bits.length));
  let out = [...bits];
  for (let stage = 0; stage < stages; stage++) {
    const bit = by[stage]!;
    if (bit === FALSE) continue;
    const distance = 2 ** stage;
    const moved = out.map((_, i) => (i >= distance ? out[i - distance]! : fill));
    out = select(aig, bit, moved, out);
  }
  const isFar = aig.orAll(by.slice(stages));
  return out.map((bit) => aig.mux(isFar, fill, bit));
}

export const shiftRight = (aig: Aig, bits: Bits, by: Bits, fill: Lit): Lit[] =>
  shiftLeft(aig, [...bits].reverse(), by, fill).reverse();

/** Rotates by the unsigned value of `by`, modulo the width. */
export function rotateLeft(aig: Aig, bits: Bits, by: Bits): Lit[] {
  const width = bits.length;
  let out = [...bits];
  let distance = 1 % width;
  for (const bit of by) {
    if (distance === 0) break;
    const moved = out.map((_, i) => out[(i + width - distance) % width]!);
    out = select(aig, bit, moved, out);
    distance = (2 * distance) % width;
  }
  return out;
}

export const rotateRight = (aig: Aig, bits: Bits, by: Bits): Lit[] =>
  rotateLeft(aig, [...bits].reverse(), by).reverse();

/** Whether an odd number of bits is 1. */
export const parity = (aig: Aig, bits: Bits): Lit => bits.reduce((a, b) => aig.xor(a, b), FALSE);

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

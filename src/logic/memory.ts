import type { Aig } from "./aig.js";
import { type Lit, not, TRUE } from "./lit.js";
import { type Bits, constantOf, select } from "./vector.js";

/**
 * Memories as vectors of literals: element i of `width` bits begins at i * width. There is an element for every value of
 * the index.
 */
export function readElement(aig: Aig, memory: Bits, index: Bits, width: number): Lit[] {
  const known = constantOf(index);
  if (known !== null) return memory.slice(Number(known) * width, (Number(known) + 1) * width);
  let layer = memory;
  for (const bit of index) layer = halved(aig, layer, bit, width);
  return [...layer];
}

/** Of each two neighbours the second where the bit is 1. */
function halved(aig: Aig, elements: Bits, bit: Lit, width: number): Lit[] {
  const half: Lit[] = [];
  for (let at = 0; at < elements.length; at += 2 * width)
    for (let i = at; i < at + width; i++) half.push(aig.mux(bit, elements[i + width]!, elements[i]!));
  return half;
}

/** The memory with another value in one element. */
export function writeElement(aig: Aig, memory: Bits, index: Bits, value: Bits): Lit[] {
  const width = value.length;
  const known = constantOf(index);
  if (known !== null) {
    const written = [...memory];
    value.forEach((bit, i) => {
      written[Number(known) * width + i] = bit;
    });
    return written;
  }
  return decoded(aig, index).flatMap((isHere, k) =>
    select(aig, isHere, value, memory.slice(k * width, (k + 1) * width)),
  );
}

/** For every value of the index, that it is the one. */
function decoded(aig: Aig, index: Bits): Lit[] {
  let cases: Lit[] = [TRUE];
  for (let k = index.length - 1; k >= 0; k--)
    cases = cases.flatMap((c) => [aig.and(c, not(index[k]!)), aig.and(c, index[k]!)]);
  return cases;
}

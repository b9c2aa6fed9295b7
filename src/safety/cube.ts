import type { Lit } from "../logic/lit.js";

/**
 * A conjunction of latch literals, sorted ascending, without repetition. Literals are those of a `TransitionSystem`:
 * latch i is node i + 1. The negation of a cube is a clause: the same literals, each read negated.
 */
export type Cube = readonly Lit[];

/** A disjunction of latch literals, sorted ascending. */
export type Clause = readonly Lit[];

/** Sorts in place: the way into the type. */
export const cubeOf = (lits: Lit[]): Cube => lits.sort((a, b) => a - b);

/** The clause that excludes a cube, or the cube that falsifies a clause. Order is kept: signs are the lowest bits. */
export const negated = (lits: readonly Lit[]): Lit[] => lits.map((l) => (l ^ 1) as Lit);

/** One bit a literal, folded to 32: `a ⊆ b` implies `signature(a) & ~signature(b) === 0`. */
export function signatureOf(lits: readonly Lit[]): number {
  let bits = 0;
  for (let i = 0; i < lits.length; i++) bits |= 1 << (Math.imul(lits[i]!, 0x9e3779b1) >>> 27);
  return bits;
}

/** Whether every literal of `small` is in `large`. Both sorted. */
export function isSubset(small: readonly Lit[], large: readonly Lit[]): boolean {
  if (small.length > large.length) return false;
  let j = 0;
  for (let i = 0; i < small.length; i++) {
    const l = small[i]!;
    while (j < large.length && large[j]! < l) j++;
    if (j === large.length || large[j] !== l) return false;
    j++;
  }
  return true;
}

export function sameCube(a: readonly Lit[], b: readonly Lit[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

import type { Bdd, BddManager } from "../../../src/solvers/bdd/manager.js";

/** The oracle for more variables: a function of n variables as a vector of 2^n bits. Row r gives variable v the value of r's bit v. */
export type Bits = Uint32Array;

const WITHIN_WORD = [0xaaaaaaaa, 0xcccccccc, 0xf0f0f0f0, 0xff00ff00, 0xffff0000];

export class BitVectors {
  readonly words: number;
  private readonly variables: Bits[];

  constructor(readonly n: number) {
    this.words = n <= 5 ? 1 : 1 << (n - 5);
    this.variables = Array.from({ length: n }, (_, v) =>
      new Uint32Array(this.words).map((_, w) => (v < 5 ? WITHIN_WORD[v]! : (w >> (v - 5)) & 1 ? 0xffffffff : 0)),
    );
  }

  constant(value: boolean): Bits {
    return new Uint32Array(this.words).fill(value ? 0xffffffff : 0);
  }

  variable(v: number): Bits {
    return this.variables[v]!;
  }

  not(a: Bits): Bits {
    return a.map((x) => ~x);
  }

  and(a: Bits, b: Bits): Bits {
    return a.map((x, w) => x & b[w]!);
  }

  or(a: Bits, b: Bits): Bits {
    return a.map((x, w) => x | b[w]!);
  }

  xor(a: Bits, b: Bits): Bits {
    return a.map((x, w) => x ^ b[w]!);
  }

  ite(a: Bits, b: Bits, c: Bits): Bits {
    return a.map((x, w) => (x & b[w]!) | (~x & c[w]!));
  }

  /** The value at every row with variable v replaced by `value`. */
  fix(a: Bits, v: number, value: boolean): Bits {
    if (v < 5) {
      const mask = WITHIN_WORD[v]!;
      const shift = 1 << v;
      return a.map((x) => (value ? (x & mask) | ((x & mask) >>> shift) : (x & ~mask) | ((x & ~mask) << shift)));
    }
    const bit = 1 << (v - 5);
    return a.map((_, w) => a[value ? w | bit : w & ~bit]!);
  }

  exists(a: Bits, variables: readonly number[]): Bits {
    return variables.reduce((f, v) => this.or(this.fix(f, v, false), this.fix(f, v, true)), a);
  }

  /** All at once: the value at a row is a's at the row that the functions give. */
  substitute(a: Bits, by: readonly Bits[]): Bits {
    const result = this.constant(false);
    const valueAt = (f: Bits, row: number) => (f[row >> 5]! >>> (row & 31)) & 1;
    for (let row = 0; row < 1 << this.n; row++) {
      const at = by.reduce((r, g, v) => r | (valueAt(g, row) << v), 0);
      if (valueAt(a, at)) result[row >> 5]! |= 1 << (row & 31);
    }
    // With fewer than five variables the rows repeat in the word.
    for (let width = 1 << this.n; width < 32; width *= 2) result[0] = result[0]! | (result[0]! << width);
    return result;
  }

  count(a: Bits): number {
    let ones = 0;
    for (let x of a) for (; x !== 0; x &= x - 1) ones++;
    return this.n < 5 ? ones >> (5 - this.n) : ones;
  }

  equal(a: Bits, b: Bits): boolean {
    return a.every((x, w) => x === b[w]);
  }

  /** The bits of a diagram, node by node. */
  of(bdd: BddManager, f: Bdd): Bits {
    const flat = bdd.flat(f);
    const bits: Bits[] = [this.constant(true)];
    const edge = (e: number) => ((e & 1) === 1 ? this.not(bits[e >> 1]!) : bits[e >> 1]!);
    for (let i = 0; i < flat.variable.length; i++)
      bits.push(this.ite(this.variable(flat.variable[i]!), edge(flat.hi[i]!), edge(flat.lo[i]!)));
    return edge(flat.root);
  }
}

import { GrowingWords } from "./growing-words.js";
import { hashOf, secondHashOf } from "./hash.js";
import type { HashedStates } from "./hashed-visited.js";
import type { Marks } from "./visited.js";

/**
 * Bitstate hashing: a field of bits, of which each state sets `functions` many, and as many again for each condition of
 * its label (Nested emptiness search, Section 4.3: multihash).
 */
export class Bitstate implements HashedStates {
  private readonly field: GrowingWords;
  private readonly mask: number;
  private ones = 0;
  private first = 0;
  private step = 0;

  /** `bits` is a power of two, at most 2^32. */
  constructor(
    private readonly words: number,
    private readonly conditions: number,
    bits: number,
    private readonly functions: number,
    private readonly seed: number,
  ) {
    this.field = new GrowingWords(bits / 32);
    this.mask = (bits - 1) | 0;
  }

  get bytes(): number {
    return ((this.mask >>> 0) + 1) / 8;
  }

  get bitsPerState(): number {
    return this.functions * (1 + this.conditions);
  }

  /**
   * A new state is taken for a visited one when all its bits are set. The field fills evenly: on average over the
   * search the probability of that is f^k / (k+1), where f is how much of it is full in the end.
   */
  coverage(): number {
    const full = this.ones / ((this.mask >>> 0) + 1);
    return 1 - full ** this.functions / (this.functions + 1);
  }

  has(data: Int32Array, at: number): boolean {
    this.first = hashOf(data, at, this.words, this.seed);
    this.step = secondHashOf(data, at, this.words, this.seed) | 1;
    return this.allSet(this.first);
  }

  add(data: Int32Array, at: number, label: Marks): void {
    this.has(data, at);
    this.set(this.first);
    this.addLabel(label);
  }

  addLabel(marks: Marks): boolean {
    let grew = false;
    for (let j = 0; j < this.conditions; j++) {
      if (((marks[j >> 5]! >>> (j & 31)) & 1) === 0) continue;
      const start = this.first ^ Math.imul(j + 1, 0x9e3779b1);
      if (this.allSet(start)) continue;
      this.set(start);
      grew = true;
    }
    return grew;
  }

  private allSet(start: number): boolean {
    const field = this.field.data;
    for (let i = 0, at = start; i < this.functions; i++, at = (at + this.step) | 0) {
      const bit = at & this.mask;
      if (((field[bit >>> 5]! >>> (bit & 31)) & 1) === 0) return false;
    }
    return true;
  }

  private set(start: number): void {
    const field = this.field.data;
    for (let i = 0, at = start; i < this.functions; i++, at = (at + this.step) | 0) {
      const bit = at & this.mask;
      if (((field[bit >>> 5]! >>> (bit & 31)) & 1) === 1) continue;
      field[bit >>> 5]! |= 1 << (bit & 31);
      this.ones++;
    }
  }
}

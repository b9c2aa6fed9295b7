import { GrowingWords } from "./growing-words.js";
import { hashOf } from "./hash.js";

const MIN_SLOT_BITS = 8;

/**
 * Packed states, numbered 0, 1, 2… in the order in which they came, each with room for something else: an open-addressed
 * index over entries of fixed width.
 *
 * A slot holds a number plus one in its low bits and, in the bits that the number does not need, those of the hash value
 * that did not choose the slot: states that only share a slot are told apart without looking at their entries.
 */
export class StateTable {
  /** Entry n starts at word `n * width`: the state, perhaps with other things in its unused bits, then `extra` words. */
  readonly entries: GrowingWords;
  readonly width: number;
  count = 0;
  private readonly slots: GrowingWords;
  private mask: number;
  private limit: number;
  /** Bits of a state's last word that belong to it. */
  private readonly lastMask: number;

  /** `growing` is told before the index grows what the table will then need; it may throw. */
  constructor(
    private readonly words: number,
    bits: number,
    extra: number,
    private readonly growing: (bytes: number) => void = () => {},
  ) {
    this.width = words + extra;
    const unused = 32 * words - bits;
    this.lastMask = unused === 0 ? -1 : unused >= 32 ? 0 : -1 >>> unused;
    const slots = 1 << MIN_SLOT_BITS;
    this.entries = new GrowingWords(128 * this.width);
    this.slots = new GrowingWords(slots);
    this.mask = slots - 1;
    this.limit = (slots * 3) >> 2;
  }

  /** Of the entries and the index. */
  get bytes(): number {
    return 4 * (this.count * this.width + this.mask + 1);
  }

  /** The number of a state, or -1. */
  find(data: Int32Array, at: number): number {
    const { mask } = this;
    const slots = this.slots.data;
    const hash = hashOf(data, at, this.words, 0);
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const found = slots[slot]!;
      if (found === 0) return -1;
      if (((found ^ hash) & ~mask) === 0 && this.isAt((found & mask) - 1, data, at)) return (found & mask) - 1;
    }
  }

  /** The number of a state; it is new when that is the old `count`. What is extra in a new entry is 0. */
  add(data: Int32Array, at: number): number {
    const { mask } = this;
    const slots = this.slots.data;
    const hash = hashOf(data, at, this.words, 0);
    let slot = hash & mask;
    for (; ; slot = (slot + 1) & mask) {
      const found = slots[slot]!;
      if (found === 0) break;
      if (((found ^ hash) & ~mask) === 0 && this.isAt((found & mask) - 1, data, at)) return (found & mask) - 1;
    }
    const n = this.count++;
    slots[slot] = (hash & ~mask) | (n + 1);
    const { width, words } = this;
    const start = n * width;
    if (start + width > this.entries.data.length) this.entries.reserve(start + width);
    const entries = this.entries.data;
    for (let k = 0; k < words; k++) entries[start + k] = data[at + k]!;
    if (this.count > this.limit) this.grow();
    return n;
  }

  /** Copies a state, without anything else, to the start of `into`. */
  copy(n: number, into: Int32Array): void {
    const entries = this.entries.data;
    const { words } = this;
    const start = n * this.width;
    for (let k = 0; k < words; k++) into[k] = entries[start + k]!;
    into[words - 1]! &= this.lastMask;
  }

  private isAt(n: number, data: Int32Array, at: number): boolean {
    const entries = this.entries.data;
    const start = n * this.width;
    const last = this.words - 1;
    for (let k = 0; k < last; k++) if (entries[start + k] !== data[at + k]) return false;
    return ((entries[start + last]! ^ data[at + last]!) & this.lastMask) === 0;
  }

  private grow(): void {
    const size = 2 * (this.mask + 1);
    this.growing(4 * (size + this.count * this.width));
    this.slots.reserve(size);
    this.mask = size - 1;
    this.limit = Math.floor(size * 0.75);
    const slots = this.slots.data;
    slots.fill(0);
    const state = new Int32Array(this.words);
    for (let n = 0; n < this.count; n++) {
      this.copy(n, state);
      const hash = hashOf(state, 0, this.words, 0);
      let slot = hash & this.mask;
      while (slots[slot] !== 0) slot = (slot + 1) & this.mask;
      slots[slot] = (hash & ~this.mask) | (n + 1);
    }
  }
}

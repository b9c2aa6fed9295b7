import { GrowingWords } from "./growing-words.js";
import { hashOf, secondHashOf } from "./hash.js";
import type { HashedStates } from "./hashed-visited.js";
import { allMarks, type Marks, mergeMarks } from "./visited.js";

/** Labels of more conditions than this get words of their own; fewer take bits of the second hash value. */
const SHARED_BITS = 16;

/**
 * Hash compaction: 64 bits for each state in the place of the state, label included where that is short. An open-addressed
 * table; a hash value of 0 in the first word is an empty slot.
 */
export class CompactStates implements HashedStates {
  private entries: GrowingWords;
  private mask = 255;
  private count = 0;
  private readonly width: number;
  private readonly labelAt: number;
  /** Bits of the second word that belong to the hash value. */
  private readonly kept: number;
  private readonly shift: number;
  private first = 0;
  private second = 0;
  private found = 0;

  constructor(
    private readonly words: number,
    private readonly conditions: number,
    private readonly seed: number,
    private readonly growing: (bytes: number) => void,
  ) {
    const shared = conditions <= SHARED_BITS;
    this.width = shared ? 2 : 2 + allMarks(conditions).length;
    this.labelAt = shared ? 1 : 2;
    this.shift = shared ? 32 - Math.max(1, conditions) : 0;
    this.kept = shared ? -1 >>> (32 - this.shift) : -1;
    this.entries = new GrowingWords(this.width * (this.mask + 1));
  }

  get bytes(): number {
    return 4 * this.width * (this.mask + 1);
  }

  get bitsPerState(): number {
    return 32 * this.width;
  }

  /** The n-th state is taken for an earlier one with probability n / 2^bits. */
  coverage(count: number): number {
    const bits = this.labelAt === 1 ? 64 - Math.max(1, this.conditions) : 64;
    return 1 - count / 2 ** (bits + 1);
  }

  has(data: Int32Array, at: number): boolean {
    this.first = hashOf(data, at, this.words, this.seed) || 1;
    this.second = secondHashOf(data, at, this.words, this.seed) & this.kept;
    return this.locate();
  }

  add(data: Int32Array, at: number, label: Marks): void {
    if (!this.has(data, at)) {
      if (4 * ++this.count > 3 * (this.mask + 1)) this.grow();
      this.entries.data[this.found] = this.first;
      this.entries.data[this.found + 1] = this.second;
    }
    this.addLabel(label);
  }

  addLabel(marks: Marks): boolean {
    const entries = this.entries.data;
    const start = this.found + this.labelAt;
    return mergeMarks(entries, start, this.shift, marks);
  }

  /** Where the two hash values are, or could be. */
  private locate(): boolean {
    const entries = this.entries.data;
    const { mask, width, kept, first, second } = this;
    for (let slot = first & mask; ; slot = (slot + 1) & mask) {
      this.found = slot * width;
      const here = entries[this.found]!;
      if (here === 0) return false;
      if (here === first && (entries[this.found + 1]! & kept) === second) return true;
    }
  }

  private grow(): void {
    const old = this.entries.data;
    const { width, first, second } = this;
    const size = 2 * (this.mask + 1);
    this.growing(4 * width * (size + this.mask + 1));
    this.entries = new GrowingWords(width * size);
    const end = width * (this.mask + 1);
    this.mask = size - 1;
    for (let at = 0; at < end; at += width) {
      if (old[at] === 0) continue;
      this.first = old[at]!;
      this.second = old[at + 1]! & this.kept;
      this.locate();
      for (let k = 0; k < width; k++) this.entries.data[this.found + k] = old[at + k]!;
    }
    this.first = first;
    this.second = second;
    this.locate();
  }
}

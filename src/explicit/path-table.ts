import { GrowingWords } from "./growing-words.js";
import { hashOf } from "./hash.js";
import type { Marks } from "./visited.js";
import { WordStack } from "./word-stack.js";

/**
 * A stack of states with their labels, in which states are found by hashing, exactly. Only the latest state leaves, so
 * that no other state was ever displaced by it: its slot of the open-addressed index is simply emptied.
 */
export class PathTable {
  depth = 0;
  private deepest = 0;
  private readonly entries: GrowingWords;
  private readonly width: number;
  private slots = new GrowingWords(256);
  private mask = 255;
  // The slot of each state.
  private readonly slotOf = new WordStack();

  constructor(
    private readonly words: number,
    marksWords: number,
  ) {
    this.width = words + marksWords;
    this.entries = new GrowingWords(64 * this.width);
  }

  /** At its highest. */
  get bytes(): number {
    return 4 * (Math.max(this.deepest, this.depth) * (this.width + 1) + this.mask + 1);
  }

  /** The depth at which a state is, or -1. */
  find(data: Int32Array, at: number): number {
    const slots = this.slots.data;
    for (let slot = hashOf(data, at, this.words, 0) & this.mask; ; slot = (slot + 1) & this.mask) {
      const found = slots[slot]! - 1;
      if (found < 0 || this.isAt(found, data, at)) return found;
    }
  }

  /** A state that is not there, with an empty label. */
  push(data: Int32Array, at: number): void {
    const { width, words } = this;
    const start = this.depth * width;
    if (start + width > this.entries.data.length) this.entries.reserve(start + width);
    const entries = this.entries.data;
    for (let k = 0; k < words; k++) entries[start + k] = data[at + k]!;
    for (let k = words; k < width; k++) entries[start + k] = 0;
    this.depth++;
    if (2 * this.depth > this.mask) this.grow();
    else this.index(this.depth - 1);
  }

  pop(): void {
    if (this.depth > this.deepest) this.deepest = this.depth;
    this.depth--;
    this.slots.data[this.slotOf.pop()] = 0;
  }

  copy(depth: number, into: Int32Array): void {
    const start = depth * this.width;
    for (let k = 0; k < this.words; k++) into[k] = this.entries.data[start + k]!;
  }

  /** Where the label of a state starts in `labels`. */
  labelOf(depth: number): number {
    return depth * this.width + this.words;
  }

  get labels(): Int32Array {
    return this.entries.data;
  }

  label(depth: number, into: Marks): void {
    const start = this.labelOf(depth);
    for (let w = 0; w < into.length; w++) into[w] = this.entries.data[start + w]!;
  }

  private isAt(depth: number, data: Int32Array, at: number): boolean {
    const entries = this.entries.data;
    const start = depth * this.width;
    for (let k = 0; k < this.words; k++) if (entries[start + k] !== data[at + k]) return false;
    return true;
  }

  private index(depth: number): void {
    const slots = this.slots.data;
    let slot = hashOf(this.entries.data, depth * this.width, this.words, 0) & this.mask;
    while (slots[slot] !== 0) slot = (slot + 1) & this.mask;
    slots[slot] = depth + 1;
    this.slotOf.push(slot);
  }

  private grow(): void {
    const size = 2 * (this.mask + 1);
    this.slots.reserve(size);
    this.slots.data.fill(0);
    this.mask = size - 1;
    while (this.slotOf.length > 0) this.slotOf.pop();
    for (let depth = 0; depth < this.depth; depth++) this.index(depth);
  }
}

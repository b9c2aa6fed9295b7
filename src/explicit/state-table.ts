import { GrowingWords, MOST_WORDS } from "./growing-words.js";
import { hashOf } from "./hash.js";

const MIN_SLOT_BITS = 8;

export interface StateTableOptions {
  /** Words in the same memory; entries beyond are in another one. */
  readonly wordsPerPage?: number;
}

/**
 * Packed states, numbered 0, 1, 2… in the order in which they came, each with room for something else: an open-addressed
 * index over entries of fixed width.
 *
 * A slot holds a number plus one in its low bits and, in the bits that the number does not need, those of the hash value
 * that did not choose the slot: states that only share a slot are told apart without looking at their entries.
 *
 * Entries are on pages, since a memory has at most 4 GiB; nearly always there is one. The index has one memory, enough for 800 million states.
 */
export class StateTable {
  private readonly pages: GrowingWords[];
  /** Nearly always the only one. */
  private readonly firstPage: GrowingWords;
  /** A page has 2^`pageBits` entries; the mask has that many ones. */
  private readonly pageBits: number;
  private readonly pageMask: number;
  private readonly width: number;
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
    { wordsPerPage = MOST_WORDS }: StateTableOptions = {},
  ) {
    this.width = words + extra;
    this.pageBits = Math.floor(Math.log2(wordsPerPage / this.width));
    this.pageMask = 2 ** this.pageBits - 1;
    const unused = 32 * words - bits;
    this.lastMask = unused === 0 ? -1 : unused >= 32 ? 0 : -1 >>> unused;
    const slots = 1 << MIN_SLOT_BITS;
    this.firstPage = this.emptyPage();
    this.pages = [this.firstPage];
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
    const { words } = this;
    const start = this.start(n);
    const entries = this.newEntry(n, start);
    for (let k = 0; k < words; k++) entries[start + k] = data[at + k]!;
    if (this.count > this.limit) this.grow();
    return n;
  }

  /** The page that an entry is on: the state, perhaps with other things in its unused bits, then `extra` words, from `start(n)` on. */
  page(n: number): Int32Array {
    return (n <= this.pageMask ? this.firstPage : this.pages[n >>> this.pageBits]!).data;
  }

  /** Where an entry starts on its page. */
  start(n: number): number {
    return (n & this.pageMask) * this.width;
  }

  /** Copies a state, without anything else, to the start of `into`. */
  copy(n: number, into: Int32Array): void {
    const entries = this.page(n);
    const { words } = this;
    const start = this.start(n);
    for (let k = 0; k < words; k++) into[k] = entries[start + k]!;
    into[words - 1]! &= this.lastMask;
  }

  private newEntry(n: number, start: number): Int32Array {
    const { pages, width } = this;
    if (start === 0 && n > 0) pages.push(this.emptyPage());
    const page = n <= this.pageMask ? this.firstPage : pages[pages.length - 1]!;
    if (start + width > page.data.length) page.reserve(start + width);
    return page.data;
  }

  private emptyPage(): GrowingWords {
    return new GrowingWords(Math.min(128, this.pageMask + 1) * this.width);
  }

  private isAt(n: number, data: Int32Array, at: number): boolean {
    const entries = this.page(n);
    const start = this.start(n);
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

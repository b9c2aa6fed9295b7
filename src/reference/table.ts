/**
 * A set of keys of fixed width, numbered 0, 1, 2… in the order in which they came: an open-addressed table over packed
 * words.
 */
export class KeyTable {
  /** Key n is `words[n*width]` … `words[n*width + width-1]`. Replaced when the table grows. */
  words: Int32Array;
  count = 0;
  // Number of a key plus one; 0 is an empty slot. At most half full.
  private slots = new Int32Array(256);

  constructor(readonly width: number) {
    this.words = new Int32Array(128 * width);
  }

  get bytes(): number {
    return this.words.byteLength + this.slots.byteLength;
  }

  /** The number of a key; it is new when that is the old `count`. */
  add(key: Int32Array): number {
    const mask = this.slots.length - 1;
    let slot = hash(key, 0, this.width) & mask;
    for (;;) {
      const n = this.slots[slot]!;
      if (n === 0) break;
      if (this.isAt(n - 1, key)) return n - 1;
      slot = (slot + 1) & mask;
    }
    const n = this.count++;
    this.slots[slot] = n + 1;
    this.words.set(key, n * this.width);
    if (2 * this.count >= this.slots.length) this.grow();
    return n;
  }

  private isAt(n: number, key: Int32Array): boolean {
    const { words, width } = this;
    for (let k = 0; k < width; k++) if (words[n * width + k] !== key[k]) return false;
    return true;
  }

  private grow(): void {
    const words = new Int32Array(this.slots.length * this.width);
    words.set(this.words);
    this.words = words;
    this.slots = new Int32Array(this.slots.length * 2);
    const mask = this.slots.length - 1;
    for (let n = 0; n < this.count; n++) {
      let slot = hash(words, n * this.width, this.width) & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = n + 1;
    }
  }
}

function hash(words: Int32Array, start: number, width: number): number {
  let h = 0;
  for (let k = start; k < start + width; k++) {
    h = Math.imul(h ^ words[k]!, 0x9e3779b1);
    h ^= h >>> 15;
  }
  h = Math.imul(h, 0x85ebca6b);
  return h ^ (h >>> 13);
}

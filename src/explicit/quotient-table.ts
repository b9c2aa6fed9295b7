/** Hash values have so many bits beyond those that choose the table. */
const VALUE_BITS = 44;
const VALUES = 2 ** VALUE_BITS;
const LEAST_SLOTS = 8;
/** With fewer slots what is kept of a value has more than 32 bits: so small a table takes more room, and doubles. */
const SMALL = 2 ** (VALUE_BITS - 32);
const MOST_FULL = 0.9;
const GROWTH = 1.125;
/** An entry lies at most so far behind its home: seven bits say how far, from 1, and 0 is an empty slot. */
const FARTHEST = 126;
const DISTANCE = 0x7f;

/**
 * A set of hash values with a few marks each, of which a slot keeps what its place does not say (Cleary, Compact hash tables, 1984): values are
 * divided into as many intervals as there are slots; the number of the interval is the home of a value, the offset in it is kept. The
 * values are in the order of their size, each at its home or behind: a byte says how far.
 *
 * So a slot of a table that is not small takes five bytes, and, with more than one mark, a byte for eight of them. What was found stays found until the next call.
 */
export class QuotientTable {
  private slots: number;
  private width: number;
  private count = 0;
  private limit: number;
  private offsets: Float64Array | Uint32Array;
  /** Distance from home, and in the highest bit the mark, if there is only one. */
  private distances: Uint8Array;
  private marks: Uint8Array;
  private readonly markBytes: number;
  private home = 0;
  private offset = 0;
  /** The slot of the value, or where it belongs. */
  private found = 0;

  /** `growing` is told before the table grows by how many bytes, the old ones being kept for a while; it may throw. */
  constructor(
    private readonly conditions: number,
    private readonly growing: (bytes: number) => void = () => {},
    slots = LEAST_SLOTS,
  ) {
    this.slots = slots;
    this.markBytes = conditions <= 1 ? 0 : Math.ceil(conditions / 8);
    this.width = Math.ceil(VALUES / this.slots);
    this.limit = Math.floor(MOST_FULL * this.slots);
    const room = slots + Math.min(slots, FARTHEST) + 1;
    this.offsets = slots < SMALL ? new Float64Array(room) : new Uint32Array(room);
    this.distances = new Uint8Array(room);
    this.marks = new Uint8Array(room * this.markBytes);
  }

  get bytes(): number {
    return this.offsets.byteLength + this.distances.length * (1 + this.markBytes);
  }

  private get growth(): number {
    return this.slots < SMALL ? 2 : GROWTH;
  }

  /** Is a value, of 44 bits, in the set? */
  has(value: number): boolean {
    this.home = Math.floor(value / this.width);
    this.offset = value - this.home * this.width;
    return this.locate();
  }

  /** Adds the value of the last question, if that was not in the set. */
  insert(): void {
    const value = this.home * this.width + this.offset;
    while (this.count >= this.limit || !this.makeRoom()) {
      this.grow();
      this.has(value);
    }
    this.count++;
    this.put(this.found, this.offset, this.found - this.home);
  }

  /** Adds marks, bit j for condition j, to those of the value that was found: was anything new? */
  addMarks(marks: Int32Array): boolean {
    const { found, markBytes } = this;
    if (markBytes === 0) {
      if ((marks[0]! & 1) === 0 || this.distances[found]! > DISTANCE) return false;
      this.distances[found]! |= 0x80;
      return true;
    }
    let grew = 0;
    for (let b = 0; b < markBytes; b++) {
      const more = (marks[b >> 2]! >>> (8 * (b & 3))) & 0xff;
      const before = this.marks[found * markBytes + b]!;
      this.marks[found * markBytes + b] = before | more;
      grew |= more & ~before;
    }
    return grew !== 0;
  }

  private locate(): boolean {
    const { home, offset, distances, offsets } = this;
    for (let slot = home; ; slot++) {
      this.found = slot;
      const behind = (distances[slot]! & DISTANCE) - 1;
      // Empty, or of a later home.
      if (behind < slot - home) return false;
      if (behind > slot - home) continue;
      const other = offsets[slot]!;
      if (other >= offset) return other === offset;
    }
  }

  /** Moves what is from the found slot to the next empty one by a slot; false where something would be too far from home. */
  private makeRoom(): boolean {
    const { distances, offsets, marks, markBytes, found } = this;
    if (found - this.home > FARTHEST) return false;
    let end = found;
    for (; distances[end] !== 0; end++) if ((distances[end]! & DISTANCE) > FARTHEST) return false;
    if (end === distances.length - 1) return false; // the last slot stays empty
    offsets.copyWithin(found + 1, found, end);
    if (markBytes > 0) marks.copyWithin((found + 1) * markBytes, found * markBytes, end * markBytes);
    for (let slot = end; slot > found; slot--) distances[slot] = distances[slot - 1]! + 1;
    return true;
  }

  private put(slot: number, offset: number, distance: number): void {
    this.offsets[slot] = offset;
    this.distances[slot] = distance + 1;
    for (let b = 0; b < this.markBytes; b++) this.marks[slot * this.markBytes + b] = 0;
  }

  /** In the same order, with more slots. */
  private grow(): void {
    const { offsets, distances, marks, width, markBytes } = this;
    this.growing(this.bytes * this.growth);
    const larger = new QuotientTable(this.conditions, this.growing, Math.ceil(this.growth * this.slots));
    let next = 0;
    for (let slot = 0; slot < distances.length; slot++) {
      const distance = distances[slot]! & DISTANCE;
      if (distance === 0) continue;
      const value = (slot - (distance - 1)) * width + offsets[slot]!;
      const home = Math.floor(value / larger.width);
      const to = Math.max(home, next);
      larger.put(to, value - home * larger.width, to - home);
      larger.distances[to]! |= distances[slot]! & 0x80;
      for (let b = 0; b < markBytes; b++) larger.marks[to * markBytes + b] = marks[slot * markBytes + b]!;
      next = to + 1;
    }
    this.slots = larger.slots;
    this.width = larger.width;
    this.limit = larger.limit;
    this.offsets = larger.offsets;
    this.distances = larger.distances;
    this.marks = larger.marks;
  }
}

import { hashOf, secondHashOf } from "./hash.js";
import type { HashedStates } from "./hashed-visited.js";
import { QuotientTable } from "./quotient-table.js";
import type { Marks } from "./visited.js";

/** Many tables, since one that grows needs twice its room for a moment. */
const TABLE_BITS = 8;
const VALUE_BITS = 52;

/**
 * Hash compaction: 52 bits for each state in the place of the state, of which some are known from where they are stored: 5 to 6 bytes for each
 * state, and one more for each eight conditions if there are several.
 */
export class CompactStates implements HashedStates {
  private readonly tables: readonly QuotientTable[];
  private found: QuotientTable;
  private count = 0;
  private bytesNow: number;

  constructor(
    private readonly words: number,
    private readonly conditions: number,
    private readonly seed: number,
    growing: (bytes: number) => void,
  ) {
    const table = () => new QuotientTable(conditions, (more) => growing(this.bytesNow + more));
    this.tables = Array.from({ length: 2 ** TABLE_BITS }, table);
    this.found = this.tables[0]!;
    this.bytesNow = this.tables.reduce((sum, table) => sum + table.bytes, 0);
  }

  get bytes(): number {
    return this.bytesNow;
  }

  get bitsPerState(): number {
    return Math.round((8 * this.bytesNow) / Math.max(1, this.count));
  }

  /** The n-th state is taken for an earlier one with probability n / 2^bits. */
  coverage(count: number): number {
    return 1 - count / 2 ** (VALUE_BITS + 1);
  }

  has(data: Int32Array, at: number): boolean {
    const first = hashOf(data, at, this.words, this.seed) >>> 0;
    const second = secondHashOf(data, at, this.words, this.seed) >>> 0;
    this.found = this.tables[second & (2 ** TABLE_BITS - 1)]!;
    return this.found.has((second >>> (32 - (VALUE_BITS - TABLE_BITS - 32))) * 2 ** 32 + first);
  }

  add(data: Int32Array, at: number, label: Marks): void {
    if (!this.has(data, at)) this.insert();
    this.addLabel(label);
  }

  addLabel(marks: Marks): boolean {
    return this.conditions > 0 && this.found.addMarks(marks);
  }

  private insert(): void {
    const { found } = this;
    const before = found.bytes;
    found.insert();
    this.count++;
    this.bytesNow += found.bytes - before;
  }
}

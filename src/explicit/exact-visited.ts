import { StateTable, type StateTableOptions } from "./state-table.js";
import { allMarks, type Marks, mergeMarks, NEW, ON_PATH, PROCESSED, type Visited, type Where } from "./visited.js";
import { WordStack } from "./word-stack.js";

/**
 * Every state is kept whole. Its label and a bit for "on the path" are in the same entry: in the unused bits of the
 * state's last word if they fit there, otherwise in words of their own.
 */
export class ExactVisited implements Visited {
  private readonly table: StateTable;
  private readonly path = new WordStack();
  private readonly states = new WordStack();
  private readonly all: Marks;
  private readonly labelAt: number;
  private readonly shift: number;
  private readonly pathAt: number;
  private readonly pathBit: number;
  private found = 0;
  readonly bitsPerState: number;

  constructor(
    words: number,
    bits: number,
    conditions: number,
    growing: (bytes: number) => void,
    options: StateTableOptions = {},
  ) {
    this.bitsPerState = bits + conditions + 1;
    const fits = 32 * words - bits >= conditions + 1;
    this.table = new StateTable(words, bits, fits ? 0 : Math.ceil((conditions + 1) / 32), growing, options);
    this.labelAt = fits ? words - 1 : words;
    this.shift = fits ? bits & 31 : 0;
    this.pathAt = this.labelAt + (fits ? 0 : conditions >> 5);
    this.pathBit = 1 << (fits ? this.shift + conditions : conditions & 31);
    this.all = allMarks(conditions);
  }

  get count(): number {
    return this.table.count;
  }

  get depth(): number {
    return this.path.length;
  }

  get tableBytes(): number {
    return this.table.bytes;
  }

  get stackBytes(): number {
    return this.path.bytes + this.states.bytes;
  }

  coverage(): number {
    return 1;
  }

  visit(data: Int32Array, at: number): Where {
    const { table } = this;
    const before = table.count;
    const n = table.add(data, at);
    this.found = n;
    if (n < before) return this.isOnPath(n) ? ON_PATH : PROCESSED;
    table.page(n)[table.start(n) + this.pathAt]! |= this.pathBit;
    this.path.push(n);
    return NEW;
  }

  find(data: Int32Array, at: number): Where {
    const n = this.table.find(data, at);
    this.found = n;
    return n < 0 ? NEW : this.isOnPath(n) ? ON_PATH : PROCESSED;
  }

  addLabel(marks: Marks): boolean {
    const entries = this.table.page(this.found);
    const start = this.table.start(this.found) + this.labelAt;
    return mergeMarks(entries, start, this.shift, marks);
  }

  addLabelTo(marks: Marks): void {
    const entries = this.table.page(this.found);
    const start = this.table.start(this.found) + this.labelAt;
    for (let w = 0; w < marks.length; w++) marks[w]! |= (entries[start + w]! >>> this.shift) & this.all[w]!;
  }

  /** States are put on the path in the order of their numbers. */
  foundDepth(): number {
    const { path, found } = this;
    let [low, high] = [0, path.length - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (path.at(middle) < found) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  topLabel(into: Marks): void {
    const top = this.path.at(this.path.length - 1);
    const entries = this.table.page(top);
    const start = this.table.start(top) + this.labelAt;
    for (let w = 0; w < into.length; w++) into[w] = (entries[start + w]! >>> this.shift) & this.all[w]!;
  }

  pop(): void {
    const { table } = this;
    const top = this.path.pop();
    table.page(top)[table.start(top) + this.pathAt]! &= ~this.pathBit;
  }

  onPath(depth: number, into: Int32Array): void {
    this.table.copy(this.path.at(depth), into);
  }

  defer(): void {
    this.states.push(this.found);
  }

  next(into: Int32Array): boolean {
    if (this.states.length === 0) return false;
    this.table.copy(this.states.pop(), into);
    return true;
  }

  private isOnPath(n: number): boolean {
    const { table } = this;
    return (table.page(n)[table.start(n) + this.pathAt]! & this.pathBit) !== 0;
  }
}

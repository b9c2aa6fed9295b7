import { lengthened } from "../../logic/grow.js";
import { InputError } from "../../text/input-error.js";
import type { Sort } from "./syntax.js";

const COLUMNS = 7;
// tag, number of the sort, three operands, where the line begins, where its symbol begins (0: it has none)
const TAG = 0;
const SORT_NUMBER = 1;
const OPERAND = 2;
const START = 5;
const SYMBOL = 6;

const UTF8 = new TextDecoder();

/** A line to be added. Operands: ±(line + 1) of a term, or a number, as the tag asks for. */
export interface NewLine {
  readonly id: number;
  readonly tag: number;
  /** The line of its sort; -1 where it names none. */
  readonly sort: number;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly start: number;
  readonly symbol: number;
}

/**
 * The lines of a BTOR2 file in flat arrays. Lines are numbered from 0, without comments and empty ones; every operand has a
 * smaller number than the line that reads it. An operand is ±(line + 1), negative where the file negates it.
 */
export class Btor2File {
  private ids = new Float64Array(1024);
  private fields: Int32Array = new Int32Array(COLUMNS * 1024);
  private count = 0;
  private readonly sorts: Sort[] = [];
  /** By line: the operands of its justice property. */
  private readonly justices = new Map<number, readonly number[]>();

  constructor(private readonly bytes: Uint8Array) {}

  get length(): number {
    return this.count;
  }

  add({ id, tag, sort, a, b, c, start, symbol }: NewLine): void {
    if (this.count === this.ids.length) this.grow();
    const { fields } = this;
    const base = COLUMNS * this.count;
    this.ids[this.count++] = id;
    fields[base + TAG] = tag;
    fields[base + SORT_NUMBER] = sort < 0 ? this.sorts.length - 1 : fields[COLUMNS * sort + SORT_NUMBER]!;
    fields[base + OPERAND] = a;
    fields[base + OPERAND + 1] = b;
    fields[base + OPERAND + 2] = c;
    fields[base + START] = start;
    fields[base + SYMBOL] = symbol;
  }

  /** The sort that the next line makes. */
  addSort(sort: Sort): void {
    this.sorts.push(sort);
  }

  addJustice(line: number, operands: readonly number[]): void {
    this.justices.set(line, operands);
  }

  tag(line: number): number {
    return this.fields[COLUMNS * line + TAG]!;
  }

  /** The sort of a term, or the one that a `sort` line makes. */
  sort(line: number): Sort {
    return this.sorts[this.fields[COLUMNS * line + SORT_NUMBER]!]!;
  }

  /** Operand 0, 1 or 2. */
  operand(line: number, k: number): number {
    return this.fields[COLUMNS * line + OPERAND + k]!;
  }

  justice(line: number): readonly number[] {
    return this.justices.get(line)!;
  }

  id(line: number): number {
    return this.ids[line]!;
  }

  /** The line with a number of the file; -1 without one. The numbers of a file go up, mostly by one. */
  find(id: number): number {
    if (id - 1 < this.count && this.ids[id - 1] === id) return id - 1;
    let low = 0;
    let high = this.count - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.ids[middle]!;
      if (found === id) return middle;
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  hasSymbol(line: number): boolean {
    return this.fields[COLUMNS * line + SYMBOL] !== 0;
  }

  /** The name that a line ends with. */
  symbol(line: number): string | undefined {
    const start = this.fields[COLUMNS * line + SYMBOL]!;
    return start === 0 ? undefined : this.text(start);
  }

  /** The characters of the file from here to the next blank. */
  text(start: number): string {
    let end = start;
    while (end < this.bytes.length && this.bytes[end]! > 32) end++;
    return UTF8.decode(this.bytes.subarray(start, end));
  }

  /** An error about a whole line. */
  error(code: string, problem: string, line: number): InputError {
    const start = this.fields[COLUMNS * line + START]!;
    let number = 1;
    let lineStart = 0;
    for (let i = this.bytes.indexOf(10); i >= 0 && i < start; i = this.bytes.indexOf(10, i + 1)) {
      number++;
      lineStart = i + 1;
    }
    return new InputError(code, problem, { line: number, column: start - lineStart + 1 });
  }

  private grow(): void {
    const ids = new Float64Array(2 * this.ids.length);
    ids.set(this.ids);
    this.ids = ids;
    this.fields = lengthened(this.fields, 2 * this.fields.length);
  }
}

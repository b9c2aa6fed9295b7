import { didYouMean, suggest } from "../../model/suggest.js";
import type { InputError } from "../../text/input-error.js";
import { ByteCursor } from "../byte-cursor.js";
import { Btor2File } from "./file.js";
import {
  arityOf,
  INIT,
  INPUT,
  isConstant,
  isTerm,
  JUSTICE,
  NEXT,
  OUTPUT,
  type Shape,
  SORT,
  type Sort,
  STATE,
  sameSort,
  shapeOf,
  sortText,
  TAGS,
  tagIn,
} from "./syntax.js";

const NEWLINE = 10;
const CARRIAGE_RETURN = 13;
const SEMICOLON = 59;
const MINUS = 45;
/** Numbers of lines lie below this; widths and indices too. */
const MAX_ID = 2 ** 40;
/** Words of version 1 of the language, which has the same ending. */
const VERSION_1 = new Set(["var", "root", "array", "acond", "cond", "anext"]);

/**
 * Reads a BTOR2 file and checks it: syntax, sorts, and what each line may refer to. Nothing is allocated that the file
 * is not long enough for. Throws an InputError with line and column.
 */
export function readBtor2File(bytes: Uint8Array): Btor2File {
  return new Reader(bytes).read();
}

class Reader {
  private readonly cursor: ByteCursor;
  private readonly file: Btor2File;
  /** By state: its `init` and `next` lines. */
  private readonly inits = new Set<number>();
  private readonly nexts = new Set<number>();
  /** By term, a byte: 1 when an input is in it. */
  private readsInput = new Uint8Array(1024);

  // The line that is being read.
  private start = 0;
  private tag = 0;
  private sortAt = -1;
  private readonly operands: [number, number, number] = [0, 0, 0];
  private readonly places: [number, number, number] = [0, 0, 0];

  constructor(bytes: Uint8Array) {
    this.cursor = new ByteCursor(bytes, "btor2-syntax");
    this.file = new Btor2File(bytes);
  }

  read(): Btor2File {
    const { cursor } = this;
    for (cursor.skipBlanks(); cursor.peek() !== -1; cursor.skipBlanks()) {
      if (cursor.peek() === SEMICOLON) cursor.skipLine();
      else if (cursor.peek() === NEWLINE || cursor.peek() === CARRIAGE_RETURN) cursor.endOfLine("nothing");
      else this.line();
    }
    return this.file;
  }

  private line(): void {
    const { cursor, file } = this;
    this.start = cursor.at;
    const id = this.id();
    cursor.blanks("the number of the line");
    this.tag = this.readTag();
    this.sortAt = -1;
    this.operands.fill(0);
    this.content();
    const symbol = this.symbol();
    const [a, b, c] = this.operands;
    file.add({ id, tag: this.tag, sort: this.sortAt, a, b, c, start: this.start, symbol });
  }

  private id(): number {
    const { cursor, file } = this;
    const id = cursor.number("the number of a line");
    if (id === 0 || id >= MAX_ID)
      throw cursor.error("btor2-id", "expected the number of a line from 1 to 2^40 - 1", this.start);
    const last = file.length === 0 ? 0 : file.id(file.length - 1);
    if (id > last) return id;
    const problem =
      file.find(id) >= 0 ? `${id} is defined already` : `${id} comes after ${last}: numbers of lines must go up`;
    throw cursor.error("btor2-id", problem, this.start);
  }

  private readTag(): number {
    const { cursor } = this;
    const at = cursor.at;
    cursor.skipWord();
    const tag = tagIn(cursor.bytes, at, cursor.at);
    if (tag !== undefined) return tag;
    cursor.at = at;
    const name = cursor.word("what the line is about");
    const old = VERSION_1.has(name)
      ? ": this is version 1 of BTOR, which is not read"
      : didYouMean(suggest(name, TAGS));
    throw cursor.error("btor2-tag", `'${name}' is nothing that BTOR2 knows${old}`, at);
  }

  private content(): void {
    const { tag, file } = this;
    if (tag === SORT) this.sortDefinition();
    else if (tag === JUSTICE) this.justice();
    else if (!isTerm(tag) && tag !== INIT && tag !== NEXT) this.root();
    else {
      this.sortName();
      if (tag === INPUT) this.markInput(file.length);
      else if (isConstant(tag)) this.constant();
      else if (tag === INIT || tag === NEXT) this.assignment();
      else if (tag !== STATE) this.operator();
    }
  }

  private sortDefinition(): void {
    const { cursor, file } = this;
    cursor.blanks("'sort'");
    const at = cursor.at;
    const kind = cursor.word("'bitvec' or 'array'");
    if (kind === "bitvec") {
      const width = this.number("the width");
      if (width === 0) throw cursor.error("btor2-sort", "a word has at least one bit", at);
      file.addSort({ width, index: null });
      return;
    }
    if (kind !== "array") throw cursor.error("btor2-sort", `expected 'bitvec' or 'array', found '${kind}'`, at);
    const index = this.wordSort("the sort of the index");
    const { width } = this.wordSort("the sort of the elements");
    file.addSort({ width, index: index.width });
  }

  private wordSort(what: string): Sort {
    const { cursor, file } = this;
    cursor.blanks("what comes before");
    const at = cursor.at;
    const sort = file.sort(this.reference(what, SORT, at));
    if (sort.index !== null) throw cursor.error("btor2-unsupported", "arrays of arrays are not supported", at);
    return sort;
  }

  /** The line that a number of the text refers to; it must have the tag `SORT`, or be a term. */
  private reference(what: string, tag: number | null, at: number): number {
    const { cursor, file } = this;
    const id = cursor.number(what);
    const line = file.find(id);
    if (line < 0)
      throw cursor.error("btor2-undefined", `expected ${what}, but no line before this has number ${id}`, at);
    const found = file.tag(line);
    if (tag === null ? !isTerm(found) : found !== tag)
      throw cursor.error("btor2-reference", `expected ${what}, but line ${id} is '${TAGS[found]}'`, at);
    return line;
  }

  private sortName(): void {
    const { cursor } = this;
    cursor.blanks(`'${TAGS[this.tag]}'`);
    this.sortAt = this.reference("a sort", SORT, cursor.at);
  }

  private get sort(): Sort {
    return this.file.sort(this.sortAt);
  }

  private number(what: string): number {
    const { cursor } = this;
    cursor.blanks("what comes before");
    const at = cursor.at;
    const value = cursor.number(what);
    if (value > 2 ** 31 - 1) throw cursor.error("btor2-limit", `${what} must be below 2^31`, at);
    return value;
  }

  /** Reads operand k: ±(line + 1) of a term. */
  private operand(k: 0 | 1 | 2): number {
    const { cursor, file } = this;
    cursor.blanks(k === 0 && this.sortAt < 0 ? `'${TAGS[this.tag]}'` : "what comes before");
    const at = cursor.at;
    const isNegated = cursor.peek() === MINUS;
    if (isNegated) cursor.at++;
    const line = this.reference("a term", null, at);
    if (isNegated && file.sort(line).index !== null) throw cursor.error("btor2-sort", "an array cannot be negated", at);
    if (this.readsInput[line] === 1) this.markInput(file.length);
    this.places[k] = at;
    this.operands[k] = isNegated ? -(line + 1) : line + 1;
    return line;
  }

  private markInput(line: number): void {
    if (line >= this.readsInput.length) {
      const grown = new Uint8Array(Math.max(2 * this.readsInput.length, line + 1));
      grown.set(this.readsInput);
      this.readsInput = grown;
    }
    this.readsInput[line] = 1;
  }

  /** Constants are parsed when they are needed; here it is checked that they fit. */
  private constant(): void {
    const { cursor, sort } = this;
    const name = TAGS[this.tag]!;
    if (sort.index !== null) throw this.wrong("btor2-sort", `'${name}' is a word, not an ${sortText(sort)}`);
    if (name === "one" || name === "ones" || name === "zero") return;
    cursor.blanks("the sort");
    const at = cursor.at;
    const digits = cursor.word("a number");
    this.operands[0] = at;
    const problem = misfit(name, digits, sort.width);
    if (problem !== null) throw cursor.error("btor2-constant", problem, at);
  }

  private assignment(): void {
    const { cursor, file, tag, sort } = this;
    const state = this.operand(0);
    const at = this.places[0];
    const name = TAGS[tag]!;
    if (file.tag(state) !== STATE || this.operands[0] < 0)
      throw cursor.error(
        "btor2-reference",
        `'${name}' is for states, and ${this.operands[0] < 0 ? "negates one" : `line ${file.id(state)} is '${TAGS[file.tag(state)]}'`}`,
        at,
      );
    if (!sameSort(file.sort(state), sort)) throw this.mismatch(0, sort);
    const value = this.operand(1);
    if (tag === INIT) this.initialValue(state, value);
    else if (!sameSort(file.sort(value), sort)) throw this.mismatch(1, sort);
    const given = tag === INIT ? this.inits : this.nexts;
    if (given.has(state)) throw cursor.error("btor2-twice", `state ${file.id(state)} has two '${name}' lines`, at);
    given.add(state);
  }

  /** Must come before the state, so that no state depends on itself; an array may get one constant in all elements. */
  private initialValue(state: number, value: number): void {
    const { cursor, file, sort } = this;
    const at = this.places[1];
    if (value >= state)
      throw cursor.error(
        "btor2-init",
        `the first value must come before the state, in a line below ${file.id(state)}`,
        at,
      );
    if (this.readsInput[value] === 1)
      throw cursor.error("btor2-init", "a first value cannot depend on inputs: a state without 'next' can be used", at);
    const found = file.sort(value);
    if (sort.index === null || found.index !== null) {
      if (!sameSort(found, sort)) throw this.mismatch(1, sort);
      return;
    }
    if (!isConstant(file.tag(value)))
      throw cursor.error("btor2-init", "the elements of an array can be set to a constant only", at);
    if (found.width !== sort.width) throw this.mismatch(1, { width: sort.width, index: null });
  }

  /** bad, constraint, fair, output. */
  private root(): void {
    const line = this.operand(0);
    if (this.tag === OUTPUT) return;
    if (!isBit(this.file.sort(line))) throw this.mismatch(0, BIT);
  }

  private justice(): void {
    const { cursor, file } = this;
    const count = this.number("the number of conditions");
    if (count === 0) throw this.wrong("btor2-syntax", "a justice property has at least one condition");
    const conditions: number[] = [];
    for (let k = 0; k < count; k++) {
      if (cursor.left === 0) throw cursor.error("btor2-syntax", `expected ${count} conditions, found ${k}`);
      if (!isBit(file.sort(this.operand(0)))) throw this.mismatch(0, BIT);
      conditions.push(this.operands[0]);
    }
    file.addJustice(file.length, conditions);
  }

  private operator(): void {
    const { file, tag } = this;
    const arity = arityOf(tag);
    const a = file.sort(this.operand(0));
    const b = arity > 1 ? file.sort(this.operand(1)) : BIT;
    const c = arity > 2 ? file.sort(this.operand(2)) : BIT;
    this.checkSorts(shapeOf(tag), a, b, c);
  }

  private checkSorts(shape: Shape, a: Sort, b: Sort, c: Sort): void {
    const { sort } = this;
    switch (shape) {
      case "unary":
      case "binary":
        this.expectWord(0, a);
        this.expectResult(a);
        if (shape === "binary") this.expect(1, b, a);
        return;
      case "reduction":
        this.expectWord(0, a);
        this.expectResult(BIT);
        return;
      case "comparison":
      case "equality":
        if (shape === "comparison") this.expectWord(0, a);
        this.expect(1, b, a);
        this.expectResult(BIT);
        return;
      case "logical":
        this.expect(0, a, BIT);
        this.expect(1, b, BIT);
        this.expectResult(BIT);
        return;
      case "concat":
        this.expectWord(0, a);
        this.expectWord(1, b);
        this.expectResult({ width: a.width + b.width, index: null });
        return;
      case "slice":
        this.slice(a);
        return;
      case "extension": {
        this.expectWord(0, a);
        const by = this.number("the number of further bits");
        this.operands[1] = by;
        this.expectResult({ width: a.width + by, index: null });
        return;
      }
      case "ite":
        this.expect(0, a, BIT);
        this.expect(2, c, b);
        this.expectResult(b);
        return;
      case "read":
        if (a.index === null) throw this.mismatch(0, { width: sort.width, index: b.width });
        this.expect(1, b, { width: a.index, index: null });
        this.expectResult({ width: a.width, index: null });
        return;
      case "write":
        if (a.index === null) throw this.mismatch(0, { width: c.width, index: b.width });
        this.expect(1, b, { width: a.index, index: null });
        this.expect(2, c, { width: a.width, index: null });
        this.expectResult(a);
        return;
    }
  }

  private slice(a: Sort): void {
    this.expectWord(0, a);
    const upper = this.number("the upper bit");
    const lower = this.number("the lower bit");
    if (upper >= a.width || lower > upper)
      throw this.wrong("btor2-slice", `bits ${upper} to ${lower} are not within a word of ${a.width} bits`);
    this.operands[1] = upper;
    this.operands[2] = lower;
    this.expectResult({ width: upper - lower + 1, index: null });
  }

  private expectResult(expected: Sort): void {
    const { sort } = this;
    if (!sameSort(sort, expected))
      throw this.wrong(
        "btor2-sort",
        `'${TAGS[this.tag]}' gives ${sortText(expected)} here, and the line says ${sortText(sort)}`,
      );
  }

  private expectWord(k: 0 | 1, found: Sort): void {
    if (found.index !== null)
      throw this.cursor.error(
        "btor2-sort",
        `'${TAGS[this.tag]}' takes words, not an ${sortText(found)}`,
        this.places[k],
      );
  }

  private expect(k: 0 | 1 | 2, found: Sort, expected: Sort): void {
    if (!sameSort(found, expected)) throw this.mismatch(k, expected);
  }

  private mismatch(k: 0 | 1 | 2, expected: Sort): InputError {
    const { cursor, file } = this;
    const found = file.sort(Math.abs(this.operands[k]) - 1);
    return cursor.error("btor2-sort", `expected ${sortText(expected)}, and this is ${sortText(found)}`, this.places[k]);
  }

  /** About the line as a whole. */
  private wrong(code: string, problem: string): InputError {
    return this.cursor.error(code, problem, this.start);
  }

  /** The place of the name that may end a line, or 0; then a comment may follow. */
  private symbol(): number {
    const { cursor } = this;
    const hadBlank = cursor.skipBlanks();
    let at = 0;
    if (hadBlank && !this.isLineEnd() && cursor.peek() !== SEMICOLON) {
      at = cursor.at;
      cursor.skipWord();
      cursor.skipBlanks();
    }
    if (cursor.peek() === SEMICOLON) cursor.skipLine();
    else cursor.endOfLine(at === 0 ? "this" : "a symbol");
    return at;
  }

  private isLineEnd(): boolean {
    const c = this.cursor.peek();
    return c === NEWLINE || c === CARRIAGE_RETURN || c === -1;
  }
}

const BIT: Sort = { width: 1, index: null };

const isBit = (sort: Sort): boolean => sameSort(sort, BIT);

/** What is wrong with a constant of so many bits, or null. */
function misfit(tag: string, digits: string, width: number): string | null {
  const pattern = tag === "const" ? /^[01]+$/ : tag === "constd" ? /^-?[0-9]+$/ : /^[0-9a-fA-F]+$/;
  if (!pattern.test(digits)) return `'${digits.slice(0, 40)}' is no number of '${tag}'`;
  const noFit = `'${digits.length > 40 ? `${digits.slice(0, 40)}…` : digits}' does not fit in ${width} bits`;
  if (tag === "const") return digits.length === width ? null : `expected ${width} digits, found ${digits.length}`;
  // Before a number of any length becomes a value.
  if (digits.replace(/^-?0*/, "").length > width) return noFit;
  const value = tag === "consth" ? BigInt(`0x${digits}`) : BigInt(digits);
  const fits = value < 0n ? value === BigInt.asIntN(width, value) : value === BigInt.asUintN(width, value);
  return fits ? null : noFit;
}

import { InputError, type Position } from "../text/input-error.js";

const NEWLINE = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const TAB = 9;
const ZERO = 48;
const NINE = 57;
const TOO_LARGE = 2 ** 40;

const UTF8 = new TextDecoder();

/** Reads a file of bytes from front to back: numbers separated by one space, lines, and whatever is binary. */
export class ByteCursor {
  at = 0;
  private line = 1;
  private lineStart = 0;
  private binary = false;

  /** `syntaxCode`: of the errors about what was expected here. */
  constructor(
    readonly bytes: Uint8Array,
    private readonly syntaxCode: string,
  ) {}

  get left(): number {
    return this.bytes.length - this.at;
  }

  get lineNumber(): number {
    return this.line;
  }

  /** From here on there are no lines to count: errors give byte offsets. */
  enterBinary(): void {
    this.binary = true;
  }

  /** The byte here, -1 at the end. */
  peek(): number {
    return this.at < this.bytes.length ? this.bytes[this.at]! : -1;
  }

  position(at = this.at): Position | { readonly offset: number } {
    return this.binary ? { offset: at } : { line: this.line, column: at - this.lineStart + 1 };
  }

  error(code: string, problem: string, at = this.at): InputError {
    return new InputError(code, problem, this.position(at));
  }

  /** An unsigned decimal number; `what` is for the error. Numbers beyond any use come out as some large number. */
  number(what: string): number {
    const { bytes } = this;
    const start = this.at;
    let value = 0;
    let i = start;
    for (; i < bytes.length; i++) {
      const c = bytes[i]!;
      if (c < ZERO || c > NINE) break;
      value = value * 10 + (c - ZERO);
      if (value > TOO_LARGE) value = TOO_LARGE;
    }
    if (i === start) throw this.error(this.syntaxCode, `expected ${what}, found ${this.found()}`);
    this.at = i;
    return value;
  }

  isSpace(): boolean {
    return this.peek() === SPACE;
  }

  space(after: string): void {
    if (this.peek() !== SPACE)
      throw this.error(this.syntaxCode, `expected a space after ${after}, found ${this.found()}`);
    this.at++;
  }

  /** Spaces and tabs, at least one. */
  blanks(after: string): void {
    if (!this.skipBlanks()) this.space(after);
  }

  /** Spaces and tabs; whether there were any. */
  skipBlanks(): boolean {
    const { bytes } = this;
    const start = this.at;
    while (bytes[this.at] === SPACE || bytes[this.at] === TAB) this.at++;
    return this.at > start;
  }

  /** Everything up to a blank, a control character or the end. */
  word(what: string): string {
    const start = this.at;
    this.skipWord();
    if (this.at === start) throw this.error(this.syntaxCode, `expected ${what}, found ${this.found()}`);
    return UTF8.decode(this.bytes.subarray(start, this.at));
  }

  skipWord(): void {
    const { bytes } = this;
    while (this.at < bytes.length && bytes[this.at]! > SPACE) this.at++;
  }

  /** To the beginning of the next line. */
  skipLine(): void {
    const newline = this.bytes.indexOf(NEWLINE, this.at);
    this.at = newline < 0 ? this.bytes.length : newline + 1;
    this.line++;
    this.lineStart = this.at;
  }

  /** The end of a line: a newline, also after a carriage return. The last line of a file may lack it. */
  endOfLine(after: string): void {
    if (this.peek() === CARRIAGE_RETURN && !this.binary) this.at++;
    const c = this.peek();
    if (c !== NEWLINE && c !== -1)
      throw this.error(this.syntaxCode, `expected the end of the line after ${after}, found ${this.found()}`);
    if (c === NEWLINE) this.at++;
    this.line++;
    this.lineStart = this.at;
  }

  /** What is here, in words. */
  found(): string {
    const c = this.peek();
    if (c === -1) return "the end of the file";
    if (c === NEWLINE || c === CARRIAGE_RETURN) return "the end of the line";
    if (c === SPACE) return "a space";
    if (c > SPACE && c < 127) return `'${String.fromCharCode(c)}'`;
    return `byte 0x${c.toString(16).padStart(2, "0")}`;
  }
}

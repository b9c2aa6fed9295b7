import { InputError, positionOf } from "../../text/input-error.js";
import { type Tokens, tokenize } from "./tokens.js";

/** Nesting of expressions and types beyond this is refused, so that no input exhausts the stack. */
const MAX_DEPTH = 1200;
const MAX_INTEGER = 2 ** 31 - 1;

/** The tokens of a text, read from the left to the right, and errors that name the place. */
export abstract class TokenStream {
  protected readonly tokens: Tokens;
  protected i = 0;
  private depth = 0;

  constructor(text: string) {
    this.tokens = tokenize(text);
  }

  protected get value(): string {
    return this.tokens.values[this.i]!;
  }

  protected is(value: string): boolean {
    return this.tokens.values[this.i] === value;
  }

  protected get kind(): Tokens["kinds"][number] {
    return this.tokens.kinds[this.i]!;
  }

  protected get at(): number {
    return this.tokens.starts[this.i]!;
  }

  protected get isEnd(): boolean {
    return this.kind === "end";
  }

  protected advance(): void {
    if (!this.isEnd) this.i++;
  }

  /** Names can be spelled like nothing else, so that comparing the text alone is enough for keywords and signs. */
  protected take(value: string, why = ""): number {
    const at = this.at;
    if (this.value !== value || this.kind === "bad") throw this.expected(`'${value}'${why}`);
    this.advance();
    return at;
  }

  protected name(what: string): string {
    if (this.kind !== "name") throw this.expected(what);
    const name = this.value;
    this.advance();
    return name;
  }

  protected error(code: string, problem: string, at = this.at): InputError {
    return new InputError(code, problem, positionOf(this.tokens.text, at));
  }

  protected expected(what: string): InputError {
    const found = this.isEnd ? "the end of the text" : `'${this.value}'`;
    return this.error("smv-syntax", `expected ${what}, found ${found}`);
  }

  protected unsupported(what: string, at = this.at): InputError {
    return this.error("smv-unsupported", `${what} is not supported`, at);
  }

  protected signedInteger(): number {
    const negative = this.is("-");
    if (negative || this.is("+")) this.advance();
    const n = this.integer();
    return negative && n !== 0 ? -n : n;
  }

  protected integer(): number {
    if (this.kind !== "integer") throw this.expected("an integer");
    const n = Number(this.value);
    if (n > MAX_INTEGER) throw this.error("smv-range", `integer ${this.value} is larger than ${MAX_INTEGER}`);
    this.advance();
    return n;
  }

  protected enter(): void {
    if (++this.depth > MAX_DEPTH) throw this.error("smv-limit", "nested too deeply");
  }

  protected leave(): void {
    this.depth--;
  }

  /** Goes back to a token that nothing stands around. */
  protected goBack(i: number): void {
    this.i = i;
    this.depth = 0;
  }
}

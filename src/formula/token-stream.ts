import { forTerminal } from "../text/escape.js";
import { InputError, positionOf } from "../text/input-error.js";
import { type Token, tokenize } from "./lex.js";

/** How a text is to be read. */
export interface ParseOptions {
  /**
   * Says which words the model at hand knows as names (of signals, or of values). Such a word is a name; any other is taken
   * for operators that are written together with their argument (`GFp`) only where the rest is a name. A word that is
   * a name and an operator by itself (`F`) is what the grammar leaves room for, and refused where that is both.
   * Absent: every word that begins with F, G or X is taken apart, as Spot reads it, unless a digit follows the first letter
   * (`F1` is a name).
   */
  readonly isName?: (word: string) => boolean;
  /**
   * Of a program: atoms may compute (`a[x] + 1 < n`), and formulas may be quantified (`forall i in 0..2: …`). Says which
   * values a name stands for after `in` (the indices of an array), undefined for none.
   */
  readonly rangeOf?: (name: string) => readonly (string | number)[] | undefined;
  /** Of a program: words that are variables or propositions, and thus more than a value. */
  readonly isVariable?: (word: string) => boolean;
  /** Operators and parentheses may be nested this deep. */
  readonly maxDepth?: number;
}

const DEFAULT_DEPTH = 1000;

/** Words that are constants, whatever the model. */
export const CONSTANTS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["True", true],
  ["TRUE", true],
  ["false", false],
  ["False", false],
  ["FALSE", false],
]);

/** The tokens of a formula, one after the other: what stands next, what was expected there, and how deep it is. */
export abstract class TokenStream {
  protected tokens: Token[];
  protected next = 0;
  protected depth = 0;

  constructor(
    protected readonly text: string,
    protected readonly logic: "ltl" | "ctl",
    protected readonly options: ParseOptions,
  ) {
    this.tokens = tokenize(text, `${logic}-syntax`, options.rangeOf !== undefined);
  }

  protected peek(): Token {
    return this.tokens[this.next]!;
  }

  protected advance(): Token {
    const token = this.tokens[this.next]!;
    if (token.kind !== "end") this.next++;
    return token;
  }

  protected accept(symbol: string): boolean {
    const token = this.peek();
    if (token.kind !== "symbol" || token.text !== symbol) return false;
    this.next++;
    return true;
  }

  protected expect(symbol: string): void {
    if (!this.accept(symbol)) throw this.expected(`'${symbol}'`);
  }

  // What a word is

  protected isName(token: Token): boolean {
    return token.kind === "word" && this.options.isName?.(token.text) === true;
  }

  /** The constant that a word is; a model that has a name like this must not change what formulas mean. */
  protected constant(token: Token): boolean | undefined {
    const constant = token.kind === "word" ? CONSTANTS.get(token.text) : undefined;
    if (constant === undefined || !this.isName(token)) return constant;
    const problem = `'${token.text}' is a constant and a name of the model: write "${token.text}" in quotes for the name`;
    throw this.error(`${this.logic}-ambiguous`, `${problem}, ${constant ? 1 : 0} for the constant`, token);
  }

  // Depth

  protected deeper<T>(parse: () => T): T {
    this.depth++;
    this.checkDepth(this.depth);
    const result = parse();
    this.depth--;
    return result;
  }

  /** So many operators around what comes next; `why` comes before what is said where there are too many. */
  protected checkRoomFor(levels: number, why: string): void {
    this.checkDepth(this.depth + levels, why);
  }

  protected checkDepth(depth: number, why = ""): void {
    const limit = this.options.maxDepth ?? DEFAULT_DEPTH;
    if (depth <= limit) return;
    throw this.error(`${this.logic}-depth`, `${why}the formula is nested more than ${limit} levels deep`, this.peek());
  }

  // Errors

  protected expected(what: string): InputError {
    const token = this.peek();
    const found = token.kind === "end" ? "the end" : `'${forTerminal(this.text.slice(token.index, token.end))}'`;
    return this.error(`${this.logic}-syntax`, `expected ${what}, found ${found}`, token);
  }

  /** A mistake that has a likely reason. */
  protected hint(problem: string): InputError {
    return this.error(`${this.logic}-syntax`, problem, this.peek());
  }

  protected error(code: string, problem: string, token: Token): InputError {
    return new InputError(code, problem, positionOf(this.text, token.index));
  }
}

import { goTo, occurrences, type Sere, together } from "../psl/syntax.js";
import { CONDITIONS } from "./psl-operators.js";
import { ALWAYS, AND, CONDITIONAL, numberOf, OR, PslTokens } from "./psl-tokens.js";
import type { Expr } from "./syntax.js";

const INFINITE = "inf";

const MAX_COUNT = 1000;

/** Sequences of PSL: `{a; b[*2]; c}`. */
export abstract class SereParser extends PslTokens {
  /** A condition without temporal operators, of operators that bind at least so tightly. */
  protected abstract pslBoolean(minimum: number): Expr;

  protected sequence(): Sere<Expr> {
    this.enter();
    this.take("{");
    const sere = this.sere();
    this.take("}", " or an operator of sequences");
    this.leave();
    return sere;
  }

  private sere(): Sere<Expr> {
    let left = this.fusions();
    while (this.is(";")) {
      this.advance();
      left = { op: "concat", left, right: this.fusions() };
    }
    return left;
  }

  private fusions(): Sere<Expr> {
    let left = this.alternatives();
    while (this.is(":")) {
      this.advance();
      left = { op: "fusion", left, right: this.alternatives() };
    }
    return left;
  }

  private alternatives(): Sere<Expr> {
    let left = this.conjunction(ALWAYS);
    while (this.word() === "|") {
      this.advance();
      left = { op: "or", left, right: this.conjunction(OR + 1) };
    }
    return left;
  }

  private conjunction(minimum: number): Sere<Expr> {
    let left = this.repetition(minimum);
    for (let word = this.word(); word === "&" || word === "&&"; word = this.word()) {
      this.skip(word);
      const right = this.repetition(AND + 1);
      left = word === "&&" ? { op: "and", left, right } : together(left, right, CONDITIONS);
    }
    return left;
  }

  /** A sequence in braces, or a condition, with what is said of its repetition. */
  private repetition(minimum: number): Sere<Expr> {
    const word = this.word();
    if (word === "[*" || word === "[+]") return this.repeats({ op: "letter", holds: CONDITIONS.any });
    if (word === "{") return this.repeats(this.sequence());
    return this.repeats({ op: "letter", holds: this.pslBoolean(minimum) });
  }

  private repeats(first: Sere<Expr>): Sere<Expr> {
    let sere = first;
    for (;;) {
      const at = this.at;
      const word = this.word();
      switch (word) {
        case "[+]":
          this.skip(word);
          sere = { op: "repeat", arg: sere, low: 1, high: Infinity };
          break;
        case "[*":
          sere = { op: "repeat", arg: sere, ...this.times(word, { low: 0, high: Infinity }) };
          break;
        case "[=":
        case "[->": {
          if (sere.op !== "letter") throw this.error("smv-syntax", `'${word}' repeats a Boolean expression`, at);
          const { low, high } = this.times(word, word === "[->" ? { low: 1, high: 1 } : null);
          sere = (word === "[=" ? occurrences : goTo)(sere.holds, low, high, CONDITIONS);
          break;
        }
        default:
          return sere;
      }
    }
  }

  /** `[*]`, `[*3]`, `[*1:3]`, `[*1:inf]`, up to the bracket. */
  private times(word: string, unsaid: { low: number; high: number } | null): { low: number; high: number } {
    const at = this.at;
    this.skip(word);
    if (unsaid !== null && this.is("]")) {
      this.advance();
      return unsaid;
    }
    const low = this.count("repetitions");
    let high = low;
    if (this.is(":")) {
      this.advance();
      if (this.is(INFINITE)) {
        this.advance();
        high = Infinity;
      } else high = this.count("repetitions");
    }
    this.take("]");
    if (low > high) throw this.error("smv-range", `the range ${low}:${high} is empty`, at);
    return { low, high };
  }

  protected count(of: string): number {
    const at = this.at;
    const value = numberOf(this.pslBoolean(CONDITIONAL + 1));
    if (value === null || value < 0) throw this.error("smv-syntax", `the number of ${of} must be a constant`, at);
    if (value > MAX_COUNT) throw this.error("psl-unsupported", `at most ${MAX_COUNT} ${of} are supported`, at);
    return value;
  }
}

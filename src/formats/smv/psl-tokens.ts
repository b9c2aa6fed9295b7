import { TypeParser } from "./parse-type.js";
import type { ChainOp, Expr } from "./syntax.js";

/** Binding strength as in NuSMV's grammar of PSL, which is not that of its other formulas; the higher binds tighter. */
export const ALWAYS = 1;
export const IMPLIES = 2;
export const NEXT = 3;
export const BEFORE = 4;
export const UNTIL = 5;
export const ABORT = 6;
export const LTL = 7;
export const MEMBER = 8;
export const CONDITIONAL = 9;
export const OR = 12;
export const AND = 14;
export const CHAIN: ReadonlyMap<string, { readonly level: number; readonly op: ChainOp }> = new Map(
  (
    [
      [MEMBER, "in", "in"],
      [MEMBER, "union", "union"],
      [10, "||", "|"],
      [11, "&&", "&"],
      [OR, "|", "|"],
      [13, "xor", "xor"],
      [13, "^", "xor"],
      [13, "xnor", "xnor"],
      [AND, "&", "&"],
      [15, "=", "="],
      [15, "==", "="],
      [15, "!=", "!="],
      [16, "<", "<"],
      [16, "<=", "<="],
      [16, ">", ">"],
      [16, ">=", ">="],
      [17, "<<", "<<"],
      [17, ">>", ">>"],
      [18, "+", "+"],
      [18, "-", "-"],
      [19, "*", "*"],
      [19, "/", "/"],
      [19, "mod", "mod"],
      [19, "::", "::"],
    ] as const
  ).map(([level, text, op]) => [text, { level, op }]),
);

/** Signs of PSL that are several of SMV's; longer ones first. */
const SIGNS = ["|->", "|=>", "[->", "[+]", "[*", "[=", "&&", "||", "=="];
/** Words that may be followed by `!` or `!_`, without a blank. */
const STRONG =
  /^(?:X|next|next_a|next_e|next_event|next_event_a|next_event_e|eventually|until|before|within|whilenot)$/;

/** Words and signs as PSL has them, in a text that was cut into those of SMV. */
export abstract class PslTokens extends TypeParser {
  /** The word, number or sign that stands next, as PSL has it. */
  protected word(): string {
    const { text, starts, kinds } = this.tokens;
    const start = starts[this.i]!;
    if (kinds[this.i] === "punctuation") return SIGNS.find((s) => text.startsWith(s, start)) ?? this.value;
    const next = start + this.value.length;
    if (!STRONG.test(this.value) || text[next] !== "!") return this.value;
    return text[next + 1] === "_" && this.tokens.values[this.i + 2] === "_" ? `${this.value}!_` : `${this.value}!`;
  }

  /** Passes over the word, number or sign that stands next. */
  protected skip(word = this.word()): void {
    const end = this.at + word.length;
    do this.advance();
    while (!this.isEnd && this.at < end);
  }

  /** `a[*]` repeats, `a[0]` is an element. */
  protected override isSubscript(): boolean {
    return super.isSubscript() && this.word() === "[";
  }

  protected notAnswered(what: string, at = this.at): Error {
    return this.error("psl-unsupported", `${what} in PSL is not supported`, at);
  }
}

/** The number that an expression is. */
export const numberOf = (e: Expr): number | null => {
  if (e.kind === "integer") return e.value;
  if (e.kind === "unary" && e.op === "-" && e.arg.kind === "integer") return -e.arg.value;
  return null;
};

import { goTo, occurrences, type Psl, type Sere, together } from "../psl/syntax.js";
import { TypeParser } from "./parse-type.js";
import type { ChainOp, Expr } from "./syntax.js";

/** What a PSLSPEC asks: a formula of linear time, or of branching time, which is one of CTL. */
export type PslFormula =
  | { readonly logic: "psl"; readonly formula: Psl<Expr> }
  | { readonly logic: "ctl"; readonly formula: Expr };

/** While a formula is read: branching time is kept apart, since the two cannot be mixed. */
type Part = Psl<Expr> | { readonly op: "branching"; readonly formula: Expr };

/** Binding strength as in NuSMV's grammar of PSL, which is not that of its other formulas; the higher binds tighter. */
const ALWAYS = 1;
const IMPLIES = 2;
const NEXT = 3;
const BEFORE = 4;
const UNTIL = 5;
const ABORT = 6;
const LTL = 7;
const MEMBER = 8;
const CONDITIONAL = 9;
const OR = 12;
const AND = 14;
const CHAIN: ReadonlyMap<string, { readonly level: number; readonly op: ChainOp }> = new Map(
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
const PREFIXES: ReadonlyMap<string, number> = new Map([
  ["always", ALWAYS],
  ["never", ALWAYS],
  ["G", ALWAYS],
  ["eventually!", NEXT],
  ["next", NEXT],
  ["next!", NEXT],
  ["X", LTL],
  ["X!", LTL],
  ["F", LTL],
]);
const BRANCHING = new Set(["AX", "AG", "AF", "EX", "EG", "EF"]);
const UNSUPPORTED = /^(?:within|whilenot)!?_?$/;
const INFINITE = "inf";

const MAX_COUNT = 1000;
/** Copies that replicators make of a formula, all together. */
const MAX_COPIES = 10_000;

const CONDITIONS = {
  any: { kind: "boolean", value: true, at: 0 } satisfies Expr,
  not: (arg: Expr): Expr => ({ kind: "unary", op: "!", arg, at: arg.at }),
};

/** Formulas of PSL, as NuSMV's grammar has them, and a little of what the standard adds: `{…}` and `|->` wherever a formula may stand. */
export abstract class PslParser extends TypeParser {
  private copies = 1;

  /** The formula of a PSLSPEC. */
  protected pslFormula(): PslFormula {
    if (this.word() === "sequence" && this.tokens.values[this.i + 1] === "{") this.advance();
    const at = this.at;
    const part = this.psl(ALWAYS);
    if (part.op === "branching") return { logic: "ctl", formula: part.formula };
    this.linear(part, at);
    return { logic: "psl", formula: part };
  }

  // Words and signs

  /** The word, number or sign that stands next, as PSL has it. */
  private word(): string {
    const { text, starts, kinds } = this.tokens;
    const start = starts[this.i]!;
    if (kinds[this.i] === "punctuation") return SIGNS.find((s) => text.startsWith(s, start)) ?? this.value;
    const next = start + this.value.length;
    if (!STRONG.test(this.value) || text[next] !== "!") return this.value;
    return text[next + 1] === "_" && this.tokens.values[this.i + 2] === "_" ? `${this.value}!_` : `${this.value}!`;
  }

  /** Passes over the word, number or sign that stands next. */
  private skip(word = this.word()): void {
    const end = this.at + word.length;
    do this.advance();
    while (!this.isEnd && this.at < end);
  }

  /** `a[*]` repeats, `a[0]` is an element. */
  protected override isSubscript(): boolean {
    return super.isSubscript() && this.word() === "[";
  }

  // Formulas

  private psl(minimum: number): Part {
    this.enter();
    const at = this.at;
    let left = this.pslOperand();
    for (;;) {
      const infix = this.pslInfix(left, at, minimum);
      if (infix === null) break;
      left = infix;
    }
    this.leave();
    return left;
  }

  /** The operator that stands next applied to what was read, if it binds tightly enough; all associate to the left. */
  private pslInfix(left: Part, at: number, minimum: number): Part | null {
    const word = this.word();
    const op = word.replace(/!?_?$/, "");
    const chain = CHAIN.get(word);
    if (chain !== undefined && (this.kind === "punctuation" || this.kind === "keyword" || word === "^")) {
      if (chain.level < minimum) return null;
      this.skip(word);
      const operand = chain.level === MEMBER ? this.member(chain.level + 1) : this.psl(chain.level + 1);
      return this.chained(left, chain.op, operand, at);
    }
    if (word === "->" || word === "<->") {
      if (IMPLIES < minimum) return null;
      this.skip(word);
      return this.connected(left, word === "->" ? "implies" : "iff", this.psl(IMPLIES + 1), at);
    }
    if (word === "@") throw this.notAnswered("a clock ('@')");
    if (word === "?") {
      if (CONDITIONAL < minimum) return null;
      return this.pslConditional(left, at);
    }
    if (this.kind !== "name") return null;
    if (op === "until" || op === "before") {
      const level = op === "until" ? UNTIL : BEFORE;
      if (level < minimum) return null;
      this.skip(word);
      const right = this.linear(this.psl(level + 1), at);
      return op === "until" ? until(word, this.linear(left, at), right) : before(word, this.linear(left, at), right);
    }
    if (word === "abort") {
      if (ABORT < minimum) return null;
      this.skip(word);
      const arg = this.linear(left, at);
      return { op: "abort", arg, when: this.pslBoolean(ABORT + 1) };
    }
    return null;
  }

  private pslOperand(): Part {
    const at = this.at;
    const word = this.word();
    if (UNSUPPORTED.test(word)) throw this.notAnswered(`'${word}'`);
    if (BRANCHING.has(word)) {
      this.skip(word);
      return {
        op: "branching",
        formula: { kind: "path", op: word as "AX", arg: this.branching(this.psl(LTL + 1), at), bound: null, at },
      };
    }
    if (word === "A" || word === "E") return this.pslPaths(word, at);
    if (word === "forall" || word === "forany") return this.replicated(word);
    if (word.startsWith("next_")) return this.extendedNext(word);
    const level = PREFIXES.get(word);
    if (level !== undefined) return this.prefixed(word, level);
    if (word === "[") return this.bracketed();
    if (word === "{") return this.sequenceFormula(true);
    if (word === "!") {
      this.skip(word);
      return this.negated(this.pslPrimary(), at);
    }
    return this.pslPrimary();
  }

  private pslPrimary(): Part {
    const at = this.at;
    if (this.is("(")) {
      this.advance();
      const part = this.psl(ALWAYS);
      this.take(")");
      return part;
    }
    if (this.is("{")) return this.sequenceFormula(true);
    if (this.is("select")) return boolean(this.selection(at));
    if (this.is("!")) return this.pslOperand();
    if (PREFIXES.has(this.word())) throw this.error("smv-syntax", `'${this.word()}' needs parentheses here`);
    return boolean(this.primary());
  }

  /** `select(word, high, low)` */
  private selection(at: number): Expr {
    this.advance();
    this.take("(", " after 'select'");
    const of = this.pslBoolean(ALWAYS);
    this.take(",");
    const high = this.pslBoolean(ALWAYS);
    this.take(",");
    const low = this.pslBoolean(ALWAYS);
    this.take(")");
    return { kind: "bits", of, high, low, at };
  }

  private prefixed(word: string, level: number): Part {
    const at = this.at;
    this.skip(word);
    if ((word.startsWith("X") || word.startsWith("next")) && this.word() === "[" && !this.isBracketedUntil()) {
      this.advance();
      const times = this.count("steps");
      this.take("]");
      const arg = this.inParentheses(at);
      return repeated(times, arg, next);
    }
    const arg = this.linear(this.psl(level + 1), at);
    switch (word) {
      case "always":
      case "G":
        return { op: "G", arg };
      case "never":
        return { op: "G", arg: { op: "not", arg } };
      case "eventually!":
      case "F":
        return { op: "F", arg };
      default:
        return next(arg);
    }
  }

  /** `next_a[l:h](f)`, `next_event(b)[n](f)` and their like. */
  private extendedNext(word: string): Part {
    const at = this.at;
    this.skip(word);
    const kind = word.replace(/!$/, "");
    const strong = word.endsWith("!");
    const isEvent = kind.startsWith("next_event");
    let event: Expr | null = null;
    if (isEvent) {
      this.take("(", ` after '${word}'`);
      event = this.pslBoolean(ALWAYS);
      this.take(")");
    }
    let low = 1;
    let high = 1;
    if (this.is("[")) {
      this.advance();
      low = this.count("steps");
      high = low;
      if (this.is(":")) {
        this.advance();
        high = this.count("steps");
      }
      this.take("]");
    } else if (kind !== "next_event") throw this.expected("'[' and a range");
    if (low > high) throw this.error("smv-range", `the range ${low}:${high} is empty`, at);
    if (isEvent && low < 1) throw this.error("smv-range", "occurrences count from 1", at);
    const arg = this.inParentheses(at);
    const step = (f: Psl<Expr>): Psl<Expr> => (event === null ? next(f) : occurs(event, f, strong));
    const after = (n: number): Psl<Expr> =>
      event === null ? repeated(n, arg, next) : repeated(n - 1, step(arg), (f) => step(next(f)));
    const join = kind.endsWith("_a") ? "and" : "or";
    const all = Array.from({ length: high - low + 1 }, (_, i) => after(low + i));
    return all.reduce((left, right) => ({ op: join, left, right }));
  }

  private inParentheses(at: number): Psl<Expr> {
    this.take("(");
    const arg = this.linear(this.psl(ALWAYS), at);
    this.take(")");
    return arg;
  }

  /** After `X` a bracket may be a number of steps, or `[f U g]`. */
  private isBracketedUntil(): boolean {
    const { values } = this.tokens;
    let depth = 0;
    for (let i = this.i; i < values.length; i++) {
      const value = values[i]!;
      if ("([{".includes(value) && value !== "") depth++;
      else if (")]}".includes(value) && value !== "") depth--;
      else if (depth === 1 && (value === "U" || value === "W")) return true;
      if (depth === 0) return false;
    }
    return false;
  }

  /** `[f U g]`, `[f W g]` */
  private bracketed(): Part {
    const at = this.take("[");
    const left = this.linear(this.psl(ALWAYS), at);
    const op = this.value;
    if (op !== "U" && op !== "W") throw this.expected("'U' or 'W'");
    this.advance();
    const right = this.linear(this.psl(ALWAYS), at);
    this.take("]");
    return { op, left, right };
  }

  private pslPaths(quantifier: "A" | "E", at: number): Part {
    this.advance();
    this.take("[", ` after '${quantifier}'`);
    const left = this.branching(this.psl(ALWAYS), at);
    this.take("U", ` inside '${quantifier} [ … ]'`);
    const right = this.branching(this.psl(ALWAYS), at);
    this.take("]");
    return { op: "branching", formula: { kind: "until", op: `${quantifier}U`, left, right, bound: null, at } };
  }

  private pslConditional(left: Part, at: number): Part {
    this.advance();
    const condition = this.condition(left, at);
    const yes = this.pslBoolean(CONDITIONAL);
    this.take(":", " of a conditional expression");
    const otherwise = this.pslBoolean(CONDITIONAL);
    return boolean({ kind: "case", branches: [{ condition, value: yes }], otherwise, at });
  }

  /** `forall i in {0:2, 5}: f`: the formula is read once for each value. */
  private replicated(quantifier: "forall" | "forany"): Part {
    const at = this.at;
    this.advance();
    const name = this.name("the name that is replicated");
    if (this.standIns.has(name)) throw this.error("smv-name", `'${name}' is replicated already`, at);
    if (this.is("[")) throw this.notAnswered(`'${quantifier}' over a vector`);
    this.take("in", ` after '${name}'`);
    const values = this.values();
    this.take(":", " after the values");
    const outer = this.copies;
    this.copies *= values.length;
    if (this.copies > MAX_COPIES) {
      throw this.error(
        "smv-limit",
        `this makes ${this.copies} copies of a formula: at most ${MAX_COPIES} are read`,
        at,
      );
    }
    const start = this.i;
    const copies = values.map((value) => {
      this.i = start;
      this.standIns.set(name, value);
      return this.psl(ALWAYS);
    });
    this.standIns.delete(name);
    this.copies = outer;
    return copies.reduce((left, right) => this.connected(left, quantifier === "forall" ? "and" : "or", right, at));
  }

  private values(): Expr[] {
    const at = this.at;
    if (this.is("boolean")) {
      this.advance();
      return [false, true].map((value) => ({ kind: "boolean", value, at }));
    }
    this.take("{", " before the values");
    const all: Expr[] = [];
    do {
      if (all.length > 0) this.take(",");
      const low = this.pslBoolean(CONDITIONAL + 1);
      if (!this.is(":")) {
        all.push(low);
        continue;
      }
      this.advance();
      const high = this.pslBoolean(CONDITIONAL + 1);
      const [from, to] = [low, high].map(numberOf);
      if (from == null || to == null) throw this.error("smv-syntax", "a range has numbers as bounds", low.at);
      if (from > to) throw this.error("smv-range", `the range ${from}:${to} is empty`, low.at);
      if (to - from >= MAX_COPIES) throw this.error("smv-limit", `at most ${MAX_COPIES} values are read`, low.at);
      for (let value = from; value <= to; value++) all.push({ kind: "integer", value, at: low.at });
    } while (this.is(","));
    this.take("}", " after the values");
    return all;
  }

  // Sequences

  /** `{s}`, `{s}!`, `{s} |-> f`, `{s} |=> f`, `{s}(f)`; `strong`: how a sequence is meant that is not marked. */
  private sequenceFormula(strong: boolean): Psl<Expr> {
    const at = this.at;
    const sere = this.sequence();
    const word = this.word();
    if (word === "(") return { op: "suffix", sere, follows: this.inParentheses(at) };
    if (word === "|->" || word === "|=>") {
      this.skip(word);
      const follows = this.consequence(at);
      const step: Sere<Expr> = { op: "letter", holds: CONDITIONS.any };
      return { op: "suffix", sere: word === "|->" ? sere : { op: "concat", left: sere, right: step }, follows };
    }
    if (word !== "!") return { op: "sequence", sere, strong, isMarked: false };
    this.skip(word);
    return { op: "sequence", sere, strong: true, isMarked: true };
  }

  private consequence(at: number): Psl<Expr> {
    this.enter();
    const then = this.is("{") ? this.sequenceFormula(false) : this.linear(this.psl(IMPLIES), at);
    this.leave();
    return then;
  }

  private sequence(): Sere<Expr> {
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

  private count(of: string): number {
    const at = this.at;
    const value = numberOf(this.pslBoolean(CONDITIONAL + 1));
    if (value === null || value < 0) throw this.error("smv-syntax", `the number of ${of} must be a constant`, at);
    if (value > MAX_COUNT) throw this.error("smv-limit", `at most ${MAX_COUNT} ${of} are supported`, at);
    return value;
  }

  // Which logic

  private chained(left: Part, op: ChainOp, right: Part, at: number): Part {
    const connective = { "&": "and", "|": "or", xor: "xor", xnor: "iff" }[op as "&"];
    if (connective !== undefined) return this.connected(left, connective as "and", right, at);
    const first = this.condition(left, at);
    return boolean({ kind: "chain", first, rest: [{ op, arg: this.condition(right, at), at }], at });
  }

  private connected(left: Part, op: "and" | "or" | "xor" | "iff" | "implies", right: Part, at: number): Part {
    if (left.op === "boolean" && right.op === "boolean") return boolean(combined(left.holds, op, right.holds, at));
    if (left.op !== "branching" && right.op !== "branching") return { op, left, right };
    return { op: "branching", formula: combined(this.branching(left, at), op, this.branching(right, at), at) };
  }

  private negated(part: Part, at: number): Part {
    if (part.op === "boolean") return boolean({ kind: "unary", op: "!", arg: part.holds, at });
    if (part.op !== "branching") return { op: "not", arg: part };
    return { op: "branching", formula: { kind: "unary", op: "!", arg: part.formula, at } };
  }

  private linear(part: Part, at: number): Psl<Expr> {
    if (part.op === "branching") throw this.notAnswered("a mixture of branching and linear time", at);
    return part;
  }

  private branching(part: Part, at: number): Expr {
    if (part.op === "branching") return part.formula;
    if (part.op === "boolean") return part.holds;
    throw this.notAnswered("a mixture of branching and linear time", at);
  }

  private condition(part: Part, at: number): Expr {
    if (part.op === "boolean") return part.holds;
    throw this.error("smv-type", "a Boolean expression must stand here, without temporal operators", at);
  }

  private pslBoolean(minimum: number): Expr {
    const at = this.at;
    return this.condition(this.psl(minimum), at);
  }

  /** What follows `in` or `union`: braces are sets there. */
  private member(minimum: number): Part {
    if (!this.is("{")) return this.psl(minimum);
    const at = this.take("{");
    const items = [this.pslBoolean(CONDITIONAL + 1)];
    while (this.is(",")) {
      this.advance();
      items.push(this.pslBoolean(CONDITIONAL + 1));
    }
    this.take("}");
    return boolean({ kind: "set", items, at });
  }

  private notAnswered(what: string, at = this.at): Error {
    return this.error("psl-unsupported", `${what} in PSL is not supported`, at);
  }
}

const boolean = (holds: Expr): Psl<Expr> & { op: "boolean" } => ({ op: "boolean", holds });
const next = (arg: Psl<Expr>): Psl<Expr> => ({ op: "X", arg });

function combined(left: Expr, op: "and" | "or" | "xor" | "iff" | "implies", right: Expr, at: number): Expr {
  if (op === "implies") return { kind: "implies", args: [left, right], at };
  const chain = { and: "&", or: "|", xor: "xor", iff: "<->" } as const;
  // One list for a long conjunction: deep trees are refused elsewhere.
  const known = left.kind === "chain" && left.rest.every((l) => l.op === chain[op]) && (op === "and" || op === "or");
  const { first, rest } = known ? left : { first: left, rest: [] };
  return { kind: "chain", first, rest: [...rest, { op: chain[op], arg: right, at }], at };
}

function repeated(times: number, f: Psl<Expr>, step: (f: Psl<Expr>) => Psl<Expr>): Psl<Expr> {
  let result = f;
  for (let i = 0; i < times; i++) result = step(result);
  return result;
}

/** `until`, `until!`, `until_`, `until!_`: with the underscore, both hold at the end. */
function until(word: string, left: Psl<Expr>, right: Psl<Expr>): Psl<Expr> {
  const end: Psl<Expr> = word.endsWith("_") ? { op: "and", left, right } : right;
  return { op: word.includes("!") ? "U" : "W", left, right: end };
}

/** `before` and its like: no right until left; with the underscore they may come together. */
function before(word: string, left: Psl<Expr>, right: Psl<Expr>): Psl<Expr> {
  const not: Psl<Expr> = { op: "not", arg: right };
  const end: Psl<Expr> = word.endsWith("_") ? left : { op: "and", left, right: not };
  return { op: word.includes("!") ? "U" : "W", left: not, right: end };
}

/** `next_event(b)(f)`: f at the next b. */
function occurs(event: Expr, f: Psl<Expr>, strong: boolean): Psl<Expr> {
  const right: Psl<Expr> = { op: "and", left: boolean(event), right: f };
  return { op: strong ? "U" : "W", left: boolean(CONDITIONS.not(event)), right };
}

const numberOf = (e: Expr): number | null => {
  if (e.kind === "integer") return e.value;
  if (e.kind === "unary" && e.op === "-" && e.arg.kind === "integer") return -e.arg.value;
  return null;
};

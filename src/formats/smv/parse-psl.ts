import type { Psl, Sere } from "../psl/syntax.js";
import { SereParser } from "./parse-sere.js";
import { before, boolean, CONDITIONS, combined, next, occurs, repeated, until } from "./psl-operators.js";
import {
  ABORT,
  ALWAYS,
  BEFORE,
  CHAIN,
  CONDITIONAL,
  IMPLIES,
  LTL,
  MEMBER,
  NEXT,
  numberOf,
  UNTIL,
} from "./psl-tokens.js";
import type { ChainOp, Expr } from "./syntax.js";

/** What a PSLSPEC asks: a formula of linear time, or of branching time, which is one of CTL. */
export type PslFormula =
  | { readonly logic: "psl"; readonly formula: Psl<Expr> }
  | { readonly logic: "ctl"; readonly formula: Expr };

/** While a formula is read: branching time is kept apart, since the two cannot be mixed. */
type Part = Psl<Expr> | { readonly op: "branching"; readonly formula: Expr };

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
/** Copies that replicators make of a formula, all together. */
const MAX_COPIES = 10_000;

/** Formulas of PSL, as NuSMV's grammar has them, and a little of what the standard adds: `{…}` and `|->` wherever a formula may stand. */
export abstract class PslParser extends SereParser {
  private copies = 1;

  /** The formula of a PSLSPEC. */
  protected pslFormula(): PslFormula {
    this.copies = 1;
    if (this.word() === "sequence" && this.tokens.values[this.i + 1] === "{") this.advance();
    const at = this.at;
    const part = this.psl(ALWAYS);
    if (part.op === "branching") return { logic: "ctl", formula: part.formula };
    this.linear(part, at);
    return { logic: "psl", formula: part };
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
    const outer = this.copies;
    this.copy(high - low + 1, at);
    const arg = this.inParentheses(at);
    this.copies = outer;
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
    this.copy(values.length, at);
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

  /** What follows is there so many times, within what is copied already. */
  private copy(times: number, at: number): void {
    this.copies *= times;
    if (this.copies <= MAX_COPIES) return;
    const problem = `this makes ${this.copies} copies of a formula: at most ${MAX_COPIES} are read`;
    throw this.error("psl-unsupported", problem, at);
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

  protected pslBoolean(minimum: number): Expr {
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
}

import type { Bound, Branch, Builtin, ChainOp, Expr, Link, UnaryTemporal } from "./syntax.js";
import { TokenStream } from "./token-stream.js";

const MAX_BOUND = 1000;
const MAX_WORD_WIDTH = 4096;

/** Binding strength of the binary operators; the higher binds tighter. */
const LEVEL: ReadonlyMap<string, number> = new Map(
  Object.entries({
    "<->": 1,
    "|": 3,
    xor: 3,
    xnor: 3,
    "&": 4,
    U: 5,
    S: 5,
    V: 5,
    T: 5,
    "=": 7,
    "!=": 7,
    "<": 7,
    ">": 7,
    "<=": 7,
    ">=": 7,
    in: 8,
    union: 9,
    "<<": 11,
    ">>": 11,
    "+": 12,
    "-": 12,
    "*": 13,
    "/": 13,
    mod: 13,
    "::": 14,
  }),
);
const CONDITIONAL = 2;
const UNTIL = 5;
const TEMPORAL = 6;
const RELATION = 7;
const SET = 10;
export const SHIFT = 11;

const LINEAR = new Set(["X", "F", "G", "Y", "Z", "H", "O"]);
const BOUNDABLE = new Set(["F", "G", "H", "O"]);
const BRANCHING = new Set(["EX", "AX", "EF", "AF", "EG", "AG"]);
const BOUNDED_BRANCHING = new Set(["EBF", "ABF", "EBG", "ABG"]);

/** Functions and how many arguments they take; `count` takes any number. */
const BUILTINS: Readonly<Record<string, number>> = {
  next: 1,
  bool: 1,
  word1: 1,
  toint: 1,
  signed: 1,
  unsigned: 1,
  extend: 2,
  resize: 2,
  sizeof: 1,
  uwconst: 2,
  swconst: 2,
  count: -1,
  abs: 1,
  min: 2,
  max: 2,
};

/** Expressions and formulas, by precedence climbing. */
export abstract class ExpressionParser extends TokenStream {
  /** Whether `next` occurs anywhere. */
  protected readsNext = false;
  /** Names that stand for something else while a part of a text is read. */
  protected readonly standIns = new Map<string, Expr>();
  /** Inside `A [ … U … ]` the until belongs to the quantifier. */
  private inPathBrackets = false;

  protected terminated(): Expr {
    const e = this.expression();
    if (this.is(";")) this.advance();
    return e;
  }

  /** A whole expression, inside brackets of any kind or at the top: path brackets around it are over. */
  protected expression(): Expr {
    const outer = this.inPathBrackets;
    this.inPathBrackets = false;
    this.enter();
    const e = this.implication();
    this.leave();
    this.inPathBrackets = outer;
    return e;
  }

  private implication(): Expr {
    const at = this.at;
    const first = this.climb(1);
    if (!this.is("->")) return first;
    const args = [first];
    while (this.is("->")) {
      this.advance();
      args.push(this.climb(1));
    }
    return { kind: "implies", args, at };
  }

  /** An expression whose operators all bind at least as tightly as `minimum`. */
  protected climb(minimum: number): Expr {
    let left = this.operand(minimum);
    for (;;) {
      const level = this.level();
      if (level < minimum) return left;
      left =
        level === CONDITIONAL ? this.conditional(left) : level === SET ? this.range(left) : this.chain(left, level);
    }
  }

  /** Of the operator that stands next; -1 when none does. */
  private level(): number {
    if (this.kind === "punctuation") {
      if (this.is("?")) return CONDITIONAL;
      if (this.is("..")) return SET;
    } else if (this.kind !== "keyword") return -1;
    const level = LEVEL.get(this.value);
    if (level === undefined || (level === UNTIL && this.inPathBrackets)) return -1;
    return level;
  }

  private chain(first: Expr, level: number): Expr {
    const at = first.at;
    const rest: Link[] = [];
    while (this.level() === level) {
      const op = this.value as ChainOp;
      const opAt = this.at;
      this.advance();
      rest.push({ op, arg: this.climb(level + 1), at: opAt });
    }
    return { kind: "chain", first, rest, at };
  }

  private conditional(first: Expr): Expr {
    const branches: Branch[] = [];
    let condition = first;
    for (;;) {
      this.take("?");
      const value = this.expression();
      this.take(":", " of a conditional expression");
      branches.push({ condition, value });
      condition = this.climb(CONDITIONAL + 1);
      if (!this.is("?")) return { kind: "case", branches, otherwise: condition, at: first.at };
    }
  }

  private range(low: Expr): Expr {
    this.take("..");
    return { kind: "range", low, high: this.climb(SHIFT), at: low.at };
  }

  private operand(minimum: number): Expr {
    if (this.isTemporal(this.i)) {
      if (minimum > TEMPORAL) throw this.error("smv-syntax", `'${this.value}' needs parentheses here`);
      return this.temporal();
    }
    if (this.is("!") && minimum <= TEMPORAL && this.isNegatedTemporal()) {
      const at = this.take("!");
      this.enter();
      const arg = this.operand(TEMPORAL);
      this.leave();
      return { kind: "unary", op: "!", arg, at };
    }
    if (this.is("{") && minimum <= SET) return this.set();
    return this.primary();
  }

  private isTemporal(i: number): boolean {
    if (this.tokens.kinds[i] !== "keyword") return false;
    const v = this.tokens.values[i]!;
    return LINEAR.has(v) || BRANCHING.has(v) || BOUNDED_BRANCHING.has(v) || v === "A" || v === "E";
  }

  private isNegatedTemporal(): boolean {
    let i = this.i;
    while (this.tokens.values[i] === "!") i++;
    return this.isTemporal(i);
  }

  private temporal(): Expr {
    const at = this.at;
    const op = this.value;
    this.enter();
    this.advance();
    const e = op === "A" || op === "E" ? this.pathQuantifier(op, at) : this.unaryTemporal(op as UnaryTemporal, at);
    this.leave();
    return e;
  }

  private unaryTemporal(op: UnaryTemporal, at: number): Expr {
    let bound: Bound | null = null;
    if (BOUNDABLE.has(op) && this.is("[")) {
      this.advance();
      const low = this.integer();
      this.take(",", " between the bounds");
      const high = this.integer();
      this.take("]");
      bound = this.bound(low, high, at);
    } else if (BOUNDED_BRANCHING.has(op)) bound = this.subrange(at);
    const arg = this.climbTemporal();
    return { kind: "path", op, arg, bound, at };
  }

  /** The operand of a temporal operator: another one, or a relation. */
  private climbTemporal(): Expr {
    const negated = this.is("!") && this.isNegatedTemporal();
    return this.isTemporal(this.i) || negated ? this.operand(TEMPORAL) : this.climb(RELATION);
  }

  private subrange(at: number): Bound {
    const low = this.integer();
    this.take("..", " between the bounds");
    return this.bound(low, this.integer(), at);
  }

  private bound(low: number, high: number, at: number): Bound {
    if (low > high) throw this.error("smv-range", `the bounds ${low}..${high} are empty`, at);
    if (high > MAX_BOUND) throw this.error("smv-limit", `bounds above ${MAX_BOUND} are not supported`, at);
    return { low, high };
  }

  private pathQuantifier(quantifier: "A" | "E", at: number): Expr {
    this.take("[", ` after '${quantifier}'`);
    const outer = this.inPathBrackets;
    this.inPathBrackets = true;
    const left = this.implication();
    let bound: Bound | null = null;
    if (this.is("BU")) {
      this.advance();
      bound = this.subrange(at);
    } else this.take("U", ` inside '${quantifier} [ … ]'`);
    const right = this.implication();
    this.inPathBrackets = outer;
    this.take("]");
    return { kind: "until", op: `${quantifier}U`, left, right, bound, at };
  }

  private set(): Expr {
    this.enter();
    const at = this.take("{");
    const items = [this.expression()];
    while (!this.is("}")) {
      this.take(",", " or '}' in a set");
      items.push(this.expression());
    }
    this.advance();
    this.leave();
    return { kind: "set", items, at };
  }

  protected primary(): Expr {
    this.enter();
    let e = this.primaryStart();
    for (;;) {
      if (this.is("[") && this.isSubscript()) e = this.subscript(e);
      else if (this.is(".") && this.kind === "punctuation") e = this.component(e);
      else break;
    }
    this.leave();
    return e;
  }

  private primaryStart(): Expr {
    const at = this.at;
    switch (this.kind) {
      case "integer":
        return { kind: "integer", value: this.integer(), at };
      case "word":
        return this.wordConstant();
      case "name":
        return this.named();
    }
    const v = this.value;
    switch (v) {
      case "TRUE":
      case "FALSE":
        this.advance();
        return { kind: "boolean", value: v === "TRUE", at };
      case "self":
        this.advance();
        return { kind: "self", at };
      case "+": // only before a number
        this.advance();
        return { kind: "integer", value: this.integer(), at };
      case "-":
      case "!":
        this.advance();
        return { kind: "unary", op: v, arg: this.primary(), at };
      case "(": {
        this.advance();
        const e = this.expression();
        this.take(")");
        return e;
      }
      case "case":
        return this.caseExpression();
      case "{":
        throw this.error("smv-type", "a set can only be assigned, joined by 'union', or stand beside 'in'");
    }
    if (this.kind === "keyword" && Object.hasOwn(BUILTINS, v)) return this.call(v as Builtin);
    if (v === "READ" || v === "WRITE" || v === "CONSTARRAY") throw this.unsupported(`'${v}'`);
    throw this.expected("an expression");
  }

  private named(): Expr {
    const at = this.at;
    const name = this.name("a name");
    const value = this.is(".") ? undefined : this.standIns.get(name);
    return value ?? { kind: "name", name, at };
  }

  /** Is the bracket that stands next an index of what was read? */
  protected isSubscript(): boolean {
    return this.kind === "punctuation";
  }

  private call(fn: Builtin): Expr {
    const at = this.at;
    if (fn === "next") this.readsNext = true;
    this.advance();
    this.take("(", ` after '${fn}'`);
    const args = [this.expression()];
    while (this.is(",")) {
      this.advance();
      args.push(this.expression());
    }
    this.take(")", ` after the arguments of '${fn}'`);
    const arity = BUILTINS[fn]!;
    if (arity >= 0 && args.length !== arity) {
      throw this.error(
        "smv-syntax",
        `'${fn}' takes ${arity} argument${arity === 1 ? "" : "s"}, not ${args.length}`,
        at,
      );
    }
    return { kind: "call", fn, args, at };
  }

  private caseExpression(): Expr {
    const at = this.take("case");
    const branches: Branch[] = [];
    do {
      const condition = this.expression();
      this.take(":", " after the condition");
      const value = this.expression();
      this.take(";", " after the value");
      branches.push({ condition, value });
    } while (!this.is("esac"));
    this.advance();
    return { kind: "case", branches, otherwise: null, at };
  }

  private subscript(of: Expr): Expr {
    const at = this.take("[");
    const index = this.expression();
    if (this.is(":")) {
      this.advance();
      const low = this.expression();
      this.take("]", " after the lower bit");
      return { kind: "bits", of, high: index, low, at };
    }
    this.take("]", " after the index");
    return { kind: "index", of, index, at };
  }

  private component(of: Expr): Expr {
    const at = this.take(".");
    if (this.kind !== "name" && this.kind !== "integer") throw this.expected("a name after '.'");
    if (of.kind !== "name" && of.kind !== "dot" && of.kind !== "index" && of.kind !== "self") {
      throw this.error("smv-syntax", "only an instance of a module has components", at);
    }
    const name = this.value;
    this.advance();
    return { kind: "dot", of, name, at };
  }

  /** A variable on the left of an assignment, or an instance after IN. */
  protected reference(): Expr {
    const at = this.at;
    let e: Expr;
    if (this.is("self")) {
      this.advance();
      e = { kind: "self", at };
    } else e = { kind: "name", name: this.name("a variable"), at };
    for (;;) {
      if (this.is(".")) e = this.component(e);
      else if (this.is("[")) e = this.subscript(e);
      else return e;
    }
  }

  private wordConstant(): Expr {
    const at = this.at;
    const text = this.value;
    const match = /^0([us]?)([bodh])([0-9]*)_(.*)$/i.exec(text)!;
    const signed = match[1] === "s";
    const base = { b: 2, o: 8, d: 10, h: 16 }[match[2]!.toLowerCase() as "b" | "o" | "d" | "h"];
    const digits = match[4]!.replaceAll("_", "").toLowerCase();
    if ([...digits].some((d) => Number.parseInt(d, 16) >= base)) {
      throw this.error("smv-syntax", `'${text}' has digits beyond base ${base}`);
    }
    if (digits.length > MAX_WORD_WIDTH) throw this.error("smv-limit", `'${text.slice(0, 20)}…' is too wide`);
    const value = base === 10 ? BigInt(digits) : BigInt({ 2: "0b", 8: "0o", 16: "0x" }[base] + digits);
    const width = match[3] === "" ? digits.length * Math.log2(base) : Number(match[3]);
    if (match[3] === "" && base === 10)
      throw this.error("smv-syntax", `'${text}' needs a width: decimal digits have none`);
    if (width < 1) throw this.error("smv-range", "a word has at least one bit");
    if (width > MAX_WORD_WIDTH) throw this.error("smv-limit", `words are at most ${MAX_WORD_WIDTH} bits wide`);
    const limit = 1n << BigInt(signed && base === 10 ? width - 1 : width);
    if (value > limit || (value === limit && !(signed && base === 10))) {
      throw this.error("smv-range", `the value of '${text}' does not fit its width`);
    }
    this.advance();
    return { kind: "word", signed, width, value: BigInt.asUintN(width, value), at };
  }
}

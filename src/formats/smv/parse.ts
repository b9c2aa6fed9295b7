import { InputError, positionOf } from "../../text/input-error.js";
import type {
  Bound,
  Branch,
  Builtin,
  ChainOp,
  Declaration,
  Expr,
  Link,
  ModuleDeclaration,
  Program,
  TypeExpr,
  UnaryTemporal,
} from "./syntax.js";
import { type Tokens, tokenize } from "./tokens.js";

/** Nesting of expressions beyond this is refused, so that no input exhausts the stack. */
const MAX_DEPTH = 1200;
const MAX_BOUND = 1000;
const MAX_INTEGER = 2 ** 31 - 1;
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
const SHIFT = 11;

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

const SECTIONS = new Set(
  (
    "MODULE DEFINE MDEFINE CONSTANTS VAR IVAR FROZENVAR INIT TRANS INVAR SPEC CTLSPEC LTLSPEC PSLSPEC COMPUTE " +
    "INVARSPEC FAIRNESS JUSTICE COMPASSION ISA ASSIGN"
  ).split(" "),
);

export function parseProgram(text: string): Program {
  return new Parser(tokenize(text)).program();
}

/** A formula that stands alone. */
export function parseFormula(text: string): Expr {
  return new Parser(tokenize(text)).formula();
}

/** The formulas of a property file: one after the other, semicolons between them where the user likes. */
export function parseFormulas(text: string): Expr[] {
  return new Parser(tokenize(text)).formulas();
}

class Parser {
  private i = 0;
  private depth = 0;
  /** Inside `A [ … U … ]` the until belongs to the quantifier. */
  private inPathBrackets = false;
  private readsNext = false;

  constructor(private readonly tokens: Tokens) {}

  program(): Program {
    const modules = new Map<string, ModuleDeclaration>();
    if (!this.is("MODULE")) throw this.expected("'MODULE'");
    while (this.is("MODULE")) {
      const m = this.module();
      if (modules.has(m.name)) throw this.error("smv-name", `module '${m.name}' is declared twice`, m.at);
      modules.set(m.name, m);
    }
    if (!this.isEnd) throw this.expected("a declaration");
    return { text: this.tokens.text, modules, readsNext: this.readsNext };
  }

  formula(): Expr {
    const f = this.terminated();
    if (!this.isEnd) throw this.expected("the end of the formula");
    return f;
  }

  formulas(): Expr[] {
    const all: Expr[] = [];
    while (!this.isEnd) all.push(this.terminated());
    return all;
  }

  // Tokens

  private get value(): string {
    return this.tokens.values[this.i]!;
  }

  private is(value: string): boolean {
    return this.tokens.values[this.i] === value;
  }

  private get kind(): Tokens["kinds"][number] {
    return this.tokens.kinds[this.i]!;
  }

  private get at(): number {
    return this.tokens.starts[this.i]!;
  }

  private get isEnd(): boolean {
    return this.kind === "end";
  }

  private advance(): void {
    if (!this.isEnd) this.i++;
  }

  /** Names can be spelled like nothing else, so that comparing the text alone is enough for keywords and signs. */
  private take(value: string, why = ""): number {
    const at = this.at;
    if (this.value !== value || this.kind === "bad") throw this.expected(`'${value}'${why}`);
    this.advance();
    return at;
  }

  private name(what: string): string {
    if (this.kind !== "name") throw this.expected(what);
    const name = this.value;
    this.advance();
    return name;
  }

  private error(code: string, problem: string, at = this.at): InputError {
    return new InputError(code, problem, positionOf(this.tokens.text, at));
  }

  private expected(what: string): InputError {
    const found = this.isEnd ? "the end of the text" : `'${this.value}'`;
    return this.error("smv-syntax", `expected ${what}, found ${found}`);
  }

  private unsupported(what: string, at = this.at): InputError {
    return this.error("smv-unsupported", `${what} is not supported`, at);
  }

  // Declarations

  private module(): ModuleDeclaration {
    const at = this.take("MODULE");
    const name = this.name("the name of the module");
    const parameters: string[] = [];
    if (this.is("(")) {
      this.advance();
      while (!this.is(")")) {
        if (parameters.length > 0) this.take(",", " between parameters");
        const parameter = this.name("a parameter");
        if (parameters.includes(parameter)) throw this.error("smv-name", `parameter '${parameter}' is named twice`);
        parameters.push(parameter);
      }
      this.advance();
    }
    const body: Declaration[] = [];
    while (!this.isEnd && !this.is("MODULE")) this.section(body);
    return { name, parameters, body, at };
  }

  private section(body: Declaration[]): void {
    const at = this.at;
    const keyword = this.value;
    if (this.kind !== "keyword") throw this.expected("a section such as VAR, ASSIGN or SPEC");
    switch (keyword) {
      case "VAR":
        this.variables("state", body);
        break;
      case "IVAR":
        this.variables("input", body);
        break;
      case "FROZENVAR":
        this.variables("frozen", body);
        break;
      case "DEFINE":
      case "MDEFINE":
        this.defines(body);
        break;
      case "CONSTANTS":
        this.constants(body);
        break;
      case "ASSIGN":
        this.assignments(body);
        break;
      case "INIT":
      case "INVAR":
      case "TRANS": {
        this.advance();
        body.push({ kind: "constraint", on: keyword, body: this.terminated(), at });
        break;
      }
      case "FAIRNESS":
      case "JUSTICE": {
        this.advance();
        body.push({ kind: "justice", body: this.terminated(), at });
        break;
      }
      case "COMPASSION":
        this.compassion(body);
        break;
      case "SPEC":
      case "CTLSPEC":
        this.spec("ctl", body);
        break;
      case "LTLSPEC":
        this.spec("ltl", body);
        break;
      case "INVARSPEC":
        this.spec("invariant", body);
        break;
      case "COMPUTE":
      case "PSLSPEC": {
        this.skipSpec();
        body.push({ kind: "unsupported-spec", keyword, at });
        break;
      }
      case "ISA": {
        this.advance();
        body.push({ kind: "isa", module: this.name("the name of a module"), at });
        if (this.is(";")) this.advance();
        break;
      }
      case "FUN":
      case "PRED":
      case "MIRROR":
        throw this.unsupported(`'${keyword}'`);
      default:
        throw this.expected("a section such as VAR, ASSIGN or SPEC");
    }
  }

  private variables(role: "state" | "input" | "frozen", body: Declaration[]): void {
    this.advance();
    while (this.kind === "name") {
      const at = this.at;
      const name = this.declaredName();
      this.take(":", ` after '${name}'`);
      const type = this.type();
      if (type.kind === "module" && role !== "state") {
        throw this.error("smv-type", "an instance of a module is declared under VAR", type.at);
      }
      this.take(";", ` after the type of '${name}'`);
      body.push({ kind: "variable", role, name, type, at });
    }
  }

  /** `a`, and the names that flattened models use: `a.b`, `a.3`, `a[3]`. */
  private declaredName(): string {
    let name = this.name("a name");
    for (;;) {
      if (this.is(".")) {
        this.advance();
        if (this.kind !== "name" && this.kind !== "integer") throw this.expected("a name after '.'");
        name += `.${this.value}`;
        this.advance();
      } else if (this.is("[")) {
        this.advance();
        name += `[${this.signedInteger()}]`;
        this.take("]");
      } else return name;
    }
  }

  private signedInteger(): number {
    const negative = this.is("-");
    if (negative || this.is("+")) this.advance();
    const n = this.integer();
    return negative && n !== 0 ? -n : n;
  }

  private integer(): number {
    if (this.kind !== "integer") throw this.expected("an integer");
    const n = Number(this.value);
    if (n > MAX_INTEGER) throw this.error("smv-range", `integer ${this.value} is larger than ${MAX_INTEGER}`);
    this.advance();
    return n;
  }

  private type(): TypeExpr {
    this.enter();
    const type = this.typeAt(this.at);
    this.depth--;
    return type;
  }

  private typeAt(at: number): TypeExpr {
    switch (this.value) {
      case "boolean":
        this.advance();
        return { kind: "boolean", at };
      case "word":
      case "Word":
        return this.wordType(false, at);
      case "signed":
      case "unsigned": {
        const signed = this.is("signed");
        this.advance();
        if (!this.is("word") && !this.is("Word")) throw this.expected("'word'");
        return this.wordType(signed, at);
      }
      case "{":
        return this.enumeration(at);
      case "array":
        return this.arrayType(at);
      case "process":
        this.advance();
        return this.moduleType(true, at);
      case "integer":
      case "real":
      case "clock":
        throw this.unsupported(`the type '${this.value}' (models are finite: use a range such as 0..7)`);
    }
    if (this.kind === "name" && !this.isRangeAhead()) return this.moduleType(false, at);
    const low = this.climb(SHIFT);
    this.take("..", " of a range");
    return { kind: "range", low, high: this.climb(SHIFT), at };
  }

  /** `N..M` starts with a name as `module(x)` does: the dots come before the semicolon. */
  private isRangeAhead(): boolean {
    for (let i = this.i; ; i++) {
      const v = this.tokens.values[i]!;
      if (v === "..") return true;
      if (v === ";" || this.tokens.kinds[i] === "end" || this.tokens.kinds[i] === "keyword") return false;
    }
  }

  private wordType(signed: boolean, at: number): TypeExpr {
    this.advance();
    this.take("[", " and the width of the word");
    const width = this.expression();
    this.take("]");
    return { kind: "word", signed, width, at };
  }

  private enumeration(at: number): TypeExpr {
    this.advance();
    const values: (string | number)[] = [];
    for (;;) {
      const valueAt = this.at;
      const value = this.enumerationValue();
      if (values.includes(value)) throw this.error("smv-type", `'${value}' is listed twice`, valueAt);
      values.push(value);
      if (this.is("}")) break;
      this.take(",", " or '}' in an enumeration");
    }
    this.advance();
    return { kind: "enum", values, at };
  }

  private enumerationValue(): string | number {
    if (this.is("TRUE") || this.is("FALSE")) {
      throw this.error("smv-type", "TRUE and FALSE are values of 'boolean', not of an enumeration");
    }
    if (this.kind !== "name") return this.signedInteger();
    let name = this.name("a value");
    while (this.is(".")) {
      this.advance();
      name += `.${this.name("a name after '.'")}`;
    }
    return name;
  }

  private arrayType(at: number): TypeExpr {
    this.advance();
    if (this.is("word") || this.is("of") || this.is("integer")) {
      throw this.unsupported("an array without bounds of its own (use 'array 0..3 of …')");
    }
    const low = this.climb(SHIFT);
    this.take("..", " between the bounds of the array");
    const high = this.climb(SHIFT);
    this.take("of", " and the type of the elements");
    const elementAt = this.at;
    const of = this.type();
    if (of.kind === "module") throw this.unsupported("an array of modules", elementAt);
    return { kind: "array", low, high, of, at };
  }

  private moduleType(process: boolean, at: number): TypeExpr {
    const module = this.name("a type");
    const args: Expr[] = [];
    if (this.is("(")) {
      this.advance();
      while (!this.is(")")) {
        if (args.length > 0) this.take(",", " between arguments");
        args.push(this.expression());
      }
      this.advance();
    }
    return { kind: "module", module, args, process, at };
  }

  private defines(body: Declaration[]): void {
    this.advance();
    while (this.kind === "name") {
      const at = this.at;
      const name = this.declaredName();
      this.take(":=", ` after '${name}'`);
      const value = this.is("[") ? this.arrayExpression() : this.expression();
      this.take(";", ` after the definition of '${name}'`);
      body.push({ kind: "define", name, body: value, at });
    }
  }

  private arrayExpression(): Expr {
    this.enter();
    const at = this.take("[");
    const items: Expr[] = [];
    for (;;) {
      items.push(this.is("[") ? this.arrayExpression() : this.expression());
      if (this.is("]")) break;
      this.take(",", " or ']'");
    }
    this.advance();
    this.depth--;
    return { kind: "list", items, at };
  }

  private constants(body: Declaration[]): void {
    const at = this.at;
    this.advance();
    const names: string[] = [];
    while (!this.is(";")) {
      if (names.length > 0) this.take(",", " or ';' after a constant");
      const value = this.enumerationValue();
      if (typeof value === "string") names.push(value);
    }
    this.advance();
    body.push({ kind: "constants", names, at });
  }

  private assignments(body: Declaration[]): void {
    this.advance();
    for (;;) {
      const at = this.at;
      const when = this.is("init") ? "init" : this.is("next") ? "next" : "always";
      if (when === "always" && this.kind !== "name" && !this.is("self")) return;
      if (when !== "always") {
        this.advance();
        this.take("(", ` after '${when}'`);
      }
      const target = this.reference();
      if (when !== "always") this.take(")");
      this.take(":=", ` after '${when === "always" ? "the variable" : `${when}(…)`}'`);
      const value = this.expression();
      this.take(";", " after the assignment");
      body.push({ kind: "assign", when, target, value, at });
    }
  }

  private compassion(body: Declaration[]): void {
    const at = this.at;
    this.advance();
    this.take("(", " after 'COMPASSION'");
    const often = this.expression();
    this.take(",", " between the two conditions");
    const follows = this.expression();
    this.take(")");
    if (this.is(";")) this.advance();
    body.push({ kind: "compassion", often, follows, at });
  }

  private spec(logic: "ctl" | "ltl" | "invariant", body: Declaration[]): void {
    const at = this.at;
    this.advance();
    let name: string | null = null;
    if (this.is("NAME")) {
      this.advance();
      name = this.declaredName();
      this.take(":=", " after the name of the specification");
    }
    const formula = this.expression();
    let context: Expr | null = null;
    if (this.is("IN")) {
      this.advance();
      context = this.reference();
    }
    if (this.is(";")) this.advance();
    body.push({ kind: "spec", logic, name, body: formula, context, at });
  }

  private skipSpec(): void {
    this.advance();
    let braces = 0;
    while (!this.isEnd && !(this.kind === "keyword" && SECTIONS.has(this.value))) {
      if (this.is("{")) braces++;
      if (this.is("}")) braces--;
      const done = this.is(";") && braces <= 0;
      this.advance();
      if (done) return;
    }
  }

  private terminated(): Expr {
    const e = this.expression();
    if (this.is(";")) this.advance();
    return e;
  }

  // Expressions

  private enter(): void {
    if (++this.depth > MAX_DEPTH) {
      throw this.error("smv-limit", "nested too deeply");
    }
  }

  /** A whole expression, inside brackets of any kind or at the top: path brackets around it are over. */
  private expression(): Expr {
    const outer = this.inPathBrackets;
    this.inPathBrackets = false;
    this.enter();
    const e = this.implication();
    this.depth--;
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
  private climb(minimum: number): Expr {
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
      this.depth--;
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
    this.depth--;
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
    this.depth--;
    return { kind: "set", items, at };
  }

  private primary(): Expr {
    this.enter();
    let e = this.primaryStart();
    for (;;) {
      if (this.is("[") && this.kind === "punctuation") e = this.subscript(e);
      else if (this.is(".") && this.kind === "punctuation") e = this.component(e);
      else break;
    }
    this.depth--;
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
        return { kind: "name", name: this.name("a name"), at };
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
  private reference(): Expr {
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

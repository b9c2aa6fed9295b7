import { forTerminal } from "../text/escape.js";
import { InputError, positionOf } from "../text/input-error.js";
import { type Atom, atomName, MIRRORED, type Relation } from "./atom.js";
import { type Token, tokenize } from "./lex.js";
import { type PathPart, plainPath, type StateCondition, type StateTerm, stateConditionText } from "./state-term.js";

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
  /** Operators and parentheses may be nested this deep. */
  readonly maxDepth?: number;
}

const DEFAULT_DEPTH = 1000;
/** Copies of formulas that quantifiers make. */
const MAX_COPIES = 4096;

/** What LTL and CTL have in common. */
export type Propositional<F> =
  | { readonly op: "true" | "false" }
  | { readonly op: "atom"; readonly name: string }
  | { readonly op: "not"; readonly arg: F }
  | { readonly op: "and" | "or" | "implies" | "iff" | "xor"; readonly left: F; readonly right: F };

/** A binary operator: tighter ones have a higher level. */
export interface Infix<F> {
  readonly level: number;
  readonly associates: "left" | "right" | "freely";
  readonly make: (left: F, right: F) => F;
}

const RELATIONS: ReadonlySet<string> = new Set(["=", "!=", "<", "<=", ">", ">="]);
const CONSTANTS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["True", true],
  ["TRUE", true],
  ["false", false],
  ["False", false],
  ["FALSE", false],
]);

/** Symbols that an operand may begin with. */
const OPERAND_SYMBOLS: ReadonlySet<string> = new Set(["(", "[", "!", "F", "G"]);

/**
 * Recursive descent over the tokens, with precedence climbing for binary operators. Subclasses add the temporal
 * operators; the Boolean layer, the atoms, the errors and the depth limit are here.
 */
export abstract class Grammar<F> {
  /** Atoms met since the formula began, by canonical name. */
  atoms = new Map<string, Atom>();
  /** Atoms that compute, by their names. */
  readonly terms = new Map<string, StateCondition>();
  private tokens: Token[];
  /** What the variables of quantifiers stand for. */
  private readonly bound = new Map<string, string | number>();
  private copies = 0;
  private next = 0;
  private depth = 0;
  /** Formulas follow one another, and the end of a line may be the end of one. */
  private isSequence = false;

  constructor(
    protected readonly text: string,
    private readonly logic: "ltl" | "ctl",
    private readonly options: ParseOptions,
  ) {
    this.tokens = tokenize(text, `${logic}-syntax`, options.rangeOf !== undefined);
  }

  // ---- what a logic adds

  /** A prefix operator with its argument, or undefined when the word or symbol is none. */
  protected abstract prefix(token: Token): F | undefined;
  /** A word that is a prefix operator. */
  protected abstract isPrefixWord(word: string): boolean;
  /** Words that are infix operators. */
  protected abstract readonly infixWords: ReadonlySet<string>;
  /** A temporal infix operator. */
  protected abstract temporalInfix(token: Token): Infix<F> | undefined;
  /** Prefix operators written together with their argument: ways to take them off the front of a word, best first. */
  protected abstract gluedPrefixes(word: string): readonly (readonly string[])[];
  protected abstract boolean(node: Propositional<F>): F;

  // ---- formulas

  /** The whole text is one formula. */
  single(): F {
    const formula = this.formula();
    if (this.peek().kind !== "end") throw this.expected("an operator or the end of the formula");
    return formula;
  }

  /** The formulas of a text, each with its own atoms and the place where it begins and ends. */
  *sequence(): Generator<{ formula: F; atoms: Map<string, Atom>; start: number; end: number }> {
    this.isSequence = true;
    while (this.accept(";"));
    while (this.peek().kind !== "end") {
      this.atoms = new Map();
      const start = this.peek().index;
      const formula = this.formula();
      yield { formula, atoms: this.atoms, start, end: this.tokens[this.next - 1]!.end };
      while (this.accept(";"));
    }
  }

  protected formula(): F {
    return this.binary(0, this.operand());
  }

  /** Goes on from a first operand with all operators of at least the given level. */
  protected binary(level: number, first: F): F {
    let left = first;
    for (let grown = 1; ; grown++) {
      const infix = this.infix(this.peek());
      if (infix === undefined || infix.level < level) return left;
      this.checkDepth(this.depth + grown);
      if (infix.associates === "freely") {
        left = this.chain(infix, left);
        continue;
      }
      this.next++;
      const right = this.deeper(() =>
        this.binary(infix.associates === "right" ? infix.level : infix.level + 1, this.operand()),
      );
      left = infix.make(left, right);
    }
  }

  /** `a & b & c & …` becomes a balanced tree, so that long conjunctions are not deep. */
  private chain(infix: Infix<F>, first: F): F {
    const operator = this.peek().text;
    const operands = [first];
    while (this.peek().text === operator && this.peek().kind !== "quoted") {
      this.next++;
      operands.push(this.deeper(() => this.binary(infix.level + 1, this.operand())));
    }
    return balanced(operands, infix.make);
  }

  private infix(token: Token): Infix<F> | undefined {
    // Between operands a word can only be an operator, unless a new formula begins here.
    if (this.isInfixWord(token) && this.isName(token) && this.startsLine(token)) throw this.twofold(token);
    const make =
      (op: "and" | "or" | "implies" | "iff" | "xor") =>
      (left: F, right: F): F =>
        this.boolean({ op, left, right });
    if (token.kind === "symbol" || token.kind === "word") {
      switch (token.text) {
        case "->":
          return { level: 1, associates: "right", make: make("implies") };
        case "<->":
          return { level: 1, associates: "right", make: make("iff") };
        case "xor":
          return { level: 2, associates: "freely", make: make("xor") };
        case "xnor":
          return { level: 2, associates: "freely", make: make("iff") };
        case "|":
          return { level: 3, associates: "freely", make: make("or") };
        case "&":
          return { level: 4, associates: "freely", make: make("and") };
        // Between formulas rather than signals, equality is equivalence.
        case "=":
          return { level: 6, associates: "left", make: make("iff") };
        case "!=":
          return { level: 6, associates: "left", make: make("xor") };
      }
    }
    return this.temporalInfix(token);
  }

  /** A prefix operator with its argument, a parenthesis, or an atom. */
  protected operand(): F {
    const token = this.peek();
    if (this.options.rangeOf !== undefined) {
      const term = this.quantified(token) ?? this.computed(token);
      if (term !== undefined) return term;
    }
    if (token.kind === "symbol" || (token.kind === "word" && !this.isNameHere(token))) {
      const prefixed = this.deeper(() => this.prefix(token));
      if (prefixed !== undefined) return prefixed;
    }
    if (token.kind === "symbol") return this.deeper(() => this.bracketed(token));
    if (token.kind === "word") return this.word(token);
    if (token.kind === "quoted") return this.comparison(this.advance().text);
    if (token.kind === "number") return this.number();
    throw this.expected("a formula");
  }

  private bracketed(token: Token): F {
    if (token.text === "!") {
      this.next++;
      return this.boolean({ op: "not", arg: this.operand() });
    }
    if (token.text !== "(") throw this.expected("a formula");
    this.next++;
    const inner = this.formula();
    this.expect(")");
    return inner;
  }

  // ---- names

  private isName(token: Token): boolean {
    return token.kind === "word" && this.options.isName?.(token.text) === true;
  }

  private isInfixWord(token: Token): boolean {
    return token.kind === "word" && this.infixWords.has(token.text);
  }

  /** The token begins a line of a text with several formulas. */
  private startsLine(token: Token): boolean {
    const before = this.tokens[this.tokens.indexOf(token, this.next) - 1];
    return this.isSequence && before !== undefined && this.text.slice(before.end, token.index).includes("\n");
  }

  /**
   * Does a word that a prefix operator could be stand for a signal where an operand is expected? An operator needs an
   * operand, and nothing that starts one can follow a name.
   */
  protected isNameHere(token: Token): boolean {
    if (!this.isName(token)) return false;
    const next = this.tokens[this.next + 1]!;
    const startsOperand = next.kind === "symbol" ? OPERAND_SYMBOLS.has(next.text) : next.kind !== "end";
    if (!startsOperand) return true;
    if (this.isInfixWord(next) && !this.isName(next)) return true;
    if (this.isPrefixWord(token.text) && (this.isInfixWord(next) || this.startsLine(next))) throw this.twofold(token);
    return false;
  }

  private twofold({ text, index }: Token): InputError {
    const problem = `'${text}' is an operator and a signal of the model: write "${text}" in quotes for the signal`;
    return new InputError(`${this.logic}-ambiguous`, problem, positionOf(this.text, index));
  }

  // ---- atoms

  private word(token: Token): F {
    const constant = this.constant(token);
    if (constant !== undefined) {
      this.next++;
      return this.boolean({ op: constant ? "true" : "false" });
    }
    const glued = this.isName(token) ? null : this.glued(token);
    if (glued !== null) return this.split(token, glued);
    this.next++;
    return this.comparison(token.text);
  }

  /** The constant that a word is; a model that has a name like this must not change what formulas mean. */
  private constant(token: Token): boolean | undefined {
    const constant = token.kind === "word" ? CONSTANTS.get(token.text) : undefined;
    if (constant === undefined || !this.isName(token)) return constant;
    const problem = `'${token.text}' is a constant and a name of the model: write "${token.text}" in quotes for the name`;
    throw this.error(`${this.logic}-ambiguous`, `${problem}, ${constant ? 1 : 0} for the constant`, token);
  }

  /** The prefixes that a word begins with; null when it is a mere name. With known names, what remains must be one. */
  private glued({ text, ...place }: Token): readonly string[] | null {
    const { isName } = this.options;
    const ways = new Map<string, readonly string[]>();
    for (const prefixes of this.gluedPrefixes(text)) {
      const rest = text.slice(prefixes.join("").length);
      if (isName !== undefined && rest !== "" && !CONSTANTS.has(rest) && !isName(rest)) continue;
      const reading = [...prefixes, rest].join(" ").trim();
      if (!ways.has(reading)) ways.set(reading, prefixes);
      if (isName === undefined) break;
    }
    if (ways.size <= 1) return [...ways.values()][0] ?? null;
    const readings = [...ways.keys()].slice(0, 3).map((reading) => `'${reading}'`);
    const problem = `'${text}' may be read as ${readings.join(" or ")}: put blanks between operators and names`;
    throw this.error(`${this.logic}-ambiguous`, problem, { ...place, text });
  }

  /** Replaces a word by its prefixes and the rest, and goes on. */
  private split(token: Token, prefixes: readonly string[]): F {
    const parts: Token[] = [];
    let index = token.index;
    for (const text of [...prefixes, token.text.slice(prefixes.join("").length)]) {
      if (text !== "") parts.push({ kind: "word", text, index, end: index + text.length });
      index += text.length;
    }
    this.tokens.splice(this.next, 1, ...parts);
    return this.operand();
  }

  /** After a name: the relation that may follow. */
  private comparison(left: string): F {
    const relation = this.peek();
    if (relation.kind !== "symbol" || !RELATIONS.has(relation.text)) return this.atom({ kind: "signal", name: left });
    const right = this.tokens[this.next + 1]!;
    const isFormula = right.kind === "symbol" && right.text !== "-";
    if (isFormula && (relation.text === "=" || relation.text === "!="))
      return this.atom({ kind: "signal", name: left });
    this.next++;
    return this.atom({ kind: "compare", left, relation: relation.text as Relation, right: this.comparand() });
  }

  private comparand(): string | number {
    const negative = this.accept("-");
    const token = this.advance();
    if (token.kind === "number") return negative ? -Number(token.text) : Number(token.text);
    if (!negative && (token.kind === "word" || token.kind === "quoted")) {
      const constant = this.constant(token);
      return constant === undefined ? token.text : Number(constant);
    }
    this.next--;
    throw this.expected(negative ? "a number after '-'" : "a number or a name to compare with");
  }

  /** 0 and 1 are constants, unless a relation follows. */
  private number(): F {
    const token = this.advance();
    const relation = this.peek();
    if (relation.kind === "symbol" && RELATIONS.has(relation.text)) {
      this.next++;
      const name = this.advance();
      if (name.kind !== "word" && name.kind !== "quoted") {
        this.next--;
        throw this.expected("the name of a signal");
      }
      const mirrored = MIRRORED[relation.text as Relation];
      return this.atom({ kind: "compare", left: name.text, relation: mirrored, right: Number(token.text) });
    }
    if (token.text === "1") return this.boolean({ op: "true" });
    if (token.text === "0") return this.boolean({ op: "false" });
    this.next--;
    throw this.expected("0, 1 or a comparison");
  }

  private atom(atom: Atom): F {
    const name = atomName(atom);
    this.atoms.set(name, atom);
    return this.boolean({ op: "atom", name });
  }

  // ---- what programs have besides

  /** `forall i in 0..2: …`, `exists c in {red, green}: …`: the formula for each value. */
  private quantified(token: Token): F | undefined {
    const isQuantifier = token.kind === "word" && (token.text === "forall" || token.text === "exists");
    const variable = this.tokens[this.next + 1];
    const isIn = this.tokens[this.next + 2];
    if (!isQuantifier || variable?.kind !== "word" || isIn?.text !== "in") return undefined;
    this.next += 3;
    const values = this.range();
    this.expect(":");
    const start = this.next;
    const before = this.bound.get(variable.text);
    const parts = values.map((value) => {
      if (++this.copies > MAX_COPIES)
        throw this.error(`${this.logic}-depth`, `quantifiers make more than ${MAX_COPIES} copies`, token);
      this.next = start;
      this.bound.set(variable.text, value);
      return this.deeper(() => this.formula());
    });
    if (before === undefined) this.bound.delete(variable.text);
    else this.bound.set(variable.text, before);
    const op = token.text === "forall" ? "and" : "or";
    return balanced(parts, (left, right) => this.boolean({ op, left, right }));
  }

  private range(): readonly (string | number)[] {
    const token = this.advance();
    if (token.text === "{" && token.kind === "symbol") {
      const values = [this.constantValue()];
      while (this.accept(",")) values.push(this.constantValue());
      this.expect("}");
      return values;
    }
    const known = token.kind === "word" || token.kind === "quoted" ? this.options.rangeOf?.(token.text) : undefined;
    if (known !== undefined) return known;
    this.next--;
    const first = this.constantValue();
    this.expect("..");
    const last = this.constantValue();
    if (typeof first === "number" && typeof last === "number" && first <= last && last - first < MAX_COPIES)
      return Array.from({ length: last - first + 1 }, (_, i) => first + i);
    throw this.error(`${this.logic}-syntax`, "expected a range of numbers, as in 0..2", token);
  }

  private constantValue(): string | number {
    const negative = this.accept("-");
    const token = this.advance();
    if (token.kind === "number") return negative ? -Number(token.text) : Number(token.text);
    const known = this.bound.get(token.text);
    if (known !== undefined) return known;
    if (!negative && (token.kind === "word" || token.kind === "quoted")) return token.text;
    this.next--;
    throw this.expected("a value");
  }

  /** A comparison of what is computed, or a path with indices; undefined where the formula goes on as in any model. */
  private computed(token: Token): F | undefined {
    const start = this.next;
    if (!this.mayCompute(token)) return undefined;
    let left: StateTerm;
    try {
      left = this.sum();
    } catch (e) {
      if (!(e instanceof InputError) || token.text !== "(") throw e;
      this.next = start; // a formula in parentheses
      return undefined;
    }
    const relation = this.peek();
    const isCompared = relation.kind === "symbol" && RELATIONS.has(relation.text);
    if (!isCompared && token.text === "(" && token.kind === "symbol") {
      this.next = start;
      return undefined;
    }
    if (!isCompared) return this.condition({ left, relation: null, right: null });
    this.next++;
    return this.condition({ left, relation: relation.text as Relation, right: this.sum() });
  }

  private mayCompute(token: Token): boolean {
    if (token.kind === "symbol") return token.text === "(" || token.text === "-";
    if (token.kind === "end") return false;
    const next = this.tokens[this.next + 1]!;
    if (token.kind === "word" && this.bound.has(token.text)) return true;
    if (token.kind === "word" && (token.text === "min" || token.text === "max") && next.text === "(") return true;
    if (next.kind === "word" && next.text === "mod") return true;
    const isOperator = next.kind === "symbol" && ["[", ".", "+", "-", "*", "/"].includes(next.text);
    if (isOperator) return token.kind !== "word" || !this.isPrefixWord(token.text) || this.isName(token);
    // What is compared may compute.
    return next.kind === "symbol" && RELATIONS.has(next.text) && this.computesAfter(this.next + 2);
  }

  private computesAfter(at: number): boolean {
    const [token, next] = [this.tokens[at]!, this.tokens[at + 1]];
    if (token.kind === "symbol") return false;
    if (token.kind === "word" && this.bound.has(token.text)) return true;
    if (token.kind === "word" && (token.text === "min" || token.text === "max") && next?.text === "(") return true;
    if (next?.kind === "word") return next.text === "mod";
    return next?.kind === "symbol" && ["[", ".", "+", "-", "*", "/"].includes(next.text);
  }

  /** An atom; one that any model could have is named as there. */
  private condition(condition: StateCondition): F {
    const { left, relation, right } = condition;
    const name = plainPath(left);
    if (relation === null || right === null) {
      if (name !== null) return this.atom({ kind: "signal", name });
      return this.term(condition);
    }
    const other = right.op === "number" ? right.value : plainPath(right);
    if (left.op === "number" && right.op === "number")
      return this.boolean({ op: compared(left.value, relation, right.value) ? "true" : "false" });
    if (name !== null && other !== null) return this.atom({ kind: "compare", left: name, relation, right: other });
    if (left.op === "number" && typeof other === "string")
      return this.atom({ kind: "compare", left: other, relation: MIRRORED[relation], right: left.value });
    return this.term(condition);
  }

  private term(condition: StateCondition): F {
    const name = stateConditionText(condition);
    this.terms.set(name, condition);
    return this.boolean({ op: "atom", name });
  }

  private sum(): StateTerm {
    return this.deeper(() => {
      let left = this.product();
      for (;;) {
        if (this.accept("+")) left = { op: "+", left, right: this.product() };
        else if (this.accept("-")) left = { op: "-", left, right: this.product() };
        else return folded(left);
      }
    });
  }

  private product(): StateTerm {
    let left = this.factor();
    for (;;) {
      if (this.accept("*")) left = { op: "*", left, right: this.factor() };
      else if (this.accept("/")) left = { op: "/", left, right: this.factor() };
      else if (this.peek().kind === "word" && this.peek().text === "mod") {
        this.next++;
        left = { op: "mod", left, right: this.factor() };
      } else return left;
      left = folded(left);
    }
  }

  private factor(): StateTerm {
    if (this.accept("(")) {
      const inner = this.sum();
      this.expect(")");
      return inner;
    }
    if (this.accept("-")) return folded({ op: "-", left: { op: "number", value: 0 }, right: this.factor() });
    const token = this.advance();
    if (token.kind === "number") return { op: "number", value: Number(token.text) };
    if (token.kind !== "word" && token.kind !== "quoted") {
      this.next--;
      throw this.expected("a number or a name");
    }
    if (token.kind === "word" && (token.text === "min" || token.text === "max") && this.accept("(")) {
      const left = this.sum();
      this.expect(",");
      const right = this.sum();
      this.expect(")");
      return { op: token.text, left, right };
    }
    const value = token.kind === "word" ? (this.bound.get(token.text) ?? this.constant(token)) : undefined;
    if (typeof value === "number" || typeof value === "boolean") return { op: "number", value: Number(value) };
    return { op: "path", name: value ?? token.text, parts: this.parts() };
  }

  private parts(): PathPart[] {
    const parts: PathPart[] = [];
    for (;;) {
      if (this.accept("[")) {
        parts.push({ index: this.sum() });
        this.expect("]");
      } else if (this.accept(".")) {
        const field = this.advance();
        if (field.kind !== "word") throw this.expected("the name of a field");
        // `b[2].c` after a dot is one word.
        parts.push({ field: field.text });
      } else return parts;
    }
  }

  // ---- tokens

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

  protected expected(what: string): InputError {
    const token = this.peek();
    const found = token.kind === "end" ? "the end" : `'${forTerminal(this.text.slice(token.index, token.end))}'`;
    return this.error(`${this.logic}-syntax`, `expected ${what}, found ${found}`, token);
  }

  protected deeper<T>(parse: () => T): T {
    this.depth++;
    this.checkDepth(this.depth);
    const result = parse();
    this.depth--;
    return result;
  }

  /** So many operators around what comes next. */
  protected checkRoomFor(levels: number): void {
    this.checkDepth(this.depth + levels);
  }

  private checkDepth(depth: number): void {
    const limit = this.options.maxDepth ?? DEFAULT_DEPTH;
    if (depth <= limit) return;
    throw this.error(`${this.logic}-depth`, `the formula is nested more than ${limit} levels deep`, this.peek());
  }

  /** A mistake that has a likely reason. */
  protected hint(problem: string): InputError {
    return this.error(`${this.logic}-syntax`, problem, this.peek());
  }

  /** Could the token after the next one begin an operand? */
  protected isBeforeOperand(): boolean {
    const after = this.tokens[this.next + 1]!;
    if (after.kind === "symbol") return OPERAND_SYMBOLS.has(after.text);
    return after.kind !== "end" && !this.isInfixWord(after);
  }

  private error(code: string, problem: string, token: Token): InputError {
    return new InputError(code, problem, positionOf(this.text, token.index));
  }
}

/** Combines operands in the given order; the left half is the larger one. */
export function balanced<F>(operands: readonly F[], make: (left: F, right: F) => F): F {
  let layer = operands;
  while (layer.length > 1) {
    const above: F[] = [];
    for (let i = 0; i + 1 < layer.length; i += 2) above.push(make(layer[i]!, layer[i + 1]!));
    if (layer.length % 2 === 1) above.push(layer[layer.length - 1]!);
    layer = above;
  }
  return layer[0]!;
}

/** Numbers are computed at once, so that an index that is bound is a name. */
function folded(term: StateTerm): StateTerm {
  if (term.op === "number" || term.op === "path" || term.left.op !== "number" || term.right.op !== "number")
    return term;
  const [a, b] = [term.left.value, term.right.value];
  switch (term.op) {
    case "+":
      return { op: "number", value: a + b };
    case "-":
      return { op: "number", value: a - b };
    case "*":
      return { op: "number", value: a * b };
    case "/":
      return b >= 1 ? { op: "number", value: Math.floor(a / b) } : term;
    case "mod":
      return b >= 1 ? { op: "number", value: ((a % b) + b) % b } : term;
    default:
      return { op: "number", value: Math[term.op](a, b) };
  }
}

function compared(a: number, relation: Relation, b: number): boolean {
  switch (relation) {
    case "=":
      return a === b;
    case "!=":
      return a !== b;
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case ">":
      return a > b;
    case ">=":
      return a >= b;
  }
}

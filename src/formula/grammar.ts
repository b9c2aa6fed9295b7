import { InputError, positionOf } from "../text/input-error.js";
import { type Atom, atomName, isRelated, MIRRORED, type Relation } from "./atom.js";
import type { Token } from "./lex.js";
import { plainPath, type StateCondition, stateConditionText } from "./state-term.js";
import { relationOf, StateTermParser } from "./state-term-parser.js";
import { CONSTANTS } from "./token-stream.js";

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

/** Symbols that an operand may begin with. */
const OPERAND_SYMBOLS: ReadonlySet<string> = new Set(["(", "[", "!", "F", "G"]);

/**
 * Recursive descent over the tokens, with precedence climbing for binary operators. Subclasses add the temporal
 * operators; the Boolean layer, names, atoms and quantifiers are here.
 */
export abstract class Grammar<F> extends StateTermParser {
  /** Atoms met since the formula began, by canonical name. */
  atoms = new Map<string, Atom>();
  /** Atoms that compute, by their names. */
  readonly terms = new Map<string, StateCondition>();
  /** What quantifiers became. */
  readonly quantified = new Set<F>();
  private copies = 0;
  /** Formulas follow one another, and the end of a line may be the end of one. */
  private isSequence = false;

  // ---- what a logic adds

  /** A prefix operator with its argument, or undefined when the word or symbol is none. */
  protected abstract prefix(token: Token): F | undefined;
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
        case "|":
          return { level: 2, associates: "freely", make: make("or") };
        // As in Spot, C and Verilog, between `&` and `|`.
        case "xor":
          return { level: 3, associates: "freely", make: make("xor") };
        case "xnor":
          return { level: 3, associates: "freely", make: make("iff") };
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
      const formula = this.quantifier(token);
      if (formula !== undefined) return formula;
      const condition = this.stateCondition(token);
      if (condition !== undefined) return this.condition(condition);
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
      const [relation, name] = [relationOf(this.peek()), this.tokens[this.next + 1]];
      if (relation !== null && (name?.kind === "quoted" || (name !== undefined && this.isName(name))))
        return this.mirrored(Number(constant), relation);
      return this.boolean({ op: constant ? "true" : "false" });
    }
    const glued = this.isName(token) ? null : this.glued(token);
    if (glued !== null) return this.split(token, glued);
    this.next++;
    return this.comparison(token.text);
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
    const relation = relationOf(this.peek());
    if (relation === null) return this.atom({ kind: "signal", name: left });
    const right = this.tokens[this.next + 1]!;
    const isFormula = right.kind === "symbol" && right.text !== "-";
    if (isFormula && (relation === "=" || relation === "!=")) return this.atom({ kind: "signal", name: left });
    this.next++;
    return this.atom({ kind: "compare", left, relation, right: this.comparand() });
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
    const relation = relationOf(this.peek());
    if (relation !== null) return this.mirrored(Number(token.text), relation);
    if (token.text === "1") return this.boolean({ op: "true" });
    if (token.text === "0") return this.boolean({ op: "false" });
    this.next--;
    throw this.expected("0, 1 or a comparison");
  }

  /** A number, which has been read, beside a name. */
  private mirrored(right: number, relation: Relation): F {
    this.next++;
    const name = this.advance();
    if (name.kind === "word" || name.kind === "quoted")
      return this.atom({ kind: "compare", left: name.text, relation: MIRRORED[relation], right });
    this.next--;
    throw this.expected("the name of a signal");
  }

  private atom(atom: Atom): F {
    const name = atomName(atom);
    this.atoms.set(name, atom);
    return this.boolean({ op: "atom", name });
  }

  // ---- what programs have besides

  /** `forall i in 0..2: …`, `exists c in {red, green}: …`: the formula for each value. */
  private quantifier(token: Token): F | undefined {
    const isQuantifier = token.kind === "word" && (token.text === "forall" || token.text === "exists");
    const variable = this.tokens[this.next + 1];
    const isIn = this.tokens[this.next + 2];
    if (!isQuantifier || variable?.kind !== "word" || isIn?.text !== "in") return undefined;
    this.next += 3;
    const keys = this.keys();
    const values = keys ?? this.range();
    this.expect(":");
    const start = this.next;
    const before = this.bound.get(variable.text);
    const wereKeys = this.boundToKeys.has(variable.text);
    this.standsForKeys(variable.text, keys !== undefined);
    const parts = values.map((value) => {
      if (++this.copies > MAX_COPIES)
        throw this.error(`${this.logic}-depth`, `quantifiers make more than ${MAX_COPIES} copies`, token);
      this.next = start;
      this.bound.set(variable.text, value);
      return this.deeper(() => this.formula());
    });
    if (before === undefined) this.bound.delete(variable.text);
    else this.bound.set(variable.text, before);
    this.standsForKeys(variable.text, wereKeys);
    const op = token.text === "forall" ? "and" : "or";
    const formula = balanced(parts, (left, right) => this.boolean({ op, left, right }));
    if (parts.length > 1) this.quantified.add(formula);
    return formula;
  }

  private standsForKeys(variable: string, are: boolean): void {
    if (are) this.boundToKeys.add(variable);
    else this.boundToKeys.delete(variable);
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
      return this.boolean({ op: isRelated(left.value, relation, right.value) ? "true" : "false" });
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

  /** Could the token after the next one begin an operand? */
  protected isBeforeOperand(): boolean {
    const after = this.tokens[this.next + 1]!;
    if (after.kind === "symbol") return OPERAND_SYMBOLS.has(after.text);
    return after.kind !== "end" && !this.isInfixWord(after);
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

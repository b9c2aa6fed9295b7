import { InputError } from "../text/input-error.js";
import { isRelation, type Relation } from "./atom.js";
import type { Token } from "./lex.js";
import type { PathPart, StateCondition, StateTerm } from "./state-term.js";
import { TokenStream } from "./token-stream.js";

/** So many values a range may have. */
const MAX_VALUES = 4096;

/** What formulas about programs compute in a state: sums, products, paths with indices; and the values of quantifiers. */
export abstract class StateTermParser extends TokenStream {
  /** What the variables of quantifiers stand for. */
  protected readonly bound = new Map<string, string | number>();
  /** Those that stand for keys, which are never names of variables. */
  protected readonly boundToKeys = new Set<string>();

  /** A word that is a prefix operator. */
  protected abstract isPrefixWord(word: string): boolean;

  /** A comparison of what is computed, or a path with indices; undefined where the formula goes on as in any model. */
  protected stateCondition(token: Token): StateCondition | undefined {
    const { next: start, depth } = this;
    if (!this.mayCompute(token)) return undefined;
    let left: StateTerm;
    try {
      left = this.sum();
    } catch (e) {
      if (!(e instanceof InputError) || token.text !== "(") throw e;
      this.next = start; // a formula in parentheses
      this.depth = depth;
      return undefined;
    }
    const relation = relationOf(this.peek());
    if (relation === null && token.text === "(" && token.kind === "symbol") {
      this.next = start;
      return undefined;
    }
    if (relation === null) return { left, relation: null, right: null };
    this.next++;
    return { left, relation, right: this.sum() };
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
    return relationOf(next) !== null && this.computesAfter(this.next + 2);
  }

  private computesAfter(at: number): boolean {
    const [token, next] = [this.tokens[at]!, this.tokens[at + 1]];
    if (token.kind === "symbol") return false;
    if (token.kind === "word" && this.bound.has(token.text)) return true;
    if (token.kind === "word" && (token.text === "min" || token.text === "max") && next?.text === "(") return true;
    if (next?.kind === "word") return next.text === "mod";
    return next?.kind === "symbol" && ["[", ".", "+", "-", "*", "/"].includes(next.text);
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
    if (value !== undefined && this.boundToKeys.has(token.text) && this.options.isVariable?.(value) === true)
      return { op: "key", value };
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

  /** The keys of an array, map or set, which comes next; undefined where it is something else. */
  protected keys(): readonly (string | number)[] | undefined {
    const token = this.peek();
    const known = token.kind === "word" || token.kind === "quoted" ? this.options.rangeOf?.(token.text) : undefined;
    if (known !== undefined) this.next++;
    return known;
  }

  protected range(): readonly (string | number)[] {
    const token = this.advance();
    if (token.text === "{" && token.kind === "symbol") {
      const values = [this.constantValue()];
      while (this.accept(",")) values.push(this.constantValue());
      this.expect("}");
      return values;
    }
    this.next--;
    const first = this.constantValue();
    this.expect("..");
    const last = this.constantValue();
    if (typeof first === "number" && typeof last === "number" && first <= last && last - first < MAX_VALUES)
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
}

/** The relation that a token is. */
export const relationOf = ({ kind, text }: Token): Relation | null =>
  kind === "symbol" && isRelation(text) ? text : null;

/** Numbers are computed at once, so that an index that is bound is a name. */
function folded(term: StateTerm): StateTerm {
  if (
    term.op === "number" ||
    term.op === "key" ||
    term.op === "path" ||
    term.left.op !== "number" ||
    term.right.op !== "number"
  )
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

import type { Aig } from "../../logic/aig.js";
import { type Lit, not, TRUE } from "../../logic/lit.js";
import { equal, hasCode } from "../../logic/vector.js";
import { didYouMean, suggest } from "../../model/suggest.js";
import type { Signal } from "../../model/symbols.js";
import { InputError, positionOf } from "../../text/input-error.js";
import { afterRow } from "../../text/rows.js";

/** A formula of VIS: CTL, LTL, or neither where no operator is temporal. */
export type Formula =
  | { readonly op: "atom"; readonly name: string; readonly literal: Lit }
  | { readonly op: "true" | "false" }
  | { readonly op: "not" | "X" | "F" | "G" | "A" | "E"; readonly arg: Formula }
  | {
      readonly op: "and" | "or" | "xor" | "implies" | "iff" | "U" | "R" | "W";
      readonly left: Formula;
      readonly right: Formula;
    };

/** A formula of a file. */
export interface Entry {
  readonly formula: Formula;
  /** On one line. */
  readonly text: string;
  /** Where it starts. */
  readonly start: number;
}

/** What the names of formulas mean. */
export interface Names {
  readonly aig: Aig;
  /** Every variable under its full name. */
  readonly signals: ReadonlyMap<string, Signal>;
}

interface Token {
  readonly kind: "name" | "number" | "sign" | "end";
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Space, or one comment. */
const BLANK = /\s+|#[^\n]*/y;
const HEAD = /[A-Za-z_][\w$]*/y;
const PART = /<\*?\d+\*?>|\.(?=[A-Za-z_])[\w$]+/y;
const BITS = /\[\d+(?::\d+)?\]/y;
const NUMBER = /\d+/y;
const SIGN = /<->|->|==|!=|\\[A-Za-z_]\w*|[^\s]/y;

function afterParts(text: string, start: number): number {
  BITS.lastIndex = afterRow(PART, text, start);
  const { lastIndex } = BITS;
  return BITS.test(text) ? BITS.lastIndex : lastIndex;
}

const MOST_DEEP = 400;
/** Of what a formula means, with AX:n and macros: as deep as formulas of other syntaxes. */
const MOST_HIGH = 1000;
const MOST_TOKENS = 2 ** 21;
/** Of AX:n and of macros: what a file may grow to. */
const MOST_NODES = 2 ** 20;

/** The formulas of a .ctl, .ltl, .inv or .fair file: each ends with a semicolon, and `\define` names one for later use. */
export function parseFormulas(text: string, names: Names): Entry[] {
  return new FormulaParser(text, names).file();
}

class FormulaParser {
  private readonly tokens: Token[];
  private readonly macros = new Map<string, { readonly formula: Formula; readonly nodes: number }>();
  /** Operators that were written without parentheses around them. */
  private readonly bare = new Set<Formula>();
  /** How many operators are above each other; nothing for atoms. */
  private readonly heights = new Map<Formula, number>();
  private at = 0;
  private depth = 0;
  private nodes = 0;

  constructor(
    private readonly text: string,
    private readonly names: Names,
  ) {
    this.tokens = this.scan();
  }

  file(): Entry[] {
    const entries: Entry[] = [];
    while (this.peek().kind !== "end") {
      if (this.peek().text === "\\define") this.define();
      else if (!this.accept(";")) entries.push(this.entry());
    }
    return entries;
  }

  private entry(): Entry {
    const { start } = this.peek();
    const formula = this.formula();
    const end = this.tokens[this.at - 1]!.end;
    // The last formula may go without its semicolon.
    if (this.peek().kind !== "end") this.expect(";");
    const text = this.text
      .slice(start, end)
      .replace(/#[^\n]*/g, " ")
      .replace(/\s+/g, " ")
      .trim();
    return { formula, text, start };
  }

  private define(): void {
    this.take();
    const name = this.take();
    if (name.kind !== "name") throw this.error("expected a name to define", name);
    const before = this.nodes;
    const formula = this.formula();
    this.bare.delete(formula); // what it names is one formula, wherever it stands
    this.macros.set(name.text, { formula, nodes: this.nodes - before });
    this.accept(";");
  }

  /** `U` and `R` bind weakest, but not among operators without parentheses: who wrote it must say what is meant. */
  private formula(isQuantified = false): Formula {
    if (++this.depth > MOST_DEEP)
      throw this.error(`formulas more than ${MOST_DEEP} deep are not supported`, this.peek(), "vis-limit");
    const left = this.implication();
    const op = this.peek();
    let whole = left;
    if (op.kind === "name" && /^[URW]$/.test(op.text)) {
      this.take();
      const right = this.implication();
      if (!isQuantified && (this.bare.has(left) || this.bare.has(right)))
        throw this.error(`parentheses are needed around the sides of '${op.text}'`, op);
      whole = this.node({ op: op.text as "U" | "R" | "W", left, right });
      if (/^[URW]$/.test(this.peek().text)) throw this.error(`parentheses are needed among 'U' and 'R'`, this.peek());
    }
    this.depth--;
    return whole;
  }

  private implication(): Formula {
    const left = this.sum();
    const op = this.peek().text;
    if (op !== "->" && op !== "<->") return left;
    this.take();
    if (++this.depth > MOST_DEEP)
      throw this.error(`formulas more than ${MOST_DEEP} deep are not supported`, this.peek(), "vis-limit");
    const right = this.implication();
    this.depth--;
    return this.bared({ op: op === "->" ? "implies" : "iff", left, right });
  }

  private sum(): Formula {
    let left = this.product();
    for (;;) {
      if (this.peek().text === "+") left = this.joined("or", left, "+", () => this.product());
      else if (this.accept("^")) left = this.bared({ op: "xor", left, right: this.product() });
      else return left;
    }
  }

  private product(): Formula {
    const left = this.unary();
    if (this.peek().text === "*") return this.joined("and", left, "*", () => this.unary());
    return left;
  }

  /** `a + b + c + …` as a balanced tree, so that long ones are not deep. */
  private joined(op: "and" | "or", first: Formula, sign: string, next: () => Formula): Formula {
    let parts = [first];
    while (this.accept(sign)) parts.push(next());
    while (parts.length > 1) {
      const pairs: Formula[] = [];
      for (let i = 0; i < parts.length; i += 2) {
        const [left, right] = [parts[i]!, parts[i + 1]];
        pairs.push(right === undefined ? left : this.bared({ op, left, right }));
      }
      parts = pairs;
    }
    return parts[0]!;
  }

  private unary(): Formula {
    if (++this.depth > MOST_DEEP)
      throw this.error(`formulas more than ${MOST_DEEP} deep are not supported`, this.peek(), "vis-limit");
    const formula = this.prefixed();
    this.depth--;
    return formula;
  }

  private prefixed(): Formula {
    const token = this.peek();
    if (this.accept("!")) return this.node({ op: "not", arg: this.unary() });
    if (this.accept("(")) {
      const inner = this.formula();
      this.expect(")");
      this.bare.delete(inner);
      return inner;
    }
    if (token.text.startsWith("\\")) return this.macro();
    if (token.kind !== "name") throw this.error("expected a formula", token);
    if (this.isAtom()) return this.atom();
    return this.temporal();
  }

  private isAtom(): boolean {
    return /^(=|==|!=)$/.test(this.peek(1).text);
  }

  private macro(): Formula {
    const token = this.take();
    const macro = this.macros.get(token.text.slice(1));
    if (macro === undefined) throw this.error(`'${token.text}' is not defined`, token);
    this.nodes += macro.nodes;
    return macro.formula;
  }

  private temporal(): Formula {
    const token = this.take();
    const { text } = token;
    if (text === "TRUE" || text === "FALSE") return { op: text === "TRUE" ? "true" : "false" };
    if (/^[AE][XFG]$/.test(text)) {
      const [path, op] = [text[0] as "A" | "E", text[1] as "X" | "F" | "G"];
      const times = op === "X" && this.accept(":") ? this.count() : 1;
      let formula = this.unary();
      for (let i = 0; i < times; i++) formula = this.node({ op: path, arg: this.node({ op, arg: formula }) });
      return formula;
    }
    if (/^[XFG]$/.test(text)) {
      const times = text === "X" && this.accept(":") ? this.count() : 1;
      let formula = this.unary();
      for (let i = 0; i < times; i++) formula = this.node({ op: text as "X" | "F" | "G", arg: formula });
      return formula;
    }
    if (text === "A" || text === "E") {
      this.expect("(");
      const inner = this.formula(true);
      if (inner.op !== "U" && inner.op !== "R" && inner.op !== "W")
        throw this.error(`expected '${text}(… U …)'`, token);
      this.expect(")");
      return this.node({ op: text, arg: inner });
    }
    if (this.names.signals.has(base(text)?.name ?? text))
      throw this.error(`'${text}' needs a value: '${text}=1'`, token);
    throw this.error(`expected a formula, found '${text}'`, token);
  }

  private count(): number {
    const token = this.take();
    const count = Number(token.text);
    if (token.kind !== "number" || count > 1000) throw this.error("expected a number up to 1000", token);
    return count;
  }

  /** `name=value`, `name={value,value}`, `name==name`. */
  private atom(): Formula {
    const token = this.take();
    const relation = this.take().text;
    const { aig } = this.names;
    const left = this.bits(token);
    let literal: Lit;
    if (relation === "==") {
      const right = this.bits(this.take());
      if (right.bits.length !== left.bits.length || right.type !== left.type)
        throw this.error("only variables of the same type and width are compared", token);
      literal = equal(aig, left.bits, right.bits);
    } else if (this.accept("{")) {
      const values: Lit[] = [];
      do values.push(this.value(left));
      while (this.accept(","));
      this.expect("}");
      literal = aig.orAll(values);
    } else literal = this.value(left);
    if (relation === "!=") literal = not(literal);
    const name = this.text.slice(token.start, this.tokens[this.at - 1]!.end).replace(/\s+/g, "");
    return this.node({ op: "atom", name, literal });
  }

  private bits(token: Token): { readonly bits: readonly Lit[]; readonly type: readonly string[] | null } {
    if (token.kind !== "name") throw this.error("expected the name of a variable", token);
    const { signals } = this.names;
    const exact = signals.get(token.text);
    if (exact !== undefined) return { bits: exact.bits, type: exact.type.kind === "enum" ? exact.type.values : null };
    const part = base(token.text);
    const signal = part === null ? undefined : signals.get(part.name);
    if (signal === undefined || part === null) {
      const hint = didYouMean(suggest(part?.name ?? token.text, signals.keys()));
      throw this.error(`there is no variable '${part?.name ?? token.text}'${hint}`, token, "unknown-signal");
    }
    const { bits, left = bits.length - 1, right = 0 } = signal;
    const position = (index: number): number => (left < right ? right - index : index - right);
    const [high, low] = [position(part.left), position(part.right)];
    if (signal.type.kind === "enum" || low < 0 || high >= bits.length || low > high)
      throw this.error(`'${part.name}' has no bits ${part.left} to ${part.right}`, token, "unknown-signal");
    return { bits: bits.slice(low, high + 1), type: null };
  }

  private value(of: { readonly bits: readonly Lit[]; readonly type: readonly string[] | null }): Lit {
    const token = this.take();
    const { bits, type } = of;
    if (type !== null) {
      const code = type.indexOf(token.text);
      if (code < 0)
        throw this.error(
          `there is no value '${token.text}': it has ${type.slice(0, 12).join(", ")}`,
          token,
          "unknown-value",
        );
      return bits.length === 0 ? TRUE : hasCode(this.names.aig, bits, code);
    }
    const digits =
      token.kind === "number" ? token.text : (/^b[01]{1,64}$/.exec(token.text)?.[0].replace("b", "0b") ?? null);
    if (digits === null) throw this.error(`expected a number, found '${token.text}'`, token, "unknown-value");
    const value = BigInt(digits);
    if (value >= 1n << BigInt(bits.length))
      throw this.error(`${value} does not fit in ${bits.length} bits: it is never the value`, token, "unknown-value");
    const literals = bits.map((bit, i) => ((value >> BigInt(i)) & 1n ? bit : not(bit)));
    return this.names.aig.andAll(literals);
  }

  private bared<F extends Formula>(formula: F): F {
    this.bare.add(formula);
    return this.node(formula);
  }

  private node<F extends Formula>(formula: F): F {
    if (++this.nodes > MOST_NODES)
      throw this.error(`formulas of more than ${MOST_NODES} parts are not supported`, this.peek(), "vis-limit");
    const below = "left" in formula ? [formula.left, formula.right] : "arg" in formula ? [formula.arg] : [];
    // A quantifier and its operator are one of CTL.
    const own = below.length === 0 || formula.op === "A" || formula.op === "E" ? 0 : 1;
    const height = own + below.reduce((most, part) => Math.max(most, this.heights.get(part) ?? 0), 0);
    if (height > MOST_HIGH)
      throw this.error(`operators more than ${MOST_HIGH} deep are not supported`, this.peek(), "vis-limit");
    this.heights.set(formula, height);
    return formula;
  }

  private scan(): Token[] {
    const { text } = this;
    const tokens: Token[] = [];
    let i = 0;
    const found = (pattern: RegExp): string | null => {
      pattern.lastIndex = i;
      return pattern.exec(text)?.[0] ?? null;
    };
    for (;;) {
      i = afterRow(BLANK, text, i);
      if (i >= text.length) break;
      const head = found(HEAD);
      const name = head && text.slice(i, afterParts(text, i + head.length));
      const number = name === null ? found(NUMBER) : null;
      const word = name ?? number ?? found(SIGN)!;
      const kind = name !== null ? "name" : number !== null ? "number" : "sign";
      tokens.push({ kind, text: word, start: i, end: i + word.length });
      i += word.length;
      if (tokens.length > MOST_TOKENS)
        throw new InputError("vis-limit", `more than ${MOST_TOKENS} words and signs`, positionOf(text, i));
    }
    tokens.push({ kind: "end", text: "", start: text.length, end: text.length });
    return tokens;
  }

  private peek(ahead = 0): Token {
    return this.tokens[Math.min(this.at + ahead, this.tokens.length - 1)]!;
  }

  private take(): Token {
    const token = this.peek();
    if (token.kind !== "end") this.at++;
    return token;
  }

  private accept(text: string): boolean {
    const token = this.peek();
    if (token.kind === "end" || token.text !== text) return false;
    this.at++;
    return true;
  }

  private expect(text: string): void {
    if (!this.accept(text)) throw this.error(`expected '${text}'`, this.peek());
  }

  private error(problem: string, token: Token, code = "vis-formula"): InputError {
    const found = token.kind === "end" ? "the end" : `'${token.text}'`;
    const whole = /^expected (?!.*found)/.test(problem) ? `${problem}, found ${found}` : problem;
    return new InputError(code, whole, positionOf(this.text, token.start));
  }
}

/** `x[3:0]` taken apart. */
function base(name: string): { readonly name: string; readonly left: number; readonly right: number } | null {
  const found = /^(.*)\[(\d{1,6})(?::(\d{1,6}))?\]$/.exec(name);
  if (found === null) return null;
  return { name: found[1]!, left: Number(found[2]), right: Number(found[3] ?? found[2]) };
}

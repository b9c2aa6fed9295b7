import type { Ltl } from "../../formula/ltl.js";
import { type Token, wrong } from "./scan.js";
import { matches, type Range, type Sequence, type Strength, steps, whenMatched, within } from "./sequence.js";

/** Bounded operators are written out up to this many steps. */
const MAX_STEPS = 1000;
const MAX_DEPTH = 200;
/** Written out they may have this many operators. */
const MAX_SIZE = 100_000;
/** And be this deep: what comes after the reader goes down step by step. */
const MAX_HEIGHT = 2_500;

const PROPERTY_WORDS = new Set(
  (
    "always s_always s_eventually eventually nexttime s_nexttime until s_until until_with s_until_with implies iff not " +
    "and or disable if else case throughout within intersect first_match strong weak accept_on reject_on " +
    "sync_accept_on sync_reject_on"
  ).split(" "),
);
const PROPERTY_SIGNS = new Set(["|->", "|=>", "##", "#-#", "#=#"]);

/** Reads the tokens of a property expression, by recursive descent from the loosest operator. */
export class PropertyReader {
  private depth = 0;
  /** How many steps each sequence takes written out, about. */
  private readonly lengths = new Map<Sequence, number>();
  /** The last token before the end. */
  private readonly last: number;

  /** From token `i` on. */
  constructor(
    private readonly text: string,
    private readonly tokens: readonly Token[],
    private i: number,
    /** Whether it is to be covered: what is, ends. */
    private readonly isCover: boolean,
    private readonly atomOf: (first: number, last: number) => Ltl,
  ) {
    this.last = tokens.length - 2;
  }

  read(): Ltl {
    const start = this.token;
    const f = this.property();
    if (this.i <= this.last) throw this.unexpected();
    if (sizeOf(f, MAX_HEIGHT) > MAX_SIZE)
      throw wrong(this.text, start, "written out, the property is too large", "verilog-limit");
    return f;
  }

  private get token(): Token {
    return this.i <= this.last ? this.tokens[this.i]! : { ...this.tokens[this.last + 1]!, text: "", kind: "end" };
  }

  private is(text: string): boolean {
    return this.token.text === text && this.token.kind !== "string";
  }

  private unexpected(): Error {
    const t = this.i <= this.last ? this.tokens[this.i]! : this.tokens[this.last + 1]!;
    return wrong(this.text, t, `'${t.text}' is not expected in a property here`);
  }

  private unsupported(): Error {
    return wrong(this.text, this.token, `'${this.token.text}' is not supported in properties`, "verilog-unsupported");
  }

  /** Prefix operators that reach as far as they can, and implications. */
  private property(): Ltl {
    if (++this.depth > MAX_DEPTH) throw wrong(this.text, this.token, "nested too deeply", "verilog-limit");
    const f = this.prefixed() ?? this.implication();
    this.depth--;
    return f;
  }

  private prefixed(): Ltl | null {
    const op = this.token.text;
    switch (op) {
      case "always":
      case "s_always":
      case "s_eventually":
      case "eventually": {
        this.i++;
        const range = this.is("[") ? this.range() : null;
        const arg = this.property();
        const isAlways = op === "always" || op === "s_always";
        if (range === null) return { op: isAlways ? "G" : "F", arg };
        if (range.high === Number.POSITIVE_INFINITY) return steps(range.low, { op: isAlways ? "G" : "F", arg });
        return steps(range.low, within(isAlways ? "and" : "or", range.high - range.low, arg));
      }
      case "nexttime":
      case "s_nexttime":
      case "not":
        return this.binary(this.rightOperand());
      case "if":
        return this.conditional();
      case "case":
      case "first_match":
      case "accept_on":
      case "reject_on":
      case "sync_accept_on":
      case "sync_reject_on":
        throw this.unsupported();
      default:
        return null;
    }
  }

  /** `if (c) p else q` */
  private conditional(): Ltl {
    this.i++;
    this.expect("(");
    const condition = this.expression();
    this.expect(")");
    const whenTrue: Ltl = { op: "implies", left: condition, right: this.property() };
    if (!this.is("else")) return whenTrue;
    this.i++;
    return { op: "and", left: whenTrue, right: { op: "or", left: condition, right: this.property() } };
  }

  /** `[3]`, `[1:4]`, `[1:$]` */
  private range(): Range {
    this.i++;
    const low = this.number();
    let high = low;
    if (this.is(":")) {
      this.i++;
      if (this.is("$")) {
        this.i++;
        high = Number.POSITIVE_INFINITY;
      } else high = this.number();
    }
    this.expect("]");
    if (low > high) throw wrong(this.text, this.token, `the range ${low}:${high} is empty`);
    return { low, high };
  }

  private number(): number {
    const t = this.token;
    if (t.kind !== "number" || !/^[0-9]+$/.test(t.text)) throw this.unexpected();
    if (Number(t.text) > MAX_STEPS) throw wrong(this.text, t, `ranges end at ${MAX_STEPS}`, "verilog-limit");
    this.i++;
    return Number(t.text);
  }

  private implication(): Ltl {
    if (this.is("strong") || this.is("weak") || (this.is("(") && this.inside() === "property")) {
      return this.afterOperand(this.binary(this.operand()));
    }
    const sequence = this.sequence();
    if (this.isArrow()) return whenMatched(sequence, this.consequent());
    return this.afterOperand(this.binary(this.matches(sequence, "unsaid")));
  }

  private matches(sequence: Sequence, strength: Strength): Ltl {
    const at = this.tokens[this.i - 1]!;
    const problem = "this may wait for ever and promises nothing: write strong(…), or s_eventually";
    return matches(sequence, this.isCover ? "strong" : strength, () =>
      wrong(this.text, at, problem, "verilog-unsupported"),
    );
  }

  private isArrow(): boolean {
    if (this.is("#-#") || this.is("#=#")) throw this.unsupported();
    return this.is("|->") || this.is("|=>");
  }

  private consequent(): Ltl {
    const isNext = this.is("|=>");
    this.i++;
    const then = this.property();
    return isNext ? steps(1, then) : then;
  }

  /** Conditions joined by `and` and `or` may stand before an arrow, too. */
  private afterOperand(left: Ltl): Ltl {
    if (!this.isArrow()) return left;
    if (!isCondition(left)) throw this.unsupported();
    return { op: "implies", left, right: this.consequent() };
  }

  /** `until` and `implies` to the right, `iff`, `or` and `and` to the left, tightest last. */
  private binary(first: Ltl, minimum = 1): Ltl {
    let left = first;
    for (;;) {
      const level = LEVELS.get(this.token.text);
      if (this.token.kind !== "word" || level === undefined || level < minimum) return left;
      const op = this.token.text;
      this.i++;
      const right = level === 1 ? this.binary(this.rightOperand(), 1) : this.binary(this.rightOperand(), level + 1);
      left = connect(op, left, right);
    }
  }

  /** What `not` applies to, or what stands after `and`: operators that reach far may stand there, too. */
  private rightOperand(): Ltl {
    const op = this.token.text;
    if (op !== "not" && op !== "nexttime" && op !== "s_nexttime") return this.prefixed() ?? this.operand();
    this.i++;
    if (op === "not") return { op: "not", arg: this.rightOperand() };
    const count = this.is("[") ? this.range() : { low: 1, high: 1 };
    return steps(count.low, this.rightOperand());
  }

  private operand(): Ltl {
    if (this.is("strong") || this.is("weak")) return this.withStrength();
    if (this.is("(") && this.inside() === "property") {
      this.i++;
      const f = this.property();
      this.expect(")");
      return f;
    }
    return this.matches(this.sequence(), "unsaid");
  }

  /** `strong(a ##[1:$] b)` */
  private withStrength(): Ltl {
    const strength = this.is("strong") ? "strong" : "weak";
    this.i++;
    this.expect("(");
    const f = this.matches(this.sequence(), strength);
    this.expect(")");
    return f;
  }

  private expect(sign: string): void {
    if (!this.is(sign)) throw this.unexpected();
    this.i++;
  }

  /** What the parenthesis holds that begins here: the most that its words and signs tell. */
  private inside(): "expression" | "sequence" | "property" {
    let depth = 0;
    let found: "expression" | "sequence" = "expression";
    for (let k = this.i; k <= this.last; k++) {
      const t = this.tokens[k]!;
      if (t.text === "(") depth++;
      if (t.text === ")" && --depth === 0) return found;
      if (t.kind === "word" && PROPERTY_WORDS.has(t.text)) return "property";
      if (t.kind !== "sign") continue;
      if (t.text === "##" || this.isRepetition(k)) found = "sequence";
      else if (PROPERTY_SIGNS.has(t.text)) return "property";
    }
    return found;
  }

  /** `[*`, `[+`, `[->` or `[=` */
  private isRepetition(k: number): boolean {
    return this.tokens[k]!.text === "[" && /^(\*|\+|->|=)$/.test(this.tokens[k + 1]!.text);
  }

  /** Parts with delays between them: `a ##1 b[*3] ##[1:3] c`. */
  private sequence(): Sequence {
    let s: Sequence | null = this.is("##") ? null : this.part();
    while (this.is("##")) {
      const delay = this.delay();
      s = this.sized({ kind: "then", first: s, delay, second: this.part() });
    }
    return s ?? this.part();
  }

  /** A sequence that is not too long to be written out. */
  private sized(s: Sequence & { readonly kind: "then" | "repeat" }): Sequence {
    const of = (part: Sequence | null) => (part === null ? 0 : (this.lengths.get(part) ?? 1));
    const most = ({ low, high }: Range) => (high === Number.POSITIVE_INFINITY ? low : high);
    const length =
      s.kind === "then" ? of(s.first) + most(s.delay) + of(s.second) : of(s.inner) * Math.max(1, most(s.times));
    if (length > MAX_HEIGHT)
      throw wrong(this.text, this.token, `sequences are written out up to ${MAX_HEIGHT} steps`, "verilog-limit");
    this.lengths.set(s, Math.max(1, length));
    return s;
  }

  /** An expression or a sequence in parentheses, perhaps repeated. */
  private part(): Sequence {
    let inner: Sequence;
    if (this.is("(") && this.inside() === "sequence") {
      this.i++;
      if (++this.depth > MAX_DEPTH) throw wrong(this.text, this.token, "nested too deeply", "verilog-limit");
      inner = this.sequence();
      this.depth--;
      this.expect(")");
    } else inner = { kind: "now", condition: this.expression() };
    return this.i <= this.last && this.isRepetition(this.i) ? this.repetition(inner) : inner;
  }

  private repetition(inner: Sequence): Sequence {
    const at = this.token;
    const kind = this.tokens[this.i + 1]!.text;
    this.i++;
    let times = { low: kind === "+" ? 1 : 0, high: Number.POSITIVE_INFINITY };
    if (this.tokens[this.i + 1]!.text === "]") this.i += 2;
    else times = this.range();
    const refused = (problem: string): Error => wrong(this.text, at, problem, "verilog-unsupported");
    if (times.low === 0) throw refused("repetition that may be none at all is not supported");
    if (kind === "*" || kind === "+") {
      if (times.high === Number.POSITIVE_INFINITY && inner.kind !== "now") {
        throw refused("a sequence that is repeated without end is not supported");
      }
      return this.sized({ kind: "repeat", inner, times });
    }
    if (inner.kind !== "now") throw refused("only a condition can be counted so");
    return { kind: "goto", condition: inner.condition, times, isLoose: kind === "=" };
  }

  /** `##2`, `##[1:3]`, `##[1:$]`, `##[*]`, `##[+]` */
  private delay(): Range {
    this.i++;
    if (!this.is("[")) {
      const n = this.number();
      return { low: n, high: n };
    }
    const sign = this.tokens[this.i + 1]!.text;
    if (sign !== "*" && sign !== "+") return this.range();
    this.i += 2;
    this.expect("]");
    return { low: sign === "*" ? 0 : 1, high: Number.POSITIVE_INFINITY };
  }

  /** A Verilog expression: everything up to an operator of properties. */
  private expression(): Ltl {
    const first = this.i;
    let depth = 0;
    for (; this.i <= this.last; this.i++) {
      const t = this.tokens[this.i]!;
      if (depth === 0 && this.i > first && this.isRepetition(this.i)) break;
      if (t.kind === "sign" && /^[([{]$/.test(t.text)) depth++;
      if (t.kind === "sign" && /^[)\]}]$/.test(t.text)) {
        if (depth === 0) break;
        depth--;
      }
      if (depth > 0) continue;
      if (t.kind === "word" && PROPERTY_WORDS.has(t.text)) break;
      if (t.kind === "sign" && PROPERTY_SIGNS.has(t.text)) break;
    }
    if (this.i === first) throw this.unexpected();
    return this.atomOf(first, this.i - 1);
  }
}

/**
 * The operators of a formula, those of shared parts as often as they stand there, and those of equivalences as two implications. No number is as large
 * where more than so many are above each other.
 */
function sizeOf(f: Ltl, height: number, known = new Map<Ltl, number>()): number {
  let size = known.get(f);
  if (size === undefined) {
    if (height === 0) return Number.POSITIVE_INFINITY;
    size = 1;
    if ("arg" in f) size += sizeOf(f.arg, height - 1, known);
    const times = f.op === "iff" ? 2 : 1;
    if ("left" in f) size += times * (sizeOf(f.left, height - 1, known) + sizeOf(f.right, height - 1, known));
    known.set(f, size);
  }
  return size;
}

const isCondition = (f: Ltl): boolean =>
  f.op === "atom" || ((f.op === "and" || f.op === "or") && isCondition(f.left) && isCondition(f.right));

const LEVELS: ReadonlyMap<string, number> = new Map([
  ["until", 1],
  ["s_until", 1],
  ["until_with", 1],
  ["s_until_with", 1],
  ["implies", 1],
  ["iff", 2],
  ["or", 3],
  ["and", 4],
]);

function connect(op: string, left: Ltl, right: Ltl): Ltl {
  switch (op) {
    case "until":
      return { op: "W", left, right };
    case "s_until":
      return { op: "U", left, right };
    case "until_with":
      return { op: "R", left: right, right: left };
    case "s_until_with":
      return { op: "M", left: right, right: left };
    case "implies":
      return { op: "implies", left, right };
    case "iff":
      return { op: "iff", left, right };
    case "or":
      return { op: "or", left, right };
    default:
      return { op: "and", left, right };
  }
}

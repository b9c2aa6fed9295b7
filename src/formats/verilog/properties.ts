import type { Ltl } from "../../formula/ltl.js";
import { scan, type Token, wrong } from "./scan.js";

/** A concurrent assertion, taken out of the text. */
export interface SvaProperty {
  readonly kind: "assert" | "assume" | "cover";
  /** The label, or null. */
  readonly label: string | null;
  readonly line: number;
  readonly column: number;
  /** What stands in the parentheses, on one line. */
  readonly text: string;
  /** What must hold at every step; atoms are the names of wires that were put into the text. */
  readonly formula: Ltl;
  /** By the name of a wire: the expression that it stands for. */
  readonly sources: ReadonlyMap<string, string>;
  /** The signal whose edge it is sampled at, if it says so. */
  readonly clock: string | null;
}

export interface Extracted {
  /** The text with wires in place of concurrent assertions; lines are where they were. */
  readonly text: string;
  readonly properties: readonly SvaProperty[];
}

/** Every wire that stands for an atom has a name that starts so. */
export const ATOM = "fairlead_atom_";
/** Bounded operators are written out up to this many steps. */
const MAX_STEPS = 1000;
const MAX_DEPTH = 200;

const PROPERTY_WORDS = new Set(
  (
    "always s_always s_eventually eventually nexttime s_nexttime until s_until until_with s_until_with implies iff not " +
    "and or disable if else case throughout within intersect first_match strong weak accept_on reject_on " +
    "sync_accept_on sync_reject_on"
  ).split(" "),
);
const PROPERTY_SIGNS = new Set(["|->", "|=>", "##", "#-#", "#=#"]);

/**
 * Finds concurrent assertions (`assert property (…)`) and reads the temporal operators that the Verilog front end does
 * not know. Each expression below them becomes a wire in the text, and each assertion a formula over these wires.
 * `firstAtom` numbers the wires, so that several files do not share names.
 */
export function extractProperties(text: string, firstAtom = 0): Extracted {
  return new Extractor(text, firstAtom).run();
}

/** A declared property, to be put in where its name stands. */
interface Declared {
  readonly first: number;
  readonly last: number;
}

class Extractor {
  private readonly tokens: readonly Token[];
  private readonly properties: SvaProperty[] = [];
  private readonly edits: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  private readonly declared = new Map<string, Declared>();
  private defaultClock: string | null = null;
  private defaultDisable: string | null = null;
  private atoms: number;

  constructor(
    private readonly text: string,
    firstAtom: number,
  ) {
    this.tokens = scan(text);
    this.atoms = firstAtom;
  }

  run(): Extracted {
    for (let i = 0; i < this.tokens.length; i++) i = this.declaration(i) ?? i;
    for (let i = 0; i < this.tokens.length; i++) i = this.statement(i) ?? i;
    let out = "";
    let done = 0;
    for (const e of this.edits.sort((a, b) => a.start - b.start)) {
      out += this.text.slice(done, e.start) + e.text;
      done = e.end;
    }
    return { text: out + this.text.slice(done), properties: this.properties };
  }

  private word(i: number, text: string): boolean {
    const t = this.tokens[i];
    return t !== undefined && t.text === text && t.kind !== "string";
  }

  /** Replaces text by text on as many lines. */
  private replace(start: number, end: number, by: string): void {
    const lines = this.text.slice(start, end).split("\n").length - by.split("\n").length;
    this.edits.push({ start, end, text: by + "\n".repeat(Math.max(0, lines)) });
  }

  /** `property p; … endproperty`, `default clocking …`, `default disable iff …`: the index of the last token. */
  private declaration(i: number): number | null {
    const isConcurrent = i > 0 && /^(assert|assume|cover|restrict|expect)$/.test(this.tokens[i - 1]!.text);
    if (this.word(i, "property") && !isConcurrent) return this.declaredProperty(i);
    if (this.word(i, "sequence") && this.tokens[i + 1]?.kind === "word") {
      throw wrong(this.text, this.tokens[i]!, "declared sequences are not supported", "verilog-unsupported");
    }
    if (this.word(i, "default") && this.word(i + 1, "clocking")) return this.clocking(i, i + 2);
    if (this.word(i, "default") && this.word(i + 1, "disable") && this.word(i + 2, "iff")) {
      const open = i + 3;
      const close = this.matching(open);
      this.defaultDisable = this.source(open, close);
      const last = this.word(close + 1, ";") ? close + 1 : close;
      this.replace(this.tokens[i]!.start, this.tokens[last]!.end, "");
      return last;
    }
    return null;
  }

  private declaredProperty(i: number): number {
    const name = this.tokens[i + 1]!;
    if (!this.word(i + 2, ";")) {
      throw wrong(
        this.text,
        this.tokens[i + 2]!,
        "declared properties with arguments are not supported",
        "verilog-unsupported",
      );
    }
    let end = i + 3;
    while (!this.word(end, "endproperty")) {
      if (this.tokens[end]!.kind === "end") throw wrong(this.text, this.tokens[i]!, "a property without 'endproperty'");
      end++;
    }
    const last = this.word(end - 1, ";") ? end - 2 : end - 1;
    this.declared.set(name.text, { first: i + 3, last });
    let after = end;
    if (this.word(end + 1, ":")) after = end + 2;
    this.replace(this.tokens[i]!.start, this.tokens[after]!.end, "");
    return after;
  }

  private clocking(i: number, at: number): number {
    let k = this.tokens[at]!.kind === "word" ? at + 1 : at;
    const { clock, next } = this.clockEvent(k);
    this.defaultClock = clock;
    k = next;
    while (!this.word(k, "endclocking") && this.tokens[k]!.kind !== "end") k++;
    if (this.word(k + 1, ":")) k += 2;
    this.replace(this.tokens[i]!.start, this.tokens[k]!.end, "");
    return k;
  }

  /** `@(posedge clk)` */
  private clockEvent(i: number): { readonly clock: string; readonly next: number } {
    const ok =
      this.word(i, "@") &&
      this.word(i + 1, "(") &&
      (this.word(i + 2, "posedge") || this.word(i + 2, "negedge")) &&
      this.tokens[i + 3]!.kind === "word" &&
      this.word(i + 4, ")");
    if (!ok) throw wrong(this.text, this.tokens[i]!, "expected an event of one clock such as '@(posedge clk)'");
    return { clock: this.tokens[i + 3]!.text, next: i + 5 };
  }

  private matching(open: number): number {
    let depth = 0;
    for (let k = open; ; k++) {
      const t = this.tokens[k]!;
      if (t.kind === "end") throw wrong(this.text, this.tokens[open]!, "a '(' without its ')'");
      if (t.kind !== "sign") continue;
      if (t.text === "(" || t.text === "[" || t.text === "{") depth++;
      if (t.text === ")" || t.text === "]" || t.text === "}") depth--;
      if (depth === 0) return k;
    }
  }

  private source(first: number, last: number): string {
    return this.text.slice(this.tokens[first]!.start, this.tokens[last]!.end);
  }

  /** `label: assert property (…);` */
  private statement(i: number): number | null {
    const t = this.tokens[i]!;
    if (!/^(assert|assume|cover|restrict)$/.test(t.text) || t.kind !== "word" || !this.word(i + 1, "property"))
      return null;
    const kind = t.text === "restrict" ? "assume" : (t.text as SvaProperty["kind"]);
    const open = i + 2;
    if (!this.word(open, "(")) throw wrong(this.text, this.tokens[open]!, "expected '(' after 'property'");
    const close = this.matching(open);
    let last = close + 1;
    if (this.word(last, "else") || !this.word(last, ";")) {
      while (!this.word(last, ";") && this.tokens[last]!.kind !== "end") last++;
    }
    const labelled = i >= 2 && this.word(i - 1, ":") && this.tokens[i - 2]!.kind === "word";
    const label = labelled ? this.tokens[i - 2]!.text : null;
    const start = labelled ? this.tokens[i - 2]!.start : t.start;
    const sources = new Map<string, string>();
    const { formula, clock } = this.spec(open + 1, close - 1, sources);
    const wires = [...sources].map(([name, e]) => `(* keep *) wire ${name} = (${e}) ? 1'b1 : 1'b0;`);
    this.replace(start, this.tokens[last]!.end, wires.join(" "));
    const text = oneLine(this.source(open + 1, close - 1));
    this.properties.push({ kind, label, ...place(this.text, t.start), text, formula, sources, clock });
    return last;
  }

  /** What stands in the parentheses of an assertion. */
  private spec(first: number, last: number, sources: Map<string, string>): { formula: Ltl; clock: string | null } {
    let i = first;
    let end = last;
    const named = first === last ? this.declared.get(this.tokens[first]!.text) : undefined;
    if (named !== undefined) {
      i = named.first;
      end = named.last;
    }
    let clock = this.defaultClock;
    if (this.word(i, "@")) {
      const event = this.clockEvent(i);
      clock = event.clock;
      i = event.next;
    }
    let disable = this.defaultDisable;
    if (this.word(i, "disable") && this.word(i + 1, "iff")) {
      const close = this.matching(i + 2);
      disable = this.source(i + 2, close);
      i = close + 1;
    }
    const atom = (source: string): Ltl => this.atom(source, sources);
    const reader = new PropertyReader(this.text, this.tokens, i, end, (a, b) => atom(this.source(a, b)));
    let formula = reader.read();
    if (disable !== null) formula = abortable(formula, atom(disable), true);
    return { formula, clock };
  }

  private atom(source: string, sources: Map<string, string>): Ltl {
    const flat = oneLine(source);
    for (const [name, known] of sources) if (known === flat) return { op: "atom", name };
    const name = `${ATOM}${this.atoms++}`;
    sources.set(name, flat);
    return { op: "atom", name };
  }
}

/** Without comments and line breaks, so that later lines stay where they are. */
const oneLine = (source: string): string =>
  source
    .replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, " ")
    .replace(/\s+/g, " ")
    .trim();

function place(text: string, index: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, index);
  return { line: before.split("\n").length, column: index - before.lastIndexOf("\n") };
}

/** Reads the tokens of a property expression, by recursive descent from the loosest operator. */
class PropertyReader {
  private depth = 0;

  constructor(
    private readonly text: string,
    private readonly tokens: readonly Token[],
    private i: number,
    private readonly last: number,
    private readonly atomOf: (first: number, last: number) => Ltl,
  ) {}

  read(): Ltl {
    const f = this.property();
    if (this.i <= this.last) throw this.unexpected();
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
        return steps(range.low, within(isAlways ? "and" : "or", range.high - range.low, arg));
      }
      case "nexttime":
      case "s_nexttime":
      case "not":
        return this.binary(this.rightOperand());
      case "if":
        return this.conditional();
      case "case":
      case "strong":
      case "weak":
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
    if (!this.is("(")) throw this.unexpected();
    this.i++;
    const condition = this.expression();
    if (!this.is(")")) throw this.unexpected();
    this.i++;
    const whenTrue: Ltl = { op: "implies", left: condition, right: this.property() };
    if (!this.is("else")) return whenTrue;
    this.i++;
    return { op: "and", left: whenTrue, right: { op: "or", left: condition, right: this.property() } };
  }

  /** `[3]`, `[1:4]` */
  private range(): { readonly low: number; readonly high: number } {
    this.i++;
    const low = this.number();
    let high = low;
    if (this.is(":")) {
      this.i++;
      if (this.is("$")) throw this.unsupported();
      high = this.number();
    }
    if (!this.is("]")) throw this.unexpected();
    this.i++;
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
    const isSequence = !(this.is("(") && this.isPropertyInside());
    const sequence = isSequence ? this.sequence() : null;
    const left = sequence === null ? this.binary(this.operand()) : null;
    if (sequence !== null && !this.isArrow()) return this.afterOperand(this.binary(matches(sequence)));
    if (sequence === null) return this.afterOperand(left!);
    return whenMatched(sequence, this.consequent());
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
      const level = LEVELS[this.token.text];
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
    if (this.is("(") && this.isPropertyInside()) {
      this.i++;
      const f = this.property();
      if (!this.is(")")) throw this.unexpected();
      this.i++;
      return f;
    }
    return matches(this.sequence());
  }

  /** Whether a parenthesis holds more than a Verilog expression. */
  private isPropertyInside(): boolean {
    let depth = 0;
    for (let k = this.i; k <= this.last; k++) {
      const t = this.tokens[k]!;
      if (t.text === "(") depth++;
      if (t.text === ")" && --depth === 0) return false;
      if (t.kind === "word" && PROPERTY_WORDS.has(t.text)) return true;
      if (t.kind === "sign" && PROPERTY_SIGNS.has(t.text)) return true;
    }
    return false;
  }

  /** Expressions with fixed or bounded delays between them: `a ##1 b ##[1:3] c`. */
  private sequence(): Sequence {
    const parts: Sequence = [];
    let delay = { low: 0, high: 0 };
    if (this.is("##")) delay = this.delay();
    for (;;) {
      parts.push({ delay, condition: this.expression() });
      if (!this.is("##")) return parts;
      delay = this.delay();
    }
  }

  private delay(): { readonly low: number; readonly high: number } {
    this.i++;
    if (this.is("[")) {
      if (this.tokens[this.i + 1]?.text === "*" || this.tokens[this.i + 1]?.text === "+") throw this.unsupported();
      return this.range();
    }
    const n = this.number();
    return { low: n, high: n };
  }

  /** A Verilog expression: everything up to an operator of properties. */
  private expression(): Ltl {
    const first = this.i;
    let depth = 0;
    for (; this.i <= this.last; this.i++) {
      const t = this.tokens[this.i]!;
      if (depth === 0 && this.i > first && t.text === "[" && /^(\*|->|=)$/.test(this.tokens[this.i + 1]!.text))
        throw this.unsupported();
      if (/^\$(past|rose|fell|stable|changed|sampled)$/.test(t.text)) throw this.unsupported();
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

const isCondition = (f: Ltl): boolean =>
  f.op === "atom" || ((f.op === "and" || f.op === "or") && isCondition(f.left) && isCondition(f.right));

type Sequence = { readonly delay: { readonly low: number; readonly high: number }; readonly condition: Ltl }[];

const LEVELS: Readonly<Record<string, number>> = {
  until: 1,
  s_until: 1,
  until_with: 1,
  s_until_with: 1,
  implies: 1,
  iff: 2,
  or: 3,
  and: 4,
};

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

function steps(n: number, f: Ltl): Ltl {
  let result = f;
  for (let i = 0; i < n; i++) result = { op: "X", arg: result };
  return result;
}

/** f now and (or) in each of the next `times` steps. */
function within(join: "and" | "or", times: number, f: Ltl): Ltl {
  let result = f;
  for (let i = 0; i < times; i++) result = { op: join, left: f, right: { op: "X", arg: result } };
  return result;
}

/** Some match of the sequence starts here. */
function matches(sequence: Sequence): Ltl {
  return sequence.reduceRight<Ltl | null>((rest, { delay, condition }) => {
    const here: Ltl = rest === null ? condition : { op: "and", left: condition, right: rest };
    return steps(delay.low, within("or", delay.high - delay.low, here));
  }, null)!;
}

/** After every match of the sequence that starts here, `then` holds at its last step. */
function whenMatched(sequence: Sequence, then: Ltl): Ltl {
  return sequence.reduceRight<Ltl>((rest, { delay, condition }) => {
    const here: Ltl = { op: "implies", left: condition, right: rest };
    return steps(delay.low, within("and", delay.high - delay.low, here));
  }, then);
}

/**
 * The formula, given up as satisfied (or, below a negation, as violated) from the moment that `abort` holds: pushed down to
 * the atoms, where it is one more reason to accept.
 */
function abortable(f: Ltl, abort: Ltl, accept: boolean): Ltl {
  const sub = (g: Ltl): Ltl => abortable(g, abort, accept);
  const opposite = (g: Ltl): Ltl => abortable(g, abort, !accept);
  switch (f.op) {
    case "true":
    case "false":
    case "atom":
      return accept ? { op: "or", left: f, right: abort } : { op: "and", left: f, right: { op: "not", arg: abort } };
    case "not":
      return { op: "not", arg: opposite(f.arg) };
    case "X": {
      const later: Ltl = { op: "X", arg: sub(f.arg) };
      return accept
        ? { op: "or", left: later, right: abort }
        : { op: "and", left: later, right: { op: "not", arg: abort } };
    }
    case "F":
      return sub({ op: "U", left: { op: "true" }, right: f.arg });
    case "G":
      return sub({ op: "R", left: { op: "false" }, right: f.arg });
    case "implies":
      return { op: "implies", left: opposite(f.left), right: sub(f.right) };
    case "iff":
      return sub({
        op: "and",
        left: { op: "implies", left: f.left, right: f.right },
        right: { op: "implies", left: f.right, right: f.left },
      });
    case "W":
      return sub({ op: "R", left: f.right, right: { op: "or", left: f.left, right: f.right } });
    case "M":
      return sub({ op: "U", left: f.right, right: { op: "and", left: f.left, right: f.right } });
    case "and":
    case "or":
    case "U":
    case "R":
      return { op: f.op, left: sub(f.left), right: sub(f.right) };
    default:
      throw new Error(`'${f.op}' does not occur in properties`);
  }
}

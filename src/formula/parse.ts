import { type Position, positionOf } from "../text/input-error.js";
import type { Atom } from "./atom.js";
import type { Ctl } from "./ctl.js";
import { Grammar, type Infix, type Propositional } from "./grammar.js";
import type { Token } from "./lex.js";
import type { Ltl } from "./ltl.js";
import type { StateCondition } from "./state-term.js";
import type { ParseOptions } from "./token-stream.js";

/** A formula as it was read, with what its atoms say, by the name they have in it. */
export interface Parsed<F> {
  readonly formula: F;
  readonly atoms: ReadonlyMap<string, Atom>;
  /** Atoms that compute, of formulas about programs. */
  readonly terms: ReadonlyMap<string, StateCondition>;
  /** Parts that quantifiers became: of each value a copy of what was written once. */
  readonly quantified: ReadonlySet<F>;
}

/** One formula of a file that holds several. */
export interface ParsedEntry<F> extends Parsed<F> {
  /** As written, without surrounding space. */
  readonly text: string;
  readonly position: Position;
}

/**
 * Reads an LTL formula, with past. `atoms` says where each name stands in the text.
 *
 * @example
 * ```ts
 * import { parseLtl, printLtl, satisfies } from "fairlead";
 *
 * const { formula } = parseLtl("G (req -> F ack)");
 * console.log(printLtl(formula)); // G(req -> F ack)
 * const word = (...steps) => ({ length: steps.length, loop: steps.length - 1, holds: (atom, i) => steps[i] === atom });
 * console.log(satisfies(word("req", "ack"), formula)); // true
 * console.log(satisfies(word("ack", "req"), formula)); // false
 * ```
 */
export function parseLtl(text: string, options: ParseOptions = {}): Parsed<Ltl> {
  const grammar = new LtlGrammar(text, "ltl", options);
  const formula = grammar.single();
  return { formula, atoms: grammar.atoms, terms: grammar.terms, quantified: grammar.quantified };
}

export function parseCtl(text: string, options: ParseOptions = {}): Parsed<Ctl> {
  const grammar = new CtlGrammar(text, "ctl", options);
  const formula = grammar.single();
  return { formula, atoms: grammar.atoms, terms: grammar.terms, quantified: grammar.quantified };
}

/** The formulas of a file, one after the other; each may span lines, `#` and `--` begin comments, `;` may separate. */
export function parseLtlFile(text: string, options: ParseOptions = {}): ParsedEntry<Ltl>[] {
  return [...entries(text, new LtlGrammar(text, "ltl", options))];
}

export function parseCtlFile(text: string, options: ParseOptions = {}): ParsedEntry<Ctl>[] {
  return [...entries(text, new CtlGrammar(text, "ctl", options))];
}

function* entries<F>(text: string, grammar: Grammar<F>): Generator<ParsedEntry<F>> {
  for (const { formula, atoms, start, end } of grammar.sequence()) {
    yield {
      formula,
      atoms,
      terms: grammar.terms,
      quantified: grammar.quantified,
      text: text.slice(start, end),
      position: positionOf(text, start),
    };
  }
}

/** Levels of Spot and NuSMV: binary temporal operators bind tighter than `&` and looser than prefixes. */
const TEMPORAL_LEVEL = 5;

/** Words of SPIN, PSL and SystemVerilog, where they mean the same in all of them. */
const PREFIX_WORDS: ReadonlyMap<string, "G" | "F" | "X" | "O" | "H"> = new Map([
  ["always", "G"],
  ["never", "G"],
  ["eventually", "F"],
  ["s_eventually", "F"],
  ["next", "X"],
  ["nexttime", "X"],
  ["s_nexttime", "X"],
  ["once", "O"],
  ["historically", "H"],
] as const);
const INFIX_WORDS: ReadonlyMap<string, "U" | "W" | "R"> = new Map([
  ["s_until", "U"],
  ["stronguntil", "U"],
  ["weakuntil", "W"],
  ["release", "R"],
] as const);

/** `F[0:3]`, `X[3]` */
const BOUNDED = /^(?:([FGOHXYZ])\[(\d+):(\d+)\]|([XYZ])\[(\d+)\])$/;
/** Bounds may repeat a formula so often. */
const MAX_UNROLLED = 10_000;

class LtlGrammar extends Grammar<Ltl> {
  /** How often what is being read will be repeated, by the bounds around it. */
  private unrolled = 1;
  protected override readonly infixWords = new Set([
    ...["xor", "xnor", "U", "R", "V", "W", "M", "S", "T", ...INFIX_WORDS.keys(), "until"],
  ]);

  protected isPrefixWord(word: string): boolean {
    return /^[XFGYZOH]$/.test(word) || BOUNDED.test(word) || PREFIX_WORDS.has(word);
  }

  protected boolean(node: Propositional<Ltl>): Ltl {
    return node;
  }

  protected prefix(token: Token): Ltl | undefined {
    switch (token.text) {
      case "X":
      case "F":
      case "G":
      case "Y":
      case "Z":
      case "O":
      case "H":
        this.advance();
        return { op: token.text, arg: this.operand() };
    }
    if (token.kind !== "word") return undefined;
    const bounds = BOUNDED.exec(token.text);
    if (bounds !== null) return this.bounded(bounds);
    if (!this.isBeforeOperand()) return undefined;
    if (/^(?:[AE][XFG]|[AE])$/.test(token.text))
      throw this.hint(`'${token.text}' quantifies over paths, which LTL does not: did you mean CTL (--ctl)?`);
    const op = PREFIX_WORDS.get(token.text);
    if (op === undefined) return undefined;
    this.advance();
    return { op, arg: token.text === "never" ? { op: "not", arg: this.operand() } : this.operand() };
  }

  /** Written out with `X`, `Y` or `Z`: the argument is repeated as often as there are steps it can be asked in. */
  private bounded([, wide, from, to, single, times]: RegExpExecArray): Ltl {
    const op = wide ?? single!;
    const isStep = op === "X" || op === "Y" || op === "Z";
    if (isStep && to !== undefined) throw this.hint(`'${op}' takes one bound, as in ${op}[${from}]`);
    const [low, high] = [Number(from ?? times), Number(to ?? times)];
    if (low > high) throw this.hint(`the bounds of '${op}' are the wrong way round`);
    this.checkRoomFor(2 * high, `'${op}[${low === high ? low : `${low},${high}`}]' is written out step by step: `);
    const outer = this.unrolled;
    this.unrolled *= high - low + 1;
    if (this.unrolled > MAX_UNROLLED)
      throw this.hint(
        `the bounds unroll to ${this.unrolled} copies of what is inside: at most ${MAX_UNROLLED} are read`,
      );
    this.advance();
    const arg = this.operand();
    this.unrolled = outer;
    const step = op === "G" || op === "F" ? "X" : op === "O" ? "Y" : op === "H" ? "Z" : (op as "X" | "Y" | "Z");
    const join = op === "G" || op === "H" ? "and" : "or";
    let result = arg;
    for (let i = low; i < high; i++) result = { op: join, left: arg, right: { op: step, arg: result } };
    for (let i = 0; i < low; i++) result = { op: step, arg: result };
    return result;
  }

  protected temporalInfix(token: Token): Infix<Ltl> | undefined {
    if (token.kind !== "word") return undefined;
    if (token.text === "until")
      throw this.hint("'until' is strong in SPIN and weak in PSL and SystemVerilog: write 'U' or 'W'");
    const op = token.text === "V" ? "R" : (INFIX_WORDS.get(token.text) ?? token.text);
    switch (op) {
      case "U":
      case "R":
      case "W":
      case "M":
      case "S":
      case "T":
        return { level: TEMPORAL_LEVEL, associates: "right", make: (left, right) => ({ op, left, right }) };
      default:
        return undefined;
    }
  }

  protected gluedPrefixes(word: string): string[][] {
    // At most so many at once: what remains is a word of its own, and a hostile one must not take quadratic memory.
    const letters = [...(/^[FGX]{1,64}(?=[A-Za-z_$]|$)/.exec(word)?.[0] ?? "")];
    return letters.map((_, i) => letters.slice(0, letters.length - i));
  }
}

class CtlGrammar extends Grammar<Ctl> {
  protected override readonly infixWords = new Set(["xor", "xnor", "U", "R", "V", "W"]);

  protected isPrefixWord(word: string): boolean {
    return /^(?:[AE][XFG]?|[XFG])$/.test(word);
  }

  protected boolean(node: Propositional<Ctl>): Ctl {
    return node;
  }

  protected prefix(token: Token): Ctl | undefined {
    if (token.kind !== "word") return undefined;
    switch (token.text) {
      case "EX":
      case "EF":
      case "EG":
      case "AX":
      case "AF":
      case "AG":
        this.advance();
        return { op: token.text, arg: this.operand() };
      case "E":
      case "A":
        this.advance();
        return this.path(token.text);
      case "X":
      case "F":
      case "G":
        if (!this.isBeforeOperand()) return undefined;
        throw this.hint(
          `'${token.text}' needs a path quantifier in CTL: did you mean A${token.text} or E${token.text}, or LTL (--ltl)?`,
        );
      default:
        return undefined;
    }
  }

  /** After a path quantifier: `[p U q]`, `(p U q)`, `p U q`, or a prefix operator as in `E F p`. */
  private path(quantifier: "E" | "A"): Ctl {
    const token = this.peek();
    const isOperator = token.kind === "word" && !this.isNameHere(token);
    if (isOperator && (token.text === "X" || token.text === "F" || token.text === "G")) {
      this.advance();
      return { op: `${quantifier}${token.text}`, arg: this.operand() };
    }
    if (this.accept("[")) {
      const inner = this.until(quantifier, this.formula(), () => this.formula());
      this.expect("]");
      return inner;
    }
    if (!this.accept("(")) return this.until(quantifier, this.formula(), () => this.operand());
    const first = this.formula();
    if (this.accept(")")) return this.until(quantifier, this.binary(0, first), () => this.operand());
    const inner = this.until(quantifier, first, () => this.formula());
    this.expect(")");
    return inner;
  }

  /** `left` has been read. Without brackets it reaches as far as it can, but the right side is only one operand. */
  private until(quantifier: "E" | "A", left: Ctl, right: () => Ctl): Ctl {
    const token = this.peek();
    switch (token.kind === "word" ? token.text : "") {
      case "U":
        this.advance();
        return { op: `${quantifier}U`, left, right: right() };
      case "R":
      case "V":
        this.advance();
        return { op: `${quantifier}R`, left, right: right() };
      case "W":
        this.advance();
        return { op: `${quantifier}W`, left, right: right() };
      default:
        throw this.expected(`'U', 'R' or 'W' after '${quantifier}'`);
    }
  }

  protected temporalInfix(): undefined {
    return undefined;
  }

  protected gluedPrefixes(word: string): string[][] {
    return /^(?:[AE][FGX]){2,1000}$/.test(word) ? [word.match(/../g)!] : [];
  }
}

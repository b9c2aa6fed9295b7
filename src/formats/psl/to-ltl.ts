import type { Ltl } from "../../formula/ltl.js";
import { FALSE, type Lit, not, TRUE } from "../../logic/lit.js";
import { type Automaton, automatonOf, canWaitForEver, during, endingAt, TooLarge } from "./automaton.js";
import { extentOf } from "./extent.js";
import { asLtl, hasOnlyLoops } from "./loops.js";
import { followAll, followSome, fromThen, later, until, type Watching } from "./monitor.js";
import type { Psl, Sere } from "./syntax.js";

/** What conditions of single steps are in the model, and what to call things in formulas. */
export interface Letters<B> {
  literal(holds: B): Lit;
  formula(holds: B): Ltl;
  /** An atom for a literal of a monitor. */
  atom(literal: Lit, name: string): Ltl;
  print(sere: Sere<B>): string;
  /** It matters whether this sequence is strong or weak, and the text does not say it. */
  remark(sere: Sere<B>): void;
}

const MAX_SIZE = 100_000;
const MAX_DEPTH = 1_000;

/**
 * A formula of LTL that the model satisfies exactly if it satisfies the formula of PSL. Sequences become registers that follow their
 * matches. Where it is clear from the past that something is asked (below `always`, `next`, `|->` …) they do so by
 * themselves; elsewhere a violation is looked for, and its places and ways are guessed: a behaviour violates the formula
 * if there are guesses for which it violates that of LTL.
 */
export function pslToLtl<B>(formula: Psl<B>, watching: Watching, letters: Letters<B>): Ltl {
  return new Translation(watching, letters).translate(formula);
}

/** Where something is asked: in the first step only, or wherever a literal is true. */
type Asked = "first" | Lit;

/** `abort`: below it everything is given up, as satisfied or as violated. */
interface Abort {
  readonly when: Lit;
  readonly isAccepted: boolean;
}

class Translation<B> {
  private readonly automata = new Map<Sere<B>, Automaton>();
  /** What must hold from the place on where a violation is guessed. */
  private guesses: Ltl[] = [];
  private firstStep: Lit | null = null;
  /** What to call literals that ask for something. */
  private readonly names = new Map<Lit, string>();

  constructor(
    private readonly watching: Watching,
    private readonly letters: Letters<B>,
  ) {}

  translate(formula: Psl<B>): Ltl {
    const { size, depth } = extentOf(formula);
    if (size > MAX_SIZE) throw new TooLarge(`written out it has more than ${MAX_SIZE} operators`);
    if (depth > MAX_DEPTH) throw new TooLarge(`it is more than ${MAX_DEPTH} operators deep`);
    this.remark(formula);
    if (!hasSequences(formula)) return this.plain(formula);
    return this.duties(formula, true, "first").reduce(and);
  }

  private remark(f: Psl<B>): void {
    if (f.op === "sequence" && f.strong && !f.isMarked && canWaitForEver(this.automaton(f.sere))) {
      this.letters.remark(f.sere);
    }
    for (const part of partsOf(f)) this.remark(part);
  }

  // What is clear from the past

  /** The formula, or its negation, holds wherever it is asked for. */
  private duties(f: Psl<B>, sign: boolean, asked: Asked): readonly Ltl[] {
    const { aig } = this.watching;
    switch (f.op) {
      case "not":
        return this.duties(f.arg, !sign, asked);
      case "X":
        return this.duties(f.arg, sign, later(this.watching, this.when(asked)));
      case "G":
      case "F":
        if ((f.op === "G") !== sign) break;
        return this.duties(f.arg, sign, asked === "first" ? TRUE : fromThen(this.watching, asked));
      case "and":
      case "or":
      case "implies": {
        const left = { formula: f.left, sign: f.op === "implies" ? !sign : sign };
        const right = { formula: f.right, sign };
        if ((f.op === "and") === sign) {
          return [...this.duties(left.formula, left.sign, asked), ...this.duties(right.formula, right.sign, asked)];
        }
        const known = isBoolean(left.formula) ? left : isBoolean(right.formula) ? right : null;
        if (known === null) break;
        const rest = known === left ? right : left;
        const excused = this.literal(known.formula, known.sign);
        return this.duties(rest.formula, rest.sign, aig.and(this.when(asked), not(excused)));
      }
      case "W": {
        if (!sign || !isBoolean(f.right)) break;
        // f.left in every step before the end.
        const end = this.literal(f.right, true);
        const pending = until(this.watching, this.when(asked), end);
        return this.duties(f.left, true, aig.and(pending, not(end)));
      }
      case "suffix":
        if (!sign) break;
        return this.duties(f.follows, true, this.ends(f.sere, asked));
      case "sequence":
        if (sign || !f.strong) break;
        return [this.duty({ op: "false" }, this.ends(f.sere, asked))];
    }
    return [this.duty(hasSequences(f) ? negation(this.guessed(f, !sign)) : this.signed(f, sign), asked)];
  }

  private duty(holds: Ltl, asked: Asked): Ltl {
    if (asked === "first") return holds;
    if (asked === TRUE) return { op: "G", arg: holds };
    const left = this.letters.atom(asked, this.names.get(asked) ?? "asked here");
    return { op: "G", arg: { op: "implies", left, right: holds } };
  }

  private ends(sere: Sere<B>, asked: Asked): Lit {
    const { ends } = followAll(this.watching, this.automaton(sere), this.when(asked));
    this.names.set(ends, `a match of ${this.letters.print(sere)} ends`);
    return ends;
  }

  private when(asked: Asked): Lit {
    if (asked !== "first") return asked;
    if (this.firstStep === null) {
      const started = this.watching.register();
      started.follow(TRUE);
      this.firstStep = not(started.now);
    }
    return this.firstStep;
  }

  // What is guessed

  /** A formula that holds for some guesses exactly where f (or its negation) holds. */
  private guessed(f: Psl<B>, sign: boolean): Ltl {
    const outer = this.guesses;
    this.guesses = [];
    const holds = this.positive(f, sign, []);
    const all = this.guesses.reduce(and, holds);
    this.guesses = outer;
    return all;
  }

  private positive(f: Psl<B>, sign: boolean, aborts: readonly Abort[]): Ltl {
    const given = (g: Ltl): Ltl => this.givenUp(g, aborts);
    const sub = (g: Psl<B>, s = sign): Ltl => this.positive(g, s, aborts);
    switch (f.op) {
      case "boolean":
        return given(sign ? this.letters.formula(f.holds) : negation(this.letters.formula(f.holds)));
      case "not":
        return sub(f.arg, !sign);
      case "X":
        return given({ op: "X", arg: sub(f.arg) });
      case "F":
      case "G":
        return (f.op === "F") === sign
          ? { op: "U", left: given({ op: "true" }), right: sub(f.arg) }
          : { op: "R", left: given({ op: "false" }), right: sub(f.arg) };
      case "and":
      case "or":
        return { op: (f.op === "and") === sign ? "and" : "or", left: sub(f.left), right: sub(f.right) };
      case "implies":
        return { op: sign ? "or" : "and", left: sub(f.left, !sign), right: sub(f.right) };
      case "iff":
      case "xor": {
        const same = (f.op === "iff") === sign;
        const both = and(sub(f.left, true), sub(f.right, same));
        return { op: "or", left: both, right: and(sub(f.left, false), sub(f.right, !same)) };
      }
      case "U":
      case "W": {
        const [left, right] = [sub(f.left), sub(f.right)];
        // a W b is b R (a | b), the negation of a U b is !a R !b, and that of a W b is !b U (!a & !b).
        if (f.op === "U") return sign ? { op: "U", left, right } : { op: "R", left, right };
        return sign
          ? { op: "R", left: right, right: { op: "or", left, right } }
          : { op: "U", left: right, right: and(left, right) };
      }
      case "abort": {
        const abort = { when: this.letters.literal(f.when), isAccepted: sign };
        return this.positive(f.arg, sign, [abort, ...aborts]);
      }
      case "suffix":
        return this.match(sign ? "every" : "some", f.sere, sub(f.follows), aborts);
      case "sequence": {
        if (f.strong)
          return this.match(sign ? "some" : "every", f.sere, given({ op: sign ? "true" : "false" }), aborts);
        return this.match(sign ? "lasting" : "vain", f.sere, given({ op: sign ? "true" : "false" }), aborts);
      }
    }
  }

  /**
   * `some`: a match starts here at whose end `then` holds; `lasting`: the same, or an attempt that goes on for ever; `every`: every
   * match that starts here has `then` at its end; `vain`: the same, and no attempt goes on for ever.
   */
  private match(kind: "some" | "lasting" | "every" | "vain", sere: Sere<B>, then: Ltl, aborts: readonly Abort[]): Ltl {
    const isSome = kind === "some" || kind === "lasting";
    const { aig } = this.watching;
    const a = aborts.reduce(
      (b, { when, isAccepted }) => (isAccepted === isSome ? endingAt(b, when, aig) : during(b, not(when), aig)),
      this.automaton(sere),
    );
    if (hasOnlyLoops(a)) {
      const atom = (l: Lit): Ltl => this.letters.atom(l, `condition of ${this.letters.print(sere)}`);
      if (isSome) return asLtl(a, then, kind === "some", atom);
      return negation(asLtl(a, negation(then), kind === "every", atom));
    }
    const starts = this.watching.guess();
    const atom = (l: Lit, what: string): Ltl => this.letters.atom(l, `${what} of ${this.letters.print(sere)}`);
    if (isSome) {
      const { stuck, ends, over } = followSome(this.watching, a, starts, kind === "some");
      this.guesses.push({ op: "G", arg: negation(atom(stuck, "a wrong match")) });
      this.guess(atom(ends, "the end"), then);
      this.guessRounds(over, atom);
    } else {
      const { ends, over } = followAll(this.watching, a, starts, kind === "vain");
      this.guess(atom(ends, "the end"), then);
      this.guessRounds(over, atom);
    }
    return atom(starts, "the start");
  }

  private guess(when: Ltl, then: Ltl): void {
    this.guesses.push({ op: "G", arg: { op: "implies", left: when, right: then } });
  }

  private guessRounds(over: Lit, atom: (l: Lit, what: string) => Ltl): void {
    if (over !== TRUE) this.guesses.push({ op: "G", arg: { op: "F", arg: atom(over, "an attempt") } });
  }

  private givenUp(f: Ltl, aborts: readonly Abort[]): Ltl {
    return aborts.reduce<Ltl>((g, { when, isAccepted }) => {
      const abort = this.letters.atom(when, "abort");
      return isAccepted ? { op: "or", left: g, right: abort } : and(g, negation(abort));
    }, f);
  }

  // What has no sequences

  private plain(f: Psl<B>): Ltl {
    switch (f.op) {
      case "boolean":
        return this.letters.formula(f.holds);
      case "not":
      case "X":
      case "F":
      case "G":
        return { op: f.op, arg: this.plain(f.arg) };
      case "and":
      case "or":
      case "implies":
      case "iff":
      case "xor":
      case "U":
      case "W":
        return { op: f.op, left: this.plain(f.left), right: this.plain(f.right) };
      case "abort":
        return this.positive(f, true, []);
      default:
        throw new Error(`'${f.op}' is a sequence`);
    }
  }

  private signed(f: Psl<B>, sign: boolean): Ltl {
    const g = this.plain(f);
    return sign ? g : negation(g);
  }

  /** A formula without temporal operators, or its negation. */
  private literal(f: Psl<B>, sign: boolean): Lit {
    const { aig } = this.watching;
    const sub = (g: Psl<B>): Lit => this.literal(g, true);
    const lit = ((): Lit => {
      switch (f.op) {
        case "boolean":
          return this.letters.literal(f.holds);
        case "not":
          return not(sub(f.arg));
        case "and":
        case "or":
        case "implies":
        case "iff":
        case "xor":
          return aig[f.op](sub(f.left), sub(f.right));
        default:
          return FALSE;
      }
    })();
    return sign ? lit : not(lit);
  }

  private automaton(sere: Sere<B>): Automaton {
    let a = this.automata.get(sere);
    if (a === undefined) {
      a = automatonOf(sere, this.watching.aig, (holds) => this.letters.literal(holds));
      this.automata.set(sere, a);
    }
    return a;
  }
}

const and = (left: Ltl, right: Ltl): Ltl => {
  if (left.op === "true") return right;
  return right.op === "true" ? left : { op: "and", left, right };
};

function negation(f: Ltl): Ltl {
  if (f.op === "not") return f.arg;
  if (f.op === "true" || f.op === "false") return { op: f.op === "true" ? "false" : "true" };
  return { op: "not", arg: f };
}

function partsOf<B>(f: Psl<B>): readonly Psl<B>[] {
  if ("left" in f) return [f.left, f.right];
  if ("arg" in f) return [f.arg];
  return f.op === "suffix" ? [f.follows] : [];
}

function hasSequences<B>(f: Psl<B>): boolean {
  return f.op === "sequence" || f.op === "suffix" || partsOf(f).some(hasSequences);
}

const CONNECTIVES = new Set(["boolean", "not", "and", "or", "implies", "iff", "xor"]);

/** Is it about one step? */
function isBoolean<B>(f: Psl<B>): boolean {
  return CONNECTIVES.has(f.op) && partsOf(f).every(isBoolean);
}

import { Evaluation } from "./evaluation.js";
import type { Ltl } from "./ltl.js";

/** An infinite word: positions 0 to length-1, then again from `loop` on, for ever. */
export interface LassoWord {
  readonly length: number;
  readonly loop: number;
  holds(atom: string, position: number): boolean;
}

/**
 * Does the word satisfy the formula, by the definition of each operator? This is what counterexamples are checked
 * with, so it knows nothing of automata.
 *
 * Without past, what follows a position of the loop is the same in every turn, so one turn says all. A past operator
 * can tell the first turn from the second, but no later ones: what it remembers of its arguments is one bit, which a
 * turn maps monotonically, and mapping it twice is then mapping it once. Hence a formula with d nested past operators
 * is periodic after d turns, and the loop is unrolled that often.
 */
export function satisfies(word: LassoWord, formula: Ltl): boolean {
  return truthAlong(word, formula)[0] === 1;
}

/** The truth (1 or 0) of the formula in each position of the word, in as many turns of the loop as the past needs. */
export function truthAlong(word: LassoWord, formula: Ltl): Uint8Array {
  if (word.loop < 0 || word.loop >= word.length) throw new RangeError("the loop of a lasso word has a position");
  const period = word.length - word.loop;
  const length = word.length + pastDepth(formula) * period;
  return new TruthInWord(word, length, period).valueOf(formula);
}

/** How deep past operators are nested in each other. */
function pastDepth(f: Ltl): number {
  const inner = Math.max(0, ...operands(f).map(pastDepth));
  return "YZOHST".includes(f.op) ? inner + 1 : inner;
}

function operands(f: Ltl): readonly Ltl[] {
  if ("arg" in f) return [f.arg];
  return "left" in f ? [f.left, f.right] : [];
}

/** The word unrolled to `length` positions, of which the last `period` repeat. */
class TruthInWord extends Evaluation<Ltl, Uint8Array> {
  constructor(
    private readonly word: LassoWord,
    private readonly length: number,
    private readonly period: number,
  ) {
    super();
  }

  protected evaluate(f: Ltl): Uint8Array {
    switch (f.op) {
      case "true":
        return this.each(() => 1);
      case "false":
        return this.each(() => 0);
      case "atom":
        return this.each((i) => Number(this.word.holds(f.name, this.positionInWord(i))));
      case "not": {
        const a = this.valueOf(f.arg);
        return this.each((i) => 1 - a[i]!);
      }
      case "X": {
        const a = this.valueOf(f.arg);
        return this.each((i) => a[this.successor(i)]!);
      }
      case "Y": {
        const a = this.valueOf(f.arg);
        return this.each((i) => (i === 0 ? 0 : a[i - 1]!));
      }
      case "Z": {
        const a = this.valueOf(f.arg);
        return this.each((i) => (i === 0 ? 1 : a[i - 1]!));
      }
      case "F":
        return this.eventually(
          this.each(() => 1),
          this.valueOf(f.arg),
          0,
        );
      case "G":
        return this.always(
          this.each(() => 0),
          this.valueOf(f.arg),
          1,
        );
      case "O":
        return this.once(
          this.each(() => 1),
          this.valueOf(f.arg),
        );
      case "H":
        return this.historically(
          this.each(() => 0),
          this.valueOf(f.arg),
        );
      default:
        return this.binary(f.op, this.valueOf(f.left), this.valueOf(f.right));
    }
  }

  private binary(op: BinaryOp, a: Uint8Array, b: Uint8Array): Uint8Array {
    switch (op) {
      case "and":
        return this.each((i) => a[i]! & b[i]!);
      case "or":
        return this.each((i) => a[i]! | b[i]!);
      case "implies":
        return this.each((i) => (1 - a[i]!) | b[i]!);
      case "iff":
        return this.each((i) => Number(a[i] === b[i]));
      case "xor":
        return this.each((i) => Number(a[i] !== b[i]));
      case "U":
        return this.eventually(a, b, 0);
      case "W":
        return this.eventually(a, b, 1);
      case "R":
        return this.always(a, b, 1);
      case "M":
        return this.always(a, b, 0);
      case "S":
        return this.once(a, b);
      case "T":
        return this.historically(a, b);
    }
  }

  /** z = b ∨ (a ∧ X z): the least solution (U) from `start` 0, the greatest (W) from 1. */
  private eventually(a: Uint8Array, b: Uint8Array, start: 0 | 1): Uint8Array {
    return this.fixpoint(start, (i, next) => b[i]! | (a[i]! & next));
  }

  /** z = b ∧ (a ∨ X z): the least solution (M) from `start` 0, the greatest (R) from 1. */
  private always(a: Uint8Array, b: Uint8Array, start: 0 | 1): Uint8Array {
    return this.fixpoint(start, (i, next) => b[i]! & (a[i]! | next));
  }

  /** Two passes from the end to the beginning: the second brings what the first found around the loop. */
  private fixpoint(start: 0 | 1, value: (i: number, next: number) => number): Uint8Array {
    const z = new Uint8Array(this.length).fill(start);
    for (let pass = 0; pass < 2; pass++) {
      for (let i = this.length - 1; i >= 0; i--) z[i] = value(i, z[this.successor(i)]!);
    }
    return z;
  }

  /** z = b ∨ (a ∧ Y z), Y being false in the first position. */
  private once(a: Uint8Array, b: Uint8Array): Uint8Array {
    const z = new Uint8Array(this.length);
    for (let i = 0; i < this.length; i++) z[i] = b[i]! | (a[i]! & (i === 0 ? 0 : z[i - 1]!));
    return z;
  }

  /** z = b ∧ (a ∨ Z z), Z being true in the first position. */
  private historically(a: Uint8Array, b: Uint8Array): Uint8Array {
    const z = new Uint8Array(this.length);
    for (let i = 0; i < this.length; i++) z[i] = b[i]! & (a[i]! | (i === 0 ? 1 : z[i - 1]!));
    return z;
  }

  private each(value: (i: number) => number): Uint8Array {
    const z = new Uint8Array(this.length);
    for (let i = 0; i < this.length; i++) z[i] = value(i);
    return z;
  }

  private successor(i: number): number {
    return i + 1 < this.length ? i + 1 : this.length - this.period;
  }

  private positionInWord(i: number): number {
    return i < this.word.length ? i : this.word.loop + ((i - this.word.loop) % this.period);
  }
}

type BinaryOp = Extract<Ltl, { left: Ltl }>["op"];

import { Evaluation } from "./evaluation.js";
import type { Ltl } from "./ltl.js";

/** The first letters of a word. */
export interface Prefix {
  readonly length: number;
  holds(atom: string, position: number): boolean;
}

/** A formula in a position of a prefix: it will be false or true however the word goes on, or that is open. */
export const REFUTED = 0;
export const OPEN = 1;
export const SATISFIED = 2;

/**
 * What each position of a prefix says about a formula, by three-valued logic: whatever comes after the last letter is
 * open. `REFUTED` and `SATISFIED` are always right; `OPEN` may hide that no continuation, or each, satisfies the formula
 * (as for `X a & X !a`). This is what finite counterexamples are checked with, so it knows nothing of automata.
 */
export function truthOfPrefix(prefix: Prefix, formula: Ltl): Uint8Array {
  return new TruthInPrefix(prefix).valueOf(formula);
}

class TruthInPrefix extends Evaluation<Ltl, Uint8Array> {
  constructor(private readonly prefix: Prefix) {
    super();
  }

  protected evaluate(f: Ltl): Uint8Array {
    if (f.op === "atom") return this.each((i) => (this.prefix.holds(f.name, i) ? SATISFIED : REFUTED));
    if ("arg" in f) return this.unary(f.op, this.valueOf(f.arg));
    if ("left" in f) return this.binary(f.op, this.valueOf(f.left), this.valueOf(f.right));
    return this.each(() => (f.op === "true" ? SATISFIED : REFUTED));
  }

  private unary(op: UnaryOp, a: Uint8Array): Uint8Array {
    switch (op) {
      case "not":
        return this.each((i) => SATISFIED - a[i]!);
      case "X":
        return this.each((i) => a[i + 1] ?? OPEN);
      case "F":
        return this.fromTheEnd((i, later) => Math.max(a[i]!, later));
      case "G":
        return this.fromTheEnd((i, later) => Math.min(a[i]!, later));
      case "Y":
        return this.each((i) => a[i - 1] ?? REFUTED);
      case "Z":
        return this.each((i) => a[i - 1] ?? SATISFIED);
      case "O":
        return this.fromTheStart(REFUTED, (i, before) => Math.max(a[i]!, before));
      case "H":
        return this.fromTheStart(SATISFIED, (i, before) => Math.min(a[i]!, before));
    }
  }

  private binary(op: BinaryOp, a: Uint8Array, b: Uint8Array): Uint8Array {
    switch (op) {
      case "and":
        return this.each((i) => Math.min(a[i]!, b[i]!));
      case "or":
        return this.each((i) => Math.max(a[i]!, b[i]!));
      case "implies":
        return this.each((i) => Math.max(SATISFIED - a[i]!, b[i]!));
      case "iff":
        return this.each((i) => equal(a[i]!, b[i]!));
      case "xor":
        return this.each((i) => SATISFIED - equal(a[i]!, b[i]!));
      case "U":
      case "W":
        return this.fromTheEnd((i, later) => Math.max(b[i]!, Math.min(a[i]!, later)));
      case "R":
      case "M":
        return this.fromTheEnd((i, later) => Math.min(b[i]!, Math.max(a[i]!, later)));
      case "S":
        return this.fromTheStart(REFUTED, (i, before) => Math.max(b[i]!, Math.min(a[i]!, before)));
      case "T":
        return this.fromTheStart(SATISFIED, (i, before) => Math.min(b[i]!, Math.max(a[i]!, before)));
    }
  }

  private fromTheEnd(value: (i: number, later: number) => number): Uint8Array {
    const z = new Uint8Array(this.prefix.length);
    for (let i = z.length - 1, later = OPEN; i >= 0; i--) z[i] = later = value(i, later);
    return z;
  }

  private fromTheStart(first: number, value: (i: number, before: number) => number): Uint8Array {
    const z = new Uint8Array(this.prefix.length);
    for (let i = 0, before = first; i < z.length; i++) z[i] = before = value(i, before);
    return z;
  }

  private each(value: (i: number) => number): Uint8Array {
    return Uint8Array.from({ length: this.prefix.length }, (_, i) => value(i));
  }
}

const equal = (a: number, b: number): number => (a === OPEN || b === OPEN ? OPEN : a === b ? SATISFIED : REFUTED);

type UnaryOp = Extract<Ltl, { arg: Ltl }>["op"];
type BinaryOp = Extract<Ltl, { left: Ltl }>["op"];

import { Aig } from "../../src/logic/aig.js";
import { FALSE, type Lit, nodeOf, not, TRUE } from "../../src/logic/lit.js";
import type { Latch, Model } from "../../src/model/model.js";

/** Least significant bit first. */
export type Word = readonly Lit[];

/** Builds models word by word: what the families of the papers need, and no more. */
export class Builder {
  readonly aig = new Aig();
  private readonly inputs: Lit[] = [];
  private readonly state: { lit: Lit; next: Lit | null; reset: Latch["reset"] }[] = [];
  private readonly constraints: Lit[] = [];
  private readonly fairness: Lit[] = [];

  input(): Lit {
    const l = this.aig.leaf();
    this.inputs.push(l);
    return l;
  }

  inputWord(width: number): Word {
    return Array.from({ length: width }, () => this.input());
  }

  latch(reset: 0 | 1 | "free" = 0): Lit {
    const lit = this.aig.leaf();
    this.state.push({ lit, next: null, reset: reset === "free" ? "free" : reset === 1 ? TRUE : FALSE });
    return lit;
  }

  word(width: number, reset: 0 | 1 = 0): Word {
    return Array.from({ length: width }, () => this.latch(reset));
  }

  next(latch: Lit, value: Lit): void {
    this.state.find((s) => s.lit === latch)!.next = value;
  }

  nextWord(word: Word, value: Word): void {
    for (const [i, l] of word.entries()) this.next(l, value[i]!);
  }

  constrain(l: Lit): void {
    this.constraints.push(l);
  }

  fair(l: Lit): void {
    this.fairness.push(l);
  }

  not(l: Lit): Lit {
    return not(l);
  }

  and(...lits: Lit[]): Lit {
    return this.aig.andAll(lits);
  }

  or(...lits: Lit[]): Lit {
    return this.aig.orAll(lits);
  }

  xor(a: Lit, b: Lit): Lit {
    return this.aig.xor(a, b);
  }

  mux(c: Lit, then: Lit, otherwise: Lit): Lit {
    return this.aig.mux(c, then, otherwise);
  }

  muxWord(c: Lit, then: Word, otherwise: Word): Word {
    return then.map((t, i) => this.mux(c, t, otherwise[i]!));
  }

  constant(value: number, width: number): Word {
    return Array.from({ length: width }, (_, i) => ((value >> i) & 1 ? TRUE : FALSE));
  }

  /** One more, dropping the carry. */
  increment(a: Word, by: Lit = TRUE): Word {
    let carry = by;
    return a.map((bit) => {
      const sum = this.xor(bit, carry);
      carry = this.and(bit, carry);
      return sum;
    });
  }

  decrement(a: Word, by: Lit = TRUE): Word {
    let borrow = by;
    return a.map((bit) => {
      const difference = this.xor(bit, borrow);
      borrow = this.and(not(bit), borrow);
      return difference;
    });
  }

  less(a: Word, b: Word): Lit {
    let below: Lit = FALSE;
    for (let i = 0; i < a.length; i++) below = this.mux(this.xor(a[i]!, b[i]!), b[i]!, below);
    return below;
  }

  equal(a: Word, b: Word): Lit {
    return this.and(...a.map((x, i) => this.aig.iff(x, b[i]!)));
  }

  is(a: Word, value: number): Lit {
    return this.equal(a, this.constant(value, a.length));
  }

  /** Every bit is set. */
  full(a: Word): Lit {
    return this.and(...a);
  }

  empty(a: Word): Lit {
    return this.and(...a.map(not));
  }

  model(): Model {
    return {
      aig: this.aig,
      inputs: this.inputs.map(nodeOf),
      latches: this.state.map(({ lit, next, reset }) => ({ node: nodeOf(lit), next: next ?? lit, reset })),
      constraints: this.constraints,
      fairness: this.fairness,
      signals: [],
      modules: [],
    };
  }
}

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assume, covered, type Watching } from "../../../src/formats/verilog/watch.js";
import type { Ltl } from "../../../src/formula/ltl.js";
import { satisfies } from "../../../src/formula/words.js";
import { Aig } from "../../../src/logic/aig.js";
import { type Lit, nodeOf } from "../../../src/logic/lit.js";
import { evaluateLit } from "../../arbitraries/aigs.js";
import { type ListedWord, lassoWords, ltlFormulas } from "../../arbitraries/formulas.js";

/** Registers that watch a word instead of a design. */
class Watched implements Watching {
  readonly aig = new Aig();
  readonly atoms = new Map(["a", "b", "c"].map((name) => [name, this.aig.leaf()]));
  readonly constraints: Lit[] = [];
  readonly fairness: Lit[] = [];
  private readonly registers: { readonly lit: Lit; readonly next: Lit }[] = [];

  later(value: Lit): Lit {
    return this.state(() => value);
  }

  state(next: (now: Lit) => Lit): Lit {
    const lit = this.aig.leaf();
    this.registers.push({ lit, next: next(lit) });
    return lit;
  }

  constrain(literal: Lit): void {
    this.constraints.push(literal);
  }

  repeat(literal: Lit): void {
    this.fairness.push(literal);
  }

  /** What literals are worth in the steps of a word: long enough for the registers to repeat themselves, then once around. */
  along(word: ListedWord, literals: readonly Lit[]): { readonly before: boolean[][]; readonly around: boolean[][] } {
    const period = word.length - word.loop;
    const settled = word.length + period * 2 ** Math.min(this.registers.length, 6);
    const steps: boolean[][] = [];
    let state = new Map(this.registers.map((r) => [nodeOf(r.lit), false]));
    const byNode = new Map([...this.atoms].map(([name, lit]) => [nodeOf(lit), name]));
    for (let i = 0; i < settled + period * 2 ** Math.min(this.registers.length, 6); i++) {
      const at = i < word.length ? i : word.loop + ((i - word.loop) % period);
      const value = (l: Lit): boolean =>
        evaluateLit(this.aig, l, (node) => state.get(node) ?? word.holds(byNode.get(node)!, at));
      steps.push(literals.map(value));
      state = new Map(this.registers.map((r) => [nodeOf(r.lit), value(r.next)]));
    }
    return { before: steps.slice(0, settled), around: steps.slice(settled) };
  }
}

/** Whether the fragment has the formula depends on the formula only. */
const formulas = ltlFormulas({ past: false, depth: 3 });
const words = lassoWords({ maxLength: 4 });

describe("registers that watch", () => {
  it("leave exactly the words that satisfy an assumption at every step", () => {
    let supported = 0;
    fc.assert(
      fc.property(formulas, words, (formula, word) => {
        const w = new Watched();
        if (!assume(w, formula)) return;
        supported++;
        const { before, around } = w.along(word, [...w.constraints, ...w.fairness]);
        const n = w.constraints.length;
        const isLeft =
          [...before, ...around].every((step) => step.slice(0, n).every(Boolean)) &&
          w.fairness.every((_, i) => around.some((step) => step[n + i]!));
        expect(isLeft).toBe(satisfies(word, { op: "G", arg: formula }));
      }),
      { numRuns: 3000 },
    );
    expect(supported).toBeGreaterThan(1000);
  });

  it("see what is to be covered exactly in the words in which it starts somewhere", () => {
    let supported = 0;
    fc.assert(
      fc.property(formulas, words, (formula: Ltl, word) => {
        const w = new Watched();
        const literal = covered(w, formula);
        if (literal === null) return;
        supported++;
        const { before, around } = w.along(word, [literal]);
        const isSeen = [...before, ...around].some(([hit]) => hit!);
        expect(isSeen).toBe(satisfies(word, { op: "F", arg: formula }));
      }),
      { numRuns: 3000 },
    );
    expect(supported).toBeGreaterThan(600);
  });
});

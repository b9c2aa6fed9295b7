/** Models with something to simplify, where it is known what: our families in disguise, and miters of one design in two encodings. */
import { Aig, AigCopier } from "../../src/logic/aig.js";
import { FALSE, type Lit, nodeOf, not, TRUE } from "../../src/logic/lit.js";
import type { Latch, Model } from "../../src/model/model.js";
import { Builder } from "./builder.js";

/**
 * The same behaviours, harder to see. Every latch with a constant reset gets a twin with the opposite value; functions read now one, now the other. A latch that
 * never leaves 0 guards each function; conditions arrive through delays, two for each; and there are inputs that make no difference.
 */
export function disguised(model: Model, delay = 3): Model {
  const aig = new Aig();
  const inputs = model.inputs.map(() => aig.leaf());
  const latches = model.latches.map(() => aig.leaf());
  const twins = model.latches.map(({ reset }, i) => (reset === "free" ? latches[i]! : not(aig.leaf())));
  const stuck = aig.leaf();
  const noise = aig.leaf();
  const copierOf = (read: (i: number) => Lit) => {
    const at = new Map([
      ...model.inputs.map((node, i) => [node, inputs[i]!] as const),
      ...model.latches.map(({ node }, i) => [node, read(i)] as const),
    ]);
    return new AigCopier(model.aig, aig, (node) => at.get(node)!);
  };
  const plain = copierOf((i) => (i % 2 === 0 ? latches[i]! : twins[i]!));
  const other = copierOf((i) => (i % 2 === 0 ? twins[i]! : latches[i]!));
  // Neither the guard nor the noise behind it is ever seen.
  const guarded = (l: Lit) => aig.mux(aig.and(stuck, noise), not(l), l);
  const made: Latch[] = [];
  const latch = (l: Lit, next: Lit, reset: Latch["reset"]) => made.push({ node: nodeOf(l), next, reset });
  model.latches.forEach(({ next, reset }, i) => {
    latch(latches[i]!, guarded(plain.copy(next)), reset);
    if (reset === "free") return;
    latch(not(twins[i]!), not(other.copy(next)), reset === TRUE ? FALSE : TRUE);
  });
  latch(stuck, aig.and(stuck, inputs[0] ?? noise), FALSE);
  const delayed = (l: Lit): Lit => {
    let before = l;
    for (let d = 0; d < delay; d++) {
      const held = aig.leaf();
      latch(held, before, FALSE);
      before = held;
    }
    return before;
  };
  return {
    aig,
    inputs: [...inputs, noise].map(nodeOf),
    latches: made,
    constraints: model.constraints.map((c) => plain.copy(c)),
    fairness: model.fairness.map((f) => aig.or(delayed(plain.copy(f)), delayed(guarded(other.copy(f))))),
    signals: [],
    modules: [],
  };
}

/** A model and a literal that is never true. */
export interface Miter {
  readonly model: Model;
  readonly bad: Lit;
}

/** A counter of `bits` bits that may be held, next to a ring of 2^bits: does the output of one ever differ from that of the other? */
export function counterMiter(bits: number): Miter {
  const b = new Builder();
  const go = b.input();
  const count = b.word(bits);
  b.nextWord(count, b.increment(count, go));
  const ring = Array.from({ length: 1 << bits }, (_, i) => b.latch(i === 0 ? 1 : 0));
  ring.forEach((cell, i) => {
    b.next(cell, b.mux(go, ring.at(i - 1)!, cell));
  });
  const differences = ring.map((cell, i) => b.xor(cell, b.is(count, i)));
  return { model: b.model(), bad: b.or(...differences) };
}

/** Two pipelines that add a stream of words: one adds first and delays the sum, the other delays the words and adds then. */
export function retimedMiter(width: number, depth: number): Miter {
  const b = new Builder();
  const [x, y] = [b.inputWord(width), b.inputWord(width)];
  const delay = (word: readonly Lit[]) => {
    let before = word;
    for (let d = 0; d < depth; d++) {
      const held = b.word(width);
      b.nextWord(held, before);
      before = held;
    }
    return before;
  };
  const sum = (p: readonly Lit[], q: readonly Lit[]) => {
    let carry: Lit = FALSE;
    return p.map((a, i) => {
      const half = b.xor(a, q[i]!);
      const out = b.xor(half, carry);
      carry = b.or(b.and(a, q[i]!), b.and(half, carry));
      return out;
    });
  };
  const early = delay(sum(x, y));
  const late = sum(delay(x), delay(y));
  // Something that goes on with the sums, so that a difference could show late.
  const total = [b.word(width), b.word(width)] as const;
  b.nextWord(total[0], sum(total[0], early));
  b.nextWord(total[1], sum(late, total[1]));
  return { model: b.model(), bad: not(b.equal(total[0], total[1])) };
}

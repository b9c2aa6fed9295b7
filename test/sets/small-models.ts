import fc from "fast-check";
import { Aig } from "../../src/logic/aig.js";
import { type Lit, negateIf, nodeOf } from "../../src/logic/lit.js";
import type { Latch, Model } from "../../src/model/model.js";

type Reset = 0 | 1 | "free";

interface Shape {
  readonly latches: number;
  readonly inputs: number;
  /** Pairs of literal choices: gate k conjoins two of the literals made before it. */
  readonly gates: readonly (readonly [number, number])[];
  readonly next: readonly number[];
  readonly resets: readonly Reset[];
  readonly constraints: readonly number[];
  readonly fairness: readonly number[];
}

const choice = fc.nat({ max: 1000 });

/** Models small enough to be written out, whose fairness reads latches only. Constraints may read inputs: dead ends occur. */
export function smallModels(limits: { latches?: number; fairness?: number } = {}): fc.Arbitrary<Model> {
  return fc
    .record({ latches: fc.integer({ min: 1, max: limits.latches ?? 4 }), inputs: fc.integer({ min: 0, max: 2 }) })
    .chain(({ latches, inputs }) =>
      fc.record({
        latches: fc.constant(latches),
        inputs: fc.constant(inputs),
        gates: fc.array(fc.tuple(choice, choice), { minLength: 2, maxLength: 14 }),
        next: fc.array(choice, { minLength: latches, maxLength: latches }),
        resets: fc.array(fc.constantFrom<Reset>(0, 1, "free"), { minLength: latches, maxLength: latches }),
        constraints: fc.array(choice, { maxLength: 1 }),
        fairness: fc.array(choice, { maxLength: limits.fairness ?? 3 }),
      }),
    )
    .map(build);
}

function build(shape: Shape): Model {
  const aig = new Aig();
  const latchLits = Array.from({ length: shape.latches }, () => aig.leaf());
  const stateLits: Lit[] = [...latchLits];
  const pickFrom = (lits: readonly Lit[], n: number) => negateIf(lits[(n >> 1) % lits.length]!, (n & 1) === 1);
  // The first half of the gates reads latches only: that is what fairness may choose from.
  const half = shape.gates.length >> 1;
  for (const [a, b] of shape.gates.slice(0, half))
    stateLits.push(aig.and(pickFrom(stateLits, a), pickFrom(stateLits, b)));
  const inputLits = Array.from({ length: shape.inputs }, () => aig.leaf());
  const lits = [...stateLits, ...inputLits];
  for (const [a, b] of shape.gates.slice(half))
    lits.push(aig.xor(pickFrom(lits, a), aig.and(pickFrom(lits, b), lits.at(-1)!)));
  return {
    aig,
    inputs: inputLits.map(nodeOf),
    latches: latchLits.map(
      (l, i): Latch => ({
        node: nodeOf(l),
        next: pickFrom(lits, shape.next[i]!),
        reset: shape.resets[i] === "free" ? "free" : (shape.resets[i] as number as Lit),
      }),
    ),
    constraints: shape.constraints.map((n) => pickFrom(lits, n)),
    fairness: shape.fairness.map((n) => pickFrom(stateLits, n)),
    signals: [],
    modules: [],
  };
}

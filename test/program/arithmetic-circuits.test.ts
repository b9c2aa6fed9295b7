import fc from "fast-check";
import { expect, it } from "vitest";
import { Aig } from "../../src/logic/aig.js";
import { Circuit } from "../../src/logic/circuit.js";
import { type Lit, nodeOf } from "../../src/logic/lit.js";
import { codeWidth } from "../../src/logic/vector.js";
import { decoded, TermCircuits } from "../../src/program/circuit.js";
import { evaluate, type Term } from "../../src/program/term.js";

const OPERATIONS = ["plus", "minus", "times", "divide", "modulo", "min", "max", "bitand", "bitor", "bitxor"] as const;

const range = (low: number, high: number) =>
  fc
    .tuple(fc.integer({ min: low, max: high }), fc.nat(high - low))
    .map(([from, more]) => ({ low: from, high: Math.min(high, from + more) }));

const owner = {};

/** What the circuit of an operation on two slots gives for two numbers; null where it says that it fails. */
function inCircuit(term: Term, slots: readonly { readonly low: number; readonly high: number }[]) {
  const aig = new Aig();
  const codes = slots.map(({ low, high }) => Array.from({ length: codeWidth(high - low + 1) }, () => aig.leaf()));
  const values = slots.map(({ low, high }, i) => decoded(aig, codes[i]!, low, high));
  const { bits, fails } = new TermCircuits(aig, values).value(term);
  const leaves = codes.flat();
  const circuit = new Circuit(aig, leaves.map(nodeOf));
  for (const l of [...bits, fails]) circuit.need(l);
  const words = new Int32Array(circuit.slots);
  return (numbers: readonly number[]): number | null => {
    const given = slots.flatMap(({ low }, i) => codes[i]!.map((_, b) => ((numbers[i]! - low) >> b) & 1));
    words.set(
      given.map((bit) => -bit),
      1,
    );
    circuit.evaluate(words);
    const at = (l: Lit) => (words[circuit.slotLit(l) >> 1]! ^ -(circuit.slotLit(l) & 1)) & 1;
    if (at(fails) === 1) return null;
    return bits.reduce((sum, l, b) => sum + at(l) * (b === bits.length - 1 ? -(2 ** b) : 2 ** b), 0);
  };
}

it("computes in circuits what programs compute, whichever of two ranges is the wider (oracle: the interpreter)", () => {
  fc.assert(
    fc.property(fc.constantFrom(...OPERATIONS), range(-9, 20), range(-9, 120), (op, left, right) => {
      const isOfBits = op.startsWith("bit");
      const slots = [left, right].map(({ low, high }) =>
        isOfBits ? { low: Math.max(0, low), high: Math.max(0, high) } : { low, high },
      );
      const term: Term = {
        op,
        left: { op: "slot", owner, slot: 0, ...slots[0]! },
        right: { op: "slot", owner, slot: 1, ...slots[1]! },
      };
      const compute = inCircuit(term, slots);
      for (let a = slots[0]!.low; a <= slots[0]!.high; a++)
        for (let b = slots[1]!.low; b <= slots[1]!.high; b++) {
          const isWrong = (op === "divide" || op === "modulo") && b < 1;
          expect([op, a, b, compute([a, b])]).toEqual([op, a, b, isWrong ? null : evaluate(term, Int32Array.of(a, b))]);
        }
    }),
    { numRuns: 60 },
  );
});

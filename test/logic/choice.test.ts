import fc from "fast-check";
import { expect, it } from "vitest";
import { Aig } from "../../src/logic/aig.js";
import { choose } from "../../src/logic/choice.js";
import { type Lit, not } from "../../src/logic/lit.js";

const LEAVES = 4;

/** A literal with its truth table: bit k is its value where leaf i has bit i of k. */
interface Known {
  readonly lit: Lit;
  readonly table: number;
}

const ALL = 2 ** (2 ** LEAVES) - 1;

/** The function that the gates of the graph compute. */
function tableOf(aig: Aig, l: Lit, leaves: readonly Known[]): number {
  const tables = new Map<number, number>([[0, 0], ...leaves.map(({ lit, table }) => [lit >> 1, table] as const)]);
  const of = (x: Lit): number => tables.get(x >> 1)! ^ (x & 1 ? ALL : 0);
  for (let n = 1; n < aig.size; n++) if (aig.isGate(n)) tables.set(n, of(aig.fanin0(n)) & of(aig.fanin1(n)));
  return of(l);
}

const pick = fc.record({ at: fc.nat(), negated: fc.boolean() });

it("chooses what a choice means, however choices are nested (oracle: truth tables)", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(pick, pick, pick), { minLength: 1, maxLength: 12 }), (steps) => {
      const aig = new Aig();
      const leaves = Array.from({ length: LEAVES }, (_, i): Known => {
        const ones = Array.from({ length: 2 ** LEAVES }, (_, k) => ((k >> i) & 1) * 2 ** k);
        return { lit: aig.leaf(), table: ones.reduce((a, b) => a + b) };
      });
      const known = [...leaves];
      for (const step of steps) {
        const [c, t, e] = step.map(({ at, negated }) => {
          const { lit, table } = known[at % known.length]!;
          return negated ? { lit: not(lit), table: table ^ ALL } : { lit, table };
        }) as [Known, Known, Known];
        const before = aig.gateCount;
        const lit = choose(aig, c.lit, t.lit, e.lit);
        const table = (c.table & t.table) | (~c.table & e.table & ALL);
        expect(tableOf(aig, lit, leaves)).toBe(table);
        expect(aig.gateCount - before).toBeLessThanOrEqual(4);
        known.push({ lit, table });
      }
    }),
    { numRuns: 300 },
  );
});

it("chooses a word once that is chosen twice", () => {
  const aig = new Aig();
  const [a, b] = [aig.leaf(), aig.leaf()];
  const word = (): Lit[] => Array.from({ length: 8 }, () => aig.leaf());
  const [x, y] = [word(), word()];
  const inner = x.map((bit, i) => choose(aig, b, bit, y[i]!));
  const before = aig.gateCount;
  const chosen = inner.map((bit, i) => choose(aig, a, x[i]!, bit));
  expect(aig.gateCount - before).toBe(1 + 3 * 8);
  expect(chosen).toEqual(x.map((bit, i) => aig.mux(aig.or(a, b), bit, y[i]!)));
  expect(inner.map((bit, i) => choose(aig, b, bit, x[i]!))).toEqual(x);
  expect(inner.map((bit, i) => choose(aig, not(b), x[i]!, bit))).toEqual(x);
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Aig, supportOf } from "../../src/logic/aig.js";
import { type Lit, nodeOf } from "../../src/logic/lit.js";
import type { SatLit } from "../../src/logic/sat-lit.js";
import { TwoParts } from "../../src/safety/interpolant.js";
import { satContext } from "../engines/evidence.js";

const VARIABLES = 6;
// The first part speaks of variables 0 to 3, the second of 2 to 5.
const clausesOver = (from: number, to: number) =>
  fc.array(
    fc.array(
      fc.integer({ min: 2 * from, max: 2 * to + 1 }).map((l) => l as SatLit),
      { minLength: 1, maxLength: 3 },
    ),
    { minLength: 1, maxLength: 14 },
  );

const satisfies = (values: number, clauses: readonly (readonly SatLit[])[]): boolean =>
  clauses.every((c) => c.some((l) => ((values >> (l >> 1)) & 1) !== (l & 1)));

function valueIn(graph: Aig, l: Lit, leafValue: (node: number) => number): number {
  const n = nodeOf(l);
  if (n === 0) return l & 1;
  const value = graph.isGate(n)
    ? valueIn(graph, graph.fanin0(n), leafValue) & valueIn(graph, graph.fanin1(n), leafValue)
    : leafValue(n);
  return value ^ (l & 1);
}

describe("interpolants", () => {
  it("follow from the first part, contradict the second, and speak of what both speak of", () => {
    let refuted = 0;
    fc.assert(
      fc.property(clausesOver(0, 3), clausesOver(2, 5), (first, second) => {
        using parts = new TwoParts(satContext);
        for (let v = 0; v < VARIABLES; v++) parts.first.newVar();
        for (const c of second) parts.second.addClause(c);
        for (const c of first) parts.first.addClause(c);
        const all = [...Array(1 << VARIABLES).keys()];
        const hasModel = all.some((v) => satisfies(v, first) && satisfies(v, second));
        expect(parts.solve()).toBe(hasModel);
        if (hasModel) return;
        refuted++;
        const graph = new Aig();
        const shared = new Map([2, 3].map((v) => [v, graph.leaf()]));
        const variableOf = new Map([...shared].map(([v, l]) => [nodeOf(l), v]));
        const interpolant = parts.interpolant(graph, shared);
        expect(supportOf(graph, [interpolant]).every((n) => variableOf.has(n))).toBe(true);
        for (const v of all) {
          const holds = valueIn(graph, interpolant, (n) => (v >> variableOf.get(n)!) & 1) === 1;
          if (satisfies(v, first)) expect(holds).toBe(true);
          if (satisfies(v, second)) expect(holds).toBe(false);
        }
      }),
      { numRuns: 500 },
    );
    expect(refuted).toBeGreaterThan(50);
  });
});

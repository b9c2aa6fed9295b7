import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Aig, AigCopier, coneOf, supportOf } from "../../src/logic/aig.js";
import { FALSE, type Lit, litOf, nodeOf, not, TRUE } from "../../src/logic/lit.js";
import { aigs, evaluateLit } from "../arbitraries/aigs.js";

/** The truth table of a literal over the leaves, as a string: what two literals are compared by. */
function table(aig: Aig, leaves: readonly Lit[], l: Lit): string {
  const nodes = leaves.map(nodeOf);
  return Array.from({ length: 2 ** leaves.length }, (_, v) =>
    evaluateLit(aig, l, (node) => ((v >> nodes.indexOf(node)) & 1) === 1) ? "1" : "0",
  ).join("");
}

describe("Aig", () => {
  it("computes every operator on all functions of two variables, whatever was rewritten", () => {
    const aig = new Aig();
    const [a, b] = [aig.leaf(), aig.leaf()];
    const ands = [a, not(a)].flatMap((x) => [b, not(b)].map((y) => aig.and(x, y)));
    const functions = [FALSE, a, b, ...ands, aig.xor(a, b)].flatMap((l) => [l, not(l)]);
    expect(new Set(functions.map((l) => table(aig, [a, b], l))).size).toBe(16);
    const bit = (l: Lit, v: number) => table(aig, [a, b], l)[v] === "1";
    const operators: [string, (x: Lit, y: Lit) => Lit, (x: boolean, y: boolean) => boolean][] = [
      ["and", (x, y) => aig.and(x, y), (x, y) => x && y],
      ["or", (x, y) => aig.or(x, y), (x, y) => x || y],
      ["xor", (x, y) => aig.xor(x, y), (x, y) => x !== y],
      ["iff", (x, y) => aig.iff(x, y), (x, y) => x === y],
      ["implies", (x, y) => aig.implies(x, y), (x, y) => !x || y],
    ];
    for (const [name, make, means] of operators)
      for (const x of functions)
        for (const y of functions)
          for (let v = 0; v < 4; v++) expect(bit(make(x, y), v), name).toBe(means(bit(x, v), bit(y, v)));
    for (const x of functions)
      for (const y of functions)
        for (const z of functions)
          for (let v = 0; v < 4; v++) expect(bit(aig.mux(x, y, z), v)).toBe(bit(x, v) ? bit(y, v) : bit(z, v));
  });

  it("makes the same graph when room was made before or in the middle, for more gates or fewer than come", () => {
    const build = (reserve: (aig: Aig, step: number) => void) => {
      const aig = new Aig();
      const lits = Array.from({ length: 20 }, () => aig.leaf());
      for (let i = 0; i < 400; i++) {
        reserve(aig, i);
        lits.push(aig.xor(lits[(7 * i) % lits.length]!, not(lits[(3 * i + 1) % lits.length]!)));
      }
      return aig.save();
    };
    const plain = build(() => {});
    expect(plain.length).toBeGreaterThan(1000);
    for (const at of [0, 200])
      for (const gates of [1, 10_000]) expect(build((aig, i) => i === at && aig.reserve(gates))).toEqual(plain);
  });

  it("computes what was asked for on random graphs, and one literal for one conjunction", () => {
    fc.assert(
      fc.property(aigs({ maxLeaves: 4 }), fc.nat(), fc.nat(), ({ aig, leaves, lits }, i, j) => {
        const all = [...leaves, ...lits];
        const [x, y] = [all[i % all.length]!, not(all[j % all.length]!)];
        const made = aig.and(x, y);
        const [tx, ty, t] = [x, y, made].map((l) => table(aig, leaves, l));
        expect(t).toBe(Array.from(tx!, (c, v) => (c === "1" && ty![v] === "1" ? "1" : "0")).join(""));
        const size = aig.size;
        expect([aig.and(y, x), aig.size]).toEqual([made, size]);
      }),
      { numRuns: 500 },
    );
  });

  it("keeps its invariants: gates come after their fanins, the larger first, no gate twice or trivial", () => {
    fc.assert(
      fc.property(aigs(), ({ aig }) => {
        const seen = new Set<string>();
        for (let n = 1; n < aig.size; n++) {
          if (!aig.isGate(n)) {
            expect(aig.isLeaf(n)).toBe(true);
            continue;
          }
          const [high, low] = [aig.fanin0(n), aig.fanin1(n)];
          expect(nodeOf(high)).toBeLessThan(n);
          expect(high).toBeGreaterThan(low);
          expect(low).toBeGreaterThan(TRUE);
          expect(high).not.toBe(not(low));
          expect(seen.has(`${high} ${low}`)).toBe(false);
          seen.add(`${high} ${low}`);
        }
        expect(aig.gateCount).toBe(seen.size);
      }),
    );
  });

  it("never makes more than one gate for a conjunction, and none where a rule of two levels applies", () => {
    const aig = new Aig();
    const [x, y, z] = [aig.leaf(), aig.leaf(), aig.leaf()];
    const xy = aig.and(x, y);
    expect(aig.and(xy, not(x))).toBe(FALSE);
    expect(aig.and(xy, y)).toBe(xy);
    expect(aig.and(not(xy), not(x))).toBe(not(x));
    expect(aig.and(not(xy), x)).toBe(aig.and(x, not(y)));
    expect(aig.and(xy, aig.and(not(x), z))).toBe(FALSE);
    expect(aig.and(xy, not(aig.and(not(x), z)))).toBe(xy);
    expect(aig.and(not(xy), not(aig.and(x, not(y))))).toBe(not(x));
    fc.assert(
      fc.property(aigs(), fc.nat(), fc.nat(), ({ aig: graph, lits }, i, j) => {
        if (lits.length === 0) return;
        const before = graph.size;
        graph.and(lits[i % lits.length]!, not(lits[j % lits.length]!));
        expect(graph.size).toBeLessThanOrEqual(before + 1);
      }),
    );
  });

  it("joins many literals in logarithmic depth", () => {
    const aig = new Aig();
    const leaves = Array.from({ length: 1000 }, () => aig.leaf());
    const depth = new Map<number, number>();
    const depthOf = (n: number): number => {
      if (!aig.isGate(n)) return 0;
      const known = depth.get(n);
      if (known !== undefined) return known;
      const d = 1 + Math.max(depthOf(nodeOf(aig.fanin0(n))), depthOf(nodeOf(aig.fanin1(n))));
      depth.set(n, d);
      return d;
    };
    expect(depthOf(nodeOf(aig.andAll(leaves)))).toBe(10);
    expect(aig.andAll([])).toBe(TRUE);
    expect(aig.orAll([])).toBe(FALSE);
    expect(aig.orAll([leaves[0]!, not(leaves[0]!)])).toBe(TRUE);
  });

  it("saves and loads without a change to any literal", () => {
    fc.assert(
      fc.property(aigs({ maxLeaves: 4 }), ({ aig, leaves, lits }) => {
        const copy = Aig.load(aig.save());
        expect([copy.size, copy.gateCount]).toEqual([aig.size, aig.gateCount]);
        for (const l of lits) expect(table(copy, leaves, l)).toBe(table(aig, leaves, l));
      }),
    );
  });
});

describe("cones", () => {
  it("hold exactly what literals depend on by structure", () => {
    const aig = new Aig();
    const [a, b, c] = [aig.leaf(), aig.leaf(), aig.leaf()];
    const ab = aig.and(a, not(b));
    aig.and(ab, c);
    const cone = coneOf(aig, [not(ab)]);
    expect([...cone.keys()].filter((n) => cone[n] === 1)).toEqual([a, b, ab].map(nodeOf));
    expect(supportOf(aig, [ab]).sort()).toEqual([a, b].map(nodeOf));
    expect(supportOf(aig, [TRUE])).toEqual([]);
  });

  it("of a very deep graph need no deep stack", () => {
    const aig = new Aig();
    const leaves = Array.from({ length: 7 }, () => aig.leaf());
    let l = leaves[0]!;
    for (let k = 1; k < 200_000; k++) l = not(aig.and(l, leaves[k % 7]!));
    const to = new Aig();
    const images = new Map(leaves.map((x) => [nodeOf(x), to.leaf()]));
    expect(nodeOf(new AigCopier(aig, to, (n) => images.get(n)!).copy(l))).toBeGreaterThan(7);
    expect(supportOf(aig, [l]).length).toBeLessThanOrEqual(7);
  });
});

describe("AigCopier", () => {
  it("keeps functions when leaves are replaced by literals", () => {
    fc.assert(
      fc.property(aigs({ maxLeaves: 4 }), fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), (random, flips) => {
        const { aig, leaves, lits } = random;
        const to = new Aig();
        const fresh = leaves.map(() => to.leaf());
        const copier = new AigCopier(aig, to, (n) => {
          const i = leaves.map(nodeOf).indexOf(n);
          return flips[i] ? not(fresh[i]!) : fresh[i]!;
        });
        const flipped = flips.reduce((mask, f, i) => (f && i < leaves.length ? mask | (1 << i) : mask), 0);
        for (const l of lits) {
          const original = table(aig, leaves, l);
          const copied = table(to, fresh, copier.copy(l));
          expect(copied).toBe(Array.from(original, (_, v) => original[v ^ flipped]).join(""));
        }
        expect(copier.copy(litOf(0))).toBe(FALSE);
      }),
    );
  });
});

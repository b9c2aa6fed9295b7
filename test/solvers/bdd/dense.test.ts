import { describe, expect, it } from "vitest";
import { type Bdd, BddManager } from "../../../src/solvers/bdd/manager.js";
import { queens } from "./queens.js";
import { bddModule, TruthTables } from "./tables.js";

const WAYS = ["heavyBranchSubset", "shortPathsSubset", "denseSubset"] as const;

describe.each(WAYS)("%s", (way) => {
  it("is a subset within the limit of nodes, or a cube, of every function of three variables", () => {
    const bdd = new BddManager(bddModule);
    const t = new TruthTables(bdd, 3);
    t.edges.forEach((f, table) => {
      for (let nodes = 0; nodes <= bdd.size(f) + 1; nodes++) {
        const g = bdd[way](f, nodes);
        const subset = t.edges.indexOf(g);
        expect(subset & ~table).toBe(0);
        expect(subset !== 0).toBe(table !== 0);
        if (nodes >= bdd.size(f)) expect(g).toBe(f);
        if (bdd.size(g) > nodes) expect(g).toBe(bdd.cubeOf(bdd.pickCube(g)!));
      }
    });
  });

  it("holds more with more room, up to the whole set", () => {
    const bdd = new BddManager(bddModule, { stress: 1000 });
    const f = queens(bdd, 5);
    let before = 0;
    for (const nodes of [0, 25, 40, 80, 160, bdd.size(f)]) {
      const g = bdd.protect(bdd[way](f, nodes));
      expect(bdd.leq(g, f)).toBe(true);
      expect(bdd.size(g)).toBeLessThanOrEqual(Math.max(nodes, 25));
      expect(bdd.count(g)).toBeGreaterThanOrEqual(before);
      before = bdd.count(g);
      bdd.release(g);
    }
    expect(before).toBe(10);
    bdd.release(f);
    expect(bdd.statistics().protections).toBe(0);
  });
});

describe("dense subsets", () => {
  /** x0 ? small : large, where large is true more often and takes more nodes. */
  function lopsided(bdd: BddManager): { f: Bdd; large: Bdd } {
    const v = Array.from({ length: 8 }, () => bdd.variable(bdd.newVariable()));
    let large = bdd.protect(bdd.false);
    for (let i = 1; i < 7; i++) {
      const clause = bdd.protect(bdd.and(v[i]!, v[i + 1]!));
      large = bdd.protect(bdd.or(large, clause));
    }
    const cube = bdd.protect(bdd.cube([1, 2, 3, 4, 5, 6, 7]));
    return { f: bdd.protect(bdd.ite(v[0]!, bdd.xor(cube, v[7]!), large)), large };
  }

  it("by heavy branch gives up the lighter branch first", () => {
    const bdd = new BddManager(bddModule);
    const { f, large } = lopsided(bdd);
    const expected = bdd.protect(bdd.minus(large, bdd.variable(0)));
    // Below the other branch nothing but its last variable is shared.
    const subset = bdd.heavyBranchSubset(f, bdd.size(expected) + 1);
    expect(bdd.leq(expected, subset)).toBe(true);
    expect(subset).not.toBe(f);
  });

  it("by short paths keep the largest cube", () => {
    const bdd = new BddManager(bddModule);
    const { f } = lopsided(bdd);
    for (let nodes = 3; nodes < bdd.size(f); nodes++) {
      const subset = bdd.protect(bdd.shortPathsSubset(f, nodes));
      const shortest = (g: Bdd) => bdd.shortCube(g)!.filter((value) => value >= 0).length;
      expect(shortest(subset)).toBe(shortest(f));
      expect(bdd.size(subset)).toBeLessThanOrEqual(nodes);
    }
  });

  it("of a diagram of thousands of variables", () => {
    const bdd = new BddManager(bddModule);
    const n = 3000;
    for (let v = 0; v < n; v++) bdd.newVariable();
    let f = bdd.protect(bdd.false);
    for (let v = n - 2; v >= 0; v -= 2) {
      const both = bdd.protect(bdd.and(bdd.variable(v), bdd.variable(v + 1)));
      const g = bdd.protect(bdd.or(both, f));
      bdd.release(f);
      bdd.release(both);
      f = g;
    }
    for (const way of WAYS) {
      const g = bdd.protect(bdd[way](f, 1000));
      expect(bdd.size(g)).toBeLessThanOrEqual(1000);
      expect(bdd.leq(g, f)).toBe(true);
      expect(bdd.log2Count(g)).toBeGreaterThan(n - 3);
    }
  });

  it("leave nothing behind when the budget ends in the middle", () => {
    let polls = Number.NEGATIVE_INFINITY;
    const bdd = new BddManager(bddModule, { pollInterval: 5, shouldStop: () => (++polls > 3 ? "cancelled" : null) });
    const f = queens(bdd, 6);
    const { protections } = bdd.statistics();
    for (const way of WAYS) {
      polls = 0;
      expect(() => bdd[way](f, bdd.size(f) - 1)).toThrow("cancelled");
      polls = Number.NEGATIVE_INFINITY;
      expect(bdd.statistics().protections).toBe(protections);
      expect(bdd.count(f)).toBe(4);
    }
  });
});

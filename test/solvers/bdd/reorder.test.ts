import { describe, expect, it } from "vitest";
import { BudgetExceeded } from "../../../src/solvers/bdd/budget.js";
import { type Bdd, BddManager } from "../../../src/solvers/bdd/manager.js";
import { queens } from "./queens.js";
import { bddModule } from "./tables.js";

/** a1∧b1 ∨ … ∨ an∧bn over 2n variables, all a before all b: exponential in this order, 2n nodes in the best. */
function products(bdd: BddManager, n: number): Bdd {
  while (bdd.variableCount < 2 * n) bdd.newVariable();
  let sum = bdd.protect(bdd.false);
  for (let i = 0; i < n; i++) {
    const pair = bdd.protect(bdd.and(bdd.variable(i), bdd.variable(n + i)));
    const next = bdd.protect(bdd.or(sum, pair));
    bdd.release(sum);
    bdd.release(pair);
    sum = next;
  }
  return sum;
}

/** Exactly 4^n - 3^n assignments make some product true. */
const solutions = (n: number) => 4n ** BigInt(n) - 3n ** BigInt(n);

describe("sifting", () => {
  it("finds the linear order of a sum of products", () => {
    const bdd = new BddManager(bddModule);
    const f = products(bdd, 10);
    expect(bdd.size(f)).toBe(2 ** 11 - 2);
    bdd.reorder();
    expect(bdd.size(f)).toBe(20);
    expect(bdd.countExactly(f)).toBe(solutions(10));
    const order = bdd.order();
    for (let i = 0; i < 10; i++) expect(Math.abs(order.indexOf(i) - order.indexOf(10 + i))).toBe(1);
  });

  it("keeps groups together, in their inner order", () => {
    const bdd = new BddManager(bddModule);
    for (let v = 0; v < 24; v++) bdd.newVariable();
    for (let v = 0; v < 24; v += 3) bdd.group([v, v + 1, v + 2]);
    const f = products(bdd, 12);
    const before = bdd.groups().map(String).sort();
    bdd.reorder();
    expect(bdd.groups().map(String).sort()).toEqual(before);
    expect(bdd.groups().map(String)).not.toEqual(before);
    for (const [a, b, c] of bdd.groups()) expect([a! % 3, b! - a!, c! - a!]).toEqual([0, 1, 2]);
    expect(bdd.countExactly(f)).toBe(solutions(12));
  });

  it("leaves renamings and substitutions right", () => {
    const bdd = new BddManager(bddModule);
    const n = 8;
    const f = products(bdd, n);
    const swapped = bdd.renaming(Array.from({ length: n }, (_, i) => [i, n + i] as const));
    using negated = bdd.substitution(Array.from({ length: n }, (_, i) => [i, bdd.literal(i, false)] as const));
    const renamed = bdd.protect(bdd.rename(f, swapped));
    const composed = bdd.protect(bdd.vectorCompose(f, negated));
    bdd.reorder();
    expect(bdd.rename(f, swapped)).toBe(renamed);
    expect(bdd.vectorCompose(f, negated)).toBe(composed);
  });

  it("ends in time, with a whole order", () => {
    const bdd = new BddManager(bddModule);
    const f = products(bdd, 12);
    bdd.reorder({ milliseconds: 0 });
    expect(bdd.countExactly(f)).toBe(solutions(12));
    expect(bdd.order().toSorted((a, b) => a - b)).toEqual(Array.from({ length: 24 }, (_, v) => v));
  });

  it.each([1, 2, 5, 10, 20, 50])("stops when the budget ends at poll %i, functions intact", (patience) => {
    let polls = Number.NEGATIVE_INFINITY;
    const bdd = new BddManager(bddModule, { shouldStop: () => (++polls > patience ? "cancelled" : null) });
    const f = products(bdd, 8);
    polls = 0;
    try {
      bdd.reorder();
    } catch (error) {
      expect((error as BudgetExceeded).reason).toBe("cancelled");
    }
    polls = Number.NEGATIVE_INFINITY;
    expect(bdd.countExactly(f)).toBe(solutions(8));
    expect(products(bdd, 8)).toBe(f);
  });

  it("works within a limit on nodes that leaves it little room", () => {
    for (const nodeLimit of [3100, 3300, 3600, 4200]) {
      const bdd = new BddManager(bddModule, { nodeLimit });
      const f = products(bdd, 10);
      bdd.reorder();
      expect(bdd.countExactly(f)).toBe(solutions(10));
      expect(bdd.size(f)).toBeLessThan(2 ** 11 - 2);
    }
  });
});

describe("automatic reordering", () => {
  it("starts operations again, and makes large what would be impossible in the first order", () => {
    const bdd = new BddManager(bddModule, { nodeLimit: 100_000 });
    bdd.autoReorder({ firstAt: 1000 });
    const f = products(bdd, 40);
    expect(bdd.statistics().reorderings).toBeGreaterThan(0);
    expect(bdd.countExactly(f)).toBe(solutions(40));
    expect(bdd.statistics().reorderings).toBeLessThan(50);
  });

  it("gives the right number of solutions for queens", () => {
    const bdd = new BddManager(bddModule);
    bdd.autoReorder({ firstAt: 500 });
    expect(bdd.count(queens(bdd, 7))).toBe(40);
    expect(bdd.statistics().reorderings).toBeGreaterThan(0);
  });

  it("can be switched off", () => {
    const bdd = new BddManager(bddModule);
    bdd.autoReorder({ firstAt: 100 });
    bdd.autoReorder(null);
    products(bdd, 12);
    expect(bdd.statistics().reorderings).toBe(0);
  });
});

describe("saved orders", () => {
  it("come back, with the same sizes", () => {
    const bdd = new BddManager(bddModule);
    const f = products(bdd, 9);
    const bad = bdd.order();
    bdd.reorder();
    const good = bdd.order();
    bdd.setOrder(bad);
    expect(bdd.size(f)).toBe(2 ** 10 - 2);
    bdd.setOrder(good);
    expect(bdd.size(f)).toBe(18);
  });

  it("are refused when they are no orders, or take groups apart", () => {
    const bdd = new BddManager(bddModule);
    for (let v = 0; v < 4; v++) bdd.newVariable();
    bdd.group([0, 1]);
    expect(() => bdd.setOrder([0, 1, 2])).toThrow("not an order");
    expect(() => bdd.setOrder([0, 1, 2, 2])).toThrow("not an order");
    expect(() => bdd.setOrder([0, 2, 1, 3])).toThrow("takes a group apart");
    bdd.setOrder([3, 0, 1, 2]);
    expect(bdd.groups()).toEqual([[3], [0, 1], [2]]);
  });

  it("are given up when the diagrams grow beyond the limit", () => {
    const bdd = new BddManager(bddModule, { nodeLimit: 20_000 });
    const n = 20;
    for (let v = 0; v < 2 * n; v++) bdd.newVariable();
    const interleaved = Array.from({ length: 2 * n }, (_, level) => (level >> 1) + (level & 1 ? n : 0));
    bdd.setOrder(interleaved);
    const f = products(bdd, n);
    expect(() => bdd.setOrder(interleaved.toSorted((a, b) => a - b))).toThrow(BudgetExceeded);
    expect(bdd.countExactly(f)).toBe(solutions(n));
    expect(bdd.order()).toEqual(interleaved);
    expect(bdd.size(f)).toBe(2 * n);
  });
});

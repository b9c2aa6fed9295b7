import { describe, expect, it } from "vitest";
import { Stopped } from "../../../src/limits/stopped.js";
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
      expect((error as Stopped).reason).toBe("cancelled");
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

describe("other ways to a better order", () => {
  const METHODS = ["symmetric", 2, 3, 4] as const;

  it.each(METHODS)("%s: keeps functions and groups, and finds nothing larger in the end", (method) => {
    for (const grouped of [false, true]) {
      const bdd = new BddManager(bddModule);
      for (let v = 0; v < 16; v++) bdd.newVariable();
      if (grouped) for (let v = 0; v < 15; v += 5) bdd.group([v, v + 1, v + 2]);
      const groups = bdd.groups().map(String).sort();
      const f = products(bdd, 8);
      const before = bdd.size(f);
      bdd.reorder({ method, converging: true });
      expect(bdd.countExactly(f)).toBe(solutions(8));
      expect(bdd.size(f)).toBeLessThanOrEqual(before);
      expect(bdd.groups().map(String).sort()).toEqual(groups);
      expect(products(bdd, 8)).toBe(f);
    }
  });

  it.each([2, 3, 4] as const)("a window of %i finds the best order of so many variables", (method) => {
    // Every order of the variables of a function that has different sizes under them, and all of them once more as groups.
    for (const width of [1, 2]) {
      const n = method * width;
      const bdd = new BddManager(bddModule);
      for (let v = 0; v < n; v++) bdd.newVariable();
      bdd.protect(lopsided(bdd, n));
      const sizes = permutations(Array.from({ length: method }, (_, g) => g)).map((order) => {
        bdd.setOrder(order.flatMap((g) => Array.from({ length: width }, (_, i) => width * g + i)));
        return bdd.liveNodes();
      });
      if (width === 2) for (let g = 0; g < method; g++) bdd.group([2 * g, 2 * g + 1]);
      bdd.reorder({ method });
      expect(bdd.liveNodes()).toBe(Math.min(...sizes));
    }
  });

  it("symmetric sifting brings symmetric variables together", () => {
    const bdd = new BddManager(bddModule);
    // Majorities of interleaved triples: the variables of one are symmetric.
    for (let v = 0; v < 12; v++) bdd.newVariable();
    let f = bdd.protect(bdd.true);
    for (let i = 0; i < 4; i++) {
      const [a, b, c] = [i, i + 4, i + 8].map((v) => bdd.variable(v)) as [Bdd, Bdd, Bdd];
      const both = bdd.protect(bdd.and(b, c));
      const either = bdd.protect(bdd.or(b, c));
      const majority = bdd.protect(bdd.ite(a, either, both));
      const g = bdd.protect(bdd.iff(f, majority));
      for (const done of [both, either, majority, f]) bdd.release(done);
      f = g;
    }
    bdd.reorder({ method: "symmetric" });
    const place = (v: number) => bdd.order().indexOf(v);
    for (let i = 0; i < 4; i++) {
      const places = [i, i + 4, i + 8].map(place).toSorted((a, b) => a - b);
      expect(places[2]! - places[0]!).toBe(2);
    }
    // Each majority is four nodes, shared by both signs of what is below.
    expect(bdd.size(f)).toBe(16);
    expect(bdd.groups().length).toBe(12);
  });

  it("converging ends where one more pass gains nothing", () => {
    const bdd = new BddManager(bddModule);
    queens(bdd, 6);
    bdd.reorder({ converging: true });
    const nodes = bdd.liveNodes();
    bdd.reorder();
    expect(bdd.liveNodes()).toBe(nodes);
  });

  it.each([...METHODS])("%s: stops when the budget ends, functions intact", (method) => {
    for (const patience of [1, 2, 4, 8, 16]) {
      let polls = Number.NEGATIVE_INFINITY;
      const bdd = new BddManager(bddModule, { shouldStop: () => (++polls > patience ? "cancelled" : null) });
      const f = products(bdd, 7);
      polls = 0;
      try {
        bdd.reorder({ method, converging: true });
      } catch (error) {
        expect((error as Stopped).reason).toBe("cancelled");
      }
      polls = Number.NEGATIVE_INFINITY;
      expect(products(bdd, 7)).toBe(f);
      expect(bdd.countExactly(f)).toBe(solutions(7));
    }
  });
});

/** A function without symmetries, as far as there is room for one. */
function lopsided(bdd: BddManager, n: number): Bdd {
  let f = bdd.protect(bdd.variable(n - 1));
  for (let v = 0; v < n - 1; v++) {
    const g = bdd.protect(bdd.ite(bdd.variable((v * 3) % n), f, bdd.variable((v + 2) % n)));
    bdd.release(f);
    f = bdd.protect(v % 2 === 0 ? bdd.xor(g, bdd.variable(v)) : bdd.or(g, bdd.variable(v)));
    bdd.release(g);
  }
  bdd.release(f);
  return f;
}

function permutations<T>(list: readonly T[]): T[][] {
  if (list.length === 0) return [[]];
  return list.flatMap((first, i) => permutations(list.toSpliced(i, 1)).map((rest) => [first, ...rest]));
}

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

  it("notices its threshold also in a store that is much larger", () => {
    const bdd = new BddManager(bddModule, { initialNodes: 2 ** 20 });
    bdd.autoReorder({ firstAt: 1000 });
    const f = products(bdd, 19);
    expect(bdd.countExactly(f)).toBe(solutions(19));
    expect(bdd.statistics().reorderings).toBeGreaterThan(0);
    expect(bdd.statistics().peakNodes).toBeLessThan(2 ** 19);
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
    expect(() => bdd.setOrder(interleaved.toSorted((a, b) => a - b))).toThrow(Stopped);
    expect(bdd.countExactly(f)).toBe(solutions(n));
    expect(bdd.order()).toEqual(interleaved);
    expect(bdd.size(f)).toBe(2 * n);
  });
});

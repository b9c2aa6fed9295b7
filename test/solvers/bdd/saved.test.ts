import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Bdd, BddManager } from "../../../src/solvers/bdd/manager.js";
import { SavedDiagramsError } from "../../../src/solvers/bdd/saved.js";
import { queens } from "./queens.js";
import { bddModule, TruthTables } from "./tables.js";

/** A manager with n variables in some order. */
function manager(order: readonly number[], options: { stress?: number } = {}): BddManager {
  const bdd = new BddManager(bddModule, options);
  for (let v = 0; v < order.length; v++) bdd.newVariable();
  bdd.setOrder(order);
  return bdd;
}

const ORDERS = [
  [0, 1, 2],
  [2, 0, 1],
  [1, 2, 0],
] as const;

describe("transfer between managers", () => {
  it.each(ORDERS)("brings every function of three variables into the order %i %i %i", (...order) => {
    const source = new BddManager(bddModule);
    const from = new TruthTables(source, 3);
    const target = manager(order);
    const to = new TruthTables(target, 3);
    const before = target.statistics().protections;
    expect(target.copyFrom(source, from.edges)).toEqual(to.edges);
    expect(target.statistics().protections).toBe(before + 256);
  });

  it("renames on the way", () => {
    const source = new BddManager(bddModule);
    const from = new TruthTables(source, 3);
    const target = manager([4, 2, 0, 1, 3]);
    const map = [3, 0, 4];
    const copies = target.copyFrom(source, from.edges, (v) => map[v]!);
    from.edges.forEach((_, table) => {
      for (let row = 0; row < 8; row++) {
        const values = [0, 0, 0, 0, 0];
        map.forEach((v, i) => {
          values[v] = (row >> i) & 1;
        });
        expect(target.evaluate(copies[table]!, values)).toBe(((table >> row) & 1) === 1);
      }
    });
  });

  it("of large diagrams, with collections, reorderings and budgets in between", () => {
    const source = new BddManager(bddModule);
    const f = queens(source, 6);
    const strained = manager(source.order(), { stress: 100 });
    expect(strained.count(strained.copyFrom(source, [f])[0]!)).toBe(4);

    const reordering = manager(source.order().reverse());
    reordering.autoReorder({ firstAt: 200 });
    const [g] = reordering.copyFrom(source, [f]) as [Bdd];
    expect(reordering.count(g)).toBe(4);
    expect(source.copyFrom(reordering, [g, reordering.not(g)])).toEqual([f, source.not(f)]);

    let polls = 0;
    const stopping = new BddManager(bddModule, { pollInterval: 5, shouldStop: () => (++polls > 5 ? "time" : null) });
    for (let v = 0; v < 36; v++) stopping.newVariable();
    expect(() => stopping.copyFrom(source, [f])).toThrow("time");
    expect(stopping.statistics().protections).toBe(0);
  });

  it("of diagrams of thousands of variables", () => {
    const n = 3000;
    const source = manager(Array.from({ length: n }, (_, v) => v));
    let parity = source.protect(source.false);
    for (let v = n - 1; v >= 0; v--) parity = source.protect(source.xor(source.variable(v), parity));
    const target = manager(source.order());
    expect(target.countExactly(target.copyFrom(source, [parity])[0]!)).toBe(2n ** BigInt(n - 1));
  });
});

describe("saved diagrams", () => {
  it("come back in a new manager, in the same order, and in one with another order", () => {
    const bdd = new BddManager(bddModule);
    const t = new TruthTables(bdd, 3);
    bdd.setOrder([2, 0, 1]);
    const bytes = bdd.save(t.edges);
    expect(bdd.load(bytes)).toEqual(t.edges);

    const fresh = new BddManager(bddModule);
    const loaded = fresh.load(bytes);
    expect(fresh.order()).toEqual([2, 0, 1]);
    expect(loaded).toEqual(new TruthTables(fresh, 3).edges);
    expect(fresh.save(loaded)).toEqual(bytes);

    const other = manager([1, 2, 0, 3]);
    expect(other.load(bytes)).toEqual(new TruthTables(other, 3).edges);
    expect(other.order()).toEqual([1, 2, 0, 3]);
  });

  it("take few bytes a node", () => {
    const bdd = new BddManager(bddModule);
    const f = queens(bdd, 7);
    const bytes = bdd.save([f]);
    expect(bytes.length / bdd.size(f)).toBeLessThan(8);
    const fresh = new BddManager(bddModule);
    expect(fresh.count(fresh.load(bytes)[0]!)).toBe(40);
  });

  it("are refused when a byte is missing, added or changed, unless they still say a function", () => {
    const bdd = new BddManager(bddModule);
    const bytes = bdd.save([queens(bdd, 4)]);
    for (let length = 0; length < bytes.length; length++)
      expect(() => bdd.load(bytes.slice(0, length))).toThrow(SavedDiagramsError);
    expect(() => bdd.load(Uint8Array.from([...bytes, 0]))).toThrow("something follows its end");
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        try {
          const fresh = new BddManager(bddModule);
          for (const f of fresh.load(bytes.with(at, bytes[at]! ^ change))) fresh.countExactly(f);
        } catch (error) {
          expect(error).toBeInstanceOf(SavedDiagramsError);
        }
      }),
    );
  });
});

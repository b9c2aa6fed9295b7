import { describe, expect, it } from "vitest";
import { Stopped, type StopReason } from "../../../src/limits/stopped.js";
import { type Bdd, BddManager } from "../../../src/solvers/bdd/manager.js";
import { queens, queensOver } from "./queens.js";
import { bddModule } from "./tables.js";

/** Known numbers of solutions, n = 0, 1, 2, … */
const SOLUTIONS = [1, 1, 0, 0, 2, 10, 4, 40, 92];

function reasonOf(run: () => unknown): StopReason | null {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof Stopped) return error.reason;
    throw error;
  }
}

describe("collection and growth", () => {
  it.each([4, 5, 6, 7, 8])("counts the solutions of %i queens while tables grow", (n) => {
    const bdd = new BddManager(bddModule);
    expect(bdd.count(queens(bdd, n))).toBe(SOLUTIONS[n]);
  });

  it("works in a store that is a little larger than what lives", () => {
    const bdd = new BddManager(bddModule, { nodeLimit: 3000 });
    const f = queens(bdd, 6);
    expect(bdd.count(f)).toBe(SOLUTIONS[6]);
    const { collections, nodeCapacity } = bdd.statistics();
    expect(collections).toBeGreaterThan(3);
    expect(nodeCapacity).toBeLessThanOrEqual(3001);
    expect(bdd.liveNodes()).toBe(bdd.sharedSize([f, ...bdd.order().map((v) => bdd.variable(v))]));
  });

  it("collects before every operation without losing what is protected", () => {
    const bdd = new BddManager(bddModule, { stress: 10 });
    expect(bdd.count(queens(bdd, 5))).toBe(SOLUTIONS[5]);
  });

  it("notices under stress when an operand was not protected", () => {
    const bdd = new BddManager(bddModule, { stress: 10 });
    const [a, b, c, d] = Array.from({ length: 4 }, () => bdd.variable(bdd.newVariable()));
    expect(() => bdd.and(bdd.or(a!, b!), bdd.or(c!, d!))).toThrow("not protected");
  });

  it("brings live nodes back to the baseline", () => {
    const bdd = new BddManager(bddModule);
    const before = bdd.liveNodes();
    bdd.release(queens(bdd, 6));
    expect(bdd.liveNodes()).toBe(before + 36);
    expect(bdd.statistics().protections).toBe(0);
  });
});

describe("statistics", () => {
  it("count what was made, looked up, collected and reordered", () => {
    const bdd = new BddManager(bddModule);
    const f = queens(bdd, 6);
    const made = bdd.statistics();
    expect(made.variables).toBe(36);
    expect(made.createdNodes).toBeGreaterThanOrEqual(made.peakNodes);
    expect(made.peakNodes).toBeGreaterThanOrEqual(made.nodes);
    expect(made.nodes).toBeGreaterThan(bdd.size(f));
    expect(made.protections).toBe(1);
    expect(made.cacheHits).toBeGreaterThan(0);
    expect(made.cacheLookups).toBeGreaterThan(made.cacheHits);
    const [a, b] = [bdd.variable(0), bdd.variable(7)];
    bdd.ite(f, a, b);
    const asked = bdd.statistics();
    bdd.ite(f, a, b);
    const again = bdd.statistics();
    expect(again.cacheHits - asked.cacheHits).toBe(1);
    expect(again.createdNodes).toBe(asked.createdNodes);
    bdd.reorder();
    const after = bdd.statistics();
    expect(after.reorderings).toBe(1);
    expect(after.swaps).toBeGreaterThan(0);
    expect(after.nodes).toBe(bdd.liveNodes());
    expect(after.peakNodes).toBeGreaterThanOrEqual(made.peakNodes);
    expect(after.collections).toBeGreaterThan(made.collections);
  });
});

describe("memory", () => {
  it("beyond 2 GiB is addressed as any other", () => {
    const bdd = new BddManager(bddModule, { initialNodes: 2 ** 26 });
    expect(bdd.statistics().memoryBytes).toBeGreaterThan(2 ** 31);
    const f = queens(bdd, 6);
    bdd.reorder();
    for (let v = 0; v < 100; v++) bdd.newVariable();
    expect(bdd.count(f, 36)).toBe(SOLUTIONS[6]);
    const order = bdd.order().reverse();
    bdd.setOrder(order);
    expect(bdd.order()).toEqual(order);
    expect(bdd.countExactly(f, 36)).toBe(BigInt(SOLUTIONS[6]!));
  });
});

describe("budgets", () => {
  it("reports the limits on nodes and on memory", () => {
    expect(reasonOf(() => queens(new BddManager(bddModule, { nodeLimit: 2000 }), 7))).toBe("bound");
    expect(reasonOf(() => queens(new BddManager(bddModule, { memoryLimit: 5 * 2 ** 20 }), 9))).toBe("memory");
  });

  it("goes on after any interruption, with the caller's functions intact", () => {
    let polls = 0;
    let stopAt = Number.POSITIVE_INFINITY;
    const bdd = new BddManager(bddModule, {
      pollInterval: 100,
      shouldStop: () => (++polls >= stopAt ? "cancelled" : null),
    });
    for (let i = 0; i < 36; i++) bdd.newVariable();
    const at = (r: number, c: number) => bdd.variable(6 * r + c);
    const kept = bdd.protect(bdd.xor(at(0, 0), at(5, 5)));
    const baseline = bdd.liveNodes();
    let result: Bdd | undefined;
    let interruptions = 0;
    for (let patience = 1; result === undefined; patience = Math.ceil(patience * 1.2)) {
      polls = 0;
      stopAt = patience;
      try {
        result = queensOver(bdd, 6, at);
      } catch (error) {
        expect(error).toBeInstanceOf(Stopped);
        interruptions++;
        stopAt = Number.POSITIVE_INFINITY;
        expect(bdd.liveNodes()).toBe(baseline);
        expect(bdd.xor(at(0, 0), at(5, 5))).toBe(kept);
      }
    }
    expect(interruptions).toBeGreaterThan(5);
    expect(bdd.count(result)).toBe(SOLUTIONS[6]);
  });

  it("retries one operation until its fuel suffices", () => {
    let polls = 0;
    const bdd = new BddManager(bddModule, { pollInterval: 50, shouldStop: () => (++polls % 2 === 1 ? "time" : null) });
    const n = 14;
    for (let i = 0; i < 2 * n; i++) bdd.newVariable();
    const pairs = Array.from({ length: n }, (_, i) => {
      for (;;) {
        try {
          return bdd.protect(bdd.and(bdd.variable(i), bdd.variable(n + i)));
        } catch {}
      }
    });
    let sum = bdd.false;
    let stops = 0;
    for (const pair of pairs) {
      for (;;) {
        try {
          const next = bdd.protect(bdd.or(sum, pair));
          bdd.release(sum);
          sum = next;
          break;
        } catch (error) {
          expect((error as Stopped).reason).toBe("time");
          stops++;
        }
      }
    }
    expect(stops).toBeGreaterThan(100);
    // 1 - (3/4)^n of all assignments
    expect(bdd.countExactly(sum)).toBe(4n ** BigInt(n) - 3n ** BigInt(n));
  });

  it("bounds the nodes that one computation may make", () => {
    const bdd = new BddManager(bddModule);
    const before = bdd.liveNodes();
    expect(bdd.withinNodes(500, () => queens(bdd, 6))).toBe(null);
    expect(bdd.liveNodes()).toBe(before + 36);
    const f = bdd.withinNodes(100_000, () => queens(bdd, 5));
    expect(f === null ? null : bdd.count(f, 25)).toBe(SOLUTIONS[5]);
  });
});

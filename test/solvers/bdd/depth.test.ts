import { describe, expect, it } from "vitest";
import { Stopped } from "../../../src/limits/stopped.js";
import { type Bdd, BddManager } from "../../../src/solvers/bdd/manager.js";
import { bddModule } from "./tables.js";

/** A function of all n variables, one or two nodes a level, built from the bottom so that building goes nowhere deep. */
function chain(bdd: BddManager, n: number, step: (below: Bdd, v: number) => Bdd): Bdd {
  let f = bdd.protect(bdd.variable(n - 1));
  for (let v = n - 2; v >= 0; v--) {
    const g = bdd.protect(step(f, v));
    bdd.release(f);
    f = g;
  }
  return f;
}

function chains(n: number) {
  const bdd = new BddManager(bddModule);
  for (let v = 0; v < n; v++) bdd.newVariable();
  const parity = chain(bdd, n, (f, v) => bdd.ite(bdd.variable(v), bdd.not(f), f));
  const mixed = chain(bdd, n, (f, v) =>
    v % 2 === 0 ? bdd.ite(bdd.variable(v), bdd.true, f) : bdd.ite(bdd.variable(v), f, bdd.not(f)),
  );
  return { bdd, parity, mixed };
}

describe("deep diagrams", () => {
  it("of 4,000 variables go through every operation", () => {
    const n = 4000;
    const { bdd, parity, mixed } = chains(n);
    const every4th = bdd.protect(bdd.cube(Array.from({ length: n / 4 }, (_, i) => 4 * i)));
    const both = bdd.protect(bdd.and(parity, mixed));
    expect(bdd.or(both, bdd.minus(parity, mixed))).toBe(parity);
    const exclusive = bdd.protect(bdd.xor(parity, mixed));
    expect(bdd.xor(exclusive, mixed)).toBe(parity);
    expect(bdd.ite(parity, mixed, bdd.not(mixed))).toBe(bdd.not(exclusive));
    expect(bdd.leq(both, mixed)).toBe(true);
    expect(bdd.exists(parity, every4th)).toBe(bdd.true);
    expect(bdd.andExists(parity, mixed, every4th)).toBe(bdd.exists(both, every4th));
    const constrained = bdd.protect(bdd.constrain(parity, mixed));
    expect(bdd.and(constrained, mixed)).toBe(both);
    const restricted = bdd.protect(bdd.restrict(parity, mixed));
    expect(bdd.and(restricted, mixed)).toBe(both);
    expect(bdd.leq(both, bdd.squeeze(both, parity))).toBe(true);
    expect(bdd.cofactor(parity, bdd.literal(n - 1, false))).toBe(
      bdd.exists(bdd.minus(parity, bdd.variable(n - 1)), bdd.variable(n - 1)),
    );
    expect(bdd.compose(parity, n - 1, bdd.literal(n - 1, false))).toBe(bdd.not(parity));
    expect(
      bdd.rename(
        parity,
        bdd.renaming([
          [0, n - 1],
          [n - 1, 0],
        ]),
      ),
    ).toBe(parity);
    using flip = bdd.substitution([[n - 1, bdd.literal(n - 1, false)]]);
    expect(bdd.vectorCompose(parity, flip)).toBe(bdd.not(parity));
    expect(bdd.size(parity)).toBe(n);
    expect(bdd.support(parity).length).toBe(n);
    expect(bdd.log2Count(parity)).toBe(n - 1);
    expect(bdd.countExactly(parity)).toBe(2n ** BigInt(n - 1));
    expect(bdd.evaluate(parity, bdd.shortCube(parity)!)).toBe(true);
  });

  it.each(["sift", "symmetric", 2, 3, 4] as const)("of 1,000 variables are reordered: %s", (method) => {
    const n = 1000;
    const { bdd, parity, mixed } = chains(n);
    bdd.reorder({ method });
    expect(bdd.countExactly(parity)).toBe(2n ** BigInt(n - 1));
    expect(bdd.size(parity)).toBe(n);
    expect(bdd.leq(mixed, bdd.or(mixed, parity))).toBe(true);
    expect(bdd.groups().length).toBe(n);
  });

  it("that are too deep for the thread's stack are an ordinary failure", () => {
    const n = 100_000;
    const { bdd, parity, mixed } = chains(n);
    const live = bdd.liveNodes();
    const operations = [
      () => bdd.and(parity, mixed),
      () => bdd.xor(parity, mixed),
      () => bdd.exists(parity, bdd.variable(n - 1)),
      () => bdd.andExists(parity, mixed, bdd.variable(n - 1)),
      () => bdd.constrain(parity, mixed),
      () => bdd.compose(parity, n - 1, bdd.variable(n - 2)),
    ];
    for (const operation of operations) {
      try {
        operation();
        expect.fail("deeper than expected");
      } catch (error) {
        expect(error).toEqual(new Stopped("memory", "the decision diagrams are too deep for the stack"));
      }
      expect(bdd.liveNodes()).toBe(live);
    }
    expect(bdd.and(bdd.low(parity), bdd.not(bdd.low(parity)))).toBe(bdd.false);
    expect(bdd.size(parity)).toBe(n);
  });

  it("keep the manager whole when the stack ends just as the store is full", () => {
    /** Whether it went well. The first node that the operation makes, at its deepest point, needs a collection. */
    const attempt = (n: number): boolean => {
      const bdd = new BddManager(bddModule, { initialNodes: 2 ** 16 });
      for (let v = 0; v < n; v++) bdd.newVariable();
      const parity = chain(bdd, n, (f, v) => bdd.ite(bdd.variable(v), bdd.not(f), f));
      const full = bdd.statistics().nodeCapacity - 1;
      for (let v = 1; bdd.statistics().nodes < full; v++) {
        const i = v % n;
        bdd.and(bdd.variable(i), bdd.literal((i + 1 + Math.floor(v / n)) % n, false));
      }
      let done = true;
      try {
        bdd.compose(parity, n - 1, bdd.literal(n - 1, false));
      } catch (error) {
        expect(error).toEqual(new Stopped("memory", "the decision diagrams are too deep for the stack"));
        done = false;
      }
      expect(bdd.liveNodes()).toBe(bdd.sharedSize([parity, ...bdd.order().map((v) => bdd.variable(v))]));
      return done;
    };
    let works = 1000;
    let fails = 32_000;
    while (fails - works > 8) {
      const middle = (works + fails) >> 1;
      if (attempt(middle)) works = middle;
      else fails = middle;
    }
    for (let n = works - 20; n <= fails + 20; n += 3) attempt(n);
    expect(works).toBeGreaterThan(3000);
  });
});

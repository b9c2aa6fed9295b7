import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Stopped } from "../../../src/limits/stopped.js";
import { type Bdd, BddManager } from "../../../src/solvers/bdd/manager.js";
import { type Bits, BitVectors } from "./bits.js";
import { bddModule } from "./tables.js";

const SLOTS = 6;
const OPERATIONS = [
  "and", "or", "xor", "ite", "exists", "forall", "andExists", "cofactor", "constrain", "restrict", "squeeze",
  "compose", "vectorCompose", "rename", "dense", "leq", "count", "random",
] as const; // biome-ignore format: a list
const DISTURBANCES = ["none", "none", "collect", "reorder", "setOrder", "stop"] as const;

interface Step {
  readonly operation: (typeof OPERATIONS)[number];
  readonly disturbance: (typeof DISTURBANCES)[number];
  readonly slots: readonly [number, number, number, number];
  /** Chooses sets of variables, orders and values. */
  readonly seed: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  operation: fc.constantFrom(...OPERATIONS),
  disturbance: fc.constantFrom(...DISTURBANCES),
  slots: fc.tuple(fc.nat(SLOTS - 1), fc.nat(SLOTS - 1), fc.nat(SLOTS - 1), fc.nat(SLOTS - 1)),
  seed: fc.nat(),
});

/** A pool of functions in a manager and, beside each, its bits. Checks after every step that they are the same. */
class Pool {
  private readonly bits: BitVectors;
  private readonly bdd: BddManager;
  private readonly functions: Bdd[] = [];
  private readonly twins: Bits[] = [];
  private random = 1;
  private pollsLeft = Number.POSITIVE_INFINITY;
  stops = 0;

  constructor(
    readonly n: number,
    stress: number | undefined,
  ) {
    this.bits = new BitVectors(n);
    this.bdd = new BddManager(bddModule, {
      pollInterval: 7,
      shouldStop: () => (--this.pollsLeft < 0 ? "cancelled" : null),
      nodeLimit: 200_000,
      initialNodes: 64,
      ...(stress === undefined ? {} : { stress }),
    });
    for (let v = 0; v < n; v++) this.bdd.newVariable();
    // Pairs of neighbours move together in half of the managers.
    if (n % 2 === 0) for (let v = 0; v + 1 < n; v += 2) this.bdd.group([v, v + 1]);
    for (let slot = 0; slot < SLOTS; slot++) {
      this.functions.push(this.bdd.protect(this.bdd.true));
      this.twins.push(this.bits.constant(true));
      this.fill(slot);
    }
  }

  private next(): number {
    this.random = (Math.imul(this.random, 1103515245) + 12345) & 0x7fffffff;
    return this.random >>> 8;
  }

  private subset(): number[] {
    const set = this.next();
    return Array.from({ length: this.n }, (_, v) => v).filter((v) => ((set >> v) & 1) === 1);
  }

  /** A random function, as random values of a few variables spread over a few others. */
  private fill(slot: number): void {
    let twin = this.bits.constant(false);
    let f = this.bdd.protect(this.bdd.false);
    for (let i = 0; i < 2 * this.n; i++) {
      const a = this.next() % this.n;
      const b = this.next() % this.n;
      const flip = this.next() & 1;
      const literal = this.bdd.protect(
        this.again(() => this.bdd.iff(this.bdd.variable(a), this.bdd.literal(b, flip === 1))),
      );
      const bits = this.bits.xor(
        this.bits.variable(a),
        flip ? this.bits.not(this.bits.variable(b)) : this.bits.variable(b),
      );
      const or = (this.next() & 1) === 1;
      const g = this.again(() => (or ? this.bdd.or(f, literal) : this.bdd.xor(f, literal)));
      twin = or ? this.bits.or(twin, bits) : this.bits.xor(twin, bits);
      this.bdd.protect(g);
      this.bdd.release(f);
      this.bdd.release(literal);
      f = g;
    }
    this.put(slot, f, twin);
    this.bdd.release(f);
  }

  private put(slot: number, f: Bdd, twin: Bits): void {
    this.bdd.protect(f);
    this.bdd.release(this.functions[slot]!);
    this.functions[slot] = f;
    this.twins[slot] = twin;
  }

  /** Tries until the budget suffices. It grows each time, as a page's slices would add up. */
  private again<T>(run: () => T): T {
    for (let budget = this.pollsLeft; ; ) {
      try {
        return run();
      } catch (error) {
        if (!(error instanceof Stopped) || error.reason !== "cancelled") throw error;
        this.stops++;
        budget = Math.max(1, 2 * Math.max(budget, 0));
        this.pollsLeft = budget;
      }
    }
  }

  run(step: Step): void {
    this.random = step.seed + 1;
    this.disturb(step.disturbance);
    this.operate(step);
    this.pollsLeft = Number.POSITIVE_INFINITY;
  }

  private disturb(disturbance: Step["disturbance"]): void {
    const { bdd } = this;
    if (disturbance === "collect") bdd.liveNodes();
    if (disturbance === "reorder") {
      const method = (["sift", "sift", "symmetric", 2, 3, 4] as const)[this.next() % 6]!;
      const groups = bdd.groups().map(String).sort();
      bdd.reorder({ method, converging: this.next() % 4 === 0, maxGrowth: 1 + (this.next() % 20) / 10 });
      expect(bdd.groups().map(String).sort()).toEqual(groups);
    }
    if (disturbance === "setOrder") {
      const groups = bdd.groups();
      for (let i = groups.length - 1; i > 0; i--) {
        const j = this.next() % (i + 1);
        [groups[i], groups[j]] = [groups[j]!, groups[i]!];
      }
      bdd.setOrder(groups.flat());
      expect(bdd.order()).toEqual(groups.flat());
      expect(bdd.groups()).toEqual(groups);
    }
    if (disturbance === "stop") this.pollsLeft = this.next() % 4;
  }

  private operate({ operation, slots }: Step): void {
    const { bdd, bits } = this;
    const [to, i, j, k] = slots;
    const f = this.functions[i]!;
    const g = this.functions[j]!;
    const h = this.functions[k]!;
    const a = this.twins[i]!;
    const b = this.twins[j]!;
    const c = this.twins[k]!;
    const cubeOf = (variables: number[]) => bdd.protect(this.again(() => bdd.cube(variables)));
    const check = (result: Bdd, twin: Bits) => {
      bdd.protect(result);
      this.pollsLeft = Number.POSITIVE_INFINITY;
      if (!bits.equal(bits.of(bdd, result), twin)) expect.fail(`${operation} is wrong`);
      this.put(to, result, twin);
      bdd.release(result);
    };
    switch (operation) {
      case "and":
        check(
          this.again(() => bdd.and(f, g)),
          bits.and(a, b),
        );
        break;
      case "or":
        check(
          this.again(() => bdd.or(f, g)),
          bits.or(a, b),
        );
        break;
      case "xor":
        check(
          this.again(() => bdd.xor(f, g)),
          bits.xor(a, b),
        );
        break;
      case "ite":
        check(
          this.again(() => bdd.ite(f, g, h)),
          bits.ite(a, b, c),
        );
        break;
      case "exists":
      case "forall":
      case "andExists": {
        const variables = this.subset();
        const cube = cubeOf(variables);
        if (operation === "exists")
          check(
            this.again(() => bdd.exists(f, cube)),
            bits.exists(a, variables),
          );
        else if (operation === "forall")
          check(
            this.again(() => bdd.forall(f, cube)),
            bits.not(bits.exists(bits.not(a), variables)),
          );
        else
          check(
            this.again(() => bdd.andExists(f, g, cube)),
            bits.exists(bits.and(a, b), variables),
          );
        bdd.release(cube);
        break;
      }
      case "cofactor": {
        const values = Array.from({ length: this.n }, () => (this.next() % 4) - 2).map((x) => Math.max(x, -1));
        const cube = bdd.protect(this.again(() => bdd.cubeOf(values)));
        const twin = values.reduce((t, value, v) => (value < 0 ? t : bits.fix(t, v, value === 1)), a);
        check(
          this.again(() => bdd.cofactor(f, cube)),
          twin,
        );
        bdd.release(cube);
        break;
      }
      case "constrain":
      case "restrict": {
        if (g === bdd.false) break;
        const result = bdd.protect(this.again(() => bdd[operation](f, g)));
        check(
          this.again(() => bdd.and(result, g)),
          bits.and(a, b),
        );
        bdd.release(result);
        break;
      }
      case "squeeze": {
        const upper = bdd.protect(this.again(() => bdd.or(f, g)));
        const result = bdd.protect(this.again(() => bdd.squeeze(f, upper)));
        expect(this.again(() => bdd.leq(f, result) && bdd.leq(result, upper))).toBe(true);
        check(result, bits.of(bdd, result));
        bdd.release(upper);
        bdd.release(result);
        break;
      }
      case "compose": {
        const v = this.next() % this.n;
        const twin = bits.ite(b, bits.fix(a, v, true), bits.fix(a, v, false));
        check(
          this.again(() => bdd.compose(f, v, g)),
          twin,
        );
        break;
      }
      case "vectorCompose": {
        const chosen = Array.from({ length: this.n }, () => this.next() % (2 * SLOTS));
        using s = bdd.substitution(
          chosen.flatMap((slot, v) => (slot < SLOTS ? [[v, this.functions[slot]!] as const] : [])),
        );
        const by = chosen.map((slot, v) => (slot < SLOTS ? this.twins[slot]! : bits.variable(v)));
        check(
          this.again(() => bdd.vectorCompose(f, s)),
          bits.substitute(a, by),
        );
        break;
      }
      case "rename": {
        const to = Array.from({ length: this.n }, () => this.next() % this.n);
        const renaming = bdd.renaming(to.map((w, v) => [v, w] as const));
        check(
          this.again(() => bdd.rename(f, renaming)),
          bits.substitute(
            a,
            to.map((w) => bits.variable(w)),
          ),
        );
        break;
      }
      case "dense": {
        const way = (["heavyBranchSubset", "shortPathsSubset", "denseSubset"] as const)[this.next() % 3]!;
        const nodes = this.next() % (bdd.size(f) + 2);
        const result = bdd.protect(this.again(() => bdd[way](f, nodes)));
        const twin = bits.of(bdd, result);
        expect(bits.equal(bits.or(twin, a), a)).toBe(true);
        expect(bits.count(twin) > 0).toBe(bits.count(a) > 0);
        expect(bdd.size(result)).toBeLessThanOrEqual(Math.max(nodes, this.n));
        check(result, twin);
        bdd.release(result);
        break;
      }
      case "leq":
        expect(this.again(() => bdd.leq(f, g))).toBe(bits.equal(bits.or(a, b), b));
        expect(this.again(() => bdd.intersects(f, g))).toBe(bits.count(bits.and(a, b)) > 0);
        break;
      case "count":
        expect(bdd.count(f)).toBe(bits.count(a));
        expect(bdd.countExactly(f)).toBe(BigInt(bits.count(a)));
        break;
      case "random":
        this.fill(to);
        break;
    }
  }

  /** Every function is still what its bits say, and nothing else is left. */
  finish(): void {
    this.functions.forEach((f, slot) => {
      if (!this.bits.equal(this.bits.of(this.bdd, f), this.twins[slot]!)) expect.fail(`slot ${slot} has changed`);
    });
    const variables = this.bdd.order().map((v) => this.bdd.variable(v));
    expect(this.bdd.liveNodes()).toBe(this.bdd.sharedSize([...this.functions, ...variables]));
    for (const f of this.functions) this.bdd.release(f);
    expect(this.bdd.liveNodes()).toBe(this.n);
    expect(this.bdd.statistics().protections).toBe(0);
  }
}

/** FAIRLEAD_EFFORT multiplies the number of runs. */
const EFFORT = Number(process.env.FAIRLEAD_EFFORT ?? 1);

describe("random functions against bit vectors, collections and reorderings and budgets in between", () => {
  it.each([
    [3, 60],
    [6, 60],
    [7, 60],
    [10, 25],
    [13, 8],
    [16, 3],
  ])("%i variables", (n, runs) => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 10, maxLength: 40 }),
        fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
        (steps, stress) => {
          // Collections cost time with the size of the store: fewer where functions are large.
          const pool = new Pool(n, stress && stress << Math.max(0, n - 6));
          for (const s of steps) pool.run(s);
          pool.finish();
        },
      ),
      { numRuns: runs * EFFORT },
    );
  });
});

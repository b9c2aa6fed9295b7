import { describe, expect, it } from "vitest";
import { Aig } from "../../../src/logic/aig.js";
import { type Lit, not } from "../../../src/logic/lit.js";
import { type Bdd, BddManager } from "../../../src/solvers/bdd/manager.js";
import { bddModule, bit, TruthTables } from "./tables.js";

/** Fails with the tables of the operands when a result is not the function that its table says. */
function checker(t: TruthTables) {
  return (name: string, result: Bdd, expected: number, ...operands: number[]) => {
    if (result === t.edges[expected]) return;
    const got = t.edges.indexOf(result);
    expect.fail(
      `${name} of ${operands.map((o) => t.show(o)).join(", ")}: ${got < 0 ? "no function" : t.show(got)}, not ${t.show(expected)}`,
    );
  };
}

describe.each([2, 3])("every function of %i variables against truth tables", (n) => {
  const bdd = new BddManager(bddModule);
  const t = new TruthTables(bdd, n);
  const check = checker(t);
  const of = (table: number) => t.edges[table]!;
  const tables = t.edges.map((_, table) => table);
  const cubes = Array.from({ length: 1 << n }, (_, set) => ({
    set,
    cube: bdd.protect(bdd.cube(Array.from({ length: n }, (_, v) => v).filter((v) => bit(set, v)))),
  }));
  const neg = (table: number) => ~table & t.full;

  it("has one edge for each function", () => {
    expect(new Set(t.edges).size).toBe(t.full + 1);
  });

  it("combines two functions", () => {
    for (const a of tables) {
      check("not", bdd.not(of(a)), neg(a), a);
      for (const b of tables) {
        check("and", bdd.and(of(a), of(b)), a & b, a, b);
        check("or", bdd.or(of(a), of(b)), a | b, a, b);
        check("minus", bdd.minus(of(a), of(b)), a & neg(b), a, b);
        check("xor", bdd.xor(of(a), of(b)), a ^ b, a, b);
        check("iff", bdd.iff(of(a), of(b)), neg(a ^ b), a, b);
        check("implies", bdd.implies(of(a), of(b)), neg(a) | b, a, b);
        if (bdd.leq(of(a), of(b)) !== ((a & neg(b)) === 0)) expect.fail(`leq of ${t.show(a)}, ${t.show(b)}`);
        if (bdd.intersects(of(a), of(b)) !== ((a & b) !== 0)) expect.fail(`intersects of ${t.show(a)}, ${t.show(b)}`);
      }
    }
  });

  it("chooses by a third function", () => {
    // All triples of two variables; of three variables every pair with a third that runs through all.
    for (const a of tables)
      for (const b of tables)
        for (const c of n === 2 ? tables : [(a * 31 + b * 17) & 255, (a ^ b) & 255, neg(b), neg(a)])
          check("ite", bdd.ite(of(a), of(b), of(c)), (a & b) | (neg(a) & c), a, b, c);
  });

  it("quantifies", () => {
    const exists = cubes.map(({ set }) => tables.map((a) => t.exists(a, set)));
    for (const { set, cube } of cubes)
      for (const a of tables) {
        check("exists", bdd.exists(of(a), cube), exists[set]![a]!, a, set);
        check("forall", bdd.forall(of(a), cube), neg(exists[set]![neg(a)]!), a, set);
        for (const b of tables) check("andExists", bdd.andExists(of(a), of(b), cube), exists[set]![a & b]!, a, b, set);
      }
  });

  it("simplifies within a care set", () => {
    for (const a of tables)
      for (const care of tables.slice(1)) {
        const constrained = bdd.constrain(of(a), of(care));
        check("constrain within the care set", bdd.and(constrained, of(care)), a & care, a, care);
        const restricted = bdd.restrict(of(a), of(care));
        check("restrict within the care set", bdd.and(restricted, of(care)), a & care, a, care);
        const table = t.edges.indexOf(restricted);
        for (let v = 0; v < n; v++)
          if (t.dependsOn(table, v) && !t.dependsOn(a, v)) expect.fail(`restrict ${t.show(a)} brings in variable ${v}`);
      }
  });

  it("squeezes between bounds", () => {
    for (const lower of tables)
      for (const upper of tables) {
        if ((lower & neg(upper)) !== 0) continue;
        const f = bdd.squeeze(of(lower), of(upper));
        const table = t.edges.indexOf(f);
        if ((lower & neg(table)) !== 0 || (table & neg(upper)) !== 0)
          expect.fail(`squeeze of ${t.show(lower)}, ${t.show(upper)}: ${t.show(table)}`);
        expect(bdd.size(f)).toBeLessThanOrEqual(Math.min(bdd.size(of(lower)), bdd.size(of(upper))));
      }
  });

  it("takes cofactors by cubes", () => {
    for (let code = 0; code < 3 ** n; code++) {
      const values = Array.from({ length: n }, (_, v) => (Math.floor(code / 3 ** v) % 3) - 1);
      const cube = bdd.protect(bdd.cubeOf(values));
      for (const a of tables) {
        const fixed = values.reduce((f, value, v) => (value < 0 ? f : t.fix(f, v, value)), a);
        check(`cofactor by ${values}`, bdd.cofactor(of(a), cube), fixed, a);
      }
    }
  });

  it("composes", () => {
    const composed = (a: number, by: readonly number[]) =>
      t.tabulate((row) =>
        bit(
          a,
          by.reduce((at, g, v) => at | (bit(g, row) ? 1 << v : 0), 0),
        ),
      );
    const self = Array.from({ length: n }, (_, v) => t.tabulate((row) => bit(row, v)));
    for (const b of tables)
      for (let v = 0; v < n; v++)
        for (const a of tables) {
          const expected = composed(a, self.with(v, b));
          check(`compose for ${v}`, bdd.compose(of(a), v, of(b)), expected, a, b);
        }
    for (const b of tables) {
      const by = Array.from({ length: n }, (_, v) => (b * (2 * v + 3) + 5 * v) & t.full);
      using s = bdd.substitution(by.map((g, v) => [v, of(g)] as const));
      for (const a of tables) check("vectorCompose", bdd.vectorCompose(of(a), s), composed(a, by), a, ...by);
    }
  });

  it("renames by every map of variables", () => {
    for (let code = 0; code < n ** n; code++) {
      const to = Array.from({ length: n }, (_, v) => Math.floor(code / n ** v) % n);
      const renaming = bdd.renaming(to.map((w, v) => [v, w] as const));
      for (const a of tables) {
        const expected = t.tabulate((row) =>
          bit(
            a,
            to.reduce((at, w, v) => at | (bit(row, w) ? 1 << v : 0), 0),
          ),
        );
        check(`rename to ${to}`, bdd.rename(of(a), renaming), expected, a);
      }
    }
  });

  it("reads functions", () => {
    for (const a of tables) {
      const f = of(a);
      const ones = t.show(a).replaceAll("0", "").length;
      expect(bdd.count(f)).toBe(ones);
      expect(bdd.countExactly(f)).toBe(BigInt(ones));
      expect(bdd.support(f)).toEqual(Array.from({ length: n }, (_, v) => v).filter((v) => t.dependsOn(a, v)));
      for (let row = 0; row < t.rows; row++)
        expect(
          bdd.evaluate(
            f,
            Array.from({ length: n }, (_, v) => (row >> v) & 1),
          ),
        ).toBe(bit(a, row));

      let covered = 0;
      for (const cube of bdd.cubes(f)) {
        const inside = t.tabulate((row) => cube.every((value, v) => value < 0 || value === ((row >> v) & 1)));
        expect(covered & inside).toBe(0);
        covered |= inside;
      }
      expect(covered >>> 0).toBe(a);

      const implicant = (values: ArrayLike<number>) =>
        Array.from({ length: t.rows }, (_, row) => row).every(
          (row) => Array.from(values).some((value, v) => value >= 0 && value !== ((row >> v) & 1)) || bit(a, row),
        );
      const literals = (values: ArrayLike<number>) => Array.from(values).filter((value) => value >= 0).length;
      const picked = bdd.pickCube(f);
      const short = bdd.shortCube(f);
      if (a === 0) {
        expect(picked).toBe(null);
        expect(short).toBe(null);
        expect(bdd.pickMinterm(f, [0])).toBe(null);
        continue;
      }
      expect(implicant(picked!)).toBe(true);
      expect(implicant(short!)).toBe(true);
      for (const cube of bdd.cubes(f)) expect(literals(short!)).toBeLessThanOrEqual(literals(cube));
      const all = Array.from({ length: n }, (_, v) => v);
      expect(bdd.evaluate(f, bdd.pickMinterm(f, all)!)).toBe(true);
    }
  });

  it("counts nodes as distinct cofactors, the sign left out", () => {
    // A node for each cofactor under assignments of the first variables that depends on the next one.
    const nodesOf = (a: number) => {
      const nodes = new Set<string>();
      const walk = (table: number, v: number) => {
        if (v === n) return;
        const low = t.fix(table, v, 0);
        const high = t.fix(table, v, 1);
        if (low !== high) nodes.add(`${v} ${Math.min(table, neg(table))}`);
        walk(low, v + 1);
        walk(high, v + 1);
      };
      walk(a, 0);
      return nodes;
    };
    for (const a of tables) {
      expect(bdd.size(of(a))).toBe(nodesOf(a).size);
      const b = (a * 7 + 3) & t.full;
      expect(bdd.sharedSize([of(a), of(b)])).toBe(new Set([...nodesOf(a), ...nodesOf(b)]).size);
    }
  });

  it("goes to graphs and back", () => {
    const aig = new Aig();
    const leaves = Array.from({ length: n }, () => aig.leaf());
    const leafAs = (node: number) => bdd.variable(leaves.findIndex((l) => l >> 1 === node));
    const before = bdd.liveNodes();
    const lits: Lit[] = [];
    for (const a of tables) {
      const l = bdd.toAig(of(a), aig, (v) => leaves[v]!);
      const [f, g] = bdd.fromAig(aig, [l, not(l)], leafAs);
      check("to a graph and back", f!, a, a);
      check("to a graph and back, negated", g!, neg(a), a);
      bdd.release(f!);
      bdd.release(g!);
      lits.push(l);
    }
    for (const f of bdd.fromAig(aig, lits, leafAs)) bdd.release(f);
    expect(bdd.liveNodes()).toBe(before);
  });
});

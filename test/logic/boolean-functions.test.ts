import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ALWAYS, BooleanFunctions, type Fn, NEVER } from "../../src/logic/boolean-functions.js";

const VARIABLES = 3;
const ROWS = 1 << VARIABLES;

/** Bit r is the value in row r, in which variable v is bit v of r. */
type Table = number;
const FULL = (1 << ROWS) - 1;

/** Every function of three variables, by its truth table. */
function allFunctions(): { store: BooleanFunctions; byTable: Fn[] } {
  const store = new BooleanFunctions();
  const byTable: Fn[] = [];
  for (let table = 0; table <= FULL; table++) {
    let f = NEVER;
    for (let row = 0; row < ROWS; row++) {
      if (((table >> row) & 1) === 0) continue;
      f = store.or(f, store.cube([0, 1, 2].map((v) => 2 * v + (((row >> v) & 1) === 1 ? 0 : 1))));
    }
    byTable.push(f);
  }
  return { store, byTable };
}

const { store, byTable } = allFunctions();

const tableOf = (f: Fn): Table => {
  let table = 0;
  for (let row = 0; row < ROWS; row++) if (store.evaluate(f, (v) => ((row >> v) & 1) === 1)) table |= 1 << row;
  return table;
};

const tables = fc.nat(FULL);

describe("Boolean functions", () => {
  it("are the same number exactly when they are the same function: all of three variables", () => {
    expect(byTable.map(tableOf)).toEqual(byTable.map((_, table) => table));
    expect(new Set(byTable).size).toBe(FULL + 1);
    expect([byTable[0], byTable[FULL]]).toEqual([NEVER, ALWAYS]);
  });

  it("are combined as truth tables are: all pairs", () => {
    const wrong: string[] = [];
    for (let a = 0; a <= FULL; a++) {
      for (let b = 0; b <= FULL; b++) {
        const [f, g] = [byTable[a]!, byTable[b]!];
        if (store.and(f, g) !== byTable[a & b]) wrong.push(`and ${a} ${b}`);
        if (store.or(f, g) !== byTable[a | b]) wrong.push(`or ${a} ${b}`);
        if (store.xor(f, g) !== byTable[a ^ b]) wrong.push(`xor ${a} ${b}`);
        if (store.minus(f, g) !== byTable[a & ~b & FULL]) wrong.push(`minus ${a} ${b}`);
        if (store.implies(f, g) !== ((a & ~b & FULL) === 0)) wrong.push(`implies ${a} ${b}`);
        if (store.intersects(f, g) !== ((a & b) !== 0)) wrong.push(`intersects ${a} ${b}`);
      }
      if (store.not(byTable[a]!) !== byTable[~a & FULL]) wrong.push(`not ${a}`);
    }
    expect(wrong).toEqual([]);
  });

  it("have covers of cubes in which nothing is superfluous: all of three variables", () => {
    for (const f of byTable) {
      const cubes = store.cubes(f);
      const union = (some: readonly (readonly number[])[]) => some.reduce((u, c) => store.or(u, store.cube(c)), NEVER);
      expect(union(cubes)).toBe(f);
      cubes.forEach((cube, i) => {
        expect(union(cubes.filter((_, j) => j !== i))).not.toBe(f);
        for (const literal of cube) {
          expect(store.implies(store.cube(cube.filter((l) => l !== literal)), f)).toBe(false);
        }
      });
      if (f !== NEVER) expect(store.implies(store.cube(store.pick(f)), f)).toBe(true);
    }
  });

  it("are quantified and substituted as their definitions say", () => {
    fc.assert(
      fc.property(tables, tables, fc.nat(VARIABLES - 1), (a, b, v) => {
        const [f, g] = [byTable[a]!, byTable[b]!];
        const given = (value: Fn) => store.substitute(f, (variable) => (variable === v ? value : undefined));
        expect(store.exists(f, (variable) => variable === v)).toBe(store.or(given(ALWAYS), given(NEVER)));
        expect(given(g)).toBe(store.ite(g, given(ALWAYS), given(NEVER)));
        expect(store.support(f).includes(v)).toBe(given(ALWAYS) !== given(NEVER));
      }),
    );
  });

  it("stay right when the store grows", () => {
    const large = new BooleanFunctions();
    let parity = NEVER;
    let adjacent = NEVER;
    for (let v = 0; v < 60; v++) parity = large.xor(parity, large.literal(v));
    for (let v = 0; v < 12; v++) adjacent = large.or(adjacent, large.and(large.literal(v), large.literal(v + 12)));
    expect(large.size).toBeGreaterThan(4096);
    expect(large.evaluate(parity, (v) => v % 3 === 0)).toBe(false);
    expect(large.evaluate(parity, (v) => v === 7)).toBe(true);
    expect(large.evaluate(adjacent, (v) => v === 5 || v === 17)).toBe(true);
    expect(large.evaluate(adjacent, (v) => v === 5 || v === 18)).toBe(false);
  });
});

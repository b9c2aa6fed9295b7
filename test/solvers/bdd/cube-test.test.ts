import { expect, it } from "vitest";
import { CubeTest } from "../../../src/solvers/bdd/cube-test.js";
import { BddManager } from "../../../src/solvers/bdd/manager.js";
import { bddModule, TruthTables } from "./tables.js";

/** All cubes of three variables. */
const CUBES = [-1, 0, 1].flatMap((a) => [-1, 0, 1].flatMap((b) => [-1, 0, 1].map((c) => [a, b, c] as const)));

it("a cube is met exactly where a row of the truth table agrees with it, of every function of three variables", () => {
  const bdd = new BddManager(bddModule);
  const t = new TruthTables(bdd, 3);
  t.edges.forEach((f, table) => {
    const rows = [...Array(8).keys()].filter((row) => ((table >> row) & 1) === 1);
    // Cubes have the values in the opposite order.
    const test = new CubeTest(bdd.flat(f), (variable) => 2 - variable);
    for (const [a, b, c] of CUBES) {
      const agrees = (row: number) => [a, b, c].every((v, i) => v === -1 || v === ((row >> i) & 1));
      expect(test.meets(Int8Array.of(c, b, a))).toBe(rows.some(agrees));
    }
  });
});

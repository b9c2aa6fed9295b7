import { describe, expect, it } from "vitest";
import { KernelOracle } from "../../src/checkers/kernel-oracle.js";
import { Random } from "../../src/logic/random.js";
import { type SatLit, satLit, satNot } from "../../src/logic/sat-lit.js";
import { satKernel } from "../solvers/sat/kernel.js";

describe("KernelOracle", () => {
  it("decides hard queries under assumptions, and goes on afterwards", () => {
    const oracle = new KernelOracle(satKernel);
    // Each pigeon has a hole, and no hole two pigeons, as long as `strict` is assumed.
    const holes = 7;
    const strict = satLit(oracle.newVar());
    const sits = Array.from({ length: holes + 1 }, () => Array.from({ length: holes }, () => satLit(oracle.newVar())));
    for (const pigeon of sits) oracle.addClause(pigeon);
    for (let hole = 0; hole < holes; hole++)
      for (const [k, a] of sits.entries())
        for (const b of sits.slice(k + 1)) oracle.addClause([satNot(strict), satNot(a[hole]!), satNot(b[hole]!)]);
    expect(oracle.solve([strict])).toBe("unsat");
    expect(oracle.solve([])).toBe("sat");
    expect(oracle.value(strict)).toBe(false);
    oracle.addClause([strict]);
    expect(oracle.solve([])).toBe("unsat");
  });

  it("gives models of hard queries", () => {
    const random = new Random(1);
    for (let round = 0; round < 5; round++) {
      const oracle = new KernelOracle(satKernel);
      const secret = Array.from({ length: 160 }, () => (satLit(oracle.newVar()) ^ random.below(2)) as SatLit);
      const clauses: SatLit[][] = [];
      while (clauses.length < 4.2 * secret.length) {
        const clause = [0, 0, 0].map(() => (secret[random.below(secret.length)]! ^ random.below(2)) as SatLit);
        if (clause.some((l) => secret.includes(l))) clauses.push(clause);
      }
      for (const clause of clauses) oracle.addClause(clause);
      expect(oracle.solve([secret[0]!])).toBe("sat");
      expect(oracle.value(secret[0]!)).toBe(true);
      expect(clauses.every((clause) => clause.some((l) => oracle.value(l) === true))).toBe(true);
    }
  });

  // The clauses that define what is asked about have a model; all clauses have none.
  it("asks about all clauses before it says that there is a model", () => {
    const oracle = new KernelOracle(satKernel);
    const [asked, hard] = [satLit(oracle.newVar()), satLit(oracle.newVar())];
    oracle.addClause([satNot(asked), hard]);
    const sits = Array.from({ length: 7 }, () => Array.from({ length: 6 }, () => satLit(oracle.newVar())));
    for (const pigeon of sits) oracle.addClause([satNot(hard), ...pigeon]);
    for (let hole = 0; hole < 6; hole++)
      for (const [k, a] of sits.entries())
        for (const b of sits.slice(k + 1)) oracle.addClause([satNot(a[hole]!), satNot(b[hole]!)]);
    expect(oracle.solve([asked])).toBe("unsat");
    expect(oracle.solve([satNot(asked)])).toBe("sat");
  });
});

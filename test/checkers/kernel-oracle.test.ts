import { describe, expect, it } from "vitest";
import { KernelOracle } from "../../src/checkers/kernel-oracle.js";
import { type SatLit, satLit, satNot } from "../../src/logic/sat-lit.js";
import { context } from "../cross-engine/solving.js";

/** So many pigeons, one fewer holes: thousands of conflicts. `under`: only where this literal is true. */
function pigeons(oracle: KernelOracle, count: number, under: SatLit): void {
  const at = Array.from({ length: count }, () => Array.from({ length: count - 1 }, () => satLit(oracle.newVar())));
  for (const holes of at) oracle.addClause([satNot(under), ...holes]);
  for (let hole = 0; hole < count - 1; hole++)
    for (let a = 0; a < count; a++)
      for (let b = a + 1; b < count; b++) oracle.addClause([satNot(at[a]![hole]!), satNot(at[b]![hole]!)]);
}

describe("a query that is hard", () => {
  it("is decided like an easy one", () => {
    const oracle = new KernelOracle(context.kernels.sat);
    const under = satLit(oracle.newVar());
    pigeons(oracle, 7, under);
    expect(oracle.solve([under])).toBe("unsat");
    expect(oracle.solve([satNot(under)])).toBe("sat");
  });

  // The clauses that define what is asked about have a model; all clauses have none.
  it("is asked about all clauses before it is said to have a model", () => {
    const oracle = new KernelOracle(context.kernels.sat);
    const [asked, hard] = [satLit(oracle.newVar()), satLit(oracle.newVar())];
    oracle.addClause([satNot(asked), hard]);
    pigeons(oracle, 7, hard);
    expect(oracle.solve([asked])).toBe("unsat");
  });

  it("has a model of all clauses where it has one", () => {
    const oracle = new KernelOracle(context.kernels.sat);
    const [asked, free] = [satLit(oracle.newVar()), satLit(oracle.newVar())];
    pigeons(oracle, 6, asked);
    oracle.addClause([asked, free]);
    expect(oracle.solve([satNot(asked)])).toBe("sat");
    expect(oracle.value(free)).toBe(true);
  });
});

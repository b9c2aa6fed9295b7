import { describe, expect, it } from "vitest";
import { readSolverOutput, StandaloneOracle } from "../../src/checkers/standalone-oracle.js";
import { satLit, satNot } from "../../src/logic/sat-lit.js";

describe("what a solver prints", () => {
  it.each([
    ["s UNSATISFIABLE\n", "unsat"],
    ["c some words\ns UNSATISFIABLE\nc more\n", "unsat"],
    ["s SATISFIABLE\nv 1 -2 0\n", "sat"],
    ["c UNSATISFIABLE is what this would say\ns UNKNOWN\n", "unknown"],
    ["s UNKNOWN\n", "unknown"],
    ["s SATISFIABLE\ns UNSATISFIABLE\n", "unknown"],
    ["s UNSATISFIABLE\ns SATISFIABLE\nv 1 0\n", "unknown"],
    ["", "unknown"],
    ["killed\n", "unknown"],
  ])("%j is %s", (text, answer) => {
    expect(readSolverOutput(text).answer).toBe(answer);
  });

  it("has the model on lines that begin with v", () => {
    const read = readSolverOutput("s SATISFIABLE\nv 1 -2\nv 3 0\n");
    expect(read).toEqual({ answer: "sat", model: new Set([satLit(0), satNot(satLit(1)), satLit(2)]) });
  });
});

describe("a query for somebody else", () => {
  it("has the clauses and the assumptions of this call, and no others", () => {
    const asked: number[][][] = [];
    const oracle = new StandaloneOracle((query) => {
      asked.push([...query].map((clause) => [...clause]));
      return { answer: "unknown" };
    });
    const [a, b] = [satLit(oracle.newVar()), satLit(oracle.newVar())];
    oracle.addClause([a, b]);
    oracle.solve([satNot(a)]);
    oracle.solve([satNot(b)]);
    expect(asked).toEqual([
      [[a, b], [satNot(a)]],
      [[a, b], [satNot(b)]],
    ]);
  });
});

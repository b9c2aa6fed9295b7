import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Aig } from "../../src/logic/aig.js";
import { ClauseList } from "../../src/logic/clause-list.js";
import { CnfEncoder, type CnfUse } from "../../src/logic/cnf.js";
import { type Lit, nodeOf, not } from "../../src/logic/lit.js";
import { type SatLit, satLit, satNegateIf, satNot } from "../../src/logic/sat-lit.js";
import { SatSolver } from "../../src/solvers/sat/solver.js";
import { aigs, evaluateLit } from "../arbitraries/aigs.js";
import { satKernel } from "../solvers/sat/kernel.js";

const bit = (bits: number, i: number) => ((bits >> i) & 1) === 1;

describe("clauses of a cone", () => {
  it("force the value that the graph computes, whichever way they are written", () => {
    fc.assert(
      fc.property(aigs(), fc.constantFrom<CnfUse>("both", "true", "false"), ({ aig, leaves, lits }, use) => {
        const solver = new SatSolver(satKernel);
        const frame = new CnfEncoder(aig, solver).frame();
        const roots = lits.slice(-4);
        const encoded = roots.map((l) => frame.literal(l, use));
        const leafLits = leaves.map((l) => frame.literal(l));
        for (let bits = 0; bits < 1 << leaves.length; bits++) {
          const fixed = leafLits.map((l, i) => satNegateIf(l, !bit(bits, i)));
          for (const [k, root] of roots.entries()) {
            const value = evaluateLit(aig, root, (n) => bit(bits, leafOf(leaves, n)));
            if (use !== "false") expect(solver.solve([...fixed, encoded[k]!])).toBe(value ? "sat" : "unsat");
            if (use !== "true") expect(solver.solve([...fixed, satNot(encoded[k]!)])).toBe(value ? "unsat" : "sat");
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  it("may be completed later in the other direction", () => {
    fc.assert(
      fc.property(aigs(), ({ aig, leaves, lits }) => {
        const solver = new SatSolver(satKernel);
        const frame = new CnfEncoder(aig, solver).frame();
        const leafLits = leaves.map((l) => frame.literal(l));
        for (const root of lits) {
          const literal = frame.literal(root, "true");
          expect(frame.known(root)).toBe(literal);
          expect(frame.literal(not(root), "true")).toBe(satNot(literal));
        }
        for (let bits = 0; bits < 1 << leaves.length; bits++) {
          const fixed = leafLits.map((l, i) => satNegateIf(l, !bit(bits, i)));
          expect(solver.solve(fixed)).toBe("sat");
          for (const root of lits)
            expect(solver.value(frame.literal(root))).toBe(evaluateLit(aig, root, (n) => bit(bits, leafOf(leaves, n))));
        }
      }),
      { numRuns: 100 },
    );
  });

  it("are simplified by constants and equal leaves", () => {
    fc.assert(
      fc.property(aigs(), fc.array(fc.nat({ max: 9 }), { minLength: 5, maxLength: 5 }), (random, choices) => {
        const { aig, leaves, lits } = random;
        const solver = new SatSolver(satKernel);
        const encoder = new CnfEncoder(aig, solver);
        const frame = encoder.frame();
        const free = satLit(solver.newVar());
        const meanings = [encoder.truth, satNot(encoder.truth), free, satNot(free)];
        for (const [i, l] of leaves.entries()) {
          const meaning = meanings[choices[i]!];
          if (meaning !== undefined) frame.bind(nodeOf(l), meaning);
        }
        const encoded = lits.map((l) => frame.literal(l));
        const leafLits = leaves.map((l) => frame.literal(l));
        for (const given of [free, satNot(free)]) {
          expect(solver.solve([given])).toBe("sat");
          const values = leafLits.map((l) => solver.value(l)!);
          for (const [k, l] of lits.entries())
            expect(solver.value(encoded[k]!)).toBe(evaluateLit(aig, l, (n) => values[leafOf(leaves, n)]!));
        }
      }),
      { numRuns: 150 },
    );
  });

  it("unroll: the leaves of one frame are literals of the one before", () => {
    fc.assert(
      fc.property(aigs({ maxLeaves: 4 }), fc.array(fc.nat(), { minLength: 4, maxLength: 4 }), (random, picks) => {
        const { aig, leaves, lits } = random;
        fc.pre(lits.length > 0);
        const next = leaves.map((_, i) => lits[picks[i]! % lits.length]!);
        const solver = new SatSolver(satKernel);
        const encoder = new CnfEncoder(aig, solver);
        let frame = encoder.frame();
        const first = leaves.map((l) => frame.literal(l));
        const frames: SatLit[][] = [first];
        for (let t = 0; t < 3; t++) {
          const now = next.map((l) => frame.literal(l));
          frames.push(now);
          frame = encoder.frame();
          for (const [i, l] of leaves.entries()) frame.bind(nodeOf(l), now[i]!);
        }
        for (let bits = 0; bits < 1 << leaves.length; bits++) {
          expect(solver.solve(first.map((l, i) => satNegateIf(l, !bit(bits, i))))).toBe("sat");
          let state = leaves.map((_, i) => bit(bits, i));
          for (const lits of frames) {
            expect(lits.map((l) => solver.value(l))).toEqual(state);
            const now = state;
            state = next.map((l) => evaluateLit(aig, l, (n) => now[leafOf(leaves, n)]!));
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  const sizeOf = (build: (aig: Aig, leaves: Lit[]) => Lit, use: CnfUse = "both") => {
    const aig = new Aig();
    const leaves = Array.from({ length: 6 }, () => aig.leaf());
    const list = new ClauseList();
    const frame = new CnfEncoder(aig, list).frame();
    for (const l of leaves) frame.literal(l);
    const before = { variables: list.variables, clauses: list.clauses };
    frame.literal(build(aig, leaves), use);
    return [list.variables - before.variables, list.clauses - before.clauses];
  };

  it("know exclusive ors, multiplexers and wide conjunctions", () => {
    expect(sizeOf((g, [a, b]) => g.xor(a!, b!))).toEqual([1, 4]);
    expect(sizeOf((g, [a, b]) => g.iff(a!, b!))).toEqual([1, 4]);
    expect(sizeOf((g, [a, b, c]) => g.mux(a!, b!, c!))).toEqual([1, 4]);
    expect(sizeOf((g, [a, b, c]) => g.mux(a!, b!, c!), "true")).toEqual([1, 2]);
    expect(sizeOf((g, leaves) => g.andAll(leaves))).toEqual([1, 7]);
    expect(sizeOf((g, leaves) => g.orAll(leaves), "true")).toEqual([1, 1]);
    expect(sizeOf((g, leaves) => g.andAll(leaves), "true")).toEqual([1, 6]);
  });

  it("of a very deep graph need no deep stack", () => {
    const aig = new Aig();
    let l = aig.leaf();
    for (let i = 0; i < 100_000; i++) l = i % 3 === 0 ? aig.xor(l, aig.leaf()) : not(aig.and(l, aig.leaf()));
    const list = new ClauseList();
    new CnfEncoder(aig, list).frame().literal(l);
    expect(list.variables).toBeGreaterThan(200_000);
  });

  it("refuse a second meaning for a leaf", () => {
    const aig = new Aig();
    const leaf = nodeOf(aig.leaf());
    const list = new ClauseList();
    const frame = new CnfEncoder(aig, list).frame();
    frame.bind(leaf, satLit(list.newVar()));
    expect(() => frame.bind(leaf, satLit(list.newVar()))).toThrow("bound already");
  });
});

describe("a list of clauses", () => {
  it("prints itself as DIMACS and gives its clauses back", () => {
    const list = new ClauseList();
    const [a, b] = [satLit(list.newVar()), satLit(list.newVar())];
    list.addClause([a, satNot(b)]);
    list.addClause([]);
    expect(list.toDimacs()).toBe("p cnf 2 2\n1 -2 0\n0\n");
    expect([...list]).toEqual([[a, satNot(b)], []]);
    expect([...list.flat()]).toEqual([2, a, satNot(b), 0]);
  });
});

const leafOf = (leaves: readonly Lit[], node: number): number => leaves.findIndex((l) => nodeOf(l) === node);

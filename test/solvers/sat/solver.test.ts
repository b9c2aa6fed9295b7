import { describe, expect, it } from "vitest";
import { CheckedSolver } from "../../../src/checkers/checked-solver.js";
import { ClauseList } from "../../../src/logic/clause-list.js";
import { satLit, satNot } from "../../../src/logic/sat-lit.js";
import { SatSolver } from "../../../src/solvers/sat/solver.js";
import { type Clause, enumerate, pigeonhole, RandomClauses } from "./formulas.js";
import { satKernel } from "./kernel.js";

const a = satLit(0);
const b = satLit(1);
const c = satLit(2);

function solverOf(variables: number, clauses: Iterable<Clause>): SatSolver {
  const solver = new SatSolver(satKernel);
  solver.newVars(variables);
  for (const clause of clauses) solver.addClause(clause);
  return solver;
}

describe("a solver", () => {
  it("has a model of no clauses at all", () => {
    const solver = new SatSolver(satKernel);
    expect(solver.solve()).toBe("sat");
    expect(solver.newVars(3)).toBe(0);
    expect(solver.newVar()).toBe(3);
    expect(solver.solve()).toBe("sat");
  });

  it("knows that the empty clause has no model", () => {
    const solver = solverOf(1, [[]]);
    expect(solver.solve()).toBe("unsat");
    expect(solver.core()).toEqual([]);
    expect(solver.consistent).toBe(false);
  });

  it("drops repeated literals and tautologies", () => {
    const solver = solverOf(2, [
      [a, a],
      [b, satNot(b)],
      [a, b, satNot(a), b],
    ]);
    expect(solver.statistics().clauses).toBe(0);
    expect(solver.fixed(a)).toBe(true);
    expect(solver.fixed(b)).toBe(undefined);
  });

  it("takes a whole list of clauses at once", () => {
    const list = new ClauseList();
    const { variables, clauses } = pigeonhole(30);
    for (let v = 0; v < variables; v++) list.newVar();
    for (const clause of clauses) list.addClause(clause);
    const solver = new SatSolver(satKernel);
    solver.newVars(list.variables);
    solver.addClauses(list.flat());
    expect(solver.statistics().clauses).toBe(clauses.length);
    expect(solver.solve([a, satLit(30)])).toBe("unsat");
    expect(solver.core().sort()).toEqual([a, satLit(30)].sort());
  });

  it("blames only the assumptions that matter", () => {
    const solver = solverOf(3, [[satNot(a), b]]);
    expect(solver.solve([c, a, satNot(b)])).toBe("unsat");
    expect(solver.core().sort()).toEqual([a, satNot(b)].sort());
    expect(solver.failed(a)).toBe(true);
    expect(solver.failed(satNot(b))).toBe(true);
    for (const other of [satNot(a), b, c, satNot(c)]) expect(solver.failed(other)).toBe(false);
    expect(solver.solve([c, a])).toBe("sat");
    expect(solver.failed(a)).toBe(false);
  });

  it("accepts contradictory and repeated assumptions", () => {
    const solver = solverOf(2, [[a, b]]);
    expect(solver.solve([a, a, satNot(a)])).toBe("unsat");
    expect(solver.core().sort()).toEqual([a, satNot(a)].sort());
    expect([solver.failed(a), solver.failed(satNot(a))]).toEqual([true, true]);
    expect(solver.solve([b, b, b, a, a])).toBe("sat");
  });

  it("forgets temporary clauses, and reuses their activation literal", () => {
    const solver = solverOf(2, []);
    solver.addTemporary([a]);
    solver.addTemporary([b]);
    expect(solver.solve([satNot(a)])).toBe("unsat");
    expect(solver.core()).toEqual([satNot(a)]);
    const { variables } = solver.statistics();
    for (let i = 0; i < 10; i++) {
      expect(solver.solve([satNot(a), satNot(b)])).toBe("sat");
      solver.addTemporary([]);
      expect(solver.solve()).toBe("unsat");
      expect(solver.core()).toEqual([]);
      expect(solver.consistent).toBe(true);
    }
    expect(solver.statistics().variables).toBe(variables);
    expect(solver.statistics().clauses).toBe(0);
  });

  it("takes the phase it was given", () => {
    const solver = solverOf(2, [[a, b]]);
    solver.setPhase(a);
    solver.setPhase(b);
    expect(solver.solve()).toBe("sat");
    expect([solver.value(a), solver.value(b)]).toEqual([true, true]);
  });

  it("decides only what is in the domain", () => {
    const solver = solverOf(4, [[satNot(a), b]]);
    const domain = [0, 1];
    expect(solver.solve([a], { domain })).toBe("sat");
    expect(solver.value(b)).toBe(true);
    expect(solver.value(c)).toBe(undefined);
    expect(solver.solve([a, satNot(b)], { domain })).toBe("unsat");
    expect(solver.solve([a])).toBe("sat");
    expect(solver.value(c)).not.toBe(undefined);
  });

  it("counts what it did", () => {
    const { variables, clauses } = pigeonhole(6);
    const solver = solverOf(variables, clauses);
    expect(solver.solve([a], { conflicts: 1000 })).not.toBe("sat");
    expect(solver.solve()).toBe("unsat");
    const s = solver.statistics();
    expect([s.variables, s.clauses, s.calls]).toEqual([variables, clauses.length, 2]);
    expect(s.conflicts).toBeGreaterThan(100);
    expect(s.decisions).toBeGreaterThan(s.restarts);
    expect(s.propagations).toBeGreaterThan(s.conflicts);
    expect(s.propagations).toBe(solver.propagations);
    expect(s.learned + s.forgotten).toBeLessThanOrEqual(s.conflicts);
    expect(s.learned + s.forgotten).toBeGreaterThan(0);
    expect(s.memory).toBeGreaterThan(0);
  });

  it("begins anew after a reset", () => {
    const { variables, clauses } = pigeonhole(5);
    const solver = solverOf(variables, clauses);
    expect(solver.solve()).toBe("unsat");
    solver.reset();
    expect(solver.statistics().variables).toBe(0);
    expect(solver.newVars(2)).toBe(0);
    solver.addClause([a, b]);
    expect(solver.solve([satNot(a)])).toBe("sat");
    expect(solver.value(b)).toBe(true);
  });

  it("cannot be used after it was disposed of", () => {
    const solver = new SatSolver(satKernel);
    solver.dispose();
    expect(() => solver.newVar()).toThrow("disposed");
  });
});

describe("limits", () => {
  const hard = pigeonhole(9);

  it("stop at a number of conflicts or propagations, and the solver goes on afterwards", () => {
    const { variables, clauses } = pigeonhole(6);
    const solver = solverOf(variables, clauses);
    expect(solver.solve([], { conflicts: 5 })).toBe("unknown");
    expect(solver.unknownReason).toBe("conflicts");
    expect(solver.solve([], { propagations: 10 })).toBe("unknown");
    expect(solver.unknownReason).toBe("propagations");
    expect(solver.solve()).toBe("unsat");
    expect(solver.unknownReason).toBe(null);
  });

  it("stop when the host says so", () => {
    let questions = 0;
    const shouldStop = () => (++questions > 3 ? "cancelled" : null);
    const solver = new SatSolver(satKernel, { shouldStop });
    solver.newVars(hard.variables);
    for (const clause of hard.clauses) solver.addClause(clause);
    expect(solver.solve()).toBe("unknown");
    expect(solver.unknownReason).toBe("cancelled");
    expect(questions).toBe(4);
  });

  it("turn too little memory into an answer", () => {
    const solver = new SatSolver(satKernel, { memoryLimit: 400_000 });
    solver.newVars(hard.variables);
    for (const clause of hard.clauses) solver.addClause(clause);
    expect(solver.solve()).toBe("unknown");
    expect(solver.unknownReason).toBe("memory");
    const small = new SatSolver(satKernel, { memoryLimit: 100_000 });
    small.newVars(100_000);
    small.addClause([a, b]);
    expect(small.solve()).toBe("unknown");
    expect(small.unknownReason).toBe("memory");
    small.reset();
    small.newVars(2);
    small.addClause([a, b]);
    expect(small.solve()).toBe("sat");
  });
});

describe("memory", () => {
  // The whole of wasm32's 4 GiB takes a while: FAIRLEAD_SAT_MEMORY=4294901760 is a campaign, not a test.
  const limit = Number(process.env.FAIRLEAD_SAT_MEMORY ?? 64 << 20);

  it("grows in place up to the limit; running out is an answer, and a reset makes the solver usable again", () => {
    const solver = new SatSolver(satKernel, { memoryLimit: limit });
    const variables = 1000;
    const width = 200;
    let added = 0;
    const fill = (): number => {
      solver.newVars(variables);
      const random = new RandomClauses(5);
      // Each variable is positive in every clause: all true is a model as long as every clause has found room.
      const batch: number[] = [];
      for (let k = 0; k < 50; k++) {
        const start = random.below(variables);
        batch.push(width, ...Array.from({ length: width }, (_, i) => satLit((start + i) % variables)));
      }
      const flat = Int32Array.from(batch);
      for (let rounds = 1; ; rounds++) {
        solver.addClauses(flat);
        if ((rounds & (rounds - 1)) !== 0) continue;
        const { memory } = solver.statistics();
        expect(memory).toBeLessThanOrEqual(limit);
        if (solver.solve() === "unknown") return memory;
        added = rounds * 50;
        expect(solver.value(a)).not.toBe(undefined);
      }
    };
    const peak = fill();
    expect(solver.unknownReason).toBe("memory");
    expect(peak).toBeGreaterThan(limit / 8);
    expect(added * width * 4).toBeGreaterThan(limit / 8);
    solver.reset();
    expect(fill()).toBe(peak);
  });

  it("that ends while eliminated variables come back makes no clause of theirs forgotten: unknown, never satisfiable", () => {
    const chain = 130; // each variable implies the next one
    const others = Array.from({ length: 12 }, (_, i) => chain + i);
    const results = new Set<string>();
    for (let memoryLimit = 60_000; memoryLimit < 140_000; memoryLimit += 4096) {
      const solver = new SatSolver(satKernel, { memoryLimit });
      for (let filling = 0; filling < 400; filling += 20) {
        solver.reset();
        solver.newVars(chain + others.length);
        for (let v = 0; v + 1 < chain; v++) solver.addClause([satNot(satLit(v)), satLit(v + 1)]);
        solver.eliminate(others);
        for (let k = 0; k < filling; k++)
          solver.addClause(others.map((v, i) => (i > 0 && (k >> (i % 10)) % 2 === 1 ? satNot(satLit(v)) : satLit(v))));
        expect(solver.solve()).not.toBe("unsat");
        solver.addClause([satLit(0)]);
        solver.addClause([satNot(satLit(chain - 1))]);
        results.add(solver.solve());
      }
    }
    expect([...results].sort()).toEqual(["unknown", "unsat"]);
  });

  it("that does not suffice for a variable is an answer, also where clauses mention it after an elimination", () => {
    const solver = new SatSolver(satKernel, { memoryLimit: 200_000 });
    solver.newVars(20);
    for (let v = 0; v + 1 < 20; v++) solver.addClause([satNot(satLit(v)), satLit(v + 1)]);
    solver.eliminate();
    const far = solver.newVars(1_000_000) + 999_999;
    solver.addClause([satLit(far), a, b]);
    solver.addClause([satLit(far), a, b, satLit(2)]);
    expect(solver.solve([satLit(far)])).toBe("unknown");
    expect(solver.unknownReason).toBe("memory");
  });

  it("stays where it is over thousands of calls with temporary clauses", () => {
    const random = new RandomClauses(11);
    const variables = 60;
    const solver = solverOf(
      variables,
      Array.from({ length: 150 }, () => random.clause(variables, 3)),
    );
    const call = () => {
      for (let n = 0; n < 3; n++) solver.addTemporary(random.clause(variables, 1 + random.below(6)));
      solver.solve(random.clause(variables, 5));
    };
    for (let n = 0; n < 2000; n++) call();
    const { memory, variables: made } = solver.statistics();
    for (let n = 0; n < 6000; n++) call();
    expect(solver.statistics().variables).toBe(made);
    expect(solver.statistics().memory).toBeLessThanOrEqual(2 * memory);
  });
});

describe("elimination", () => {
  it("leaves nothing for a second one, subsumed resolvents neither", () => {
    const random = new RandomClauses(34);
    let eliminated = 0;
    for (let round = 0; round < 10; round++) {
      const clauses = Array.from({ length: 450 }, () => random.clause(200, 2 + random.below(3)));
      const solver = solverOf(200, clauses);
      solver.eliminate();
      const once = solver.statistics();
      solver.eliminate();
      const twice = solver.statistics();
      expect([twice.eliminated, twice.clauses, twice.fixed]).toEqual([once.eliminated, once.clauses, once.fixed]);
      eliminated += once.eliminated;
    }
    expect(eliminated).toBeGreaterThan(500);
  });
});

describe("vivification", () => {
  it("shortens learned clauses, with every step in the proof, and the answers stay", () => {
    const random = new RandomClauses(21);
    let refuted = 0;
    let shortened = 0;
    for (let round = 0; round < 12; round++) {
      const variables = 100;
      const clauses = Array.from({ length: 440 }, () => random.clause(variables, 3));
      const solver = new CheckedSolver(satKernel);
      solver.newVars(variables);
      for (const clause of clauses) solver.addClause(clause);
      const plain = solverOf(variables, clauses);
      for (let step = 0; step < 5; step++) {
        const assumptions = random.clause(variables, 2);
        const answer = solver.solve(assumptions);
        expect(plain.solve(assumptions)).toBe(answer);
        solver.vivify();
        plain.vivify();
        if (answer === "unsat") refuted++;
      }
      shortened += plain.statistics().vivified;
    }
    expect(refuted).toBeGreaterThan(20);
    expect(shortened).toBeGreaterThan(100);
  });
});

describe("core minimisation", () => {
  it("leaves a core without needless literals", () => {
    const random = new RandomClauses(7);
    for (let round = 0; round < 200; round++) {
      const variables = 8;
      const clauses = Array.from({ length: 12 }, () => random.clause(variables, 2 + random.below(2)));
      const assumptions = Array.from({ length: 6 }, (_, v) => satLit(v, random.chance(0.5)));
      const solver = solverOf(variables, clauses);
      if (solver.solve(assumptions) !== "unsat") continue;
      const first = solver.core();
      const core = solver.minimizeCore();
      for (const l of core) expect(first).toContain(l);
      expect(enumerate(variables, [...clauses, ...core.map((l) => [l])])).toBe(undefined);
      for (const l of core) {
        const others = core.filter((m) => m !== l).map((m) => [m]);
        expect(enumerate(variables, [...clauses, ...others])).not.toBe(undefined);
      }
    }
  });
});

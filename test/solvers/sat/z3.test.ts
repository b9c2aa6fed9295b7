import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { init } from "z3-solver";
import { CheckedSolver } from "../../../src/checkers/checked-solver.js";
import { ClauseList } from "../../../src/logic/clause-list.js";
import { satNot } from "../../../src/logic/sat-lit.js";
import { SatSolver } from "../../../src/solvers/sat/solver.js";
import { type Clause, RandomClauses } from "./formulas.js";
import { satKernel } from "./kernel.js";

type Z3 = Awaited<ReturnType<typeof init>>;

/** Formulas too large for enumeration: Z3 says what is right. */
describe("random formulas against Z3", () => {
  let z3: Z3;
  let context: ReturnType<Z3["Z3"]["mk_context"]>;

  beforeAll(async () => {
    z3 = await init();
    context = z3.Z3.mk_context(z3.Z3.mk_config());
  });

  afterAll(() => z3.em.PThread.terminateAllThreads());

  const ask = async (variables: number, clauses: readonly Clause[]): Promise<string> => {
    const list = new ClauseList();
    for (let v = 0; v < variables; v++) list.newVar();
    for (const clause of clauses) list.addClause(clause);
    const { Z3 } = z3;
    const solver = Z3.mk_simple_solver(context);
    Z3.solver_inc_ref(context, solver);
    Z3.solver_from_string(context, solver, list.toDimacs());
    const answer = await Z3.solver_check(context, solver);
    Z3.solver_dec_ref(context, solver);
    return answer > 0 ? "sat" : answer < 0 ? "unsat" : "unknown";
  };

  it("agree near the threshold of 3-SAT, with proofs", async () => {
    const random = new RandomClauses(3);
    const seen = { sat: 0, unsat: 0 };
    for (let round = 0; round < 40; round++) {
      const variables = 60 + random.below(60);
      const clauses = Array.from({ length: Math.round(variables * 4.3) }, () => random.clause(variables, 3));
      const solver = new CheckedSolver(satKernel);
      solver.newVars(variables);
      for (const clause of clauses) solver.addClause(clause);
      const result = solver.solve();
      expect(result).toBe(await ask(variables, clauses));
      if (result === "sat")
        for (const clause of clauses) expect(clause.some((l) => solver.value(l) === true)).toBe(true);
      seen[result === "sat" ? "sat" : "unsat"]++;
    }
    expect(seen.sat).toBeGreaterThan(5);
    expect(seen.unsat).toBeGreaterThan(5);
  });

  it("agree under assumptions and temporary clauses on one solver, vivified and eliminated in between, cores included", async () => {
    const random = new RandomClauses(4);
    const variables = 80;
    const clauses = Array.from({ length: 250 }, () => random.clause(variables, 3));
    const solver = new SatSolver(satKernel);
    solver.newVars(variables);
    for (const clause of clauses) solver.addClause(clause);
    for (let round = 0; round < 60; round++) {
      const clause = random.clause(variables, 4);
      clauses.push(clause);
      if (round % 5 === 2) solver.vivify();
      if (round % 20 === 7) solver.eliminate();
      solver.addClause(clause);
      const temporary = random.clause(variables, 1 + random.below(4));
      solver.addTemporary(temporary);
      const assumptions = random.clause(variables, 8);
      const result = solver.solve(assumptions);
      const units = (lits: Clause) => lits.map((l) => [l]);
      expect(result).toBe(await ask(variables, [...clauses, temporary, ...units(assumptions)]));
      if (result === "sat") {
        for (const c of [...clauses, temporary, ...units(assumptions)])
          expect(c.some((l) => solver.value(l) === true)).toBe(true);
        expect(assumptions.some((l) => solver.value(satNot(l)))).toBe(false);
      } else expect(await ask(variables, [...clauses, temporary, ...units(solver.core())])).toBe("unsat");
    }
  });
});

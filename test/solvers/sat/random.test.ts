import { describe, expect, it } from "vitest";
import { CheckedSolver } from "../../../src/checkers/checked-solver.js";
import { satLit } from "../../../src/logic/sat-lit.js";
import { SatSolver } from "../../../src/solvers/sat/solver.js";
import { type Clause, enumerate, RandomClauses } from "./formulas.js";
import { satKernel } from "./kernel.js";

/** Multiplies the work; for campaigns longer than a test run. */
const EFFORT = Number(process.env.FAIRLEAD_SAT_EFFORT ?? 1);

interface Solver {
  newVars(n: number): number;
  addClause(lits: Clause): void;
  eliminate(frozen: readonly number[]): void;
  vivify(propagations?: number): void;
  value(lit: Clause[number]): boolean | undefined;
  core(): Clause;
}

const satisfied = (solver: Solver, clause: Clause) => clause.some((l) => solver.value(l) === true);

describe("random formulas against enumeration", () => {
  it("agree one by one, and refutations are proved", () => {
    const random = new RandomClauses(1);
    for (let round = 0; round < 1500 * EFFORT; round++) {
      const variables = 1 + random.below(10);
      const clauses = Array.from({ length: random.below(5 * variables) }, () =>
        random.clause(variables, 1 + random.below(4)),
      );
      const solver = new CheckedSolver(satKernel);
      solver.newVars(variables);
      for (const clause of clauses) solver.addClause(clause);
      if (random.chance(0.5)) solver.eliminate();
      const result = solver.solve();
      expect(result).toBe(enumerate(variables, clauses) === undefined ? "unsat" : "sat");
      if (result === "sat") for (const clause of clauses) expect(satisfied(solver, clause)).toBe(true);
      else expect(solver.core()).toEqual([]);
    }
  });
});

describe("long scripts on one solver against enumeration", () => {
  it("agree with clauses, temporary clauses, assumptions, domains and budgets that run out", () => {
    for (let seed = 1; seed <= 8 * EFFORT; seed++) plainScript(new RandomClauses(seed), 10, 500);
  });

  it("agree with every refutation proved", () => {
    for (let seed = 1; seed <= 5 * EFFORT; seed++) checkedScript(new RandomClauses(100 + seed), 10, 400);
  });
});

/** What one call of a script is about. */
interface Query {
  readonly temporary: readonly Clause[];
  readonly assumptions: Clause;
}

function randomQuery(random: RandomClauses, variables: number): Query {
  const temporary = random.chance(0.5)
    ? Array.from({ length: 1 + random.below(2) }, () => random.clause(variables, random.below(4)))
    : [];
  return { temporary, assumptions: random.clause(variables, random.below(5)) };
}

/** Every answer against enumeration, every model evaluated, every core solved again. */
function checkAnswer(
  solver: Solver,
  result: string,
  variables: number,
  clauses: readonly Clause[],
  query: Query,
): void {
  const { temporary, assumptions } = query;
  const given = [...clauses, ...temporary, ...assumptions.map((l) => [l])];
  expect(result).toBe(enumerate(variables, given) === undefined ? "unsat" : "sat");
  if (result === "sat") for (const clause of given) expect(satisfied(solver, clause)).toBe(true);
  else {
    const core = solver.core();
    for (const l of core) expect(assumptions).toContain(l);
    expect(enumerate(variables, [...clauses, ...temporary, ...core.map((l) => [l])])).toBe(undefined);
  }
}

/** Adds clauses; sometimes variables are eliminated, and come back when later steps mention them, or clauses vivified. */
function addSome(random: RandomClauses, variables: number, solver: Solver, clauses: Clause[]): void {
  if (random.chance(0.1)) solver.eliminate([random.below(variables), random.below(variables)]);
  if (random.chance(0.2)) solver.vivify();
  for (let n = random.below(3); n > 0; n--) {
    const clause = random.clause(variables, 2 + random.below(3));
    clauses.push(clause);
    solver.addClause(clause);
  }
}

function plainScript(random: RandomClauses, variables: number, steps: number): void {
  let stop = false;
  const solver = new SatSolver(satKernel, { shouldStop: () => (stop ? "cancelled" : null) });
  solver.newVars(variables);
  const all = Array.from({ length: variables }, (_, v) => v);
  let clauses: Clause[] = [];
  for (let step = 0; step < steps; step++) {
    addSome(random, variables, solver, clauses);
    const query = randomQuery(random, variables);
    for (const clause of query.temporary) solver.addTemporary(clause);
    const domain = random.chance(0.3) ? all : undefined;
    const small = random.chance(0.3);
    stop = random.chance(0.1);
    const limits = small ? { conflicts: random.below(3), propagations: 1 + random.below(30) } : {};
    const result = solver.solve(query.assumptions, { ...(domain && { domain }), ...limits });
    if (result === "unknown") {
      expect(["conflicts", "propagations", "cancelled"]).toContain(solver.unknownReason);
      expect(small || stop).toBe(true);
    } else {
      checkAnswer(solver, result, variables, clauses, query);
      if (result === "unsat")
        for (const l of all.flatMap((v) => [satLit(v), satLit(v, true)]))
          expect(solver.failed(l)).toBe(solver.core().includes(l));
    }
    for (let v = 0; v < variables; v++)
      if (solver.fixed(satLit(v)) !== undefined) {
        const other = satLit(v, solver.fixed(satLit(v)) === true);
        expect(enumerate(variables, [...clauses, [other]])).toBe(undefined);
      }
    if (!solver.consistent) {
      solver.reset();
      solver.newVars(variables);
      clauses = [];
    }
  }
}

function checkedScript(random: RandomClauses, variables: number, steps: number): void {
  let solver = new CheckedSolver(satKernel);
  solver.newVars(variables);
  let clauses: Clause[] = [];
  for (let step = 0; step < steps; step++) {
    addSome(random, variables, solver, clauses);
    const query = randomQuery(random, variables);
    const result = solver.solveWith(query.temporary, query.assumptions);
    checkAnswer(solver, result, variables, clauses, query);
    if (solver.consistent) continue;
    solver.dispose();
    solver = new CheckedSolver(satKernel);
    solver.newVars(variables);
    clauses = [];
  }
}

import { ClauseList } from "../logic/clause-list.js";
import type { SatLit } from "../logic/sat-lit.js";
import { type SatLimits, type SatResult, SatSolver } from "../solvers/sat/solver.js";
import type { Oracle } from "./frames.js";

/** A query is hard after so many conflicts. */
const EASY = 50;

/**
 * Decides the queries of certificates with our own kernel. Most are easy, and share what was learned. A hard one is
 * solved by itself: with assumptions as clauses, without what it does not speak of and with variables eliminated it takes a
 * tenth of the time or less.
 */
export class KernelOracle extends ClauseList implements Oracle {
  private readonly together: SatSolver;
  private alone: SatSolver | null = null;
  private last: SatSolver;

  constructor(
    private readonly module: WebAssembly.Module,
    private readonly limits: SatLimits = {},
  ) {
    super();
    this.together = new SatSolver(module, limits);
    this.last = this.together;
  }

  override newVar(): number {
    super.newVar();
    return this.together.newVar();
  }

  override addClause(lits: readonly SatLit[]): void {
    super.addClause(lits);
    this.together.addClause(lits);
  }

  solve(assumptions: readonly SatLit[]): SatResult {
    this.last = this.together;
    const answer = this.together.solve(assumptions, { conflicts: EASY });
    if (answer !== "unknown" || this.together.unknownReason !== "conflicts") return answer;
    // What some of the clauses exclude all of them do; only all have models.
    const alone = this.byItself(assumptions, this.defining(assumptions));
    return alone === "sat" ? this.byItself(assumptions, this.flat()) : alone;
  }

  value(l: SatLit): boolean | undefined {
    return this.last.value(l);
  }

  private byItself(assumptions: readonly SatLit[], clauses: Int32Array): SatResult {
    this.alone ??= new SatSolver(this.module, this.limits);
    const solver = this.alone;
    this.last = solver;
    solver.reset();
    solver.newVars(this.variables);
    solver.addClauses(clauses);
    for (const l of assumptions) solver.addClause([l]);
    solver.eliminate();
    return solver.solve();
  }
}

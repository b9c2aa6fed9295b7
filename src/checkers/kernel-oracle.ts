import { ClauseList } from "../logic/clause-list.js";
import type { SatLit } from "../logic/sat-lit.js";
import { type SatLimits, type SatResult, SatSolver } from "../solvers/sat/solver.js";
import type { Oracle } from "./frames.js";

const EASY = 50; // conflicts

/**
 * Decides the queries of certificates with our own kernel. Most are easy, and share what was learned. A hard one is solved by
 * itself, by clauses that define what it speaks of, with variables eliminated: that takes a tenth of the time or less.
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
    // What some of the clauses exclude all of them do.
    const some = this.byItself(assumptions, this.defining(assumptions));
    return some === "sat" ? this.byItself(assumptions, this.flat()) : some;
  }

  value(l: SatLit): boolean | undefined {
    return this.last.value(l);
  }

  private byItself(assumptions: readonly SatLit[], clauses: Int32Array): SatResult {
    this.alone ??= new SatSolver(this.module, this.limits);
    this.last = this.alone;
    this.last.reset();
    this.last.newVars(this.variables);
    this.last.addClauses(clauses);
    for (const l of assumptions) this.last.addClause([l]);
    this.last.eliminate();
    return this.last.solve();
  }
}

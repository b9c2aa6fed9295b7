import type { ClauseSink } from "../logic/clause-list.js";
import { type SatLit, satNot } from "../logic/sat-lit.js";
import { type SatLimits, type SatResult, SatSolver, type SolveOptions } from "../solvers/sat/solver.js";
import { LratChecker, ProofError } from "./check-lrat.js";

/**
 * A SAT solver whose 'unsat' answers need not be believed: each one is derived again, step by step, by `LratChecker`.
 * An answer that does not follow is a `ProofError`, never a result. Models are the caller's to evaluate.
 */
export class CheckedSolver implements ClauseSink, Disposable {
  private readonly checker = new LratChecker();
  private readonly solver: SatSolver;

  constructor(module: WebAssembly.Module, limits: Omit<SatLimits, "proof"> = {}) {
    this.solver = new SatSolver(module, { ...limits, proof: (words) => this.checker.feed(words) });
  }

  newVar(): number {
    return this.solver.newVar();
  }

  newVars(n: number): number {
    return this.solver.newVars(n);
  }

  addClause(lits: readonly SatLit[]): void {
    this.checker.addInput(lits);
    this.solver.addClause(lits);
  }

  /** See `SatSolver.eliminate`. */
  eliminate(frozen: readonly number[] = []): void {
    this.solver.eliminate(frozen);
  }

  /** See `SatSolver.vivify`. */
  vivify(propagations?: number): void {
    this.solver.vivify(propagations);
  }

  solve(assumptions: readonly SatLit[] = [], options: SolveOptions = {}): SatResult {
    return this.solveWith([], assumptions, options);
  }

  /** `temporary` clauses hold in this call only. */
  solveWith(
    temporary: readonly (readonly SatLit[])[],
    assumptions: readonly SatLit[],
    options: SolveOptions = {},
  ): SatResult {
    const activation = this.addTemporaries(temporary);
    const result = this.solver.solve(assumptions, options);
    if (result !== "unsat") return result;
    const core = this.solver.core();
    for (const l of core) if (!assumptions.includes(l)) throw new ProofError(`${l} is in the core, but not assumed`);
    if (!this.checker.proves(activation === undefined ? core : [...core, activation]))
      throw new ProofError("the log does not conclude that the assumptions fail");
    return result;
  }

  private addTemporaries(temporary: readonly (readonly SatLit[])[]): SatLit | undefined {
    let activation: SatLit | undefined;
    for (const clause of temporary) {
      this.solver.addTemporary(clause);
      activation = this.solver.activation;
      if (activation !== undefined) this.checker.addInput([...clause, satNot(activation)]);
    }
    return activation;
  }

  value(lit: SatLit): boolean | undefined {
    return this.solver.value(lit);
  }

  core(): SatLit[] {
    return this.solver.core();
  }

  get consistent(): boolean {
    return this.solver.consistent;
  }

  get unknownReason() {
    return this.solver.unknownReason;
  }

  dispose(): void {
    this.solver.dispose();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}

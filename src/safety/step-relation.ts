import type { Lit } from "../logic/lit.js";
import type { Clause } from "./cube.js";
import type { SolverHost } from "./host.js";
import { StepSolver } from "./step-solver.js";
import type { TransitionSystem } from "./transition-system.js";

/**
 * The steps that a query may take: the system's, its constraints, and facts that were learned on the way (clauses on
 * latches that hold in all states of interest, conditions on steps). Makes the solvers that hold all of this.
 */
export class StepRelation implements Disposable {
  private readonly facts: Clause[] = [];
  private readonly conditions: Lit[] = [];
  private readonly defined: Lit[];
  private readonly idle: StepSolver[] = [];
  private readonly all = new Set<StepSolver>();
  private bare: StepSolver | null = null;
  private readonly meter = { propagations: 0 };

  constructor(
    readonly system: TransitionSystem,
    private readonly host: SolverHost,
  ) {
    this.defined = [...system.next, ...system.constraints];
  }

  /** From now on solvers know the literal's definition, so that it can be asked about. */
  define(l: Lit): void {
    this.defined.push(l);
    this.bare?.encode(l);
  }

  /** From now on states satisfy the clause. Solvers in use are not told. */
  addFact(clause: Clause): void {
    this.facts.push(clause);
  }

  /** From now on steps satisfy the literal. Solvers in use are not told. */
  addCondition(l: Lit): void {
    this.conditions.push(l);
  }

  /** A solver that holds one step. */
  solver(): StepSolver {
    const solver = this.withDefinitions();
    for (const c of this.system.constraints) solver.require(c);
    for (const c of this.conditions) solver.require(c);
    for (const f of this.facts) solver.addClause(f);
    return solver;
  }

  /** A solver that holds the definitions only: nothing is assumed. Shared. */
  functions(): StepSolver {
    this.bare ??= this.withDefinitions();
    return this.bare;
  }

  /** The solver may be used again for something else. */
  release(solver: StepSolver): void {
    this.idle.push(solver);
  }

  /** Work done so far by all solvers, in propagations. */
  spent(): number {
    return this.meter.propagations;
  }

  [Symbol.dispose](): void {
    for (const solver of this.all) solver[Symbol.dispose]();
    this.all.clear();
  }

  private withDefinitions(): StepSolver {
    const solver = this.emptySolver();
    for (const l of this.defined) solver.encode(l);
    return solver;
  }

  private emptySolver(): StepSolver {
    const idle = this.idle.pop();
    if (idle !== undefined) {
      idle.clear();
      return idle;
    }
    const fresh = new StepSolver(this.system, this.host, this.meter);
    this.all.add(fresh);
    return fresh;
  }
}

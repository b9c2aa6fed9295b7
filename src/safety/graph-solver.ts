import { goOn, Stopped } from "../limits/stopped.js";
import type { ReadonlyAig } from "../logic/aig.js";
import { CnfEncoder, type CnfFrame } from "../logic/cnf.js";
import type { Lit } from "../logic/lit.js";
import type { SatLit } from "../logic/sat-lit.js";
import { SatSolver } from "../solvers/sat/solver.js";
import { type SolverHost, stopReason } from "./host.js";

/** A solver for literals of a growing graph: nodes become clauses when something that needs them is asked for. */
export class GraphSolver implements Disposable {
  private readonly sat: SatSolver;
  private readonly frame: CnfFrame;

  constructor(
    graph: ReadonlyAig,
    private readonly host: SolverHost,
  ) {
    this.sat = new SatSolver(host.kernels.sat, host);
    this.frame = new CnfEncoder(graph, this.sat).frame();
  }

  /** The disjunction holds from now on. */
  addClause(lits: readonly Lit[]): void {
    this.sat.addClause(lits.map((l) => this.frame.literal(l, "true")));
  }

  require(l: Lit): void {
    this.addClause([l]);
  }

  solve(assumptions: readonly Lit[]): boolean {
    goOn(this.host);
    return this.ask(assumptions.map((l) => this.frame.literal(l, "true")));
  }

  /** The same, with so many propagations at most; null when they were too few. */
  attempt(assumptions: readonly Lit[], propagations: number): boolean | null {
    goOn(this.host);
    return this.tryFor(
      assumptions.map((l) => this.frame.literal(l, "true")),
      propagations,
    );
  }

  /** The clauses hold in this call only. */
  solveUnder(assumptions: readonly Lit[], clauses: readonly (readonly Lit[])[]): boolean {
    const all = clauses.map((c) => c.map((l) => this.frame.literal(l, "true")));
    const assumed = assumptions.map((l) => this.frame.literal(l, "true"));
    goOn(this.host); // clauses that wait for a call that never comes would meddle with the next one
    for (const c of all) this.sat.addTemporary(c);
    return this.ask(assumed);
  }

  /** The value of a leaf in the last model; false when it is open. */
  holds(leaf: Lit): boolean {
    const l = this.frame.known(leaf);
    return l !== undefined && this.sat.value(l) === true;
  }

  /** Whether the last answer "no" needed the assumption. */
  failed(assumption: Lit): boolean {
    const l = this.frame.known(assumption);
    return l !== undefined && this.sat.failed(l);
  }

  spent(): number {
    return this.sat.propagations;
  }

  [Symbol.dispose](): void {
    this.sat.dispose();
  }

  private ask(assumptions: readonly SatLit[]): boolean {
    return this.tryFor(assumptions, Number.POSITIVE_INFINITY) === true;
  }

  private tryFor(assumptions: readonly SatLit[], propagations: number): boolean | null {
    const result = this.sat.solve(assumptions, { propagations });
    if (result !== "unknown") return result === "sat";
    if (this.sat.unknownReason === "propagations") return null;
    throw new Stopped(stopReason(this.sat.unknownReason));
  }
}

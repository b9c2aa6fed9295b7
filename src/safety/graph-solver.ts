import type { Aig } from "../logic/aig.js";
import { type Lit, nodeOf } from "../logic/lit.js";
import { type SatLit, satLit, satNegateIf } from "../logic/sat-lit.js";
import { SatSolver } from "../solvers/sat/solver.js";
import { Stopped, type SolverHost, stopReason } from "./host.js";

/** A solver for literals of a growing graph: nodes become variables when something that needs them is asked for. */
export class GraphSolver implements Disposable {
  private readonly sat: SatSolver;
  // By node: its variable, or 0. Variable 0 is the constant.
  private variables = new Int32Array(64);

  constructor(
    private readonly graph: Aig,
    host: SolverHost,
  ) {
    this.sat = new SatSolver(host.module, { memory: host.memory, shouldStop: host.shouldStop });
    this.sat.newVar();
    this.sat.addClause([satLit(0, true)]);
  }

  /** The disjunction holds from now on. */
  addClause(lits: readonly Lit[]): void {
    this.sat.addClause(lits.map((l) => this.lit(l)));
  }

  require(l: Lit): void {
    this.addClause([l]);
  }

  solve(assumptions: readonly Lit[]): boolean {
    const result = this.sat.solve(assumptions.map((l) => this.lit(l)));
    if (result === "unknown") throw new Stopped(stopReason(this.sat.unknownReason));
    return result === "sat";
  }

  /** The clauses hold in this call only. */
  solveUnder(assumptions: readonly Lit[], clauses: readonly (readonly Lit[])[]): boolean {
    // Definitions first: what is added after a temporary clause would end it.
    const mapped = clauses.map((c) => c.map((l) => this.lit(l)));
    const assumed = assumptions.map((l) => this.lit(l));
    for (const c of mapped) this.sat.addTemporary(c);
    const result = this.sat.solve(assumed);
    if (result === "unknown") throw new Stopped(stopReason(this.sat.unknownReason));
    return result === "sat";
  }

  /** In the last model; false when it is left open, or was never asked for. */
  holds(l: Lit): boolean {
    const v = nodeOf(l) < this.variables.length ? this.variables[nodeOf(l)]! : 0;
    if (v === 0) return nodeOf(l) === 0 && (l & 1) === 1;
    return this.sat.value(satLit(v, (l & 1) === 1)) === true;
  }

  /** Whether the last answer "no" needed the assumption. */
  failed(l: Lit): boolean {
    return this.sat.failed(this.lit(l));
  }

  spent(): number {
    return this.sat.statistics().propagations;
  }

  [Symbol.dispose](): void {
    this.sat.dispose();
  }

  private lit(l: Lit): SatLit {
    const n = nodeOf(l);
    if (n === 0) return satLit(0, (l & 1) === 1);
    if (n >= this.variables.length || this.variables[n] === 0) this.encode(n);
    return satNegateIf(satLit(this.variables[n]!), (l & 1) === 1);
  }

  private encode(root: number): void {
    const { graph, sat } = this;
    if (this.variables.length < graph.size) {
      const grown = new Int32Array(2 * graph.size);
      grown.set(this.variables);
      this.variables = grown;
    }
    const pending = [root];
    const fresh: number[] = [];
    while (pending.length > 0) {
      const n = pending.pop()!;
      if (n === 0 || this.variables[n] !== 0) continue;
      this.variables[n] = sat.newVar();
      if (!graph.isGate(n)) continue;
      fresh.push(n);
      pending.push(nodeOf(graph.fanin0(n)), nodeOf(graph.fanin1(n)));
    }
    for (const n of fresh) {
      const g = satLit(this.variables[n]!);
      const a = this.lit(graph.fanin0(n));
      const b = this.lit(graph.fanin1(n));
      sat.addClause([satNegateIf(g, true), a]);
      sat.addClause([satNegateIf(g, true), b]);
      sat.addClause([g, satNegateIf(a, true), satNegateIf(b, true)]);
    }
  }
}


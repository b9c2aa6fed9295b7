import { type Lit, nodeOf, not } from "../logic/lit.js";
import type { SatLit } from "../logic/sat-lit.js";
import { SatSolver } from "../solvers/sat/solver.js";
import type { Clause } from "./cube.js";
import { type SolverHost, Stopped, stopReason } from "./host.js";
import type { TransitionSystem } from "./transition-system.js";

/**
 * The steps that a query may take: the system's, its constraints, and facts that were learned on the way (clauses on
 * latches that hold in all states of interest, conditions on steps). Makes the solvers that hold all of this.
 */
export class Relation implements Disposable {
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

  /** What every step must satisfy, beyond stepping: lifted states keep it. */
  get stepConditions(): readonly Lit[] {
    return this.system.constraints;
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

/**
 * A solver whose variables are the nodes of a system's graph: one step, from latches to next functions. The solver
 * takes one variable for itself when it first needs one: later nodes are shifted by one.
 */
export class StepSolver implements Disposable {
  private readonly sat: SatSolver;
  // Nodes that have a variable, and the first of them that is shifted.
  private variables = 0;
  private shiftedFrom = Number.POSITIVE_INFINITY;
  // By node: 1 once its definition is there.
  private encoded = new Uint8Array(0);

  constructor(
    private readonly system: TransitionSystem,
    private readonly host: SolverHost,
    private readonly meter: { propagations: number },
  ) {
    this.sat = new SatSolver(host.module, { memory: host.memory, shouldStop: host.shouldStop });
    this.grow();
  }

  /** Adds the definition of a literal. */
  encode(root: Lit): void {
    this.grow();
    const { graph } = this.system;
    const pending = [nodeOf(root)];
    while (pending.length > 0) {
      const n = pending.pop()!;
      if (this.encoded[n] === 1) continue;
      this.encoded[n] = 1;
      if (!graph.isGate(n)) continue;
      const a = graph.fanin0(n);
      const b = graph.fanin1(n);
      const g = (2 * n) as Lit;
      this.add([not(g), a]);
      this.add([not(g), b]);
      this.add([g, not(a), not(b)]);
      pending.push(nodeOf(a), nodeOf(b));
    }
  }

  /** The literal holds from now on. */
  require(l: Lit): void {
    this.encode(l);
    this.add([l]);
  }

  addClause(lits: readonly Lit[]): void {
    this.add(lits);
  }

  /** Satisfiable? */
  solve(assumptions: readonly Lit[]): boolean {
    // The solver itself asks only in long searches; there are many short ones.
    const why = this.host.shouldStop();
    if (why !== null) throw new Stopped(why);
    const before = this.sat.propagations;
    const result = this.sat.solve(this.translate(assumptions));
    this.meter.propagations += this.sat.propagations - before;
    if (result === "unknown") throw new Stopped(stopReason(this.sat.unknownReason));
    return result === "sat";
  }

  /** Satisfiable together with a clause that holds in this call only? */
  solveUnder(assumptions: readonly Lit[], clause: readonly Lit[]): boolean {
    if (this.shiftedFrom > this.variables) this.shiftedFrom = this.variables;
    this.sat.addTemporary(this.translate(clause));
    return this.solve(assumptions);
  }

  /** In the last model: 1 true, -1 false, 0 open. */
  value(l: Lit): number {
    const value = this.sat.value(this.variable(l));
    return value === undefined ? 0 : value ? 1 : -1;
  }

  /** Whether the last answer "no" needed the assumption. */
  failed(l: Lit): boolean {
    return this.sat.failed(this.variable(l));
  }

  /** The state of the last model; what it leaves open is 0. */
  latches(): Uint8Array {
    return Uint8Array.from({ length: this.system.latchCount }, (_, i) =>
      this.value(this.system.latch(i)) > 0 ? 1 : 0,
    );
  }

  inputs(): Uint8Array {
    return Uint8Array.from({ length: this.system.inputCount }, (_, i) =>
      this.value(this.system.input(i)) > 0 ? 1 : 0,
    );
  }

  /** Forgets all clauses. */
  clear(): void {
    this.sat.reset();
    this.variables = 0;
    this.shiftedFrom = Number.POSITIVE_INFINITY;
    this.encoded = new Uint8Array(0);
    this.grow();
  }

  [Symbol.dispose](): void {
    this.sat.dispose();
  }

  private add(lits: readonly Lit[]): void {
    this.sat.addClause(this.translate(lits));
  }

  private variable(l: Lit): SatLit {
    return (l < 2 * this.shiftedFrom ? l : l + 2) as number as SatLit;
  }

  private translate(lits: readonly Lit[]): readonly SatLit[] {
    if (this.variables <= this.shiftedFrom) return lits as readonly number[] as readonly SatLit[];
    return lits.map((l) => this.variable(l));
  }

  private grow(): void {
    const { size } = this.system.graph;
    if (this.variables >= size) return;
    const first = this.variables === 0;
    this.sat.newVars(size - this.variables);
    this.variables = size;
    if (this.encoded.length < size) {
      const grown = new Uint8Array(2 * size);
      grown.set(this.encoded);
      this.encoded = grown;
    }
    // Node 0 is false.
    if (first) this.add([1 as Lit]);
  }
}

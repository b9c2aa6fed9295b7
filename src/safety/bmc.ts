import { FALSE, type Lit, not, TRUE } from "../logic/lit.js";
import type { Lasso, Run } from "../verdict/verdict.js";
import { GraphSolver } from "./graph-solver.js";
import type { SolverHost } from "./host.js";
import { runFrom, type TransitionSystem } from "./transition-system.js";
import { Unrolling } from "./unroll.js";

/** An unrolling from the resets, in a solver, with the constraints of all its steps. */
class BoundedRuns implements Disposable {
  readonly unrolling: Unrolling;
  readonly solver: GraphSolver;

  constructor(
    readonly system: TransitionSystem,
    host: SolverHost,
  ) {
    const resets = new Map(system.resets.map((l) => [(l >> 1) - 1, (l & 1) === 1 ? FALSE : TRUE]));
    this.unrolling = new Unrolling(system, (i, graph) => resets.get(i) ?? graph.leaf());
    this.solver = new GraphSolver(this.unrolling.graph, host);
    this.constrain(0);
  }

  get bound(): number {
    return this.unrolling.length - 1;
  }

  at(l: Lit, step: number): Lit {
    return this.unrolling.at(l, step);
  }

  extend(): void {
    this.unrolling.extend();
    this.constrain(this.bound);
  }

  /** The run that the last model describes. Only its choices are read off: the solver may not know the rest. */
  run(): Run {
    const { system } = this;
    const values = (lits: readonly Lit[], step: number) =>
      Uint8Array.from(lits, (l) => (this.solver.holds(this.at(l, step)) ? 1 : 0));
    const inputs = Array.from({ length: this.bound + 1 }, (_, k) => values(system.inputs(), k));
    return runFrom(system, values(system.latches(), 0), inputs);
  }

  [Symbol.dispose](): void {
    this.solver[Symbol.dispose]();
  }

  private constrain(step: number): void {
    for (const c of this.system.constraints) this.solver.require(this.at(c, step));
  }
}

/** Bounded model checking for a bad step: one bound at a time, each solver call on top of what the last one learned. */
export class BoundedReach implements Disposable {
  private readonly runs: BoundedRuns;

  constructor(
    system: TransitionSystem,
    private readonly bad: Lit,
    host: SolverHost,
  ) {
    this.runs = new BoundedRuns(system, host);
  }

  /** The bound that `step` decides next: a run of so many transitions. */
  get bound(): number {
    return this.runs.bound;
  }

  /** A run whose last step is bad, of exactly the present bound; or null, and the bound rises. */
  step(): Run | null {
    const { runs } = this;
    const bad = runs.at(this.bad, runs.bound);
    if (runs.solver.solve([bad])) return runs.run();
    runs.solver.addClause([not(bad)]);
    runs.extend();
    return null;
  }

  get size(): number {
    return this.runs.unrolling.graph.gateCount;
  }

  spent(): number {
    return this.runs.solver.spent();
  }

  [Symbol.dispose](): void {
    this.runs[Symbol.dispose]();
  }
}

/**
 * Bounded model checking for fair lassos (Biere, Heljanko, Junttila, Latvala and Schuppan, LMCS 2006: the encoding that
 * is linear in the bound). One step is guessed to be the first of the loop; its state is kept in a shadow register, and
 * the state after the last step must be equal to it. Everything but that last equality stays when the bound rises.
 */
export class BoundedLasso implements Disposable {
  private readonly runs: BoundedRuns;
  private readonly shadow: readonly Lit[];
  // By step: the loop starts here.
  private readonly starts: Lit[] = [];
  // The loop has started at the last step or before; and each condition has been met since.
  private inLoop: Lit = FALSE;
  private met: Lit[];
  private ready = false;

  constructor(
    private readonly system: TransitionSystem,
    host: SolverHost,
  ) {
    this.runs = new BoundedRuns(system, host);
    const { graph } = this.runs.unrolling;
    this.shadow = Array.from({ length: system.latchCount }, () => graph.leaf());
    this.met = system.fairness.map(() => FALSE);
  }

  get bound(): number {
    return this.runs.bound;
  }

  get size(): number {
    return this.runs.unrolling.graph.gateCount;
  }

  spent(): number {
    return this.runs.solver.spent();
  }

  /** A lasso of exactly bound + 1 steps, none shorter being left; or null, and the bound rises. */
  step(): Lasso | null {
    const { runs } = this;
    const { graph } = runs.unrolling;
    if (!this.ready) this.addStep();
    this.ready = true;
    const closed = this.shadow.map((s, i) => graph.iff(s, runs.unrolling.after(i)));
    if (runs.solver.solve([this.inLoop, ...this.met, ...closed])) {
      const loop = this.starts.findIndex((l) => runs.solver.holds(l));
      return { kind: "lasso", steps: runs.run().steps, loop };
    }
    runs.extend();
    this.ready = false;
    return null;
  }

  [Symbol.dispose](): void {
    this.runs[Symbol.dispose]();
  }

  private addStep(): void {
    const { runs, system } = this;
    const { graph } = runs.unrolling;
    const k = runs.bound;
    const start = graph.leaf();
    // At most one start: none after the loop has begun.
    runs.solver.addClause([not(start), not(this.inLoop)]);
    for (let i = 0; i < system.latchCount; i++) {
      const latch = runs.at(system.latch(i), k);
      const kept = this.shadow[i]!;
      runs.solver.addClause([not(start), not(latch), kept]);
      runs.solver.addClause([not(start), latch, not(kept)]);
    }
    this.starts.push(start);
    this.inLoop = graph.or(this.inLoop, start);
    this.met = this.met.map((m, j) => graph.or(m, graph.and(this.inLoop, runs.at(system.fairness[j]!, k))));
  }
}

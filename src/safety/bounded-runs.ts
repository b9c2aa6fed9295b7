import type { Run } from "../evidence/verdict.js";
import { FALSE, type Lit, not, TRUE } from "../logic/lit.js";
import { GraphSolver } from "./graph-solver.js";
import type { SolverHost } from "./host.js";
import type { Start } from "./reach-query.js";
import { runFrom, type TransitionSystem } from "./transition-system.js";
import { Unrolling } from "./unroll.js";

/** An unrolling from where runs start, in a solver, with the constraints of its steps. */
export class BoundedRuns implements Disposable {
  readonly unrolling: Unrolling;
  readonly solver: GraphSolver;
  // So many steps are known to satisfy the constraints.
  private constrained = 0;

  constructor(
    readonly system: TransitionSystem,
    host: SolverHost,
    start: Start = { kind: "resets" },
  ) {
    const cube = start.kind === "resets" ? system.resets : start.cube;
    const fixed = new Map(cube.map((l) => [(l >> 1) - 1, (l & 1) === 1 ? FALSE : TRUE]));
    this.unrolling = new Unrolling(system, (i, graph) => fixed.get(i) ?? graph.leaf());
    this.solver = new GraphSolver(this.unrolling.graph, host);
    if (start.kind !== "successors") return;
    this.solver.require(this.at(start.where, 0));
    this.extend();
  }

  get bound(): number {
    return this.unrolling.length - 1;
  }

  at(l: Lit, step: number): Lit {
    return this.unrolling.at(l, step);
  }

  /** Adds a step: the last one so far is then taken, and satisfies the constraints. */
  extend(): void {
    this.constrain();
    this.unrolling.extend();
  }

  /** The constraints hold in all steps, also in the last one. */
  constrain(): void {
    for (; this.constrained <= this.bound; this.constrained++)
      for (const c of this.system.constraints) this.solver.require(this.at(c, this.constrained));
  }

  /** Two literals of the unrolling are equal where a third one holds. */
  equalIf(condition: Lit, a: Lit, b: Lit): void {
    this.solver.addClause([not(condition), not(a), b]);
    this.solver.addClause([not(condition), a, not(b)]);
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
}

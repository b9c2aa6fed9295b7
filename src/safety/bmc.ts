import type { Lasso, Run } from "../evidence/verdict.js";
import { FALSE, type Lit, not, TRUE } from "../logic/lit.js";
import type { Clause } from "./cube.js";
import { GraphSolver } from "./graph-solver.js";
import type { SolverHost } from "./host.js";
import type { Reached, ReachQuery, Start, Target } from "./reach-query.js";
import { runFrom, type TransitionSystem } from "./transition-system.js";
import { Unrolling } from "./unroll.js";

/** An unrolling from where runs start, in a solver, with the constraints of its steps. */
class BoundedRuns implements Disposable {
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

const LEAST_PATIENCE = 1000;

/**
 * Bounded model checking for a run to a target: one bound at a time, each solver call on top of what the last one learned. As a
 * query it finds a shortest run, if there is one, and otherwise never ends.
 */
export class BoundedReach implements ReachQuery {
  private readonly runs: BoundedRuns;
  private readonly lemmas: Clause[] = [];
  // A call gets at least so many propagations: more each time that a bound is taken up again.
  private patience = LEAST_PATIENCE;

  constructor(
    system: TransitionSystem,
    start: Start,
    private readonly target: Target,
    host: SolverHost,
  ) {
    this.runs = new BoundedRuns(system, host, start);
  }

  /** The bound that is decided next: a run of so many transitions. */
  get bound(): number {
    return this.runs.bound;
  }

  get size(): number {
    return this.runs.unrolling.graph.gateCount;
  }

  /** A run of exactly the present bound; or null, and the bound rises. */
  decide(): Run | null {
    const found = this.decideWithin(Number.POSITIVE_INFINITY);
    if (found === "more") throw new Error("an unlimited call has run out of its budget");
    return found;
  }

  step(budget: number): "more" | Reached {
    for (let left = budget; ; ) {
      const before = this.spent();
      const found = this.decideWithin(Math.max(left, this.patience));
      this.patience = found === "more" ? 2 * this.patience : LEAST_PATIENCE;
      if (found !== null && found !== "more") return { kind: "reached", run: found };
      // Unrolling is work, too.
      left -= this.spent() - before + this.runs.system.graph.size;
      if (left <= 0) return "more";
    }
  }

  addLemma(clause: Clause): void {
    this.lemmas.push(clause);
    for (let step = 0; step <= this.bound; step++) this.obey(clause, step);
  }

  figures(): Record<string, number> {
    return { bound: this.bound, gates: this.size };
  }

  spent(): number {
    return this.runs.solver.spent();
  }

  [Symbol.dispose](): void {
    this.runs[Symbol.dispose]();
  }

  private decideWithin(budget: number): Run | null | "more" {
    const { runs } = this;
    const goal = this.goal();
    const answer = runs.solver.attempt([goal], budget);
    if (answer === null) return "more";
    if (answer) return runs.run();
    runs.solver.addClause([not(goal)]);
    runs.extend();
    for (const lemma of this.lemmas) this.obey(lemma, runs.bound);
    return null;
  }

  private goal(): Lit {
    const { runs, target } = this;
    const { graph } = runs.unrolling;
    if (target.kind === "step") {
      runs.constrain();
      return runs.at(target.lit, runs.bound);
    }
    return graph.orAll(target.cubes.map((cube) => graph.andAll(cube.map((l) => runs.at(l, runs.bound)))));
  }

  private obey(clause: Clause, step: number): void {
    this.runs.solver.addClause(clause.map((l) => this.runs.at(l, step)));
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
  decide(): Lasso | null {
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
    runs.constrain();
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

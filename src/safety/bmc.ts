import type { Lasso, Run } from "../evidence/verdict.js";
import type { Ltl } from "../formula/ltl.js";
import { FALSE, type Lit, not } from "../logic/lit.js";
import { BoundedRuns } from "./bounded-runs.js";
import type { Clause } from "./cube.js";
import { FormulaAlong } from "./formula-along.js";
import type { SolverHost } from "./host.js";
import type { Reached, ReachQuery, Start, Target } from "./reach-query.js";
import type { TransitionSystem } from "./transition-system.js";

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

/** What a lasso has to show beside being fair, in literals of the system. */
export interface LassoClaim {
  /** Holds on the lasso, from its first step on. */
  readonly formula: Ltl;
  readonly atoms: ReadonlyMap<string, Lit>;
  /** What latches are in the first step, where that is a literal; they are free in the system. */
  readonly resets: ReadonlyMap<number, Lit>;
  /** The latches that the loop closes on, by index. */
  readonly closing: readonly number[];
}

/**
 * Bounded model checking for fair lassos (Biere, Heljanko, Junttila, Latvala and Schuppan, LMCS 2006: the encoding that
 * is linear in the bound). One step is guessed to be the first of the loop; its state is kept in a shadow register, and
 * the state after the last step must be equal to it. Everything but that last equality stays when the bound rises.
 *
 * A formula is evaluated on the lasso itself, so that no automaton makes it longer.
 */
export class BoundedLasso implements Disposable {
  private readonly runs: BoundedRuns;
  /** The latches that the loop closes on, and their values where it starts. */
  private readonly closing: readonly number[];
  private readonly shadow: readonly Lit[];
  private readonly truth: FormulaAlong | null;
  // By step: the loop starts here.
  private readonly starts: Lit[] = [];
  // The loop has started at the last step or before; and each condition has been met since.
  private inLoop: Lit = FALSE;
  private met: Lit[];

  constructor(
    private readonly system: TransitionSystem,
    host: SolverHost,
    claim: LassoClaim | null = null,
  ) {
    this.runs = new BoundedRuns(system, host);
    const { graph } = this.runs.unrolling;
    this.closing = claim?.closing ?? [...Array(system.latchCount).keys()];
    this.shadow = this.closing.map(() => graph.leaf());
    this.met = system.fairness.map(() => FALSE);
    this.truth = claim && new FormulaAlong(claim.formula, this.runs, claim.atoms);
    for (const [i, reset] of claim?.resets ?? [])
      this.runs.solver.require(graph.iff(this.runs.at(system.latch(i), 0), this.runs.at(reset, 0)));
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
    if (this.starts.length <= this.bound) this.addStep();
    const closed = this.shadow.map((s, k) => graph.iff(s, runs.unrolling.after(this.closing[k]!)));
    if (runs.solver.solve([this.inLoop, ...this.met, ...closed, ...(this.truth?.closed() ?? [])])) {
      const loop = this.starts.findIndex((l) => runs.solver.holds(l));
      return { kind: "lasso", steps: runs.run().steps, loop };
    }
    runs.extend();
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
    for (const [j, latch] of this.closing.entries())
      runs.equalIf(start, this.shadow[j]!, runs.at(system.latch(latch), k));
    this.starts.push(start);
    this.inLoop = graph.or(this.inLoop, start);
    this.met = this.met.map((m, j) => graph.or(m, graph.and(this.inLoop, runs.at(system.fairness[j]!, k))));
    this.truth?.add(start);
  }
}

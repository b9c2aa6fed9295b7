import { goOn } from "../limits/stopped.js";
import { Aig } from "../logic/aig.js";
import { FALSE, type Lit, litOf, not } from "../logic/lit.js";
import { Random } from "../logic/random.js";
import type { Model } from "../model/model.js";
import { ownValues, type SignalValues } from "../model/signal-values.js";
import { GraphSolver } from "./graph-solver.js";
import type { SolverHost } from "./host.js";
import { SignalClasses, SignalGraph, wordOf } from "./signal-classes.js";

/** Rounds of induction; each begins with a new solver. */
const MAX_ROUNDS = 100;
/** Propagations for each gate below which the search is not started: it would be likely to end with nothing. */
const LEAST_EFFORT = 128;
/** The part of the effort that induction may take. */
const FOR_INDUCTION = 0.75;
/** Propagations for one question. */
const QUESTION = 20_000;

/**
 * Which signals are merged because they are equal in all reachable states. Merging gates changes next functions in unreachable
 * states: a property that was inductive under the old functions (a latch that stays set) may not be under the new ones.
 */
type Scope = "latches" | "all";

/**
 * Signals that are always equal, opposite or constant (van Eijk, DAC 1998). Candidates are told apart by simulation. For signals that read
 * latches only, induction decides: what remains is inductive as a whole. Gates that read inputs are then compared under these facts.
 *
 * Beyond `effort` (propagations) nothing more is found. Pre: resets are constant or free.
 */
export function signalCorrespondence(
  model: Model,
  property: readonly Lit[],
  host: SolverHost,
  effort: number,
  scope: Scope,
): SignalValues {
  const values = ownValues(model.aig);
  if (effort < LEAST_EFFORT * model.aig.gateCount) return { values, facts: [] };
  const graph = new SignalGraph(model, property);
  const budget = new Budget(host, FOR_INDUCTION * effort);
  const seen = SignalClasses.seen(graph);
  const states = seen.only((n) => graph.isState[n] === 1);
  if (!inductive(graph, states, budget)) states.clear();
  budget.spend((FOR_INDUCTION - 1) * effort);
  const merged = scope === "all" ? [...graph.states] : model.latches.map((l) => l.node);
  for (const n of merged) values[n] = states.standsFor(n);
  const isUsed = merged.some((n) => values[n] !== litOf(n));
  const facts = isUsed ? equationsOf(graph, states) : [];
  using sweep = new Sweep(
    graph,
    seen.only((n) => values[n] === litOf(n)),
    budget,
    values.slice(),
  );
  sweep.run(values);
  return { values, facts };
}

/** All equations among state signals. They are inductive together, not one by one. */
const equationsOf = (graph: SignalGraph, classes: SignalClasses): (readonly [Lit, Lit])[] =>
  [...graph.states].flatMap((n) => {
    const value = classes.standsFor(n);
    return value === litOf(n) ? [] : [[litOf(n), value] as const];
  });

/** What may still be spent. */
class Budget {
  constructor(
    readonly host: SolverHost,
    private left: number,
  ) {}

  get isSpent(): boolean {
    return this.left <= 0;
  }

  spend(n: number): void {
    this.left -= n;
    goOn(this.host);
  }
}

/** Splits classes until they are inductive; false when that takes too long. */
function inductive(graph: SignalGraph, classes: SignalClasses, budget: Budget): boolean {
  if (classes.areSingle) return true;
  {
    using start = new FirstStep(graph, classes, budget);
    start.run();
  }
  for (let round = 0; round < MAX_ROUNDS && !budget.isSpent; round++) {
    using induction = new InductionRound(graph, classes, budget);
    if (induction.run()) return true;
  }
  return false;
}

/** Copies of the model's logic, and a solver for them. */
abstract class Copies implements Disposable {
  protected readonly to = new Aig();
  protected readonly solver: GraphSolver;

  constructor(
    protected readonly graph: SignalGraph,
    protected readonly classes: SignalClasses,
    protected readonly budget: Budget,
  ) {
    this.solver = new GraphSolver(this.to, budget.host);
  }

  [Symbol.dispose](): void {
    this.solver[Symbol.dispose]();
  }

  /** A copy, by node; nothing is in it yet. */
  protected frame(): Int32Array {
    this.budget.spend(this.graph.gates.length);
    return new Int32Array(this.graph.size);
  }

  /** The gate as a conjunction of copies. */
  protected own(frame: Int32Array, gate: number): Lit {
    return this.to.and(image(frame, this.graph.fanin0[gate]!), image(frame, this.graph.fanin1[gate]!));
  }

  /** Whether two copies can differ; null when that is too hard to say. */
  protected differ(a: Lit, b: Lit): boolean | null {
    const { solver, budget } = this;
    const difference = this.to.xor(a, b);
    if (difference === FALSE) return false;
    if (budget.isSpent) return null;
    const before = solver.spent();
    const answer = solver.attempt([difference], QUESTION);
    budget.spend(solver.spent() - before);
    return answer;
  }
}

const image = (frame: Int32Array, l: number): Lit => (frame[l >> 1]! ^ (l & 1)) as Lit;

/** Are the members of a class equal in every first step? Those that are not leave it. */
class FirstStep extends Copies {
  run(): void {
    const { graph } = this;
    const frame = this.frame();
    for (const { node, reset } of graph.model.latches) frame[node] = reset === "free" ? this.to.leaf() : reset;
    for (const n of graph.gates) if (graph.isState[n] === 1) frame[n] = this.own(frame, n);
    for (const n of graph.states) {
      const stands = this.classes.standsFor(n);
      if (stands === litOf(n)) continue;
      if (this.differ(frame[n] as Lit, image(frame, stands)) !== false) this.classes.isolate(n);
    }
  }
}

/** A copy of the logic in a step in which given equations hold among the states' signals. */
abstract class StepUnderFacts extends Copies {
  protected readonly now: Int32Array;
  protected readonly random = new Random(1);
  private readonly words = new Int32Array(this.graph.size);

  constructor(
    graph: SignalGraph,
    classes: SignalClasses,
    budget: Budget,
    /** By node, for states: what stands for it. */
    private readonly facts: Int32Array,
  ) {
    super(graph, classes, budget);
    const { model } = graph;
    this.now = this.frame();
    for (const node of model.inputs) this.now[node] = this.to.leaf();
    for (const { node } of model.latches) if (facts[node] === litOf(node)) this.now[node] = this.to.leaf();
    for (const { node } of model.latches) this.now[node] = image(this.now, facts[node]!);
    for (const n of graph.gates) {
      if (graph.isState[n] === 0) continue;
      const own = this.own(this.now, n);
      this.now[n] = facts[n] === litOf(n) ? own : image(this.now, facts[n]!);
      this.equate(own, this.now[n] as Lit);
    }
  }

  /** Values of all signals in the step of the last answer, and in steps like it; and the lanes in which the facts hold. */
  protected lastModel(): { words: Int32Array; lanes: number } {
    const { graph, now, facts, words } = this;
    const { model, states } = graph;
    for (const node of model.inputs) words[node] = this.near(now[node] as Lit, ~1);
    for (const { node } of model.latches)
      if (facts[node] === litOf(node)) words[node] = this.near(now[node] as Lit, HALF_OF_LANES);
    for (const { node } of model.latches) words[node] = wordOf(words, facts[node] as Lit);
    graph.evaluate(words);
    let lanes = -1;
    for (let k = 0; k < states.length; k++) {
      const n = states[k]!;
      lanes &= ~(words[n]! ^ wordOf(words, facts[n] as Lit));
    }
    return { words, lanes };
  }

  /** The value of a leaf; in the lanes given, mostly. */
  private near(leaf: Lit, lanes: number): number {
    const value = this.solver.holds(leaf) ? -1 : 0;
    return value ^ (this.random.word() & this.random.word() & this.random.word() & lanes);
  }

  private equate(a: Lit, b: Lit): void {
    if (a === b) return;
    this.solver.addClause([not(a), b]);
    this.solver.addClause([a, not(b)]);
  }
}

/** Steps of simulation after one that splits classes. */
const FOLLOWED = 8;

/** Gates that are simulated, and looked at for a difference, in the time of one propagation. */
const SIMULATED = 48;

/** Lanes in which latches vary as well: the facts may not hold there. */
const HALF_OF_LANES = 0xffff0000;

/** One round: if all classes are right in a step, are they in the next one? Where one is not, a step that shows it splits all of them. */
class InductionRound extends StepUnderFacts {
  constructor(graph: SignalGraph, classes: SignalClasses, budget: Budget) {
    const facts = ownValues(graph.model.aig);
    for (const n of graph.states) facts[n] = classes.standsFor(n);
    super(graph, classes, budget, facts);
    for (const n of graph.gates) if (graph.isState[n] === 0) this.now[n] = this.own(this.now, n);
    for (const c of graph.model.constraints) this.solver.require(image(this.now, c));
  }

  /** True when nothing was split. */
  run(): boolean {
    const { graph, now } = this;
    const next = this.frame();
    let stable = true;
    for (const latch of graph.model.latches) next[latch.node] = image(now, latch.next);
    for (const n of graph.states) {
      if (graph.isGate(n)) next[n] = this.own(next, n);
      const stands = this.classes.standsFor(n);
      if (stands === litOf(n)) continue;
      const answer = this.differ(next[n] as Lit, image(next, stands));
      // A signal that keeps to what stands for it is read there from now on.
      if (answer === false) next[n] = image(next, stands);
      else stable = false;
      // Classes that were not all compared are not used: no time is lost on their other members.
      if (this.budget.isSpent) return false;
      if (answer === null) this.classes.isolate(n);
      if (answer === true) this.splitByModel();
    }
    return stable;
  }

  /**
   * The step of the last answer, and where random ones lead from there. All these states satisfy what is inductive in the end: they satisfy
   * even more than that in the step before.
   */
  private splitByModel(): void {
    const { graph } = this;
    const { model } = graph;
    let { words, lanes } = this.lastModel();
    let after: Int32Array = new Int32Array(graph.size);
    for (let step = 0; step < FOLLOWED && lanes !== 0; step++) {
      if (step > 0) {
        for (const node of model.inputs) words[node] = this.random.word();
        graph.evaluate(words);
      }
      for (const c of model.constraints) lanes &= wordOf(words, c);
      for (const { node, next } of model.latches) after[node] = wordOf(words, next);
      graph.evaluateStates(after);
      this.budget.spend(graph.gates.length / SIMULATED);
      if (!this.classes.split(after, lanes)) break;
      [words, after] = [after, words];
    }
  }
}

/** Compares the gates that nothing stands for, in topological order, with what may stand for them; each that is merged makes the rest easier. */
class Sweep extends StepUnderFacts {
  /** Writes what is found into `values`. */
  run(values: Int32Array): void {
    const { graph, classes, now } = this;
    for (const n of graph.gates) {
      if (this.budget.isSpent) return;
      if (values[n] !== litOf(n)) continue;
      now[n] = this.own(now, n);
      for (;;) {
        const stands = classes.standsFor(n);
        if (stands === litOf(n)) break;
        const answer = this.differ(now[n] as Lit, image(now, stands));
        if (answer === false) {
          values[n] = stands;
          now[n] = image(now, stands);
          break;
        }
        if (answer === true) {
          const { words, lanes } = this.lastModel();
          classes.split(words, lanes);
        }
        if (classes.standsFor(n) === stands) classes.isolate(n);
      }
    }
  }
}

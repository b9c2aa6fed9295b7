import { Aig } from "../../logic/aig.js";
import { type Lit, litOf, negateIf, nodeOf, not } from "../../logic/lit.js";
import { GraphSolver } from "../graph-solver.js";
import type { SolverHost } from "../host.js";
import { runFrom, type TransitionSystem } from "../transition-system.js";
import { Unrolling } from "../unroll.js";
import { type ProofStep, stateFact } from "./proof-step.js";

/** A state that a fair cycle might visit, a step that it might take there, and the conditions that this step meets. */
export interface SkeletonState {
  readonly latches: Uint8Array;
  readonly inputs: Uint8Array;
  /** The state that the step leads to. */
  readonly successor: Uint8Array;
  /** Indices into the system's conditions. */
  readonly conditions: readonly number[];
}

/** One side of a wall: walls are numbered as they were found. */
export interface Side {
  readonly wall: number;
  readonly inside: boolean;
}

/** No path meets the condition on all these sides of walls at once; nowhere, if there are none. */
export interface NoSkeleton {
  readonly kind: "none";
  readonly condition: number;
  readonly sides: readonly Side[];
}

export type Found = { readonly kind: "skeleton"; readonly states: readonly SkeletonState[] } | NoSkeleton;

export interface SkeletonOptions {
  /** Whether a state is to meet as many conditions as it can (Section III-B). */
  readonly minimize: boolean;
  /** Whether sides that no step leaves are preferred. */
  readonly inside: boolean;
}

/**
 * The skeleton query (Sections III-A and III-B): states that together meet all conditions, are not known to be
 * unreachable, and lie in one arena. Each state is in the middle of a path: k steps, the step that meets the conditions, and k further
 * ones (Section V: "K = 0" has one forward step and none backward); with k > 0 it comes back to its middle state or
 * repeats none on either side. Every wall has one choice variable, which all states obey.
 *
 * The paper has a copy of the path for each condition. But copies have nothing in common but the sides of walls: the first state
 * chooses these, and then each of the others can be looked for by itself. Where a condition is not met on the chosen sides, some of them are to blame, and
 * no fair cycle is there: that is a fact, which the next choice obeys.
 */
export class SkeletonQuery implements Disposable {
  private readonly graph = new Aig();
  private readonly solver: GraphSolver;
  private readonly path: Unrolling;
  // By wall.
  private readonly choices: Lit[] = [];

  constructor(
    private readonly system: TransitionSystem,
    readonly k: number,
    host: SolverHost,
  ) {
    this.solver = new GraphSolver(this.graph, host);
    this.path = new Unrolling(system, (_, graph) => graph.leaf(), this.graph);
    while (this.path.length < 2 * k + 2) this.path.extend();
    for (let step = 0; step < this.path.length; step++)
      for (const c of system.constraints) this.solver.require(this.path.at(c, step));
    if (k > 0) this.solver.require(this.isSimple());
  }

  addFact(fact: ProofStep): void {
    const { path } = this;
    const holds = stateFact(fact);
    const choice = fact.rule === "split" ? this.graph.leaf() : null;
    if (choice !== null) this.choices.push(choice);
    for (let step = 0; step < path.length; step++) {
      if (holds !== null) this.solver.require(path.at(holds, step));
      if (choice !== null) this.agree(path.at(fact.predicate, step), choice);
    }
  }

  /** How many walls there are. */
  get walls(): number {
    return this.choices.length;
  }

  /** `on`: nowhere but on this side. */
  find(conditions: readonly number[], { minimize, inside }: SkeletonOptions, on?: Side): Found {
    let sides = on === undefined ? [] : [this.choice(on)];
    const states: SkeletonState[] = [];
    let open = conditions;
    do {
      // Conditions that one state may meet.
      let asked = minimize ? open : open.slice(0, 1);
      while (!(inside && states.length === 0 ? this.solveInside(asked, sides) : this.solve(asked, sides))) {
        const failed = asked.filter((b) => this.solver.failed(this.at(b)));
        if (failed.length <= 1) return { kind: "none", condition: failed[0] ?? 0, sides: this.blame(failed, sides) };
        asked = asked.filter((b) => b !== failed.at(-1));
      }
      const state = this.state(asked);
      if (states.length === 0) sides = this.choices.map((c) => negateIf(c, !this.solver.holds(c)));
      states.push(state);
      open = open.filter((b) => !asked.includes(b));
    } while (open.length > 0);
    return { kind: "skeleton", states };
  }

  spent(): number {
    return this.solver.spent();
  }

  [Symbol.dispose](): void {
    this.solver[Symbol.dispose]();
  }

  private solve(conditions: readonly number[], sides: readonly Lit[]): boolean {
    return this.solver.solve([...conditions.map((b) => this.at(b)), ...sides]);
  }

  /** The same, inside as many walls as it can be. */
  private solveInside(conditions: readonly number[], sides: readonly Lit[]): boolean {
    for (let inside: readonly Lit[] = this.choices; ; ) {
      if (this.solve(conditions, [...sides, ...inside])) return true;
      const left = inside.filter((choice) => !this.solver.failed(choice));
      if (left.length === inside.length) return false;
      inside = left;
    }
  }

  /** The sides that are to blame for the last answer "no"; as few as a second look tells. */
  private blame(failed: readonly number[], sides: readonly Lit[]): Side[] {
    let blamed = sides.filter((l) => this.solver.failed(l));
    for (const l of blamed) {
      const others = blamed.filter((m) => m !== l);
      if (blamed.includes(l) && !this.solve(failed, others)) blamed = others.filter((m) => this.solver.failed(m));
    }
    return blamed.map((l) => ({ wall: this.choices.indexOf(litOf(nodeOf(l))), inside: (l & 1) === 0 }));
  }

  private choice({ wall, inside }: Side): Lit {
    return negateIf(this.choices[wall]!, !inside);
  }

  /** The condition, in the middle. */
  private at(condition: number): Lit {
    return this.path.at(this.system.fairness[condition]!, this.k);
  }

  private agree(a: Lit, b: Lit): void {
    this.solver.addClause([not(a), b]);
    this.solver.addClause([a, not(b)]);
  }

  /** The path comes back to its middle state, or repeats no state before it, nor after it. */
  private isSimple(): Lit {
    const { graph } = this;
    const steps = Array.from({ length: this.path.length }, (_, s) => s);
    const before = steps.slice(0, this.k + 1);
    const after = steps.slice(this.k);
    const comesBack = steps.filter((s) => s !== this.k).map((s) => this.same(this.k, s));
    const repeats = [...pairs(before), ...pairs(after)].map(([s, t]) => this.same(s, t));
    return graph.or(graph.orAll(comesBack), not(graph.orAll(repeats)));
  }

  private same(s: number, t: number): Lit {
    const { graph, system, path } = this;
    return graph.andAll(system.latches().map((l) => graph.iff(path.at(l, s), path.at(l, t))));
  }

  /** The middle state of the last model: its choices, and what follows from them; the solver knows only the former. */
  private state(conditions: readonly number[]): SkeletonState {
    const { system, path, k } = this;
    const values = (lits: readonly Lit[], step: number) =>
      Uint8Array.from(lits, (l) => (this.solver.holds(path.at(l, step)) ? 1 : 0));
    const inputs = Array.from({ length: k + 2 }, (_, step) => values(system.inputs(), step));
    const { steps } = runFrom(system, values(system.latches(), 0), inputs);
    return { ...steps[k]!, successor: steps[k + 1]!.latches, conditions };
  }
}

function* pairs<T>(items: readonly T[]): Generator<readonly [T, T]> {
  for (let i = 0; i < items.length; i++) for (let j = i + 1; j < items.length; j++) yield [items[i]!, items[j]!];
}

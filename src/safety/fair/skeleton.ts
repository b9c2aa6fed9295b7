import type { Run } from "../../evidence/verdict.js";
import { Aig } from "../../logic/aig.js";
import { type Lit, negateIf, not } from "../../logic/lit.js";
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

/** By condition (those that are asked for, in order): the copy that must meet it. */
export type CopyMap = readonly number[];

/**
 * The skeleton query (Sections III-A and III-B): states that together meet all conditions, are not known to be
 * unreachable, and lie in one arena. Each copy is a path of k steps, the step that meets the conditions, and k further
 * ones (Section V: "K = 0" has one forward step and none backward); with k > 0 it comes back to its middle state or
 * repeats none on either side. Every wall has one choice variable, which all states of all copies obey.
 */
export class SkeletonQuery implements Disposable {
  private readonly graph = new Aig();
  private readonly solver: GraphSolver;
  private readonly copies: Unrolling[] = [];
  private readonly facts: ProofStep[] = [];
  // By wall, in the order of the facts.
  private readonly choices: Lit[] = [];

  constructor(
    private readonly system: TransitionSystem,
    readonly k: number,
    host: SolverHost,
  ) {
    this.solver = new GraphSolver(this.graph, host);
  }

  addFact(fact: ProofStep): void {
    this.facts.push(fact);
    if (fact.rule === "split") this.choices.push(this.graph.leaf());
    for (const copy of this.copies) this.obey(copy, fact, this.choices.length - 1);
  }

  /** How many walls there are. */
  get walls(): number {
    return this.choices.length;
  }

  /**
   * Whether there is a skeleton in which condition `conditions[b]` is met by copy `map[b]`. `side`: on the given side
   * of one wall.
   */
  solve(
    conditions: readonly number[],
    map: CopyMap,
    side?: { readonly wall: number; readonly inside: boolean },
  ): boolean {
    const assumptions = this.asked(conditions, map);
    if (side !== undefined) assumptions.push(negateIf(this.choices[side.wall]!, !side.inside));
    return this.solver.solve(assumptions);
  }

  /** The same, inside as many walls as it can be. */
  solveInside(conditions: readonly number[], map: CopyMap): boolean {
    const asked = this.asked(conditions, map);
    for (let inside: readonly Lit[] = this.choices; ; ) {
      if (this.solver.solve([...asked, ...inside])) return true;
      const left = inside.filter((choice) => !this.solver.failed(choice));
      if (left.length === inside.length) return false;
      inside = left;
    }
  }

  /** The skeleton of the last answer "yes". */
  skeleton(conditions: readonly number[], map: CopyMap): SkeletonState[] {
    return this.copies.slice(0, copiesIn(map)).map((copy, c) => {
      const { steps } = this.path(copy);
      return {
        ...steps[this.k]!,
        successor: steps[this.k + 1]!.latches,
        conditions: conditions.filter((_, i) => map[i] === c),
      };
    });
  }

  spent(): number {
    return this.solver.spent();
  }

  [Symbol.dispose](): void {
    this.solver[Symbol.dispose]();
  }

  private asked(conditions: readonly number[], map: CopyMap): Lit[] {
    while (this.copies.length < copiesIn(map)) this.addCopy();
    return conditions.map((b, i) => this.copies[map[i]!]!.at(this.system.fairness[b]!, this.k));
  }

  private addCopy(): void {
    const copy = new Unrolling(this.system, (_, graph) => graph.leaf(), this.graph);
    while (copy.length < 2 * this.k + 2) copy.extend();
    this.copies.push(copy);
    for (let step = 0; step < copy.length; step++)
      for (const c of this.system.constraints) this.solver.require(copy.at(c, step));
    if (this.k > 0) this.solver.require(this.isSimple(copy));
    let wall = 0;
    for (const fact of this.facts) this.obey(copy, fact, fact.rule === "split" ? wall++ : -1);
  }

  private obey(copy: Unrolling, fact: ProofStep, wall: number): void {
    const holds = stateFact(fact);
    for (let step = 0; step < copy.length; step++) {
      if (holds !== null) this.solver.require(copy.at(holds, step));
      else this.agree(copy.at(fact.predicate, step), this.choices[wall]!);
    }
  }

  private agree(a: Lit, b: Lit): void {
    this.solver.addClause([not(a), b]);
    this.solver.addClause([a, not(b)]);
  }

  /** The path comes back to its middle state, or repeats no state before it, nor after it. */
  private isSimple(copy: Unrolling): Lit {
    const { graph } = this;
    const steps = Array.from({ length: copy.length }, (_, s) => s);
    const before = steps.slice(0, this.k + 1);
    const after = steps.slice(this.k);
    const comesBack = steps.filter((s) => s !== this.k).map((s) => this.same(copy, this.k, s));
    const repeats = [...pairs(before), ...pairs(after)].map(([s, t]) => this.same(copy, s, t));
    return graph.or(graph.orAll(comesBack), not(graph.orAll(repeats)));
  }

  private same(copy: Unrolling, s: number, t: number): Lit {
    const { graph, system } = this;
    return graph.andAll(system.latches().map((l) => graph.iff(copy.at(l, s), copy.at(l, t))));
  }

  /** The model's choices, and what follows from them: the solver knows only the former. */
  private path(copy: Unrolling): Run {
    const { system } = this;
    const values = (lits: readonly Lit[], step: number) =>
      Uint8Array.from(lits, (l) => (this.solver.holds(copy.at(l, step)) ? 1 : 0));
    const inputs = Array.from({ length: copy.length }, (_, step) => values(system.inputs(), step));
    return runFrom(system, values(system.latches(), 0), inputs);
  }
}

/** There is always one: the search for any cycle. */
const copiesIn = (map: CopyMap): number => Math.max(1, ...map.map((c) => c + 1));

function* pairs<T>(items: readonly T[]): Generator<readonly [T, T]> {
  for (let i = 0; i < items.length; i++) for (let j = i + 1; j < items.length; j++) yield [items[i]!, items[j]!];
}

import type { CertificateStep, ExcludeReason } from "../../evidence/certificate.js";
import { type Lit, litOf, negateIf, nodeOf, not } from "../../logic/lit.js";
import type { Clause } from "../cube.js";
import type { SolverHost } from "../host.js";
import type { Ic3 } from "../ic3/ic3.js";
import { StepRelation } from "../step-relation.js";
import type { StepSolver } from "../step-solver.js";
import { StepSimulator, type TransitionSystem } from "../transition-system.js";
import { type ProofStep, stateFact } from "./proof-step.js";
import { type NoSkeleton, type Side, type SkeletonOptions, SkeletonQuery, type SkeletonState } from "./skeleton.js";

/** Unrollings of the full skeleton query: line 44 and 46 ask it for every wall, so it has none. */
export const FULL_UNROLLING = 0;

export type NextSkeleton =
  | { readonly kind: "skeleton"; readonly states: readonly SkeletonState[] }
  | { readonly kind: "none"; readonly done: CertificateStep };

/**
 * What is known: ℛ, 𝒲 and 𝒞 of Fig. 1, in the order in which they were found, which is the proof; and everything that must
 * hear of a new fact: the relations that queries start from, two solvers of one step, and both skeleton queries.
 *
 * Pre, for all that is added: it follows from the facts before it by a rule of certificates.
 */
export class Ledger implements Disposable {
  readonly facts: ProofStep[] = [];
  /** The system's steps, with assertions only: where stems are looked for. */
  readonly stem: StepRelation;
  /** Live steps: with constraints, too. */
  readonly cycle: StepRelation;
  /** One step each of the two, for single questions; `live` knows all walls, not only those that constrain queries. */
  readonly reachable: StepSolver;
  readonly live: StepSolver;
  /** The full skeleton query (lines 6, 44 and 46), and the one that skeletons come from (line 10). */
  readonly full: SkeletonQuery;
  readonly skeletons: SkeletonQuery;
  /** Conditions that must still be asked for: the others hold wherever a fair cycle can be. */
  conditions: readonly number[];
  /** Queries from the resets: assertions are lemmas for them. */
  readonly stemQueries = new Set<Ic3>();
  readonly counts = {
    skeletons: 0,
    walls: 0,
    assertions: 0,
    excluded: 0,
    literals: 0,
    largest: 0,
    taken: 0,
    refused: 0,
  };
  private readonly asserted = new Set<string>();
  private readonly walls: Lit[] = [];
  private readonly wallNodes = new Set<number>();
  private readonly excluded = new Set<Lit>();

  constructor(
    readonly system: TransitionSystem,
    host: SolverHost,
    k: number,
  ) {
    this.stem = new StepRelation(system, host);
    this.cycle = new StepRelation(system, host);
    this.reachable = this.stem.solver();
    this.live = this.cycle.solver();
    this.full = new SkeletonQuery(system, FULL_UNROLLING, host);
    this.skeletons = new SkeletonQuery(system, k, host);
    this.conditions = system.fairness.map((_, b) => b);
  }

  [Symbol.dispose](): void {
    for (const query of this.stemQueries) query[Symbol.dispose]();
    this.stem[Symbol.dispose]();
    this.cycle[Symbol.dispose]();
    this.full[Symbol.dispose]();
    this.skeletons[Symbol.dispose]();
  }

  /** Work of all solvers, in propagations. */
  spent(): number {
    return [this.stem, this.cycle, this.full, this.skeletons].reduce((sum, part) => sum + part.spent(), 0);
  }

  // ℛ: reachability assertions.

  /** Those of the clauses that are no assertions yet. */
  fresh(clauses: readonly Clause[]): Clause[] {
    return clauses.filter((c) => !this.asserted.has(c.join()));
  }

  /** Lines 30-32. Pre: the clauses are inductive together, relative to what is known. */
  addAssertion(clauses: readonly Clause[]): void {
    const fresh = this.fresh(clauses);
    if (fresh.length === 0) return;
    this.counts.assertions++;
    this.add({ rule: "reach", predicate: this.system.predicate(fresh) });
    for (const c of fresh) {
      this.asserted.add(c.join());
      for (const query of this.stemQueries) query.addLemma(c);
      this.cycle.addFact(c);
      this.reachable.addClause(c);
      this.live.addClause(c);
    }
  }

  /** The same for a predicate that is not given in clauses. */
  addReachable(predicate: Lit): void {
    this.counts.assertions++;
    this.add({ rule: "reach", predicate });
    for (const l of [predicate, this.system.primedPredicate(predicate)]) {
      this.stem.addCondition(l);
      this.cycle.addCondition(l);
      this.reachable.require(l);
      this.live.require(l);
    }
  }

  // 𝒲 and 𝒞: walls, and what they say of live steps.

  hasWall(predicate: Lit): boolean {
    return this.wallNodes.has(nodeOf(predicate));
  }

  /**
   * Lines 41-50: a predicate that is closed under live steps. When one side has no skeleton it is given up; a wall of a
   * single clause constrains cycle queries (line 42); others only keep skeletons on one side. True when both sides stay.
   */
  addWall(wall: Lit): boolean {
    const after = this.system.primedPredicate(wall);
    this.counts.walls++;
    this.walls.push(wall);
    this.wallNodes.add(nodeOf(wall));
    this.add({ rule: "split", predicate: wall, closed: "forward" });
    const same = this.system.graph.iff(wall, after);
    this.live.require(same);
    const sides = [true, false].map((inside) => ({ wall: this.walls.length - 1, inside }));
    if (!sides.every((side) => this.isOpen(side))) return false;
    if (this.isClause(wall)) this.cycle.addCondition(same);
    return true;
  }

  /** Whether there is a skeleton on that side. Where there is none, or none in a part of it, that is given up. */
  private isOpen(side: Side): boolean {
    for (;;) {
      const found = this.full.find(this.conditions, { minimize: true, inside: false }, side);
      if (found.kind === "skeleton") return true;
      this.giveUp(found, FULL_UNROLLING);
      if (found.sides.every((s) => s.wall === side.wall)) return false;
    }
  }

  /** A skeleton (lines 6-12 and 19); or, when there is none, the last step of the proof. What has none on the way is given up. */
  nextSkeleton(options: SkeletonOptions): NextSkeleton {
    for (;;) {
      const found = this.skeletons.find(this.conditions, options);
      if (found.kind === "skeleton") return found;
      const { condition, sides } = found;
      const unroll = this.skeletons.k;
      if (sides.length === 0) return { kind: "none", done: { rule: "done", unroll, conditions: [condition] } };
      this.giveUp(found, unroll);
    }
  }

  /** The condition is not met where all the walls are on the given sides. */
  private giveUp({ sides, condition }: NoSkeleton, unroll: number): void {
    const region = this.system.graph.andAll(sides.map(({ wall, inside }) => negateIf(this.walls[wall]!, !inside)));
    const closed = "forward"; // or backward: no live step crosses a wall
    if (unroll === 0) this.exclude(region, { kind: "condition", closed, condition });
    else this.exclude(region, { kind: "skeleton", closed, unroll, conditions: [condition] });
  }

  /** A disjunction of literals: no gate but conjunctions of conjunctions in its negation. */
  private isClause(l: Lit): boolean {
    const { graph } = this.system;
    const parts = new Set([not(l)]);
    for (const part of parts) {
      const n = nodeOf(part);
      if (!graph.isGate(n)) continue;
      if (part !== litOf(n)) return false;
      parts.add(graph.fanin0(n)).add(graph.fanin1(n));
    }
    return true;
  }

  hasExcluded(region: Lit): boolean {
    return this.excluded.has(region);
  }

  /** No fair cycle has a state in the region. */
  exclude(region: Lit, because: ExcludeReason): void {
    const after = this.system.primedPredicate(region);
    this.excluded.add(region);
    this.counts.excluded++;
    this.add({ rule: "exclude", predicate: region, because });
    for (const l of [not(region), not(after)]) {
      this.cycle.addCondition(l);
      this.live.require(l);
    }
    this.dropMetConditions();
  }

  /** Conditions on states that hold wherever a fair cycle can still be (weak ones, Section II) need no state of their own. */
  private dropMetConditions(): void {
    const open = this.conditions.filter((b) => {
      const condition = this.system.fairness[b]!;
      if (!this.system.readsLatchesOnly(condition)) return true;
      this.live.encode(condition);
      return this.live.solve([not(condition)]);
    });
    if (open.length < this.conditions.length) this.conditions = open;
  }

  private add(fact: ProofStep): void {
    this.facts.push(fact);
    this.full.addFact(fact);
    this.skeletons.addFact(fact);
  }

  // What they say together.

  /** Whether a fact from `first` on keeps the states of a skeleton apart, or is not true in one of them. */
  rulesOut(skeleton: readonly SkeletonState[], first: number): boolean {
    const simulator = new StepSimulator(this.system);
    const inputs = new Uint8Array(this.system.inputCount);
    const facts = this.facts.slice(first);
    const values = skeleton.flatMap((s) =>
      [s.latches, s.successor].map((latches) => {
        simulator.load({ latches, inputs });
        return facts.map((f) => simulator.value(stateFact(f) ?? f.predicate));
      }),
    );
    return facts.some((f, i) =>
      stateFact(f) === null ? values.some((v) => v[i] !== values[0]![i]) : values.some((v) => v[i] === 0),
    );
  }
}

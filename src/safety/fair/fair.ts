import { type Lit, nodeOf, not } from "../../logic/lit.js";
import { Random } from "../../logic/random.js";
import type { CertificateStep, ExcludeReason } from "../../verdict/certificate.js";
import type { Lasso, Run, Step } from "../../verdict/verdict.js";
import { type Clause, type Cube, negated } from "../cube.js";
import type { Progress } from "../drive.js";
import type { SolverHost } from "../host.js";
import { Ic3 } from "../ic3/ic3.js";
import { startFrame } from "../ic3/start.js";
import type { ReachQuery, Start } from "../reach-query.js";
import { ProofRefiner } from "../refine-proof.js";
import { Relation } from "../relation.js";
import type { StepSolver } from "../step-solver.js";
import type { TransitionSystem } from "../transition-system.js";
import type { Fact } from "./facts.js";
import { type CopyMap, SkeletonQuery, type SkeletonState } from "./skeleton.js";

export interface FairOptions {
  /** Unrollings of the skeleton query, counted as in Section V: 0 is one forward step. */
  readonly k: number;
  /** Whether skeletons with few states are preferred (Section III-B). */
  readonly minimize: boolean;
  readonly seed: number;
}

export type FairResult =
  | { readonly kind: "lasso"; readonly lasso: Lasso }
  | { readonly kind: "proof"; readonly steps: readonly CertificateStep[] };

/** Propagations that each query gets in the first round; every round doubles it. */
const FIRST_BUDGET = 20_000;

/**
 * FAIR (Bradley, Somenzi, Hassan and Zhang, FMCAD 2011): an incremental search for a reachable fair cycle.
 *
 * A skeleton is a set of states that together meet all conditions. Safety queries try to connect it to a lasso; the
 * proof of a query that fails is either a reachability assertion or a wall that no fair cycle crosses. Skeletons have to
 * lie on one side of every wall; when there is none left, there is no fair cycle. Line numbers are those of Fig. 1.
 */
export class Fair implements Disposable {
  // ℛ, 𝒲 and 𝒞 of the paper, in the order in which they were found: the proof.
  private readonly facts: Fact[] = [];
  private readonly stem: Relation;
  private readonly cycle: Relation;
  private readonly stemQuery: Ic3;
  // Hold one step each, with reachability assertions only, and with all facts.
  private readonly reachable: StepSolver;
  private readonly live: StepSolver;
  private readonly stemProofs: ProofRefiner;
  private readonly cycleProofs: ProofRefiner;
  // The full query, with the smallest unrolling, and the one that skeletons come from (line 10).
  private readonly full: SkeletonQuery;
  private readonly skeletons: SkeletonQuery;
  // Conditions that must still be asked for: the others hold wherever a fair cycle can be.
  private conditions: number[];
  private readonly candidates: Set<Lit>;
  private readonly asserted = new Set<string>();
  private readonly random: Random;
  private readonly counts = { skeletons: 0, walls: 0, assertions: 0, excluded: 0, literals: 0, largest: 0 };

  constructor(
    private readonly system: TransitionSystem,
    host: SolverHost,
    private readonly options: FairOptions,
  ) {
    this.stem = new Relation(system, host);
    this.cycle = new Relation(system, host);
    this.reachable = this.stem.solver();
    this.live = this.cycle.solver();
    this.stemProofs = new ProofRefiner(system, this.reachable);
    this.cycleProofs = new ProofRefiner(system, this.live);
    this.stemQuery = new Ic3(this.stem, { kind: "resets" }, { kind: "states", cubes: [] });
    this.full = new SkeletonQuery(system, 0, host);
    this.skeletons = new SkeletonQuery(system, options.k, host);
    this.random = new Random(options.seed);
    this.conditions = system.fairness.map((_, b) => b);
    this.candidates = new Set(this.cheapPredicates());
  }

  figures(): Record<string, number> {
    return { ...this.counts };
  }

  /** Fig. 1. */
  *search(): Generator<Progress, FairResult> {
    yield* this.findLiteralWalls();
    while (this.full.solve(this.conditions, this.bijection())) {
      const map = this.options.minimize ? this.minimalMap() : this.bijection();
      if (map === null) return this.proof(this.options.k);
      while (this.skeletons.solve(this.conditions, map)) {
        const asked = this.conditions;
        const lasso = yield* this.analyse(this.skeletons.skeleton(this.conditions, map));
        if (lasso !== null) return { kind: "lasso", lasso };
        yield* this.findLiteralWalls();
        if (asked !== this.conditions) break;
      }
      if (isBijective(map) && map.length === this.conditions.length) return this.proof(this.options.k);
    }
    return this.proof(0);
  }

  [Symbol.dispose](): void {
    this.stemQuery[Symbol.dispose]();
    this.stem[Symbol.dispose]();
    this.cycle[Symbol.dispose]();
    this.full[Symbol.dispose]();
    this.skeletons[Symbol.dispose]();
  }

  private proof(unroll: number): FairResult {
    return { kind: "proof", steps: [...this.facts, { rule: "done", unroll }] };
  }

  // Skeletons (Section III-B) -----------------------------------------------------------------------------------------

  private bijection(): CopyMap {
    return this.conditions.map((_, i) => i);
  }

  /**
   * A map with few copies that has a skeleton: each condition goes to the first copy that can take it. Guided by
   * partial queries, with backtracking; when that takes too long, every condition gets its own copy. Null: even then
   * there is no skeleton.
   */
  private minimalMap(): CopyMap | null {
    let queries = 0;
    const extend = (map: number[]): number[] | null => {
      const { length } = map;
      if (length === this.conditions.length) return map;
      const next = Math.max(-1, ...map) + 1;
      for (let copy = 0; copy <= next; copy++) {
        if (queries++ > 20 + 10 * this.conditions.length) return null;
        const longer = [...map, copy];
        if (!this.skeletons.solve(this.conditions.slice(0, length + 1), longer)) continue;
        const whole = extend(longer);
        if (whole !== null) return whole;
      }
      return null;
    };
    const found = extend([]);
    if (found !== null) return found;
    return this.skeletons.solve(this.conditions, this.bijection()) ? this.bijection() : null;
  }

  // Skeleton-independent walls (Section III-E) ------------------------------------------------------------------------

  private cheapPredicates(): Lit[] {
    const { system } = this;
    const stateConditions = system.fairness.filter((f) => this.isStatePredicate(f) && nodeOf(f) !== 0);
    return [...new Set([...system.latches(), ...stateConditions.map((f) => (f & ~1) as Lit)])];
  }

  private isStatePredicate(l: Lit): boolean {
    return this.system.readsLatchesOnly(l);
  }

  /**
   * Tries latches and conditions as walls until none is new: each one found may make others possible. The direction
   * changes from pass to pass, since chains of such walls (the bits of a counter) run one way or the other.
   */
  private *findLiteralWalls(): Generator<Progress, void> {
    for (let descending = false, changed = true; changed; descending = !descending) {
      changed = false;
      const open = [...this.candidates];
      for (const p of descending ? open.reverse() : open) {
        const wall = this.closedSide(p);
        if (wall === null) continue;
        changed = true;
        this.candidates.delete(p);
        this.counts.literals++;
        this.addWall(wall, true);
        yield { what: "wall", figures: this.figures() };
      }
    }
  }

  /** The predicate or its negation, whichever cannot become false (query 5). */
  private closedSide(p: Lit): Lit | null {
    const after = this.system.primedPredicate(p);
    this.live.encode(p);
    this.live.encode(after);
    if (!this.live.solve([p, not(after)])) return p;
    if (!this.live.solve([not(p), after])) return not(p);
    return null;
  }

  // Facts -------------------------------------------------------------------------------------------------------------

  private addFact(fact: Fact): void {
    this.facts.push(fact);
    this.full.addFact(fact);
    if (this.skeletons !== this.full) this.skeletons.addFact(fact);
  }

  /** Lines 30-32. */
  private addAssertion(clauses: readonly Clause[]): void {
    const fresh = clauses.filter((c) => !this.asserted.has(c.join()));
    this.counts.assertions++;
    this.addFact({ rule: "reach", predicate: this.system.predicate(fresh) });
    for (const c of fresh) {
      this.asserted.add(c.join());
      this.stemQuery.addLemma(c);
      this.stem.addFact(c);
      this.cycle.addFact(c);
      this.reachable.addClause(c);
      this.live.addClause(c);
    }
  }

  /**
   * Lines 41-50: a predicate that is closed under live transitions. When one side has no skeleton it is given up; a
   * wall of a single clause constrains cycle queries; others only keep skeletons on one side. True when both sides stay.
   */
  private addWall(wall: Lit, isClause: boolean): boolean {
    const after = this.system.primedPredicate(wall);
    this.counts.walls++;
    this.addFact({ rule: "split", predicate: wall, closed: "forward" });
    const index = this.full.walls - 1;
    const same = this.system.graph.iff(wall, after);
    this.live.require(same);
    const hasSkeleton = (inside: boolean) =>
      this.full.solve(this.conditions, this.bijection(), { wall: index, inside });
    if (!hasSkeleton(true)) this.exclude(wall, { kind: "skeleton", closed: "forward", unroll: 0 });
    else if (!hasSkeleton(false)) this.exclude(not(wall), { kind: "skeleton", closed: "backward", unroll: 0 });
    else {
      if (isClause) this.cycle.addCondition(same);
      return true;
    }
    return false;
  }

  /** No fair cycle has a state in the region. */
  private exclude(region: Lit, because: ExcludeReason): void {
    const after = this.system.primedPredicate(region);
    this.counts.excluded++;
    this.addFact({ rule: "exclude", predicate: region, because });
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
      if (!this.isStatePredicate(condition)) return true;
      this.live.encode(condition);
      return this.live.solve([not(condition)]);
    });
    if (open.length < this.conditions.length) this.conditions = open;
  }

  // Analysis of one skeleton (Sections III-A, III-C, III-D and III-F) -------------------------------------------------

  /** Adds a fact that excludes the skeleton, or completes it to a lasso. */
  private *analyse(states: readonly SkeletonState[]): Generator<Progress, Lasso | null> {
    const skeleton = this.merged(states);
    this.counts.skeletons++;
    this.counts.largest = Math.max(this.counts.largest, skeleton.length);
    yield { what: "skeleton", figures: { ...this.figures(), states: skeleton.length } };
    const entry = this.random.below(skeleton.length);
    this.stemQuery.aimAt({ kind: "states", cubes: [this.cubeOf(skeleton[entry]!)] });
    const starts = skeleton.map((s) => this.startAt(s, skeleton.length));
    const targets = skeleton.map((_, i) => this.cubeOf(skeleton[(i + 1) % skeleton.length]!));
    const cycles = skeleton.map((_, i) => new Ic3(this.cycle, starts[i]!, { kind: "states", cubes: [targets[i]!] }));
    try {
      const result = yield* this.race([this.stemQuery, ...cycles]);
      if (result.kind === "runs") return lassoOf(result.runs, entry);
      if (result.winner === 0) this.learnAssertion(result.clauses);
      else {
        const i = result.winner - 1;
        this.learnWall(result.clauses, starts[i]!, targets[i]!, skeleton.length === 1 ? skeleton[0]! : null);
      }
      return null;
    } finally {
      for (const query of cycles) query[Symbol.dispose]();
    }
  }

  /** Copies that chose the same state are one, unless they need different steps there. */
  private merged(states: readonly SkeletonState[]): SkeletonState[] {
    const merged: SkeletonState[] = [];
    const anyStep = (s: SkeletonState) => s.conditions.every((b) => this.isStatePredicate(this.system.fairness[b]!));
    for (const s of states) {
      const k = merged.findIndex(
        (m) => same(m.latches, s.latches) && (same(m.inputs, s.inputs) || anyStep(m) || anyStep(s)),
      );
      if (k < 0) {
        merged.push(s);
        continue;
      }
      const conditions = [...merged[k]!.conditions, ...s.conditions];
      merged[k] = { ...(anyStep(s) ? merged[k]! : s), conditions };
    }
    return merged;
  }

  private cubeOf(state: SkeletonState): Cube {
    return this.system.stateCube(state.latches);
  }

  /** A lone state must come back to itself; and a condition that reads inputs asks for a certain first step. */
  private startAt(state: SkeletonState, size: number): Start {
    const conditions = state.conditions.map((b) => this.system.fairness[b]!);
    const cube = this.cubeOf(state);
    if (size > 1 && conditions.every((c) => this.isStatePredicate(c))) return { kind: "cube", cube };
    return { kind: "successors", cube, where: this.system.graph.andAll(conditions) };
  }

  /** Section III-F: all queries share the time, in varied order, until one has a proof or all have runs. */
  private *race(
    queries: readonly ReachQuery[],
  ): Generator<
    Progress,
    { kind: "runs"; runs: Run[] } | { kind: "proof"; winner: number; clauses: readonly Clause[] }
  > {
    const runs: (Run | null)[] = queries.map(() => null);
    const offset = this.random.below(queries.length);
    for (let budget = FIRST_BUDGET; ; budget *= 2) {
      for (let turn = 0; turn < queries.length; turn++) {
        const q = (turn + offset) % queries.length;
        if (runs[q] !== null) continue;
        const result = queries[q]!.step(budget);
        if (result === "more") {
          yield { what: q === 0 ? "stem" : "cycle", figures: { ...this.figures(), ...queries[q]!.figures() } };
          continue;
        }
        if (result.kind === "separated") return { kind: "proof", winner: q, clauses: result.clauses };
        runs[q] = result.run;
      }
      const found = runs.filter((r) => r !== null);
      if (found.length === queries.length) return { kind: "runs", runs: found };
    }
  }

  private learnAssertion(clauses: readonly Clause[]): void {
    const start = startFrame(this.stem, { kind: "resets" });
    this.addAssertion(this.stemProofs.strengthen(clauses, start));
  }

  private learnWall(clauses: readonly Clause[], from: Start, target: Cube, alone: SkeletonState | null): void {
    const start = startFrame(this.cycle, from);
    const proof = this.cycleProofs.weaken(clauses, start, target);
    if (start.nested === false) this.cycle.release(start.solver);
    if (this.isAssertion(proof)) {
      this.addAssertion(proof);
      return;
    }
    const wall = this.system.predicate(proof);
    const open = this.addWall(wall, proof.length === 1);
    if (open && alone !== null) this.excludeEdges(wall, alone);
  }

  /** Section V: a cycle proof that is inductive for the whole system excludes its negation altogether. */
  private isAssertion(proof: readonly Clause[]): boolean {
    const initial = startFrame(this.stem, { kind: "resets" });
    return proof.every((c) => initial.meets(negated(c)) === null) && this.stemProofs.isInductive(proof);
  }

  /**
   * Section III-C: the wall runs between a lone state and its successors. Part of the state is enough to have no live
   * successor on its side, and part of a successor to have no live predecessor on the other.
   */
  private excludeEdges(wall: Lit, state: SkeletonState): void {
    const { system, live } = this;
    const before = this.cubeOf(state);
    live.encode(wall);
    if (!live.solve([not(wall), ...before]))
      this.excludePart(before, not(wall), (l) => live.failed(l), { kind: "no-start" });
    const after = system.stateCube(state.successor);
    const arriving = after.map((l) => system.primed(l));
    if (!live.solve([wall, ...arriving]))
      this.excludePart(after, wall, (l) => live.failed(system.primed(l)), { kind: "no-end" });
  }

  private excludePart(cube: Cube, side: Lit, isNeeded: (l: Lit) => boolean, because: ExcludeReason): void {
    const part = cube.filter(isNeeded);
    if (part.length === cube.length) return;
    this.exclude(this.system.graph.and(side, this.system.cube(part)), because);
  }
}

const isBijective = (map: CopyMap): boolean => new Set(map).size === map.length;

const same = (a: Uint8Array, b: Uint8Array): boolean => a.every((v, i) => v === b[i]);

/** The stem leads to state `entry`; cycle run i leads from state i to the next one. */
function lassoOf([stem, ...cycles]: readonly Run[], entry: number): Lasso {
  const before = stem!.steps.slice(0, -1);
  const around = cycles.flatMap((_, i): readonly Step[] => cycles[(entry + i) % cycles.length]!.steps.slice(0, -1));
  return { kind: "lasso", steps: [...before, ...around], loop: before.length };
}

import type { CertificateStep, ExcludeReason } from "../../evidence/certificate.js";
import type { Lasso, Run } from "../../evidence/verdict.js";
import { type Lit, litOf, nodeOf, not } from "../../logic/lit.js";
import { Random } from "../../logic/random.js";
import { BoundedReach } from "../bmc.js";
import { type Clause, type Cube, negated } from "../cube.js";
import type { Progress } from "../drive.js";
import { expectToGoOn, type SolverHost } from "../host.js";
import { Ic3 } from "../ic3/ic3.js";
import { startFrame } from "../ic3/start.js";
import type { ReachQuery, Start, Target } from "../reach-query.js";
import { ProofRefiner } from "../refine-proof.js";
import { Relation } from "../relation.js";
import type { StepSolver } from "../step-solver.js";
import { StepSimulator, type TransitionSystem } from "../transition-system.js";
import type { Colleagues, News } from "./colleagues.js";
import { type Fact, stateFact } from "./facts.js";
import { LoopWalks } from "./loop-walks.js";
import { race } from "./race.js";
import { type CopyMap, SkeletonQuery, type SkeletonState } from "./skeleton.js";
import { WithRuns } from "./with-runs.js";

export interface FairOptions {
  /** Unrollings of the skeleton query, counted as in Section V: 0 is one forward step. */
  readonly k: number;
  /** The same for the full query, which finds sides of walls without skeletons (lines 6, 44 and 46). */
  readonly unroll: number;
  /** Whether skeletons with few states are preferred (Section III-B). */
  readonly minimize: boolean;
  /** Which predicates are tried as walls without a skeleton (Section III-E). */
  readonly walls: "off" | "literals" | "conditions" | "gates";
  /** Which walls constrain cycle queries when both sides have skeletons: none, single clauses, or all (line 42). */
  readonly constrain: "none" | "clauses" | "all";
  /** Whether proofs are made smaller and more general (Section III-D). */
  readonly refine: boolean;
  /** Whether a cycle proof that holds at reset and is inductive for all steps becomes an assertion (Section V). */
  readonly upgrade: boolean;
  /** Whether conditions that hold wherever a fair cycle can be are not asked for any more (weak ones, Section II). */
  readonly weak: boolean;
  /** Whether what the stem query finds invariant on its way becomes an assertion, whether or not it has an answer. */
  readonly share: boolean;
  /** Whether the stem leads to one state of the skeleton, or to any of them. */
  readonly stem: "one" | "any";
  /** Whether cycle queries lead from each state to the next one, or to all others. */
  readonly cycles: "ring" | "all";
  /** Whether a query on the side looks for a state that is a fair cycle by itself: only reachability can rule these out. */
  readonly loops: boolean;
  /** Whether runs are looked for by unrolling, too, beside the queries that may end with a proof (Section III-F). */
  readonly bmc: boolean;
  /** Whether skeletons are looked for on the sides of walls that no step leaves, as far as there are any. */
  readonly inside: boolean;
  /** Whether another query comes first in each race (Section III-F). */
  readonly vary: boolean;
  readonly seed: number;
}

export type FairResult =
  | { readonly kind: "lasso"; readonly lasso: Lasso }
  | { readonly kind: "proof"; readonly steps: readonly CertificateStep[] };

/** One of the queries about a skeleton: the stem, or a part of the cycle between two of its states. */
interface SkeletonRacer {
  readonly what: "stem" | "cycle";
  readonly proofs: Ic3;
  readonly query: ReachQuery;
  readonly from: number;
  readonly to: number;
}

/** The query for loops gets so many propagations at first, and then this share of all. */
const LOOP_HEAD_START = 200_000;
const LOOP_SHARE = 0.2;

/** Random walks get so many evaluations of gates at first, and then so many for each propagation: a tenth of the time. */
const WALK_HEAD_START = 2_000_000;
const WALK_SHARE = 15;

/** Shared gates over latches that are tried as walls, at most. */
const MOST_GATES = 200;

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
  /** The system's steps, with assertions only. */
  private readonly stem: Relation;
  private readonly cycle: Relation;
  /** One query for all stems: what it has learned about the resets is good for every target. */
  private readonly stemQuery: Ic3;
  private loopQuery: Ic3 | null;
  private loopWork = 0;
  private readonly walks: LoopWalks | null;
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
  // Nodes of walls, and regions.
  private readonly walls = new Set<number>();
  private readonly excluded = new Set<Lit>();
  // How many invariants of the stem query are assertions already.
  private shared = 0;
  private readonly random: Random;
  private readonly counts = {
    skeletons: 0,
    walls: 0,
    assertions: 0,
    excluded: 0,
    literals: 0,
    largest: 0,
    taken: 0,
    refused: 0,
  };

  constructor(
    private readonly system: TransitionSystem,
    private readonly host: SolverHost,
    private readonly options: FairOptions,
    private readonly colleagues: Colleagues | null = null,
  ) {
    this.stem = new Relation(system, host);
    this.cycle = new Relation(system, host);
    this.reachable = this.stem.solver();
    this.live = this.cycle.solver();
    this.stemProofs = new ProofRefiner(system, this.reachable);
    this.cycleProofs = new ProofRefiner(system, this.live);
    this.stemQuery = new Ic3(this.stem, { kind: "resets" }, { kind: "states", cubes: [] });
    const loop = this.fairLoop();
    this.loopQuery = options.loops ? new Ic3(this.stem, { kind: "resets" }, { kind: "step", lit: loop }) : null;
    this.walks = options.loops ? new LoopWalks(system.model, system, loop, this.reachable, options.seed) : null;
    this.full = new SkeletonQuery(system, options.unroll, host);
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
    this.listen();
    yield* this.findLiteralWalls();
    while (this.full.solve(this.conditions, this.bijection())) {
      const map = this.options.minimize ? this.minimalMap() : this.bijection();
      if (map === null) return this.proof(this.options.k);
      while (this.findSkeleton(map)) {
        const asked = this.conditions;
        const skeleton = this.skeletons.skeleton(this.conditions, map);
        const lasso = yield* this.besideWalks(this.connect(skeleton));
        if (lasso !== null) return { kind: "lasso", lasso };
        this.listen();
        yield* this.findLiteralWalls();
        if (asked !== this.conditions) break;
      }
      if (isBijective(map) && map.length === this.conditions.length) return this.proof(this.options.k);
    }
    return this.proof(this.options.unroll);
  }

  /** A predicate that holds in all reachable states, known from elsewhere. */
  assume(reachable: Lit): void {
    this.colleagues?.tell({ rule: "reach", predicate: reachable });
    this.addReachable(reachable);
  }

  private addReachable(reachable: Lit): void {
    this.counts.assertions++;
    this.addFact({ rule: "reach", predicate: reachable });
    for (const l of [reachable, this.system.primedPredicate(reachable)]) {
      this.stem.addCondition(l);
      this.cycle.addCondition(l);
      this.reachable.require(l);
      this.live.require(l);
    }
  }

  [Symbol.dispose](): void {
    this.stemQuery[Symbol.dispose]();
    this.loopQuery?.[Symbol.dispose]();
    this.stem[Symbol.dispose]();
    this.cycle[Symbol.dispose]();
    this.full[Symbol.dispose]();
    this.skeletons[Symbol.dispose]();
  }

  // Fair cycles of one state -------------------------------------------------------------------------------------------

  /** A step that meets all conditions and leads nowhere else. */
  private fairLoop(): Lit {
    const { graph, fairness } = this.system;
    const stays = this.system.latches().map((l) => graph.iff(l, this.system.primed(l)));
    return graph.andAll([...fairness, ...stays]);
  }

  /** Walks at random for a part of the time, whatever else is done. */
  private *besideWalks(main: Generator<Progress, Lasso | null>): Generator<Progress, Lasso | null> {
    try {
      for (;;) {
        const walked = this.walkToLoop();
        if (walked !== null) return walked;
        const { done, value } = main.next();
        if (done) return value;
        yield value;
      }
    } finally {
      main.return(null);
    }
  }

  private walkToLoop(): Lasso | null {
    const { walks } = this;
    if (walks === null || this.loopQuery === null) return null;
    const enough = WALK_HEAD_START + WALK_SHARE * (this.stem.spent() + this.cycle.spent());
    for (let k = 1; walks.work < enough; k++) {
      const lasso = walks.step();
      if (lasso !== null) return lasso;
      if (k % 1000 === 0) expectToGoOn(this.host);
    }
    return null;
  }

  /** Asks for a part of the time whether one can be reached. The proof rules out all skeletons of this kind at once. */
  private *lookForLoop(): Generator<Progress, Lasso | null> {
    while (this.loopQuery !== null) {
      const before = this.stem.spent();
      if (this.loopWork > LOOP_HEAD_START + LOOP_SHARE * (before + this.cycle.spent())) return null;
      const result = this.loopQuery.step(LOOP_HEAD_START / 4);
      this.loopWork += this.stem.spent() - before;
      if (result === "more") {
        yield { what: "loop", figures: { ...this.figures(), ...this.loopQuery.figures() } };
        continue;
      }
      this.loopQuery[Symbol.dispose]();
      this.loopQuery = null;
      if (result.kind === "separated") this.tellAssertion(result.clauses);
      else return { kind: "lasso", steps: result.run.steps, loop: result.run.steps.length - 1 };
    }
    return null;
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

  /** Where no step leaves, there is less to keep apart. */
  private findSkeleton(map: CopyMap): boolean {
    const { skeletons, conditions } = this;
    return this.options.inside ? skeletons.solveInside(conditions, map) : skeletons.solve(conditions, map);
  }

  // Skeleton-independent walls (Section III-E) ------------------------------------------------------------------------

  private cheapPredicates(): Lit[] {
    const { system } = this;
    const { walls } = this.options;
    if (walls === "off") return [];
    if (walls === "literals") return system.latches();
    const stateConditions = system.fairness.filter((f) => this.isStatePredicate(f) && nodeOf(f) !== 0);
    const gates = walls === "gates" ? this.sharedGates() : [];
    return [...new Set([...system.latches(), ...stateConditions.map((f) => (f & ~1) as Lit), ...gates])];
  }

  /** Gates over latches that several others read: what a designer may have given a name. */
  private sharedGates(): Lit[] {
    const { graph } = this.system;
    const readers = new Int32Array(graph.size);
    for (let n = 1; n < graph.size; n++) {
      if (!graph.isGate(n)) continue;
      readers[nodeOf(graph.fanin0(n))]!++;
      readers[nodeOf(graph.fanin1(n))]!++;
    }
    const shared: Lit[] = [];
    for (let n = 1; n < readers.length && shared.length < MOST_GATES; n++)
      if (graph.isGate(n) && readers[n]! > 1 && this.isStatePredicate(litOf(n))) shared.push(litOf(n));
    return shared;
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
        this.tellWall(wall);
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
    this.skeletons.addFact(fact);
  }

  private tellAssertion(clauses: readonly Clause[]): void {
    const fresh = clauses.filter((c) => !this.asserted.has(c.join()));
    if (fresh.length > 0) this.colleagues?.tell({ rule: "assertion", clauses: fresh });
    this.addAssertion(fresh);
  }

  private tellWall(wall: Lit): boolean {
    this.colleagues?.tell({ rule: "split", predicate: wall });
    return this.addWall(wall);
  }

  private tellDeadEnd(region: Lit, kind: "no-start" | "no-end"): void {
    this.colleagues?.tell({ rule: kind, predicate: region });
    this.exclude(region, { kind });
  }

  /** Lines 30-32. Pre: the clauses are inductive together, relative to what is known. */
  private addAssertion(clauses: readonly Clause[]): void {
    const fresh = clauses.filter((c) => !this.asserted.has(c.join()));
    if (fresh.length === 0) return;
    this.counts.assertions++;
    this.addFact({ rule: "reach", predicate: this.system.predicate(fresh) });
    for (const c of fresh) {
      this.asserted.add(c.join());
      this.stemQuery.addLemma(c);
      this.loopQuery?.addLemma(c);
      this.cycle.addFact(c);
      this.reachable.addClause(c);
      this.live.addClause(c);
    }
  }

  /**
   * Lines 41-50: a predicate that is closed under live transitions. When one side has no skeleton it is given up; a
   * wall of a single clause constrains cycle queries; others only keep skeletons on one side. True when both sides stay.
   */
  private addWall(wall: Lit): boolean {
    const after = this.system.primedPredicate(wall);
    this.counts.walls++;
    this.walls.add(nodeOf(wall));
    this.addFact({ rule: "split", predicate: wall, closed: "forward" });
    const index = this.full.walls - 1;
    const same = this.system.graph.iff(wall, after);
    this.live.require(same);
    const hasSkeleton = (inside: boolean) =>
      this.full.solve(this.conditions, this.bijection(), { wall: index, inside });
    const { constrain, unroll } = this.options;
    if (!hasSkeleton(true)) this.exclude(wall, { kind: "skeleton", closed: "forward", unroll });
    else if (!hasSkeleton(false)) this.exclude(not(wall), { kind: "skeleton", closed: "backward", unroll });
    else {
      if (constrain === "all" || (constrain === "clauses" && this.isClause(wall))) this.cycle.addCondition(same);
      return true;
    }
    return false;
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

  /** No fair cycle has a state in the region. */
  private exclude(region: Lit, because: ExcludeReason): void {
    const after = this.system.primedPredicate(region);
    this.excluded.add(region);
    this.counts.excluded++;
    this.addFact({ rule: "exclude", predicate: region, because });
    for (const l of [not(region), not(after)]) {
      this.cycle.addCondition(l);
      this.live.require(l);
    }
    if (this.options.weak) this.dropMetConditions();
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

  // What others found -------------------------------------------------------------------------------------------------

  /** Takes what colleagues told, as far as it can be shown here (see `Colleagues`). True when that is something new. */
  private listen(): boolean {
    const before = this.facts.length;
    for (const news of this.colleagues?.hear() ?? []) {
      const { length } = this.facts;
      if (!this.take(news)) this.counts.refused++;
      else if (this.facts.length > length) this.counts.taken++;
    }
    return this.facts.length > before;
  }

  /** False when it does not follow from what is known here. */
  private take(news: News): boolean {
    switch (news.rule) {
      case "assertion":
        return this.takeAssertion(news.clauses);
      case "reach":
        return this.takeReachable(news.predicate);
      case "split":
        return this.takeWall(news.predicate);
      case "no-start":
      case "no-end":
        return this.takeDeadEnd(news.predicate, news.rule);
    }
  }

  private takeAssertion(clauses: readonly Clause[]): boolean {
    const start = startFrame(this.stem, { kind: "resets" });
    const fresh = clauses.filter((c) => !this.asserted.has(c.join()));
    const initial = fresh.filter((c) => start.meets(negated(c)) === null);
    const invariant = this.stemProofs.inductivePart(initial);
    this.addAssertion(invariant);
    return invariant.length === fresh.length;
  }

  private takeReachable(predicate: Lit): boolean {
    const { reachable, system } = this;
    const after = system.primedPredicate(predicate);
    if (reachable.solve([...system.resets, not(predicate)]) || reachable.solve([predicate, not(after)])) return false;
    if (reachable.solve([not(predicate)])) this.addReachable(predicate);
    return true;
  }

  private takeWall(wall: Lit): boolean {
    if (this.walls.has(nodeOf(wall))) return true;
    const after = this.system.primedPredicate(wall);
    if (this.live.solve([wall, not(after)])) return false;
    this.candidates.delete((wall & ~1) as Lit);
    // Where all is on one side already it says nothing.
    if (this.live.solve([not(wall)]) && this.live.solve([after])) this.addWall(wall);
    return true;
  }

  private takeDeadEnd(region: Lit, kind: "no-start" | "no-end"): boolean {
    if (this.excluded.has(region)) return true;
    const after = this.system.primedPredicate(region);
    const none = { "no-start": region, "no-end": after } as const;
    if (this.live.solve([none[kind]])) return false;
    // What neither starts nor ends in it says nothing.
    if (this.live.solve([region]) || this.live.solve([after])) this.exclude(region, { kind });
    return true;
  }

  /** Whether a fact from `first` on keeps the states of a skeleton apart, or is not true in one of them. */
  private isRuledOut(skeleton: readonly SkeletonState[], first: number): boolean {
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

  // Analysis of one skeleton (Sections III-A, III-C, III-D and III-F) -------------------------------------------------

  private *connect(states: readonly SkeletonState[]): Generator<Progress, Lasso | null> {
    return (yield* this.lookForLoop()) ?? (yield* this.analyse(states));
  }

  /** Adds a fact that excludes the skeleton, or completes it to a lasso. */
  private *analyse(states: readonly SkeletonState[]): Generator<Progress, Lasso | null> {
    const skeleton = this.merged(states);
    this.counts.skeletons++;
    this.counts.largest = Math.max(this.counts.largest, skeleton.length);
    yield { what: "skeleton", figures: { ...this.figures(), states: skeleton.length } };
    const racers = [this.stemOf(skeleton), ...this.cyclesOf(skeleton)];
    try {
      const first = this.options.vary ? this.random.below(racers.length) : 0;
      const result = yield* race(
        racers,
        first,
        (runs) => routes(runs, skeleton.length) !== null,
        () => {
          const { length } = this.facts;
          return this.listen() && this.isRuledOut(skeleton, length);
        },
        () => this.figures(),
      );
      if (result.kind === "over") return null;
      if (result.kind === "runs") return this.lassoOf(result.runs, skeleton);
      if (this.options.share) this.shareInvariants();
      const { winner, clauses } = result;
      if (winner.what === "stem") this.learnAssertion(clauses);
      else {
        const target = this.cubeOf(skeleton[winner.to]!);
        const alone = skeleton.length === 1 ? skeleton[0]! : null;
        this.learnWall(clauses, this.startAt(skeleton[winner.from]!, skeleton.length), target, alone);
      }
      return null;
    } finally {
      for (const { what, query, proofs } of racers) {
        if (query !== proofs) query[Symbol.dispose]();
        if (what === "cycle") proofs[Symbol.dispose]();
      }
    }
  }

  private stemOf(skeleton: readonly SkeletonState[]): SkeletonRacer {
    const targets = this.options.stem === "any" ? skeleton : [skeleton[this.random.below(skeleton.length)]!];
    const target: Target = { kind: "states", cubes: targets.map((s) => this.cubeOf(s)) };
    const proofs = this.stemQuery;
    proofs.aimAt(target);
    return { what: "stem", proofs, query: this.withRuns(proofs, { kind: "resets" }, target), from: -1, to: -1 };
  }

  private withRuns(proofs: Ic3, start: Start, target: Target): ReachQuery {
    if (!this.options.bmc) return proofs;
    return new WithRuns(proofs, () => new BoundedReach(this.system, start, target, this.host));
  }

  private cyclesOf(skeleton: readonly SkeletonState[]): SkeletonRacer[] {
    const n = skeleton.length;
    const racers: SkeletonRacer[] = [];
    for (let from = 0; from < n; from++)
      for (let to = 0; to < n; to++) {
        if (this.options.cycles === "ring" ? to !== (from + 1) % n : to === from && n > 1) continue;
        const target = { kind: "states", cubes: [this.cubeOf(skeleton[to]!)] } as const;
        const start = this.startAt(skeleton[from]!, n);
        const proofs = new Ic3(this.cycle, start, target);
        racers.push({ what: "cycle", proofs, query: this.withRuns(proofs, start, target), from, to });
      }
    return racers;
  }

  /** From the state that the stem leads to, round through all states. */
  private lassoOf(runs: ReadonlyMap<SkeletonRacer, Run>, skeleton: readonly SkeletonState[]): Lasso {
    const stem = [...runs].find(([racer]) => racer.what === "stem")![1].steps;
    const entry = skeleton.findIndex((s) => same(s.latches, stem[stem.length - 1]!.latches));
    const parts = routes(runs, skeleton.length)!;
    const around = parts.flatMap((_, i) => parts[(entry + i) % parts.length]!.flatMap((run) => run.steps.slice(0, -1)));
    const before = stem.slice(0, -1);
    return { kind: "lasso", steps: [...before, ...around], loop: before.length };
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

  private shareInvariants(): void {
    const invariants = this.stemQuery.invariants();
    const fresh = invariants.slice(this.shared).map((lemma) => negated(lemma.cube));
    this.shared = invariants.length;
    this.tellAssertion(fresh);
  }

  private learnAssertion(clauses: readonly Clause[]): void {
    const start = startFrame(this.stem, { kind: "resets" });
    this.tellAssertion(this.options.refine ? this.stemProofs.strengthen(clauses, start) : clauses);
  }

  private learnWall(clauses: readonly Clause[], from: Start, target: Cube, alone: SkeletonState | null): void {
    const start = startFrame(this.cycle, from);
    const proof = this.options.refine ? this.cycleProofs.weaken(clauses, start, target) : clauses;
    if (start.nested === false) this.cycle.release(start.solver);
    if (this.options.upgrade && this.isAssertion(proof)) {
      this.tellAssertion(proof);
      return;
    }
    const wall = this.system.predicate(proof);
    const open = this.tellWall(wall);
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
    if (!live.solve([not(wall), ...before])) this.excludePart(before, not(wall), (l) => live.failed(l), "no-start");
    const after = system.stateCube(state.successor);
    const arriving = after.map((l) => system.primed(l));
    if (!live.solve([wall, ...arriving])) this.excludePart(after, wall, (l) => live.failed(system.primed(l)), "no-end");
  }

  private excludePart(cube: Cube, side: Lit, isNeeded: (l: Lit) => boolean, kind: "no-start" | "no-end"): void {
    const part = cube.filter(isNeeded);
    if (part.length === cube.length) return;
    this.tellDeadEnd(this.system.graph.and(side, this.system.cube(part)), kind);
  }
}

const isBijective = (map: CopyMap): boolean => new Set(map).size === map.length;

const same = (a: Uint8Array, b: Uint8Array): boolean => a.every((v, i) => v === b[i]);

/** For each state, runs that lead from it to the next one, one after the other; null as long as a part is missing. */
function routes(runs: ReadonlyMap<SkeletonRacer, Run>, n: number): Run[][] | null {
  const cycles = [...runs].filter(([racer]) => racer.what === "cycle");
  if (cycles.length === runs.size) return null;
  const parts: Run[][] = [];
  for (let i = 0; i < n; i++) {
    const goal = (i + 1) % n;
    // Breadth first; the first step leaves state i, also where it is the goal itself.
    const routeTo = new Map<number, Run[]>();
    const pending: { readonly at: number; readonly route: Run[] }[] = [{ at: i, route: [] }];
    for (const { at, route } of pending)
      for (const [racer, run] of cycles) {
        if (racer.from !== at || routeTo.has(racer.to)) continue;
        routeTo.set(racer.to, [...route, run]);
        pending.push({ at: racer.to, route: [...route, run] });
      }
    const found = routeTo.get(goal);
    if (found === undefined) return null;
    parts.push(found);
  }
  return parts;
}

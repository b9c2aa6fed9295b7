import type { SetStrength } from "../../evidence/refinement-tree.js";
import type { Figures, Progress } from "../../limits/progress.js";
import type { Cell, Scope } from "../../sets/state-sets.js";
import { type FairRegion, meetsAll, missedCondition } from "../fair-region.js";
import { sccHull } from "../hull.js";
import { unless } from "../limit.js";
import type { ProofLog } from "../proof.js";
import { closure, OnionRings } from "../reach.js";
import { logScc } from "../scc-log.js";
import { makeSchedule, stepsOnly } from "../schedules.js";
import { fairSccOf } from "../trace.js";
import { searchFrom } from "../two-way-search.js";
import { type Hyperline, hyperlinesOf, lostNodes, type QuotientGraph, type QuotientLimits } from "./quotient.js";

export type Subsetting = "minterm" | "cube" | "dense" | "all";

export interface SharpOptions extends QuotientLimits {
  /** BDD-SUBSETTING; `all`: the image of everything in the ring. */
  readonly subset: Subsetting;
  /** Effort for seeds besides what the search for states has cost. */
  readonly seedEffort: number;
}

/** A fair region that can be reached, the node that it lies in, and a set that holds a way to it. */
export interface SharpResult<S> {
  readonly fair: FairRegion<S>;
  readonly target: number;
  readonly reached: S;
}

/** Seeds that are tried in a row before everything ahead of them is searched. */
const PATIENCE = 8;

/** There is no fair cycle in this set, all of which can be reached. */
interface Searched<S> {
  readonly searched: S;
}

/** The search along one hyperline. */
interface Chase<S> {
  /** A ⇓ G': steps that start and end on the line. */
  readonly sub: Scope<S>;
  /** Of the line's target. */
  readonly strength: SetStrength;
  /** What of the target may still hold a fair cycle. */
  readonly queue: Cell<S>;
  /** States of Reach whose successors on the line are in Reach. */
  readonly expanded: Cell<S>;
}

/**
 * DETECT-FAIR-CYCLE of D'n'C, Fig. 7, on every hyperline of the quotient graph of an approximation. `exact` is the
 * exact system, `abstract` the approximation. Results live in `exact`.
 */
export class SharpSearch<S> {
  private readonly s: Scope<S>;
  /** Reach: the states that are known to be reachable, by any line. */
  private readonly reach: Cell<S>;
  /** Those from which images were taken, each on some line. */
  private readonly expanded: Cell<S>;
  /** Seeds whose SCCs cost too much. */
  private readonly postponed: Cell<S>;
  /** What seeds have cost, and all effort before this search. */
  private seedEffort = 0;
  private readonly effortBefore: number;
  private readonly figures = { hyperlines: 0, sharpImages: 0, deadEnds: 0, seeds: 0, hulls: 0, reached: 0 };

  constructor(
    private readonly exact: Scope<S>,
    private readonly abstract: Scope<S>,
    private readonly graph: QuotientGraph<S>,
    private readonly proof: ProofLog<S>,
    private readonly options: SharpOptions,
  ) {
    this.s = exact.open();
    this.reach = this.s.cell(this.s.initial);
    this.expanded = this.s.cell(this.s.empty);
    this.postponed = this.s.cell(this.s.empty);
    this.effortBefore = this.s.effort();
  }

  /** While the search goes on, and after it. */
  get stats(): Figures {
    return { ...this.figures };
  }

  *run(): Generator<Progress, SharpResult<S> | null> {
    const { s, graph, exact } = this;
    try {
      const queue = graph.nodes.map((node) => s.cell(node.strength !== null ? node.states : s.empty));
      const lines = yield* this.nearestFirst(hyperlinesOf(graph, this.options));
      this.figures.hyperlines = lines.length;
      for (const line of lines) {
        const fair = yield* this.detectFairCycle(line, queue[line.target]!);
        if (fair === null) continue;
        const held = { core: exact.hold(fair.core), region: exact.hold(fair.region) };
        return { fair: held, target: line.target, reached: exact.or(this.reach.value, fair.region) };
      }
      yield* this.tellReached(lines);
      return null;
    } finally {
      this.figures.reached = s.count(this.reach.value);
      s[Symbol.dispose]();
    }
  }

  /** Hyperlines by the distance of their fair node from the initial states, in the approximation. */
  private *nearestFirst(lines: readonly Hyperline[]): Generator<Progress, Hyperline[]> {
    using s = this.abstract.open();
    const rings = new OnionRings(s, "forward", s.initial);
    const distances = new Map<number, number>();
    for (const { target } of lines)
      if (!distances.has(target)) {
        const distance = yield* rings.distanceTo(s.cover(this.graph.nodes[target]!.states));
        distances.set(target, distance < 0 ? Number.POSITIVE_INFINITY : distance);
      }
    return [...lines].sort((a, b) => distances.get(a.target)! - distances.get(b.target)!);
  }

  /** A fair cycle in the target of a hyperline, reached along it; null when there is none. */
  private *detectFairCycle(line: Hyperline, queue: Cell<S>): Generator<Progress, FairRegion<S> | null> {
    using s = this.s.open();
    const inside = this.statesOf(s, line.nodes);
    using sub = s.view({ within: inside, dontCares: "relation" });
    using expanded = s.cell(s.and(this.expanded.value, inside));
    const chase = { sub, expanded, queue, strength: this.graph.nodes[line.target]!.strength ?? "strong" };
    using abstract = this.abstract.open();
    const rings = yield* ringsInside(abstract, abstract.cover(inside));
    // Images on other lines left successors on this one out.
    using front = s.cell(s.or(s.and(this.reach.value, inside), this.expand(sub, expanded.value, expanded).fresh));
    for (;;) {
      const fair = yield* this.cycleReached(chase);
      if (fair !== null) return fair;
      using turn = sub.open();
      const waiting = turn.minus(turn.and(this.reach.value, inside), expanded.value);
      if (turn.isEmpty(waiting)) return yield* this.searchPromising(chase);
      const sharp = this.nearTarget(turn, turn.and(front.value, waiting), rings, this.options.subset);
      // A dead end: back to what was left behind, nearest first, and all of that.
      const from = sharp ?? this.nearTarget(turn, waiting, rings, "all") ?? waiting;
      front.value = this.expand(turn, from, expanded).fresh;
      if (sharp === null) this.figures.deadEnds++;
      else this.figures.sharpImages++;
      yield { what: "sharp search", figures: { ...this.figures, ...s.steps } };
    }
  }

  /** Adds the successors of some states of Reach to it: all of them, and those that are new. */
  private expand(s: Scope<S>, from: S, expanded: Cell<S>): { readonly entered: S; readonly fresh: S } {
    const entered = s.post(from);
    const fresh = s.minus(entered, this.reach.value);
    expanded.value = s.or(expanded.value, from);
    this.expanded.value = s.or(this.expanded.value, from);
    this.reach.value = s.or(this.reach.value, fresh);
    return { entered, fresh };
  }

  /** D# of IMAGE#: the states of the front in the last ring that it meets, thinned; null when it meets none. */
  private nearTarget(s: Scope<S>, front: S, rings: readonly S[], subset: Subsetting): S | null {
    for (let i = s.isEmpty(front) ? -1 : rings.length - 1; i >= 0; i--) {
      const near = s.and(front, rings[i]!);
      if (!s.isEmpty(near)) return subset === "all" ? near : s.thin(near, subset);
    }
    return null;
  }

  /** A fair cycle in what is reached of the target, by its strength (Section 7): reaching it is enough, or a cycle is, or SCCs are looked at. */
  private *cycleReached(chase: Chase<S>): Generator<Progress, FairRegion<S> | null> {
    if (chase.strength !== "terminal") return yield* this.trySeeds(chase);
    using s = this.s.open();
    const entered = s.and(this.reach.value, chase.queue.value);
    if (s.isEmpty(entered)) return null;
    const ahead = yield* closure(s, "forward", entered, { within: chase.queue.value });
    this.reach.value = s.or(this.reach.value, ahead);
    return this.kept(yield* fairSccOf(s, ahead, "forward", entered));
  }

  /**
   * SCC-DECOMPOSE-WITH-EARLYTERMINATION: SCCs of promising states, which are reached and meet a condition; those that meet
   * most conditions first, and successors of those whose component was not fair: they are more likely to lie on cycles. After some seeds,
   * and at once in a weak target, everything ahead of all of them is searched. What was searched leaves the queue. All this may cost
   * as much as the search for states: beyond that it has to wait.
   */
  private *trySeeds(chase: Chase<S>): Generator<Progress, FairRegion<S> | null> {
    const { queue, strength } = chase;
    const patience = strength === "weak" ? 0 : PATIENCE;
    using ahead = this.s.cell(this.s.all);
    for (let tries = 0; tries <= patience; tries++) {
      using s = this.s.open();
      const promising = s.minus(this.promising(s, queue), this.postponed.value);
      const before = s.effort();
      const allowed = before - this.effortBefore - 2 * this.seedEffort + this.options.seedEffort;
      if (allowed <= 0 || !s.intersects(promising, s.conditions[0]!)) return null; // a fair cycle would show some day
      const isOver = () => s.effort() - before > allowed;
      const near = s.and(promising, ahead.value);
      const tried = tries < patience ? this.bestSeed(s, s.isEmpty(near) ? promising : near) : promising;
      if (tries < patience) {
        this.figures.seeds++;
        ahead.value = this.expand(chase.sub, tried, chase.expanded).entered;
      }
      const search = tries < patience ? this.sccOfSeed(s, tried, chase) : this.fairSccAhead(s, tried, chase);
      const found = yield* unless(isOver, search);
      this.seedEffort += s.effort() - before;
      if (found === null) this.postponed.value = s.or(this.postponed.value, tried);
      else if ("core" in found) return this.kept(found);
      else queue.value = s.minus(queue.value, found.searched);
    }
    return null;
  }

  /** Everything is reached: all promising states and what is ahead of them at once. */
  private *searchPromising(chase: Chase<S>): Generator<Progress, FairRegion<S> | null> {
    using s = this.s.open();
    const { queue } = chase;
    const promising = this.promising(s, queue);
    if (!s.intersects(promising, s.conditions[0]!)) return null;
    const found = yield* this.fairSccAhead(s, promising, chase);
    if ("core" in found) return this.kept(found);
    queue.value = s.minus(queue.value, found.searched);
    return null;
  }

  /** The states of the queue that are reached; none if nothing in the queue can be fair. */
  private promising(s: Scope<S>, queue: Cell<S>): S {
    const missed = s.isEmpty(queue.value) ? -1 : missedCondition(s, queue.value);
    if (missed >= 0) {
      this.proof.unfair(queue.value, missed, "forward", null);
      queue.value = s.empty;
    }
    return s.and(this.reach.value, queue.value);
  }

  /** The SCC of a seed, and everything ahead of it if that is known by then. */
  private *sccOfSeed(
    s: Scope<S>,
    seed: S,
    { queue, strength }: Chase<S>,
  ): Generator<Progress, FairRegion<S> | Searched<S>> {
    const all = queue.value;
    const found = yield* searchFrom(s, seed, all);
    if ("region" in found) return found;
    const { scc, converged, direction, nontrivial } = found;
    const isFair = nontrivial && meetsAll(s, scc);
    if (isFair) return { core: scc, region: scc };
    logScc(s, found, { all, fair: false, given: null }, this.proof);
    const searched = direction === "backward" ? scc : converged;
    this.reach.value = s.or(this.reach.value, searched);
    return (yield* this.fairSccIn(s, s.minus(searched, scc), strength)) ?? { searched };
  }

  /** Everything ahead of the promising states: all of it can be reached. */
  private *fairSccAhead(
    s: Scope<S>,
    promising: S,
    { queue, strength }: Chase<S>,
  ): Generator<Progress, FairRegion<S> | Searched<S>> {
    const all = queue.value;
    const ahead = yield* closure(s, "forward", promising, { within: all });
    this.reach.value = s.or(this.reach.value, ahead);
    if (!s.equal(ahead, all)) this.proof.split(ahead, "forward", null);
    return (yield* this.fairSccIn(s, ahead, strength)) ?? { searched: ahead };
  }

  /** A fair SCC in an SCC-closed set, by its hull. */
  private *fairSccIn(s: Scope<S>, states: S, strength: SetStrength): Generator<Progress, FairRegion<S> | null> {
    if (s.isEmpty(states)) return null;
    this.figures.hulls++;
    const schedule = strength === "strong" ? makeSchedule("el2", "future", s.conditions.length) : stepsOnly();
    const removed = this.proof.removed.bind(this.proof);
    using inside = s.view({ within: states, dontCares: "zones" });
    this.proof.inside(states);
    const hull = yield* sccHull(inside, states, schedule, { removed });
    return s.isEmpty(hull.states) ? null : yield* fairSccOf(s, s.and(hull.states, states), "forward", hull.states);
  }

  private kept({ core, region }: FairRegion<S>): FairRegion<S> {
    return { core: this.s.hold(core), region: this.s.hold(region) };
  }

  /** A state that meets as many conditions as any of the states. */
  private bestSeed(s: Scope<S>, states: S): S {
    let best = states;
    let missed = 0;
    for (const c of s.conditions) {
      const better = s.and(best, c);
      if (s.isEmpty(better)) missed++;
      else best = better;
    }
    let missing = missed > 0 ? [states] : []; // by how many of the conditions so far they miss, while that is fewer
    for (const c of s.conditions)
      missing = Array.from({ length: Math.min(missing.length + 1, missed) }, (_, k) =>
        s.or(s.and(missing[k] ?? s.empty, c), s.minus(missing[k - 1] ?? s.empty, c)),
      );
    return s.pick(missing.find((set) => !s.isEmpty(set)) ?? best);
  }

  private statesOf(s: Scope<S>, nodes: readonly number[]): S {
    return nodes.map((i) => this.graph.nodes[i]!.states).reduce((a, b) => s.or(a, b), s.empty);
  }

  /**
   * For the proof: what was reached, and the nodes from which no fair node can be reached, are all that can be reached. Lines
   * may have crossed, so the search is first completed on all of them together.
   */
  private *tellReached(lines: readonly Hyperline[]): Generator<Progress, void> {
    const { s } = this;
    if (!this.proof.isComplete) return;
    const inside = this.statesOf(s, [...new Set(lines.flatMap((line) => line.nodes))]);
    using sub = s.view({ within: inside });
    using expanded = s.cell(lines.length > 1 ? s.empty : this.expanded.value);
    for (;;) {
      using turn = sub.open();
      const waiting = turn.minus(turn.and(this.reach.value, inside), expanded.value);
      if (turn.isEmpty(waiting)) break;
      this.expand(turn, waiting, expanded);
      yield { what: "closing", figures: { ...this.figures, ...s.steps } };
    }
    this.proof.reachable(() => s.or(this.reach.value, this.statesOf(s, lostNodes(this.graph))));
  }
}

/** COMPUTE-REACHABLE-ONIONRINGS of A' restricted to a hyperline. The rings live in the scope. */
function* ringsInside<S>(s: Scope<S>, within: S): Generator<Progress, readonly S[]> {
  return yield* new OnionRings(s, "forward", s.and(s.initial, within), within).toTheEnd();
}

import type { Cell, Scope } from "../../sets/state-sets.js";
import { type FairRegion, meetsAll, missedCondition } from "../fair-region.js";
import { sccHull } from "../hull.js";
import { logScc, searchFrom } from "../lockstep.js";
import type { Progress } from "../progress.js";
import type { ProofLog } from "../proof.js";
import { closure, OnionRings } from "../reach.js";
import { makeSchedule } from "../schedules.js";
import { fairSccOf } from "../trace.js";
import { type Hyperline, hyperlinesOf, lostNodes, type QuotientGraph, type QuotientLimits } from "./quotient.js";

export type Subsetting = "minterm" | "cube" | "dense" | "all";

export interface SharpOptions extends QuotientLimits {
  /** BDD-SUBSETTING; `all`: the image of everything in the ring. */
  readonly subset: Subsetting;
}

/** A fair region that can be reached, and a set that holds a way to it. */
export interface SharpResult<S> {
  readonly fair: FairRegion<S>;
  readonly reached: S;
}

/** Seeds that are tried in a row before a hull is computed. */
const PATIENCE = 4;

/** There is no fair cycle in this set, all of which can be reached. */
interface Searched<S> {
  readonly searched: S;
}

/**
 * DETECT-FAIR-CYCLE of D'n'C, Fig. 7, on every hyperline of the quotient graph of an approximation. `exact` is the
 * exact system, `abstract` the approximation. Results live in `exact`.
 */
export class SharpSearch<S> {
  private readonly s: Scope<S>;
  /** Reach: the states that are known to be reachable, by any line. */
  private readonly reach: Cell<S>;
  /** Those whose successors are all in Reach. */
  private readonly expanded: Cell<S>;
  private readonly figures = { hyperlines: 0, sharpImages: 0, images: 0, deadEnds: 0, seeds: 0, hulls: 0 };

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
  }

  get stats(): Readonly<Record<string, number>> {
    return { ...this.figures };
  }

  *run(): Generator<Progress, SharpResult<S> | null> {
    const { s, graph, exact } = this;
    try {
      const queue = graph.nodes.map((node) => s.cell(node.isFair ? node.states : s.empty));
      const lines = yield* this.nearestFirst(hyperlinesOf(graph, this.options));
      this.figures.hyperlines = lines.length;
      for (const line of lines) {
        const fair = yield* this.detectFairCycle(line, queue[line.target]!);
        if (fair === null) continue;
        for (const set of [fair.core, fair.region]) exact.and(set, set);
        return { fair, reached: exact.or(this.reach.value, fair.region) };
      }
      yield* this.tellReached(lines);
      return null;
    } finally {
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
    using abstract = this.abstract.open();
    const rings = yield* ringsInside(abstract, abstract.cover(inside));
    using front = s.cell(s.and(this.reach.value, inside));
    for (;;) {
      const fair = yield* this.checkPromising(queue);
      if (fair !== null) return fair;
      using turn = s.open();
      const sharp = turn.isEmpty(front.value) ? null : this.subsetNearTarget(turn, front.value, rings);
      const waiting = turn.minus(turn.and(this.reach.value, inside), this.expanded.value);
      if (turn.isEmpty(waiting)) return null;
      if (sharp === null) this.figures.deadEnds++;
      const from = sharp ?? waiting;
      front.value = turn.and(this.expand(turn, from), inside);
      if (sharp === null) this.figures.images++;
      else this.figures.sharpImages++;
      yield { what: "sharp search", figures: { ...this.figures, ...s.steps } };
    }
  }

  /** What is new among the successors of some states of Reach. */
  private expand(s: Scope<S>, from: S): S {
    const fresh = s.minus(s.post(from), this.reach.value);
    this.expanded.value = s.or(this.expanded.value, from);
    this.reach.value = s.or(this.reach.value, fresh);
    return fresh;
  }

  /** D# of IMAGE#: the states of the front in the last ring that it meets, thinned; null when it meets none. */
  private subsetNearTarget(s: Scope<S>, front: S, rings: readonly S[]): S | null {
    const unexpanded = s.minus(front, this.expanded.value);
    for (let i = rings.length - 1; i >= 0; i--) {
      const near = s.and(unexpanded, rings[i]!);
      if (s.isEmpty(near)) continue;
      const { subset } = this.options;
      return subset === "all" ? near : s.thin(near, subset);
    }
    return null;
  }

  /**
   * SCC-DECOMPOSE-WITH-EARLYTERMINATION: SCCs of promising states, which are reached and meet a condition; those that meet
   * most conditions first. What was searched leaves the queue. When many seeds were in vain, all that is left is searched at
   * once.
   */
  private *checkPromising(queue: Cell<S>): Generator<Progress, FairRegion<S> | null> {
    for (let tries = 0; ; tries++) {
      using s = this.s.open();
      const all = queue.value;
      if (s.isEmpty(all)) return null;
      const missed = missedCondition(s, all);
      if (missed >= 0) {
        this.proof.unfair(all, missed);
        queue.value = s.empty;
        return null;
      }
      const promising = s.and(this.reach.value, all);
      if (!s.intersects(promising, s.conditions[0]!)) return null; // a fair cycle would show there some day
      const searched = tries < PATIENCE ? this.sccOfSeed(s, promising, all) : this.fairSccAhead(s, promising, all);
      const found = yield* searched;
      if ("core" in found) return this.kept(found);
      queue.value = s.minus(all, found.searched);
    }
  }

  /** The SCC of the best seed, and everything ahead of it if that is known by then. */
  private *sccOfSeed(s: Scope<S>, promising: S, all: S): Generator<Progress, FairRegion<S> | Searched<S>> {
    this.figures.seeds++;
    const found = yield* searchFrom(s, this.bestSeed(s, promising), all, {});
    if ("region" in found) return found;
    const { scc, converged, direction, nontrivial } = found;
    const isFair = nontrivial && meetsAll(s, scc);
    if (isFair) return { core: scc, region: scc };
    logScc(s, found, all, isFair, this.proof);
    const searched = direction === "backward" ? scc : converged;
    this.reach.value = s.or(this.reach.value, searched);
    return (yield* this.fairSccIn(s, s.minus(searched, scc))) ?? { searched };
  }

  /** Everything ahead of the promising states: all of it can be reached. */
  private *fairSccAhead(s: Scope<S>, promising: S, all: S): Generator<Progress, FairRegion<S> | Searched<S>> {
    const ahead = yield* closure(s, "forward", promising, { within: all });
    this.reach.value = s.or(this.reach.value, ahead);
    if (!s.equal(ahead, all)) this.proof.split(ahead, "forward");
    return (yield* this.fairSccIn(s, ahead)) ?? { searched: ahead };
  }

  /** A fair SCC in an SCC-closed set, by its hull. */
  private *fairSccIn(s: Scope<S>, states: S): Generator<Progress, FairRegion<S> | null> {
    if (s.isEmpty(states)) return null;
    this.figures.hulls++;
    const schedule = makeSchedule("el2", "future", s.conditions.length);
    const removed = this.proof.removed.bind(this.proof);
    using inside = s.view({ within: states, dontCares: "zones" });
    const hull = yield* sccHull(inside, states, schedule, { removed });
    return s.isEmpty(hull.states) ? null : yield* fairSccOf(s, s.and(hull.states, states), "forward", hull.states);
  }

  private kept({ core, region }: FairRegion<S>): FairRegion<S> {
    return { core: this.s.and(core, core), region: this.s.and(region, region) };
  }

  /** A state that meets the first condition and as many others as one can, taking them in turn. */
  private bestSeed(s: Scope<S>, states: S): S {
    let best = s.and(states, s.conditions[0]!);
    for (const c of s.conditions.slice(1)) {
      const better = s.and(best, c);
      if (!s.isEmpty(better)) best = better;
    }
    return s.pick(best);
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
    const nodes = [...new Set(lines.flatMap((line) => line.nodes))];
    const inside = this.statesOf(s, nodes);
    for (;;) {
      using turn = s.open();
      const waiting = turn.minus(turn.and(this.reach.value, inside), this.expanded.value);
      if (turn.isEmpty(waiting)) break;
      this.expand(turn, waiting);
      yield { what: "closing", figures: { ...this.figures, ...s.steps } };
    }
    this.proof.reachable(() => s.or(this.reach.value, this.statesOf(s, lostNodes(this.graph))));
  }
}

/** COMPUTE-REACHABLE-ONIONRINGS of A' restricted to a hyperline. The rings live in the scope. */
function* ringsInside<S>(s: Scope<S>, within: S): Generator<Progress, readonly S[]> {
  return yield* new OnionRings(s, "forward", s.and(s.initial, within), within).toTheEnd();
}

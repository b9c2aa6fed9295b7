import type { Fate, RefinementTree, SetStrength, TreeNode } from "../../evidence/refinement-tree.js";
import type { Figures, Progress } from "../../limits/progress.js";
import type { Cell, Scope } from "../../sets/state-sets.js";
import { chain } from "../chain.js";
import { emersonLei } from "../emerson-lei.js";
import { type FairRegion, missedCondition } from "../fair-region.js";
import { sccHull } from "../hull.js";
import { type SearchLimit, unless } from "../limit.js";
import { lockstep } from "../lockstep.js";
import { machineByMachine } from "../machine-by-machine.js";
import type { Operator } from "../operators.js";
import type { ProofLog } from "../proof.js";
import { closure } from "../reach.js";
import { makeSchedule, stepsOnly } from "../schedules.js";
import { CutLog } from "./cut-log.js";
import { isWithin, keyOf, union } from "./latches.js";
import type { Line } from "./policy.js";
import { quotientGraph } from "./quotient.js";
import type { ModelCheckOptions, RefinementInput, RefinementOptions } from "./refinement-options.js";
import { type SharpOptions, SharpSearch } from "./sharp.js";
import { placeOf, type Removal, refutedByOthers, type Team, type TeamCounts } from "./teamwork.js";
import { underApproximate } from "./under.js";

/** An entry of Work (D'n'C, Fig. 4). */
interface Entry<S> {
  /** SCC-closed in the exact system. */
  readonly states: Cell<S>;
  /** Latches that it speaks of, sorted. */
  readonly latches: readonly number[];
  /** Where on the line it goes next. */
  readonly position: number;
  readonly strength: SetStrength;
  /** Its node of the tree. */
  readonly node: number;
}

/** A set that can be reached and whose terminal SCCs are fair, or a fair region; and a set that holds a way to it. */
export type Found<S> =
  | { readonly kind: "hull"; readonly hull: S; readonly within: S }
  | { readonly kind: "region"; readonly fair: FairRegion<S>; readonly within: S };

/** What was found, and the sets of Work that it was found in. */
interface FoundIn<S> {
  readonly found: Found<S>;
  readonly entries: readonly Entry<S>[];
}

export interface Refined<S> {
  readonly found: Found<S> | null;
  readonly tree: RefinementTree;
  /** How it ended: `n`: no set was left before the exact system; `w`: a weak set has a fair cycle; else empty. */
  readonly ending: "n" | "w" | "";
}

/** GENERIC-REFINEMENT of D'n'C, Fig. 4. */
export class Refinement<S> {
  private readonly sets: Scope<S>;
  private readonly proof: ProofLog<S>;
  private readonly line: Line;
  private readonly options: RefinementOptions;
  private readonly team: Team<S> | null;
  private readonly s: Scope<S>;
  private readonly work: Entry<S>[] = [];
  private readonly tree: (TreeNode & { fate: Fate })[] = [];
  /** Holds every reachable state. */
  private readonly reached: Cell<S>;
  /** Latches that it speaks of. */
  private reachedOver: readonly number[] = [];
  private reachedExactly = false;
  private readonly levelsReached = new Set<number>();
  private readonly views = new Map<string, Scope<S>>();
  private exactChecks = 0;
  /** What had been spent before approximations were looked at. */
  private spentBefore = 0;
  private readonly counts: TeamCounts = { told: 0, taken: 0, refused: 0 };
  private readonly sharpFigures: Record<string, number> = {};

  constructor(private readonly given: RefinementInput<S>) {
    ({ sets: this.sets, proof: this.proof, line: this.line, options: this.options } = given);
    this.team = given.team ?? null;
    this.s = this.sets.open();
    this.reached = this.s.cell(this.s.all);
  }

  *run(): Generator<Progress, Refined<S>> {
    const { s, options } = this;
    try {
      if (options.reach === "exact") yield* this.reachExactly();
      this.spentBefore = s.effort();
      this.add(-1, { states: s.all, latches: [], position: 0, strength: "strong" }, s.count(s.all));
      this.tell("start");
      for (this.listen(); this.work.length > 0; this.listen()) {
        const group = this.pickWeak() ?? this.withCompanions(this.pick());
        const { position, strength } = group[0]!;
        const isEndgame = this.isExact(position) || (this.isWeakFirst && strength !== "strong");
        if (!isEndgame) {
          yield* this.refine(group[0]!, position);
          this.tell(`level ${position + 1}: a set refined`);
          continue;
        }
        const { endgame } = options;
        const result =
          "subset" in endgame ? yield* this.sharpSearch(group, endgame) : yield* this.modelCheck(group, endgame);
        this.setFate(result?.entries ?? group, result === null ? "refuted" : "fair");
        for (const { states } of group) states[Symbol.dispose]();
        this.tell(result === null ? "nothing fair in the exact system" : "a fair cycle in the exact system");
        if (result === null) continue;
        const isWeak = result.entries.every((e) => e.strength !== "strong");
        return { found: result.found, tree: this.tree, ending: isWeak ? "w" : "" };
      }
      return { found: null, tree: this.tree, ending: this.exactChecks === 0 ? "n" : "" };
    } finally {
      s[Symbol.dispose]();
    }
  }

  private tell(what: string): void {
    this.given.watch?.(what, () => this.work.map(({ node, states }) => ({ node, states: states.value })), this.tree);
  }

  private listen(): void {
    if (this.team === null) return;
    using s = this.s.open();
    for (const entry of refutedByOthers(s, this.team, this.work, this.reached.value, this.proof, this.counts)) {
      this.work.splice(this.work.indexOf(entry), 1);
      this.setFate([entry], "refuted");
      entry.states[Symbol.dispose]();
    }
  }

  /** Who looks at all sets at once has nothing to tell of one. */
  private get isTelling(): boolean {
    return this.team !== null && this.team.member > 0;
  }

  private refuted({ states }: Entry<S>, removed: readonly Removal<S>[]): void {
    this.team?.tell({ set: states.value, removed });
    this.counts.told++;
  }

  get figures(): Figures {
    return {
      sets: this.tree.length - 1,
      waiting: this.work.length,
      exactChecks: this.exactChecks,
      ...(this.team !== null && this.counts),
      ...this.sharpFigures,
    };
  }

  private get isWeakFirst(): boolean {
    const { endgame } = this.options;
    return "weakFirst" in endgame && endgame.weakFirst;
  }

  /** All weak (or all terminal) sets, once nothing strong of an earlier level is left: Section 9.1. */
  private pickWeak(): Entry<S>[] | null {
    const { work, options } = this;
    if (!this.isWeakFirst) return null;
    const first = work.find((e) => e.strength === "terminal") ?? work.find((e) => e.strength === "weak");
    if (first === undefined) return null;
    const group = work.filter((e) => e.strength === first.strength);
    const strongFirst = Math.min(...work.filter((e) => e.strength === "strong").map((e) => e.position));
    if (options.order === "fifo" && group.some((e) => e.position > strongFirst)) return null;
    for (const entry of group) work.splice(work.indexOf(entry), 1);
    return group;
  }

  /** With all others that have come to the exact system, if these are to be searched together: those of its strength, or all by D'n'C#. */
  private withCompanions(entry: Entry<S>): Entry<S>[] {
    const { work } = this;
    const { endgame } = this.options;
    const isSharp = "subset" in endgame;
    if ((!isSharp && endgame.sets === "apart") || !this.isExact(entry.position)) return [entry];
    const others = work.filter((e) => (isSharp || e.strength === entry.strength) && this.isExact(e.position));
    for (const other of others) work.splice(work.indexOf(other), 1);
    return [entry, ...others];
  }

  private isExact(position: number): boolean {
    return this.line.at(position) === null || this.isSpent();
  }

  /** ENDGAME of Fig. 4: the effort for approximations is spent. */
  private isSpent(): boolean {
    return this.s.effort() - this.spentBefore > this.options.effort;
  }

  /** Whether from now on as much was spent as before, and at least a part of the effort for approximations. */
  private asMuchAgain(): () => boolean {
    const { s } = this;
    const end = s.effort() + Math.max(s.effort(), WORTH_TRYING * this.options.effort);
    return () => s.effort() > end;
  }

  private pick(): Entry<S> {
    const { work, options } = this;
    switch (options.order) {
      case "lifo":
        return work.pop()!;
      case "fifo": {
        const member = this.team?.member ?? 0;
        if (member > 0 && work.every((e) => this.isExact(e.position)))
          return work.splice(placeOf(member, work.length), 1)[0]!;
        const next = work.reduce((a, b) => (b.position < a.position ? b : a));
        return work.splice(work.indexOf(next), 1)[0]!;
      }
    }
  }

  private add(
    parent: number,
    { states, latches, position, strength }: Omit<Entry<S>, "states" | "node"> & { readonly states: S },
    count: number,
  ): void {
    const composition = this.line.at(position - 1);
    const node = this.tree.length;
    this.tree.push({
      parent,
      level: position,
      latches: parent < 0 || composition === null ? 0 : this.line.latchesOf(composition).length,
      states: count,
      strength,
      fate: "open",
    });
    this.work.push({ states: this.s.cell(states), latches, position, strength, node });
  }

  private setFate(entries: readonly Entry<S>[], fate: Fate): void {
    for (const { node } of entries) this.tree[node]!.fate = fate;
  }

  /** SCC-DECOMPOSE on the approximation at a position, and ANALYZE-STRENGTH of what it finds. */
  private *refine(entry: Entry<S>, position: number): Generator<Progress, void> {
    const { options, line } = this;
    const latches = line.latchesOf(line.at(position)!);
    if (options.reach !== "exact" && options.reach !== "none") yield* this.reachLevel(position, latches);
    using s = this.s.open();
    using states = entry.states;
    const set = s.and(states.value, this.reached.value);
    const level = this.view(latches, entry.latches, set);
    using v = level.view({ conditions: s.conditions.map((c) => s.and(c, set)).map((c) => level.cover(c)) });
    const before = this.work.length;
    const over = union(latches, entry.latches);
    const found: { readonly states: S; readonly scc: S }[] = [];
    const tell = (scc: S) => {
      const cut = s.and(scc, states.value);
      const inside = s.and(cut, set);
      const missed = missedCondition(s, inside);
      if (missed >= 0) this.proof.unfair(cut, missed, "forward", null);
      else found.push({ states: cut, scc: s.hold(scc) });
    };
    const limit: SearchLimit<S> = {
      isReached: (pending, sccs) =>
        this.work.length + found.length + pending >= options.most || sccs >= MOST_SCCS || this.isSpent(),
      rest: tell,
    };
    const log = new CutLog(s, this.proof, states.value);
    const decompose = options.by === "lockstep" ? lockstep : chain;
    yield* decompose(v, v.cover(set), { log, limit, fair: tell, ...(options.by === "lockstep" && { trim: true }) });
    for (const { states: cut, scc } of found) {
      const strength = this.strengthOf(s, v, cut, scc);
      this.add(entry.node, { states: cut, latches: over, position: position + 1, strength }, v.count(scc));
    }
    this.setFate([entry], found.length === 0 ? "pruned" : "refined");
    if (this.work.length >= options.most) line.endAfter(position);
    yield { what: `level ${position + 1}`, figures: { found: this.work.length - before, ...this.figures } };
    if (level !== this.views.get(keyOf(latches))) level[Symbol.dispose]();
  }

  /**
   * ANALYZE-STRENGTH, the conservative decision of Section 3. An SCC is terminal only if no state of it is a dead end of the
   * exact system: those that constraints make are not the paper's.
   */
  private strengthOf(s: Scope<S>, view: Scope<S>, states: S, scc: S): SetStrength {
    const inside = s.and(states, this.reached.value);
    if (!s.conditions.every((c) => s.subset(inside, c))) return "strong";
    const leaves = s.minus(s.and(view.post(scc), this.reached.value), states);
    if (!s.isEmpty(leaves)) return "weak";
    return s.subset(inside, s.pre(s.all)) ? "terminal" : "weak";
  }

  /**
   * The approximation with these latches, for a set: transitions that start in the set. Where the set speaks of no other
   * latches it is enough to look at the set's states only, and all sets share the view.
   */
  private view(latches: readonly number[], setLatches: readonly number[], set: S): Scope<S> {
    const { s } = this;
    const over = union(setLatches, this.reachedOver);
    if (!isWithin(over, latches)) return s.view({ latches, assuming: set });
    const key = keyOf(latches);
    const known = this.views.get(key);
    if (known !== undefined) return known;
    const made = s.view({ latches });
    this.views.set(key, made);
    return made;
  }

  /** The reachable states of the approximation at a position, inside those that are known. */
  private *reachLevel(position: number, latches: readonly number[]): Generator<Progress, void> {
    if (this.levelsReached.has(position) || this.reachedExactly) return;
    this.levelsReached.add(position);
    const nested = isWithin(this.reachedOver, latches);
    using s = this.s.open();
    const view = nested ? this.view(latches, [], s.all) : s.view({ latches, assuming: this.reached.value });
    const within = view.cover(this.reached.value);
    const found = yield* unless(() => this.isSpent(), closure(view, "forward", view.initial, { within }));
    if (found !== null) {
      this.proof.reachable(() => found);
      this.reached.value = s.and(this.reached.value, found);
      this.reachedOver = union(this.reachedOver, latches);
    }
    if (!nested) view[Symbol.dispose]();
  }

  private *reachExactly(isOver: () => boolean = () => false): Generator<Progress, void> {
    if (this.reachedExactly) return;
    const reached = yield* unless(isOver, this.given.reachable());
    if (reached === null) return;
    this.reached.value = reached;
    this.reachedOver = this.line.allLatches;
    this.reachedExactly = true;
  }

  /** MODEL-CHECK of Fig. 4, with the reachability that the figure leaves out. The result lives in `sets`. */
  private *modelCheck(group: readonly Entry<S>[], options: ModelCheckOptions): Generator<Progress, FoundIn<S> | null> {
    this.exactChecks++;
    const { reach } = this.options;
    const { strength } = group[0]!;
    if (reach === "levels") yield* this.reachExactly();
    else yield* this.boundReached();
    if (reach === "affordable") yield* this.reachExactly(this.asMuchAgain());
    using s = this.s.open();
    yield { what: strength, figures: this.figures };
    const states = s.and(unionOf(s, group), this.reached.value);
    const found =
      strength !== "strong" || options.strong === "hull" || options.strong === "emerson-lei"
        ? yield* this.reachedHull(s, states, strength, options, group)
        : yield* this.fairCycleOfStrong(s, states, options);
    return found && { found, entries: group };
  }

  /**
   * By SCCs; when that is over, by a hull of all states: one of those alone that are left may take far longer to converge, since it
   * has to take away, step by step, what has led to the others.
   */
  private *fairCycleOfStrong(s: Scope<S>, states: S, options: ModelCheckOptions): Generator<Progress, Found<S> | null> {
    const isSpent = this.asMuchAgain();
    const isOver = (sccs: number) => options.strong === "mixed" && (sccs >= SEEDS || isSpent());
    const found = yield* this.fairScc(s, states, options, isOver);
    if (found !== "over") return found;
    return yield* this.reachedHull(s, s.and(states, this.reached.value), "strong", options);
  }

  private *reachedHull(
    s: Scope<S>,
    states: S,
    strength: SetStrength,
    options: ModelCheckOptions,
    group: readonly Entry<S>[] = [],
  ): Generator<Progress, Found<S> | null> {
    const removed: Removal<S>[] = [];
    const hull = yield* this.hullOf(s, states, strength, options, removed);
    if (s.isEmpty(hull) && group.length === 1 && removed.length > 0) this.refuted(group[0]!, removed);
    const way = s.isEmpty(hull) ? null : yield* this.wayTo(s, hull);
    const { sets } = this;
    return way === null ? null : { kind: "hull", hull: sets.and(hull, way), within: sets.hold(way) };
  }

  /** EG_fair S, EG S or S itself: its terminal SCCs are fair. */
  private *hullOf(
    s: Scope<S>,
    states: S,
    strength: SetStrength,
    { dontCares, strong }: ModelCheckOptions,
    kept: Removal<S>[],
  ): Generator<Progress, S> {
    if (strength === "terminal" || s.isEmpty(states)) return states;
    using inside = s.view({ within: states, dontCares });
    const schedule = strength === "weak" ? stepsOnly() : makeSchedule("el2", "future", s.conditions.length);
    this.proof.inside(states);
    const removed = (operator: Operator, gone: () => S) => {
      if (this.isTelling) kept.push({ operator, states: s.and(gone(), states) });
      this.proof.removed(operator, gone);
    };
    const hull =
      strength === "strong" && strong === "emerson-lei"
        ? yield* emersonLei(inside, states, { removed })
        : yield* sccHull(inside, states, schedule, { removed });
    return s.and(hull.states, states);
  }

  /** A fair SCC that can be reached, by enumeration; SCCs of under-approximations may be its seeds. */
  private *fairScc(
    sets: Scope<S>,
    states: S,
    { dontCares, strong }: ModelCheckOptions,
    isOver: (sccs: number) => boolean,
  ): Generator<Progress, Found<S> | null | "over"> {
    using s = sets.view({ within: states, dontCares });
    const under = strong === "seeded" ? yield* underApproximate(s, states) : { fair: null, seeds: [] };
    const search = this.options.by === "lockstep" ? lockstep : chain;
    for (let next = under.fair; ; next = null) {
      let isComplete = true;
      const limit: SearchLimit<S> = {
        isReached: (_pending, sccs) => isOver(sccs),
        rest: () => {
          isComplete = false;
        },
      };
      const options = { log: this.proof, seeds: under.seeds, limit };
      const fair = next ?? (yield* search(s, s.and(states, this.reached.value), options));
      if (fair === null) return isComplete ? null : "over";
      const way = yield* this.wayTo(sets, fair.core); // through the whole system, not only inside
      if (way === null) continue;
      const [core, region] = [fair.core, fair.region].map((x) => this.sets.hold(x)) as [S, S];
      return { kind: "region", fair: { core, region }, within: this.sets.or(way, region) };
    }
  }

  /** A bound on the reachable states of the exact system, if that is all that is wanted: machine by machine. */
  private *boundReached(): Generator<Progress, void> {
    const { reach } = this.options;
    const isWanted = reach === "approximate" || reach === "affordable";
    if (!isWanted || this.reachedExactly || this.line.submodules.length < 2) return;
    using s = this.s.open();
    const bound = yield* machineByMachine(s, this.line.submodules, this.asMuchAgain());
    this.reached.value = s.and(this.reached.value, bound);
    this.reachedOver = this.line.allLatches;
    this.proof.reachable(() => bound);
  }

  /** States on paths from initial states to the hull, the hull's included; null when there are none. */
  private *wayTo(s: Scope<S>, hull: S): Generator<Progress, S | null> {
    if (this.reachedExactly) return this.reached.value;
    const way = yield* closure(s, "backward", s.and(hull, this.reached.value), { within: this.reached.value });
    if (s.intersects(way, s.initial)) return way;
    const rest = s.minus(this.reached.value, way);
    this.proof.reachable(() => rest);
    this.reached.value = rest;
    this.reachedOver = this.line.allLatches;
    return null;
  }

  /** The endgame of D'n'C#: Section 7. */
  private *sharpSearch(group: readonly Entry<S>[], options: SharpOptions): Generator<Progress, FoundIn<S> | null> {
    this.exactChecks++;
    yield* this.boundReached();
    using s = this.s.open();
    const suspects = group.map(({ states, strength }) => ({
      states: s.and(states.value, this.reached.value),
      strength,
    }));
    const grown = this.line.compositions.filter((c, i, all) => i === 0 || isWithin(all[i - 1]!, c));
    const approximations = grown.map((c) => s.view({ latches: this.line.latchesOf(c) }));
    const isOver = this.asMuchAgain();
    const graph = yield* quotientGraph(s, approximations, suspects, this.reached.value, options, isOver);
    const search = new SharpSearch(s, approximations.at(-1) ?? s, graph, this.proof, options);
    try {
      const result = yield* search.run();
      if (result === null) return null;
      const { sets } = this;
      const fair = { core: sets.hold(result.fair.core), region: sets.hold(result.fair.region) };
      const found = { kind: "region", fair, within: sets.hold(result.reached) } as const;
      return { found, entries: [group[result.target]!] };
    } finally {
      Object.assign(this.sharpFigures, search.stats, { nodes: graph.nodes.length });
    }
  }
}

const unionOf = <S>(s: Scope<S>, group: readonly Entry<S>[]): S =>
  group.map((e) => e.states.value).reduce((a, b) => s.or(a, b));

/** SCCs that a decomposition looks at: what has more of them is not worth the effort. */
const MOST_SCCS = 500;

/** Seeds whose SCCs are looked at before a hull is computed. */
const SEEDS = 4;

/** A share of the effort for approximations: no search is given up before, even if nothing was spent yet. */
const WORTH_TRYING = 0.2;

import type { Aig } from "../logic/aig.js";
import { type Lit, negateIf } from "../logic/lit.js";
import type { Model } from "../model/model.js";
import { adjacency, type Graph, WrittenOutModel } from "./explicit-graph.js";
import { ExplicitRelation } from "./explicit-relation.js";
import { combine, ExplicitSet, members, World } from "./explicit-world.js";
import {
  type Cell,
  requireNoInputs,
  type Scope,
  type StateRelation,
  type StepCounts,
  type ViewOptions,
} from "./state-sets.js";

export interface ExplicitOptions {
  /** Makes the most of every freedom: nonsense outside care sets, as long as the contract allows it. For tests. */
  readonly hostile?: boolean;
}

/** The StateSets of a graph, as the scope that everything else is opened from. */
export function explicitSets(graph: Graph, options: ExplicitOptions = {}): ExplicitScope {
  return new ExplicitScope(new World(graph, null, options.hostile ?? false));
}

/** The StateSets of a model of a few latches and inputs; its fairness reads latches only. */
export function explicitSetsOfModel(model: Model, options: ExplicitOptions = {}): ExplicitScope {
  for (const l of model.fairness) requireNoInputs(model, l);
  const writtenOut = new WrittenOutModel(model);
  return new ExplicitScope(new World(writtenOut.graph(), writtenOut, options.hostile ?? false));
}

/** How a view steps: plain functions on words, so that views of views compose. */
interface Steps {
  pre(a: Uint32Array): Uint32Array;
  post(a: Uint32Array): Uint32Array;
}

/** The system that a scope shows: the whole one, or a view. */
interface Shown extends Steps {
  readonly all: ExplicitSet;
  readonly empty: ExplicitSet;
  readonly initial: ExplicitSet;
  readonly conditions: readonly ExplicitSet[];
  /** Latches that are free in every step. */
  readonly free: readonly number[];
}

/** A scope of explicit sets; see StateSets for the contract. */
export class ExplicitScope implements Scope<ExplicitSet> {
  private readonly held: ExplicitSet[] = [];
  private readonly opened = new Set<Disposable>();
  private closed = false;
  private readonly shown: Shown;

  constructor(
    private readonly world: World,
    private readonly parent: ExplicitScope | null = null,
    shown: Shown | null = null,
  ) {
    this.shown = shown ?? this.whole();
  }

  get all(): ExplicitSet {
    return this.shown.all;
  }

  get empty(): ExplicitSet {
    return this.shown.empty;
  }

  get initial(): ExplicitSet {
    return this.shown.initial;
  }

  get conditions(): readonly ExplicitSet[] {
    return this.shown.conditions;
  }

  get steps(): Readonly<StepCounts> {
    return this.world.steps;
  }

  /** How many sets are held by any scope or cell of the whole system. */
  get liveSets(): number {
    return this.world.live;
  }

  /** The set of the given state numbers. */
  of(...states: number[]): ExplicitSet {
    return this.take(this.world.wordsOf(states));
  }

  /** The state numbers of a set, in order. */
  list(a: ExplicitSet): number[] {
    return [...members(a.words)];
  }

  where(lit: Lit): ExplicitSet {
    const { writtenOut } = this.world;
    if (writtenOut === null) throw new TypeError("a graph has no literals");
    requireNoInputs(writtenOut.model, lit);
    return this.take(
      combine(this.cylinder(this.world.wordsOf(writtenOut.where(lit))), this.all.words, (x, y) => x & y),
    );
  }

  and(a: ExplicitSet, b: ExplicitSet): ExplicitSet {
    return this.take(combine(a.words, b.words, (x, y) => x & y));
  }

  or(a: ExplicitSet, b: ExplicitSet): ExplicitSet {
    return this.take(combine(a.words, b.words, (x, y) => x | y));
  }

  minus(a: ExplicitSet, b: ExplicitSet): ExplicitSet {
    return this.take(combine(a.words, b.words, (x, y) => x & ~y));
  }

  isEmpty(a: ExplicitSet): boolean {
    return a.words.every((w) => w === 0);
  }

  equal(a: ExplicitSet, b: ExplicitSet): boolean {
    return a.words.every((w, i) => w === b.words[i]);
  }

  subset(a: ExplicitSet, b: ExplicitSet): boolean {
    return a.words.every((w, i) => (w & ~b.words[i]!) === 0);
  }

  intersects(a: ExplicitSet, b: ExplicitSet): boolean {
    return a.words.some((w, i) => (w & b.words[i]!) !== 0);
  }

  count(a: ExplicitSet): number {
    return this.list(a).length / 2 ** this.shown.free.length;
  }

  simplify(a: ExplicitSet, care: ExplicitSet): ExplicitSet {
    if (!this.world.hostile) return this.take(a.words.slice());
    const noise = this.cylinder(this.world.wordsOf(this.list(this.all).filter((s) => (s * 7 + 3) % 5 < 2)));
    return this.take(a.words.map((w, i) => (w & care.words[i]!) | (noise[i]! & ~care.words[i]!)));
  }

  cover(a: ExplicitSet): ExplicitSet {
    return this.take(this.cylinder(a.words));
  }

  size(a: ExplicitSet): number {
    return a.words.length > 0 ? 1 : 0;
  }

  effort(): number {
    return this.steps.ex + this.steps.ey;
  }

  pick(a: ExplicitSet): ExplicitSet {
    const { value, done } = members(a.words).next();
    if (done) throw new RangeError("an empty set has no state to pick");
    return this.take(this.cylinder(this.world.wordsOf([value])));
  }

  thin(a: ExplicitSet, how: "minterm" | "cube" | "dense"): ExplicitSet {
    return how === "minterm" ? this.pick(a) : this.take(a.words.slice());
  }

  values(state: ExplicitSet): Uint8Array {
    const { writtenOut } = this.world;
    const s = this.theState(state);
    return writtenOut === null ? Uint8Array.from([...s.toString(2)].reverse(), Number) : writtenOut.valuesOf(s);
  }

  state(values: Uint8Array): ExplicitSet {
    let s = 0;
    values.forEach((bit, i) => {
      s += bit * 2 ** i;
    });
    return this.of(s);
  }

  inputs(from: ExplicitSet, to: ExplicitSet): Uint8Array {
    const { writtenOut } = this.world;
    if (writtenOut === null) return new Uint8Array(0);
    const found = writtenOut.inputsInto(this.theState(from), (s) => (to.words[s >>> 5]! & (1 << (s & 31))) !== 0);
    if (found === null) throw new RangeError("no input leads from the state into the set");
    return found;
  }

  readonly moves = 0;

  pre(a: ExplicitSet): ExplicitSet {
    if (!this.isEmpty(a)) this.world.steps.ex++;
    return this.take(this.shown.pre(a.words));
  }

  post(a: ExplicitSet): ExplicitSet {
    if (!this.isEmpty(a)) this.world.steps.ey++;
    return this.take(this.shown.post(a.words));
  }

  relation(within: ExplicitSet): StateRelation<ExplicitSet> {
    const rows: Uint32Array[] = Array.from(
      { length: this.world.graph.states },
      () => new Uint32Array(this.world.wordCount),
    );
    for (const s of members(within.words))
      rows[s] = combine(this.shown.post(this.world.wordsOf([s])), within.words, (x, y) => x & y);
    return new ExplicitRelation(rows);
  }

  toAig(a: ExplicitSet, aig: Aig, latches: readonly Lit[]): Lit {
    const minterm = (s: number) => aig.andAll(latches.map((l, i) => negateIf(l, ((s >> i) & 1) === 0)));
    return aig.orAll(this.list(a).map(minterm));
  }

  open(): ExplicitScope {
    return this.adopt(new ExplicitScope(this.world, this, this.shown));
  }

  view({ latches, assuming, within, care, conditions }: ViewOptions<ExplicitSet>): ExplicitScope {
    let shown: Shown = { ...this.shown, pre: this.shown.pre, post: this.shown.post };
    if (care !== undefined && this.world.hostile) shown = { ...shown, ...this.carelessSteps(care) };
    if (assuming !== undefined) shown = { ...shown, ...this.stepsFrom(shown, assuming) };
    if (latches !== undefined) shown = this.abstraction(shown, latches);
    if (within !== undefined) shown = this.restriction(shown, within);
    if (conditions !== undefined) shown = { ...shown, conditions };
    const scope = new ExplicitScope(this.world, this, shown);
    for (const set of [shown.all, shown.initial, ...shown.conditions]) scope.hold(set);
    return this.adopt(scope);
  }

  keep(a: ExplicitSet): ExplicitSet {
    return (this.parent ?? this).hold(a);
  }

  cell(a: ExplicitSet): Cell<ExplicitSet> {
    return this.adopt(new ExplicitCell(this.world, a, (cell) => this.opened.delete(cell)));
  }

  [Symbol.dispose](): void {
    if (this.closed) return;
    this.closed = true;
    for (const inner of [...this.opened]) inner[Symbol.dispose]();
    for (const set of this.held) this.world.release(set);
    this.held.length = 0;
    this.parent?.opened.delete(this);
  }

  hold(set: ExplicitSet): ExplicitSet {
    if (this.closed) throw new Error("a scope was used after it had been closed");
    this.world.hold(set);
    this.held.push(set);
    return set;
  }

  private take(words: Uint32Array): ExplicitSet {
    return this.hold(new ExplicitSet(words));
  }

  private adopt<D extends Disposable>(inner: D): D {
    if (this.closed) throw new Error("a scope was used after it had been closed");
    this.opened.add(inner);
    return inner;
  }

  private whole(): Shown {
    const { world } = this;
    const { graph } = world;
    const all = this.take(world.every());
    return {
      all,
      empty: this.take(world.wordsOf([])),
      initial: this.take(world.wordsOf(graph.initial)),
      conditions: graph.conditions.length === 0 ? [all] : graph.conditions.map((c) => this.take(world.wordsOf(c))),
      free: [],
      pre: (a) => world.neighbours(a, world.predecessors),
      post: (a) => world.neighbours(a, world.successors),
    };
  }

  /** States that agree with one of the set's on every latch that is not free. */
  private cylinder(words: Uint32Array, free: readonly number[] = this.shown.free): Uint32Array {
    let closed: Uint32Array = words;
    for (const latch of free) {
      const flipped = this.world.wordsOf([...members(closed)].map((s) => s ^ (1 << latch)));
      closed = combine(closed, flipped, (x, y) => x | y);
    }
    return closed;
  }

  private abstraction(shown: Shown, latches: readonly number[]): Shown {
    const count = this.world.writtenOut?.model.latches.length ?? 0;
    const free = Array.from({ length: count }, (_, i) => i).filter((i) => !latches.includes(i));
    const close = (words: Uint32Array) => this.cylinder(words, free);
    const closeSet = (set: ExplicitSet) => new ExplicitSet(close(set.words));
    return {
      all: closeSet(shown.all),
      empty: shown.empty,
      initial: closeSet(shown.initial),
      conditions: shown.conditions.map(closeSet),
      free,
      pre: (a) => close(shown.pre(close(a))),
      post: (a) => close(shown.post(close(a))),
    };
  }

  private stepsFrom(shown: Shown, start: ExplicitSet): Steps {
    const inside = start.words;
    const cut = (words: Uint32Array) => combine(words, inside, (x, y) => x & y);
    return { pre: (a) => cut(shown.pre(a)), post: (a) => shown.post(cut(a)) };
  }

  private restriction(shown: Shown, within: ExplicitSet): Shown {
    const inside = within.words;
    const cut = (words: Uint32Array) => combine(words, inside, (x, y) => x & y);
    const cutSet = (set: ExplicitSet) => new ExplicitSet(cut(set.words));
    return {
      all: cutSet(shown.all),
      empty: shown.empty,
      initial: cutSet(shown.initial),
      conditions: shown.conditions.map(cutSet),
      free: shown.free,
      pre: (a) => cut(shown.pre(cut(a))),
      post: (a) => cut(shown.post(cut(a))),
    };
  }

  /** A relation that is right in the care set, and elsewhere one arbitrary successor for each state. */
  private carelessSteps(care: ExplicitSet): Steps {
    const { world, shown } = this;
    const n = world.graph.states;
    const inside = care.words.slice();
    const outside = this.list(this.all).filter((s) => (inside[s >>> 5]! & (1 << (s & 31))) === 0);
    const wild = adjacency(
      n,
      outside.map((s) => [s, (s * 5 + 1) % n] as const),
    );
    const tame = adjacency(
      n,
      outside.map((s) => [(s * 5 + 1) % n, s] as const),
    );
    const cut = (words: Uint32Array) => combine(words, inside, (x, y) => x & y);
    const join = (a: Uint32Array, b: Uint32Array) => combine(a, b, (x, y) => x | y);
    return {
      pre: (a) => join(cut(shown.pre(a)), world.neighbours(a, tame)),
      post: (a) => join(shown.post(cut(a)), world.neighbours(a, wild)),
    };
  }

  private theState(a: ExplicitSet): number {
    const { value, done } = members(a.words).next();
    if (done) throw new RangeError("an empty set is not a state");
    return value;
  }
}

class ExplicitCell implements Cell<ExplicitSet> {
  private held: ExplicitSet | null;

  constructor(
    private readonly world: World,
    start: ExplicitSet,
    private readonly closed: (cell: ExplicitCell) => void,
  ) {
    void start.words; // must be alive
    world.hold(start);
    this.held = start;
  }

  get value(): ExplicitSet {
    if (this.held === null) throw new Error("a cell was used after it had been closed");
    return this.held;
  }

  set value(next: ExplicitSet) {
    void next.words; // must be alive
    this.world.hold(next);
    this.world.release(this.value);
    this.held = next;
  }

  [Symbol.dispose](): void {
    if (this.held === null) return;
    this.world.release(this.held);
    this.held = null;
    this.closed(this);
  }
}

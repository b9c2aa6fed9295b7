import type { Aig } from "../logic/aig.js";
import type { Lit } from "../logic/lit.js";
import type { Model } from "../model/model.js";
import { readsInputs } from "../model/reads-inputs.js";

/** Steps taken so far: EX (`pre`) and EY (`post`) applied to a non-empty set. The cost measure of symbolic algorithms. */
export interface StepCounts {
  ex: number;
  ey: number;
}

/**
 * How a restriction uses what lies outside it, for speed only. `relation`: the relation may be anything where a transition
 * starts or ends outside. `zones`: so may arguments of steps, where that does not change what is inside.
 */
export type DontCares = "none" | "relation" | "zones";

/** What a view changes. */
export interface ViewOptions<S> {
  /** An abstraction: only these latches (by index) are state, the others are free in every step, as inputs are. */
  readonly latches?: readonly number[];
  /** Only transitions that start in this set, which may speak of all latches, also of those that are free. */
  readonly assuming?: S;
  /** A restriction: only transitions that start and end in this set; `all` becomes this set. */
  readonly within?: S;
  /** How `within` is carried out. */
  readonly dontCares?: DontCares;
  /**
   * A promise that only transitions that start in this set matter: the relation may be anything elsewhere. `pre` is
   * then right inside the set, and `post` for arguments inside the set.
   */
  readonly care?: S;
  /** Other conditions than the system's. */
  readonly conditions?: readonly S[];
}

/**
 * Sets of states of one system, and steps between them. Explicit bit sets and BDDs both implement it; every set
 * algorithm is written once over it.
 *
 * **Values.** An `S` is an immutable set of states. It may be passed to any scope or view of the same system.
 *
 * **Lifetime.** A scope is itself a StateSets: what its operations return lives until the scope closes, or longer
 * if another scope or cell holds it too. There is no current scope, so that generators on one system may interleave.
 * The constants (`all`, `empty`, `initial`, `conditions`) live as long as the object they are read from.
 *
 * **Views** are made by a scope, see the same states and share the step counts; a view of a scope closes with it at
 * the latest.
 */
export interface StateSets<S> {
  // The system
  /** Every state. */
  readonly all: S;
  readonly empty: S;
  readonly initial: S;
  /** Each must be visited infinitely often. Never an empty list: a system without fairness has `[all]`. */
  readonly conditions: readonly S[];
  /** The states where the literal holds. Throws on a literal that reads inputs: never a silent quantification. */
  where(lit: Lit): S;

  // Sets
  and(a: S, b: S): S;
  or(a: S, b: S): S;
  minus(a: S, b: S): S;
  isEmpty(a: S): boolean;
  equal(a: S, b: S): boolean;
  subset(a: S, b: S): boolean;
  intersects(a: S, b: S): boolean;
  /** The number of states, as a floating-point number; in an abstraction, of abstract states. */
  count(a: S): number;
  /** Any set between a ∧ care and a ∨ ¬care: the one that is smallest to represent, if it is easy to find. */
  simplify(a: S, care: S): S;
  /** The smallest set of this abstraction's states that holds the set: all values of the free latches. */
  cover(a: S): S;
  /** What the set costs to represent: BDD nodes, or 1. */
  size(a: S): number;
  /** What everything on this system has cost so far, whoever asked for it: BDD nodes that were made, or steps. */
  effort(): number;

  // Choosing
  /** One state of a non-empty set: always the same one for the same set. */
  pick(a: S): S;
  /** A non-empty subset of a non-empty set that is cheap to represent: one state, a cube, or many states in few nodes. */
  thin(a: S, how: "minterm" | "cube" | "dense"): S;
  /** The latch values of a set that is one state. */
  values(state: S): Uint8Array;
  /** The one state with these latch values. */
  state(values: Uint8Array): S;
  /** Input values under which one state steps into a set that it can step into. */
  inputs(from: S, to: S): Uint8Array;

  // Steps
  /**
   * Where one part of the system moves at a time: the number of its moves, which together are all steps that lead to another state. They
   * are counted from 0, those that are best made first before others. 0 where steps are not told apart.
   */
  readonly moves: number;
  /** EX: states with a successor in the set; by one of the moves, if it is named. */
  pre(a: S, move?: number): S;
  /** EY: states with a predecessor in the set; by one of the moves, if it is named. */
  post(a: S, move?: number): S;
  readonly steps: Readonly<StepCounts>;
  /** The transitions inside a set as a relation of its own. */
  relation(within: S): StateRelation<S>;

  // Scopes, views, export
  /** The same set, which now lives as long as the scope that is asked. */
  hold(a: S): S;
  open(): Scope<S>;
  view(options: ViewOptions<S>): Scope<S>;
  /** The set as a literal of `aig`, where `latches[i]` stands for latch i. */
  toAig(a: S, aig: Aig, latches: readonly Lit[]): Lit;
}

/** See StateSets, "Lifetime". Closing a scope does not touch what cells and other scopes hold. */
export interface Scope<S> extends StateSets<S>, Disposable {
  /** Gives a set to the scope that opened this one: for what a function returns. Never in a loop: use a cell. */
  keep(a: S): S;
  /** Holds one set at a time: what a loop carries. Setting it drops the old value; it closes with the scope at the latest. */
  cell(a: S): Cell<S>;
}

export interface Cell<S> extends Disposable {
  value: S;
}

/** A binary relation on states: what transitive closure is computed with. Every relation is the caller's to dispose. */
export interface StateRelation<S> extends Disposable {
  /** { (x, z) | x this y, y other z } */
  compose(other: StateRelation<S>): StateRelation<S>;
  union(other: StateRelation<S>): StateRelation<S>;
  equals(other: StateRelation<S>): boolean;
  /** { x | x this y and y this x for some y of the set } */
  cyclesThrough(scope: StateSets<S>, set: S): S;
}

/** Refuses a literal that is no set of states; see `StateSets.where`. */
export function requireNoInputs(model: Model, lit: Lit): void {
  if (readsInputs(model, [lit])) throw new TypeError("a literal that reads inputs is no set of states");
}

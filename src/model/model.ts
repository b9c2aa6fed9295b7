import type { Ctl } from "../formula/ctl.js";
import type { ReadonlyAig } from "../logic/aig.js";
import { FALSE, type Lit, TRUE } from "../logic/lit.js";
import type { Signal } from "./symbols.js";

/** A state bit. `reset` is its value in the first step: a constant, free, or a literal (acyclic, may read inputs). */
export interface Latch {
  readonly node: number;
  readonly next: Lit;
  readonly reset: Lit | "free";
}

/**
 * A finite-state system. A behaviour is an infinite sequence of steps; each step has values for inputs and latches.
 *
 * Immutable: every rewrite returns a new model and the way back (see transform/). Leaves of the graph are exactly
 * the inputs and latches, though the graph may hold further nodes that the model does not use.
 */
export interface Model {
  readonly aig: ReadonlyAig;
  /** Nodes of the inputs: free in every step. */
  readonly inputs: readonly number[];
  readonly latches: readonly Latch[];
  /** Hold in every step of a behaviour. May read inputs. */
  readonly constraints: readonly Lit[];
  /** Each holds infinitely often. May read inputs. An empty list still asks for an infinite behaviour. */
  readonly fairness: readonly Lit[];
  /** What the user calls each condition, by its index in `fairness`. For traces of the model as it was read. */
  readonly fairnessNames?: readonly (string | undefined)[];
  /** What the user calls things, for traces, messages and atoms of formulas. */
  readonly signals: readonly Signal[];
  /** Latch indices that belong together in the source; empty when unknown. */
  readonly modules: readonly (readonly number[])[];
  /** Where it comes from, for people. */
  readonly origin?: Origin;
  /** Latch indices of what is asked: of its automaton, or those that an automaton without latches reads. */
  readonly property?: readonly number[];
}

/** What a source calls the whole design, and the clock whose cycles are the steps; its names, and the edge at which latches change. */
export interface Origin {
  readonly name: string;
  readonly clock?: { readonly names: readonly string[]; readonly edge: "posedge" | "negedge" };
}

/** What one engine is asked. `bad` may read inputs. */
export type Task = FairCycleTask | ReachTask | CtlTask;

/** Is there a reachable fair cycle? It fails when there is. */
export interface FairCycleTask {
  readonly kind: "fair-cycle";
  readonly model: Model;
}

/** Can `bad` hold in some step of a finite run in which all constraints hold? It fails when it can. */
export interface ReachTask {
  readonly kind: "reach";
  readonly model: Model;
  readonly bad: Lit;
}

/** Does every initial state satisfy the formula? `atoms` gives each atom's literal; these read latches only. */
export interface CtlTask {
  readonly kind: "ctl";
  readonly model: Model;
  readonly formula: Ctl;
  readonly atoms: ReadonlyMap<string, Lit>;
}

export const isConstant = (l: Lit): boolean => l === FALSE || l === TRUE;

/** All literals that decide what the model does: what a cone of influence starts from, with the property's own. */
export function* rootsOf(model: Model): Iterable<Lit> {
  yield* model.constraints;
  yield* model.fairness;
}

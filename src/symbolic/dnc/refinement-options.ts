import type { RefinementTree } from "../../evidence/refinement-tree.js";
import type { Progress } from "../../limits/progress.js";
import type { DontCares, Scope } from "../../sets/state-sets.js";
import type { ProofLog } from "../proof.js";
import type { Line, WorkOrder } from "./policy.js";
import type { SharpOptions } from "./sharp.js";
import type { Team } from "./teamwork.js";

/**
 * What is known of reachable states. `exact`: they are found first. `levels`: those of each approximation, when it is
 * reached, within those of the one before; at last those of the exact system. `approximate`: the same, but a bound for the
 * exact system, machine by machine. `affordable`: the same, and then those of the exact system, if they cost no more than
 * everything before. `none`: nothing. Without exact knowledge, what is fair must be reached from the initial states.
 */
export type ReachMode = "exact" | "levels" | "approximate" | "affordable" | "none";

/** MODEL-CHECK of Fig. 4. */
export interface ModelCheckOptions {
  /** Of all sets that are left at once, or of one after the other. */
  readonly sets: "together" | "apart";
  /**
   * Fair cycles in strong sets: by a hull (of EL2, or of Emerson and Lei), by SCC enumeration, by that with seeds from under-approximations, or by the SCCs of
   * a few seeds as long as they cost no more than everything before, and then by a hull.
   */
  readonly strong: "hull" | "emerson-lei" | "scc" | "seeded" | "mixed";
  /** How the exact system is restricted to a set: Section 4. */
  readonly dontCares: DontCares;
  /** Weak and terminal sets are checked at once, instead of being refined like strong ones. */
  readonly weakFirst: boolean;
}

export interface RefinementOptions {
  readonly order: WorkOrder;
  readonly reach: ReachMode;
  /** SCC-DECOMPOSE. */
  readonly by: "lockstep" | "chain";
  /** A decomposition stops when there are so many sets; the rest stays whole. An adaptive line then ends. */
  readonly most: number;
  /** How the exact system is searched: by MODEL-CHECK, or along the hyperlines that lead to the sets that are left (D'n'C#). */
  readonly endgame: ModelCheckOptions | SharpOptions;
  /** The effort for approximations, about: then what is left is looked at in the exact system. */
  readonly effort: number;
}

/** Told of the sets in Work, with their nodes of the tree, whenever they have changed. */
export type RefinementWatch<S> = (
  what: string,
  work: () => readonly { readonly node: number; readonly states: S }[],
  tree: RefinementTree,
) => void;

/** A system to be refined along a line of its approximations. */
export interface RefinementInput<S> {
  /** The exact system; results live here. */
  readonly sets: Scope<S>;
  readonly proof: ProofLog<S>;
  readonly line: Line;
  readonly options: RefinementOptions;
  /** Finds the reachable states of the exact system, and tells the proof. */
  readonly reachable: () => Generator<Progress, S>;
  readonly watch?: RefinementWatch<S>;
  readonly team?: Team<S> | null;
}

/** How hard a set makes the search for fair cycles: D'n'C, Definition 3. */
export type SetStrength = "strong" | "weak" | "terminal";

/**
 * What became of a set. `refined`: others took its place. `pruned`: nothing in it is fair in a finer approximation.
 * `refuted`: the exact system has no fair cycle in it that can be reached. `fair`: it has one. `open`: never looked at.
 */
export type Fate = "open" | "refined" | "pruned" | "refuted" | "fair";

/** An SCC-closed set of the refinement tree: D'n'C, Fig. 6. */
export interface TreeNode {
  /** Index of the set that it is a part of; -1 for the root, which is everything. */
  readonly parent: number;
  /** 0 for the root, then the position of the approximation that it is an SCC of, counted from 1. */
  readonly level: number;
  /** Latches of that approximation. */
  readonly latches: number;
  /** Of the approximation, over these latches. */
  readonly states: number;
  readonly strength: SetStrength;
  readonly fate: Fate;
}

/** Parents come before their children. */
export type RefinementTree = readonly TreeNode[];

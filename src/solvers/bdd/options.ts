import type { Limits } from "../../limits/stopped.js";

/**
 * Memory is linear memory, at most (and by default) 4 GiB. `shouldStop` is asked every `pollInterval` steps of work and before
 * every collection; it must not use the manager.
 */
export interface BddOptions extends Partial<Limits> {
  /** Nodes in the store at once, garbage included. */
  readonly nodeLimit?: number;
  /** In misses of the computed table: some 30 ns each. */
  readonly pollInterval?: number;
  /** Room for nodes at the start, a power of two. */
  readonly initialNodes?: number;
  /**
   * For tests: collect before every operation, refuse operands that were not protected in time, and collect again in the
   * middle of an operation, about every so many nodes (true: 100).
   */
  readonly stress?: boolean | number;
}

export interface ReorderOptions {
  /**
   * Sifting moves every group through the order; symmetric sifting moves symmetric variables together, too. A window tries all
   * orders of every 2, 3 or 4 neighbouring groups.
   */
  readonly method?: "sift" | "symmetric" | 2 | 3 | 4;
  /** Again and again until nothing is gained. */
  readonly converging?: boolean;
  readonly milliseconds?: number;
  /** How much larger than the smallest seen the diagrams may become while a group moves: 1.2 by default. */
  readonly maxGrowth?: number;
}

export interface AutoReorderOptions extends ReorderOptions {
  /** Live nodes that call for the first reordering: 4,000 by default. */
  readonly firstAt?: number;
}

export interface BddStatistics {
  /** Nodes in the store, garbage that was not yet collected included. */
  readonly nodes: number;
  /** The largest `nodes` so far. */
  readonly peakNodes: number;
  readonly createdNodes: number;
  /** Calls of `protect` less calls of `release`. */
  readonly protections: number;
  readonly collections: number;
  readonly reorderings: number;
  readonly reorderMilliseconds: number;
  /** Exchanges of neighbouring levels. */
  readonly swaps: number;
  readonly cacheLookups: number;
  readonly cacheHits: number;
  readonly cacheSlots: number;
  readonly nodeCapacity: number;
  readonly memoryBytes: number;
  readonly variables: number;
}

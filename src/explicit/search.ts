import type { PackedLasso } from "./state-space.js";

export interface SearchOptions {
  /** `exact`: a table of states. `compact`: of hash values. `bitstate`: a field of bits, several for each state. */
  readonly hash: "exact" | "compact" | "bitstate";
  /** Give up beyond so many states. */
  readonly states: number;
  /** Give up beyond so many bytes. */
  readonly bytes: number;
  readonly seed: number;
  /** Why to stop now, or null. Asked often. */
  shouldStop(): "time" | "memory" | "cancelled" | null;
}

/** What a search has done so far. */
export interface SearchFigures {
  readonly states: number;
  readonly transitions: number;
  /** Entries of states by nested searches. */
  readonly nested: number;
  /** Bytes of the table of visited states, with its index. */
  readonly tableBytes: number;
  /** Bits that Section 3.2 counts for each state: its descriptor, its label, and whether it is on the path. */
  readonly bitsPerState: number;
  /** The deepest path, and the bytes of all stacks. */
  readonly depth: number;
  readonly stackBytes: number;
}

/**
 * How a search ends. `empty`: there is no fair cycle. `not-found`: none was found, but states that share a hash value
 * with others were left out: about `coverage` of all were seen.
 */
export type SearchResult = { readonly figures: SearchFigures } & (
  | { readonly kind: "fair-cycle"; readonly lasso: PackedLasso }
  | { readonly kind: "empty" }
  | { readonly kind: "not-found"; readonly coverage: number }
  | { readonly kind: "unknown"; readonly reason: "time" | "memory" | "cancelled" | "bound"; readonly detail: string }
);

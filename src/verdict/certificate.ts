import type { Aig } from "../logic/aig.js";
import type { Lit } from "../logic/lit.js";

/**
 * A proof that a model has no reachable fair cycle (or, when it ends in `safe`, that a bad literal is not reachable):
 * an ordered list of steps over predicates on latches. ARCHITECTURE.md, "One certificate language", gives the rules.
 *
 * Predicates are literals of `aig`. Leaf i of `latches` stands for latch i of the model; `define`d monitor latches
 * follow in the order in which they are defined.
 */
export interface Certificate {
  readonly aig: Aig;
  /** Nodes of `aig` that stand for the model's latches, then for defined ones. */
  readonly latches: readonly number[];
  readonly steps: readonly CertificateStep[];
}

/** Each step may name the earlier steps (by index) whose facts its obligations need; absent means all of them. */
export type CertificateStep = (
  | { readonly rule: "define"; readonly reset: Lit | "free"; readonly next: Lit }
  | { readonly rule: "reach"; readonly predicate: Lit }
  | { readonly rule: "split"; readonly predicate: Lit; readonly closed: "forward" | "backward" }
  | { readonly rule: "exclude"; readonly predicate: Lit; readonly because: ExcludeReason }
  | { readonly rule: "done"; readonly unroll: number }
) & { readonly uses?: readonly number[] };

export type ExcludeReason =
  | { readonly kind: "no-start" }
  | { readonly kind: "no-end" }
  | { readonly kind: "condition"; readonly closed: "forward" | "backward"; readonly condition: number }
  | { readonly kind: "skeleton"; readonly closed: "forward" | "backward"; readonly unroll: number };

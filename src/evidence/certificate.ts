import type { Aig } from "../logic/aig.js";
import type { Lit } from "../logic/lit.js";

/**
 * A proof that a model has no reachable fair cycle or, when it ends in `safe`, that a bad literal cannot be reached: an
 * ordered list of steps over predicates on latches. docs/reference/certificates.md gives the rules and a worked example.
 *
 * Predicates are literals of `aig` that read latches, of the model and of the monitor. That of a `reach` speaks of steps: it
 * may read inputs too.
 */
export interface Certificate {
  readonly kind: "certificate";
  readonly aig: Aig;
  /** Nodes of `aig` that stand for the model's latches, in order. */
  readonly latches: readonly number[];
  /** Nodes of `aig` that stand for the model's inputs, in order; the monitor and `reach` read them. */
  readonly inputs: readonly number[];
  readonly monitor: Monitor;
  readonly steps: readonly CertificateStep[];
}

/**
 * What runs beside the model. With latches and inputs alone it watches (a Moore delay, the counter of k-liveness): every
 * behaviour of the model has at least one together with it, and the proof speaks of the model. With constraints or
 * fairness it is the automaton of a formula, and the proof is relative to it.
 */
export interface Monitor {
  /** Free choices, one value in each step. */
  readonly inputs: readonly number[];
  readonly latches: readonly { readonly node: number; readonly next: Lit; readonly reset: 0 | 1 | "free" }[];
  readonly constraints: readonly Lit[];
  readonly fairness: readonly Lit[];
}

/** The monitor that does not watch anything. */
export const NO_MONITOR: Monitor = { inputs: [], latches: [], constraints: [], fairness: [] };

/** Does the proof stand on an automaton that it embeds: may its monitor cut behaviours off? */
export const isRelative = ({ monitor }: Certificate): boolean =>
  monitor.constraints.length + monitor.fairness.length > 0;

/** Transitions from P stay in P (forward), or those that end in P start there (backward). */
export type Closure = "forward" | "backward";

/**
 * R: facts about reachable steps. C: transitions that a fair cycle can still use. B_j: the model's conditions, then
 * the monitor's. live = R ∧ R' ∧ C ∧ T, constraints in both steps. skel(P,k): for each condition a live transition that
 * meets it with P on both sides, k live steps before it and k after; all agree on every split predicate.
 *
 * `uses` names the earlier steps (by index) whose facts the obligations need; absent means all of them.
 */
export type CertificateStep = (
  | { readonly rule: "reach"; readonly predicate: Lit }
  | { readonly rule: "split"; readonly predicate: Lit; readonly closed: Closure }
  | { readonly rule: "exclude"; readonly predicate: Lit; readonly because: ExcludeReason }
  | ({ readonly rule: "done" } & SkeletonAsked)
  | { readonly rule: "l2s"; readonly predicate: Lit; readonly shadow: Shadow }
  | { readonly rule: "safe" }
) & { readonly uses?: readonly number[] };

/** Why no fair cycle has a state in P. */
export type ExcludeReason =
  /** No live transition starts in P. */
  | { readonly kind: "no-start" }
  /** No live transition ends in P. */
  | { readonly kind: "no-end" }
  /** P is closed, and no live transition inside it meets the condition. */
  | { readonly kind: "condition"; readonly closed: Closure; readonly condition: number }
  /** P is closed, and skel(P, unroll) has no solution. */
  | ({ readonly kind: "skeleton"; readonly closed: Closure } & SkeletonAsked);

/** How far the paths of a skeleton are unrolled, and which conditions it is asked of, at least one; absent means all. */
export interface SkeletonAsked {
  readonly unroll: number;
  readonly conditions?: readonly number[];
}

/**
 * Leaves of an `l2s` predicate besides the latches. The checker builds the liveness-to-safety model itself: a free
 * input `save`; saved' = saved ∨ save; each copy takes its latch's value when save ∧ ¬saved; seen_j' = (saved ∨ save) ∧
 * (seen_j ∨ B_j). Flags reset to 0, copies are free. Bad: saved, every copy equal to its latch, every seen_j.
 */
export interface Shadow {
  readonly saved: number;
  /** One for each latch of the model, then of the monitor. */
  readonly copies: readonly number[];
  /** One for each condition. */
  readonly seen: readonly number[];
}

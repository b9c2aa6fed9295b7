import { FALSE, type Lit, litOf, nodeOf, not, TRUE } from "../logic/lit.js";
import type { Latch, Model } from "../model/model.js";

/** A model with one condition that holds infinitely often exactly when all of the original's do. */
export interface FoldedFairness {
  /** Latches of the original come first; then one `seen` flag for each condition, unless there is only one. */
  readonly model: Model;
  readonly event: Lit;
}

/**
 * Folds all conditions into one event: flags remember which were seen since the last event, and the step that completes
 * them is an event. Deterministic: the flags only watch.
 *
 * `stable` are latches that can change only finitely often. A step that changes one of them is not on any loop, so it
 * need not count: conditions are only seen in steps that keep all of them.
 */
export function foldFairness(model: Model, stable: readonly Latch[] = []): FoldedFairness {
  const aig = model.aig.fork();
  const kept = aig.andAll(stable.map((l) => aig.iff(litOf(l.node), l.next)));
  const conditions = (model.fairness.length === 0 ? [TRUE] : [...new Set(model.fairness)]).map((f) => aig.and(f, kept));
  if (conditions.length === 1) return { model: { ...model, aig, fairness: [conditions[0]!] }, event: conditions[0]! };
  const flags = conditions.map(() => aig.leaf());
  const met = conditions.map((c, j) => aig.or(c, flags[j]!));
  const event = aig.andAll(met);
  const watching: Latch[] = flags.map((flag, j) => ({
    node: nodeOf(flag),
    next: aig.and(not(event), met[j]!),
    reset: FALSE,
  }));
  return { model: { ...model, aig, latches: [...model.latches, ...watching], fairness: [event] }, event };
}

/** A model that counts events. */
export interface EventCounter {
  /** Latches of the given model come first; then the stages of the counter. */
  readonly model: Model;
  /** Stage k, from 1: true once there were k events. */
  readonly stages: readonly Lit[];
}

/** Counts `event` in unary, up to `limit`: stages are only raised, each by an event while the one below is raised. */
export function countEvents(model: Model, event: Lit, limit: number): EventCounter {
  const aig = model.aig.fork();
  const stages = Array.from({ length: limit }, () => aig.leaf());
  const latches: Latch[] = stages.map((stage, k) => ({
    node: nodeOf(stage),
    next: aig.or(stage, aig.and(event, k === 0 ? TRUE : stages[k - 1]!)),
    reset: FALSE,
  }));
  return { model: { ...model, aig, latches: [...model.latches, ...latches], fairness: [] }, stages };
}

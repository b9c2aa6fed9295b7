import { coneOf } from "../logic/aig.js";
import type { PackedPredicate } from "../logic/packed-predicate.js";
import { type Model, rootsOf } from "./model.js";

/**
 * What engines at work on the same question tell one another. Engines rewrite models before they search: a fact says which
 * model it is about (see `fingerprint`), and its literals speak of that model's latches: 2i is latch i, 2i + 1 its negation.
 *
 * - `invariant`: clauses that hold in every reachable state, preserved together by every step, relative to what was told
 *   before. Constant latches are clauses of one literal, equal ones two clauses of two. Whoever takes one checks it, since
 *   its own proof will rest on it.
 * - `step`: a step of a proof in the language of certificates (docs/reference/certificates.md), relative to what was told before. It
 *   is checked in the same way.
 * - `refuted`: a suspect set of D'n'C, and what took its states away until none was left: operators of GSH, each shown again by one step.
 * - `events`: all conditions can be met `count` times in turn: no smaller bound can be proved.
 * - `no-counterexample`: none has this many transitions or fewer.
 */
export type Fact =
  | { readonly kind: "invariant"; readonly about: string; readonly clauses: readonly (readonly number[])[] }
  | { readonly kind: "step"; readonly about: string; readonly rule: StepRule; readonly predicate: PackedPredicate }
  | {
      readonly kind: "refuted";
      readonly about: string;
      readonly set: PackedPredicate;
      readonly removed: readonly PackedRemoval[];
    }
  | { readonly kind: "events"; readonly about: string; readonly count: number }
  | { readonly kind: "no-counterexample"; readonly about: string; readonly transitions: number };

/** `condition`: i of EU_i and ES_i; -1 for EX and EY. */
export interface PackedRemoval {
  readonly operator: "EU" | "EX" | "ES" | "EY";
  readonly condition: number;
  readonly states: PackedPredicate;
}

/** `reach`, `split … forward`, `exclude … no-start` and `exclude … no-end`. */
export type StepRule = "reach" | "split" | "no-start" | "no-end";

export interface FactExchange {
  publish(fact: Fact): void;
  /** What others told since it was last asked, and at first all that is known. Cheap. */
  receive(): readonly Fact[];
}

/**
 * Equal for models that are laid out alike: rewrites are deterministic, so that workers come to the same ones. What else
 * the model's graph holds does not matter.
 */
export function fingerprint(model: Model): string {
  const { aig, latches, inputs, constraints, fairness } = model;
  const inCone = coneOf(aig, [...rootsOf(model), ...latches.map((l) => l.next)]);
  let [a, b] = [0x811c9dc5, 0x9e3779b9];
  const add = (n: number) => {
    a = Math.imul(a ^ n, 0x01000193);
    b = Math.imul(b + n, 0x85ebca6b) ^ (b >>> 13);
  };
  for (let n = 1; n < aig.size; n++) {
    if (inCone[n] === 0 || !aig.isGate(n)) continue;
    for (const part of [n, aig.fanin0(n), aig.fanin1(n)]) add(part);
  }
  for (const { node, next, reset } of latches)
    for (const part of [node, next, reset === "free" ? -1 : reset]) add(part);
  for (const list of [inputs, constraints, fairness]) {
    add(list.length);
    for (const part of list) add(part);
  }
  return `${latches.length}:${(a >>> 0).toString(16)}${(b >>> 0).toString(16)}`;
}

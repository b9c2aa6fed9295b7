import type { Progress } from "../limits/progress.js";
import type { StateSets } from "../sets/state-sets.js";
import type { Hull } from "./hull.js";
import { applyOperator, type Operator, type OperatorOptions } from "./operators.js";

export interface EmersonLeiOptions<S> extends OperatorOptions<S> {
  /** Drops a condition once it holds all of Z and is not the only one left (Catch-them-young, end of 3.2). */
  readonly drop?: boolean;
  readonly removed?: (operator: Operator, states: () => S) => void;
}

/**
 * The nested fixpoint of Emerson and Lei, νZ. ⋀_i EX E Z U (Z ∧ c_i), with the usual test that a whole pass has changed nothing. As
 * model checkers compute it: Z is replaced after each condition, so that the next one starts from less; the formula starts them all from the
 * same Z, and has the same fixpoint. For comparison with GSH's schedule of the same name.
 */
export function* emersonLei<S>(
  sets: StateSets<S>,
  start: S,
  options: EmersonLeiOptions<S> = {},
): Generator<Progress, Hull<S>> {
  using s = sets.open();
  using z = s.cell(start);
  let conditions = sets.conditions.map((_, i) => i);
  for (let iterations = 1; ; iterations++) {
    using pass = s.open();
    using before = pass.cell(z.value);
    for (const condition of conditions)
      for (const operator of [
        { kind: "EU", condition },
        { kind: "EX", condition: -1 },
      ] as const) {
        using turn = pass.open();
        using previous = turn.cell(z.value);
        z.value = yield* applyOperator(turn, operator, z.value, options);
        if (!turn.equal(z.value, previous.value))
          options.removed?.(operator, () => turn.minus(previous.value, z.value));
      }
    if (options.drop) conditions = undecided(pass, z.value, conditions);
    yield { what: "pass", figures: { iterations, ...s.steps } };
    if (pass.equal(z.value, before.value) || pass.isEmpty(z.value))
      return { states: s.keep(z.value), closed: ["future"], iterations };
  }
}

/** The conditions that some state of Z misses; the last one stays when there would be none. */
export function undecided<S>(sets: StateSets<S>, z: S, conditions: readonly number[]): number[] {
  const left = conditions.filter((i) => !sets.subset(z, sets.conditions[i] as S));
  return left.length > 0 ? left : conditions.slice(-1);
}

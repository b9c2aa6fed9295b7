import type { Progress } from "../limits/progress.js";
import type { StateSets } from "../sets/state-sets.js";
import { undecided } from "./emerson-lei.js";
import type { Hull } from "./hull.js";
import { applyOperator, type Operator, type OperatorOptions } from "./operators.js";

export interface CatchThemYoungOptions<S> extends Omit<OperatorOptions<S>, "contextual"> {
  readonly removed?: (operator: Operator, states: () => S) => void;
}

/**
 * The final version of Catch-them-young, Section 3.2: forward and backward reachability from every F_i inside the
 * current b, then trimming; an F_i that holds all of b is dropped. The result is closed in both tenses.
 */
export function* catchThemYoung<S>(
  sets: StateSets<S>,
  start: S,
  options: CatchThemYoungOptions<S> = {},
): Generator<Progress, Hull<S>> {
  using s = sets.open();
  using b = s.cell(start);
  let left = sets.conditions.map((_, i) => i);
  let iterations = 0;

  /** Whether the operator changed b. */
  function* apply(operator: Operator): Generator<Progress, boolean> {
    using turn = s.open();
    using previous = turn.cell(b.value);
    b.value = yield* applyOperator(turn, operator, b.value, options);
    const changed = !turn.equal(b.value, previous.value);
    if (changed) options.removed?.(operator, () => turn.minus(previous.value, b.value));
    return changed;
  }

  for (let changed = true; changed && !s.isEmpty(b.value); iterations++) {
    changed = false;
    for (const condition of left) {
      // step 2: b := b ∧ f_i* ∧ *f_i
      if (yield* apply({ kind: "ES", condition })) changed = true;
      if (yield* apply({ kind: "EU", condition })) changed = true;
    }
    for (let trimming = true; trimming; ) {
      // step 3: b := b ∧ b⁺; b := b ∧ ⁺b
      trimming = yield* apply({ kind: "EY", condition: -1 });
      if (yield* apply({ kind: "EX", condition: -1 })) trimming = true;
      if (trimming) changed = true;
    }
    left = undecided(s, b.value, left);
    yield { what: "pass", figures: { iterations, conditions: left.length, ...s.steps } };
  }
  return { states: s.keep(b.value), closed: ["future", "past"], iterations };
}

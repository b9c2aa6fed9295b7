import type { Progress } from "../limits/progress.js";
import type { StateSets } from "../sets/state-sets.js";
import { undecided } from "./emerson-lei.js";
import { converged, type Hull } from "./hull.js";
import { applyOperator, type Operator, type OperatorOptions, type Tense } from "./operators.js";

export interface CatchThemYoungOptions<S> extends Omit<OperatorOptions<S>, "contextual"> {
  /**
   * When to stop: at a fixpoint of all operators, as published, or as soon as those of one tense have no more effect, by the test of
   * GSH, Fig. 1, which also leaves out operators that cannot have any.
   */
  readonly until?: "one-tense" | "all-tenses";
  readonly removed?: (operator: Operator, states: () => S) => void;
  /** Told what an operator has left of b, in which pass. */
  readonly applied?: (operator: Operator, b: S, pass: number) => void;
}

/**
 * The final version of Catch-them-young, Section 3.2: forward and backward reachability from every F_i inside the
 * current b, then trimming; an F_i that holds all of b is dropped.
 */
export function* catchThemYoung<S>(
  sets: StateSets<S>,
  start: S,
  options: CatchThemYoungOptions<S> = {},
): Generator<Progress, Hull<S>> {
  using s = sets.open();
  using b = s.cell(start);
  const early = options.until === "one-tense";
  const steps = { past: { kind: "EY", condition: -1 }, future: { kind: "EX", condition: -1 } } as const;
  const closures = sets.conditions.map(
    (_, condition) => ({ past: { kind: "ES", condition }, future: { kind: "EU", condition } }) as const,
  );
  let left = sets.conditions.map((_, i) => i);
  let iterations = 0;
  let disabled: ReadonlySet<Operator> = new Set(); // γ of GSH
  const isClosed = (tense: Tense) =>
    [steps[tense], ...left.map((i) => closures[i]![tense])].every((operator) => disabled.has(operator));
  const closed = (): Tense[] => (["future", "past"] as const).filter(isClosed);

  /** Whether the operator changed b. */
  function* apply(operator: Operator): Generator<Progress, boolean> {
    if (early && (disabled.has(operator) || closed().length > 0)) return false;
    using turn = s.open();
    using previous = turn.cell(b.value);
    b.value = yield* applyOperator(turn, operator, b.value, options);
    options.applied?.(operator, b.value, iterations);
    const changed = !turn.equal(b.value, previous.value);
    if (changed) options.removed?.(operator, () => turn.minus(previous.value, b.value));
    disabled = converged(changed, operator, disabled);
    return changed;
  }

  for (let changed = true; changed && !s.isEmpty(b.value); iterations++) {
    changed = false;
    for (const condition of left) {
      // step 2: b := b ∧ f_i* ∧ *f_i
      if (yield* apply(closures[condition]!.past)) changed = true;
      if (yield* apply(closures[condition]!.future)) changed = true;
    }
    for (let trimming = true; trimming; ) {
      // step 3: b := b ∧ b⁺; b := b ∧ ⁺b
      trimming = yield* apply(steps.past);
      if (yield* apply(steps.future)) trimming = true;
      if (trimming) changed = true;
    }
    left = undecided(s, b.value, left);
    yield { what: "pass", figures: { iterations, conditions: left.length, ...s.steps } };
    if (early && closed().length > 0) changed = false;
  }
  return { states: s.keep(b.value), closed: s.isEmpty(b.value) || !early ? ["future", "past"] : closed(), iterations };
}

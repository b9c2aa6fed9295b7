import type { Progress } from "../limits/progress.js";
import type { StateSets } from "../sets/state-sets.js";
import { applyOperator, type Operator, type OperatorOptions, type Tense, tenseOf } from "./operators.js";
import type { Schedule } from "./schedules.js";

export interface HullOptions<S> extends OperatorOptions<S> {
  /** When to stop: at a fixpoint of one tense (Corollary 1), or of all tenses of the schedule (Theorem 1: F ∩ P). */
  readonly until?: "one-tense" | "all-tenses";
  /** Is the question decided by this iterate? Then nobody needs the hull: the iterate is returned in its place. */
  readonly isEnough?: (z: S) => boolean;
  /** Told what each operator has taken away, which it may compute until it returns: what certificates are made of. */
  readonly removed?: (operator: Operator, states: () => S) => void;
  /** Told every iterate with the operators that are then disabled. */
  readonly iterate?: (z: S, disabled: ReadonlySet<Operator>) => void;
  /** Told what an operator has made of the last iterate. */
  readonly applied?: (operator: Operator, z: S) => void;
}

export interface Hull<S> {
  /** Empty when there is no fair cycle; else it holds every state of every fair cycle. */
  readonly states: S;
  /** Tenses whose operators have no more effect: `future` makes the terminal SCCs fair, `past` the initial ones. */
  readonly closed: readonly Tense[];
  /** Operators applied. */
  readonly iterations: number;
}

/**
 * The Generic SCC Hull algorithm: GSH, Fig. 1. `start` is what Z begins with: it holds all fair cycles that matter
 * and is SCC-closed.
 */
export function* sccHull<S>(
  sets: StateSets<S>,
  start: S,
  schedule: Schedule,
  options: HullOptions<S> = {},
): Generator<Progress, Hull<S>> {
  using s = sets.open();
  using z = s.cell(start);
  let disabled: ReadonlySet<Operator> = new Set(); // γ
  let iterations = 0;
  for (let done = false; !done; iterations++) {
    if (s.isEmpty(z.value)) return { states: s.keep(z.value), closed: ["future", "past"], iterations };
    using turn = s.open();
    options.iterate?.(z.value, disabled);
    using previous = turn.cell(z.value); // ζ
    const operator = schedule.pick(new Set(schedule.operators.filter((o) => !disabled.has(o)))); // τ
    if (!isIdle(turn, operator, z.value)) z.value = yield* applyOperator(turn, operator, z.value, options);
    options.applied?.(operator, z.value);
    const progress = !turn.equal(z.value, previous.value);
    if (progress) options.removed?.(operator, () => turn.minus(previous.value, z.value));
    disabled = converged(progress, operator, disabled);
    done = isDone(schedule.operators, disabled, options.until ?? "one-tense") || options.isEnough?.(z.value) === true;
    yield { what: operator.kind, figures: { iterations, ...s.steps } };
  }
  return { states: s.keep(z.value), closed: closedTenses(schedule.operators, disabled), iterations };
}

/** EU_i and ES_i take nothing from a Z that lies in c_i: no step is needed to see that. */
function isIdle<S>(sets: StateSets<S>, { condition }: Operator, z: S): boolean {
  return condition >= 0 && sets.subset(z, sets.conditions[condition] as S);
}

/** γ after an operator: CONVERGED of Fig. 1. What is disabled cannot make progress (Theorem 2). */
export function converged(
  progress: boolean,
  operator: Operator,
  disabled: ReadonlySet<Operator>,
): ReadonlySet<Operator> {
  if (!progress) return new Set([...disabled, operator]);
  const other = [...disabled].filter((o) => tenseOf(o) !== tenseOf(operator));
  const isStep = operator.kind === "EX" || operator.kind === "EY";
  return new Set(isStep ? other : [...other, operator]);
}

function closedTenses(operators: readonly Operator[], disabled: ReadonlySet<Operator>): Tense[] {
  const used = [...new Set(operators.map(tenseOf))];
  return used.filter((tense) => operators.every((o) => tenseOf(o) !== tense || disabled.has(o)));
}

function isDone(
  operators: readonly Operator[],
  disabled: ReadonlySet<Operator>,
  until: "one-tense" | "all-tenses",
): boolean {
  const closed = closedTenses(operators, disabled).length;
  return until === "one-tense" ? closed > 0 : closed === new Set(operators.map(tenseOf)).size;
}

import type { Explanation } from "../evidence/explanation.js";
import type { Outcome } from "../evidence/outcome.js";
import type { Trace } from "../evidence/trace.js";
import type { Remark, Vacuity } from "../evidence/vacuity.js";
import { type Told, witnessIn } from "../evidence/verdict.js";
import type { SpokenAnswer } from "./spoken.js";

/** An outcome with what it shows, in the user's own terms. */
export interface Shown {
  readonly outcome: Outcome<Told>;
  readonly answer: SpokenAnswer;
  /** The counterexample, or the example; null where there is neither. */
  readonly trace: Trace | null;
  /** What is shown of it, if not all. */
  readonly shownOfIt?: Trace | null;
  /** Why that shows what it shows, where it was asked. */
  readonly explanation?: Explanation | null;
  readonly vacuity: Vacuity<Trace> | null;
  /** What is strange about the model, a sentence each. */
  readonly remarks: readonly string[];
}

export function shown<W extends Told>(
  outcome: Outcome<W>,
  traceOf: (behaviour: W) => Trace,
  remarkText: (remark: Remark) => string,
  answer: SpokenAnswer = outcome.verdict.answer,
): Shown {
  const behaviour = witnessIn(outcome.verdict);
  const { vacuity } = outcome;
  return {
    outcome,
    answer,
    trace: behaviour === null ? null : traceOf(behaviour),
    vacuity: vacuity === undefined ? null : toldIn(vacuity, traceOf),
    remarks: vacuity?.remarks.map(remarkText) ?? [],
  };
}

/** The same, with behaviours told in another way. One that several parts share stays one. */
export function toldIn<W, V>(vacuity: Vacuity<W>, tell: (behaviour: W) => V): Vacuity<V> {
  const told = new Map<W, V>();
  const once = (behaviour: W): V => {
    const known = told.get(behaviour) ?? tell(behaviour);
    told.set(behaviour, known);
    return known;
  };
  const parts = vacuity.parts.map(({ witness, ...part }) => ({
    ...part,
    ...(witness !== undefined && { witness: once(witness) }),
  }));
  return { ...vacuity, parts };
}

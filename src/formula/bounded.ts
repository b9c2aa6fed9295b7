import type { Ctl } from "./ctl.js";
import type { Ltl } from "./ltl.js";

/** `F[2,5] p`; what is asked of the step so far away, if there is one (`F`, `O`) or if there is (`G`, `H`). */
export interface Bounded {
  readonly op: "F" | "G" | "O" | "H";
  readonly low: number;
  readonly high: number;
  readonly arg: Ltl;
}

/**
 * The bounded operator that a formula was written out from: `p | X(p | X …)`, the same object p each time, after as many more `X` as the lower bound says.
 * Null where it was none.
 */
export function boundedOf(f: Ltl | Ctl): Bounded | null {
  let inner: Ltl | Ctl = f;
  let low = 0;
  for (; isLtlStep(inner) && (low === 0 || inner.op === f.op); low++) inner = inner.arg;
  if (inner.op !== "and" && inner.op !== "or") return null;
  const arg = inner.left as Ltl;
  let rest: Ltl | Ctl = inner;
  let more = 0;
  let by = low === 0 ? null : f.op;
  while (
    rest.op === inner.op &&
    rest.left === arg &&
    isLtlStep(rest.right) &&
    (by ?? rest.right.op) === rest.right.op
  ) {
    by = rest.right.op;
    rest = rest.right.arg;
    more++;
  }
  if (more === 0 || rest !== arg) return null;
  const op = OPERATORS.get(`${by} ${inner.op}`);
  return op === undefined ? null : { op, low, high: low + more, arg };
}

/** By the step and the connective. `Z` with `or`, or `Y` with `and`, is nobody's bounded operator. */
const OPERATORS: ReadonlyMap<string, Bounded["op"]> = new Map([
  ["X or", "F"],
  ["X and", "G"],
  ["Y or", "O"],
  ["Z and", "H"],
]);

type Step = { readonly op: "X" | "Y" | "Z"; readonly arg: Ltl };

export const isLtlStep = (f: Ltl | Ctl): f is Step => f.op === "X" || f.op === "Y" || f.op === "Z";

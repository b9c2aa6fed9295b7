import type { Progress } from "../limits/progress.js";
import type { StateSets } from "../sets/state-sets.js";
import { type ClosureOptions, closure, stepWithin } from "./reach.js";

/** An operator of T_F (EU_i, EX) or T_P (ES_i, EY) of GSH, Section 3.1. Compared by identity. */
export interface Operator {
  readonly kind: "EU" | "EX" | "ES" | "EY";
  /** i of EU_i and ES_i; -1 for EX and EY. */
  readonly condition: number;
}

export type Tense = "future" | "past";

export const tenseOf = (operator: Operator): Tense =>
  operator.kind === "EU" || operator.kind === "EX" ? "future" : "past";

/** `EU 1`: conditions are counted from 1, as the papers do. */
export const operatorText = ({ kind, condition }: Operator): string =>
  condition < 0 ? kind : `${kind} ${condition + 1}`;

/** How the operators are carried out; what they compute is the same. */
export interface OperatorOptions<S> {
  /**
   * The simple forms of Section 3.1: results are not intersected with Z. Right when only one tense is used and Z is closed
   * under its steps from the start: Z = all for the future, Z forward-closed for the past.
   */
  readonly contextual?: boolean;
  readonly frontiers?: boolean;
  /** Arguments of EX are simplified with respect to this set, which must hold Z. Not with `contextual`. */
  readonly argumentCare?: S;
}

/** τ(Z): Z without some SCCs that lie on no fair cycle. `conditions` defaults to those of the system. */
export function* applyOperator<S>(
  sets: StateSets<S>,
  { kind, condition }: Operator,
  z: S,
  options: OperatorOptions<S> = {},
  conditions: readonly S[] = sets.conditions,
): Generator<Progress, S> {
  const within = options.contextual ? undefined : z;
  switch (kind) {
    case "EX": {
      const argument = options.argumentCare === undefined ? z : sets.simplify(z, options.argumentCare);
      return stepWithin(sets, "backward", argument, within);
    }
    case "EY":
      return stepWithin(sets, "forward", z, within);
    case "EU":
      return yield* closure(sets, "backward", sets.and(z, conditions[condition] as S), closureOptions(within, options));
    case "ES": {
      const { argumentCare: _, ...past } = closureOptions(within, options); // post has no such freedom
      return yield* closure(sets, "forward", sets.and(z, conditions[condition] as S), past);
    }
  }
}

function closureOptions<S>(within: S | undefined, options: OperatorOptions<S>): ClosureOptions<S> {
  return {
    ...(within === undefined ? {} : { within }),
    ...(options.frontiers === undefined ? {} : { frontiers: options.frontiers }),
    ...(options.argumentCare === undefined ? {} : { argumentCare: options.argumentCare }),
  };
}

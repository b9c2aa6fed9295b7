import type { Ctl } from "./ctl.js";
import { ctlToLtl } from "./ctl-to-ltl.js";
import type { Ltl } from "./ltl.js";

/** An LTL formula whose answer is that of a CTL formula, or its opposite. */
export interface LinearForm {
  readonly formula: Ltl;
  readonly opposite: boolean;
}

/**
 * Where there is just one initial state, an E formula holds exactly when the A formula that is its negation fails: then that
 * can be asked. Null when neither can be said in LTL.
 */
export function linearForm(formula: Ctl, oneInitialState: boolean): LinearForm | null {
  const same = ctlToLtl(formula);
  if (same !== null) return { formula: same, opposite: false };
  const negation = oneInitialState ? ctlToLtl({ op: "not", arg: formula }) : null;
  return negation === null ? null : { formula: negation, opposite: true };
}

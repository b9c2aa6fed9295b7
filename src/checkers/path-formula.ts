import type { Ctl } from "../formula/ctl.js";
import { negationOf, normalFormOf } from "../formula/ctl-normal.js";
import type { Ltl } from "../formula/ltl.js";
import type { Model } from "../model/model.js";
import type { CtlProperty } from "../model/property.js";
import { hasOneInitialState } from "../model/reads-inputs.js";

/** What a behaviour has to satisfy to show that a formula fails (or holds). */
export interface PathClaim {
  readonly formula: Ltl;
  readonly shows: "holds" | "fails";
}

/**
 * A CTL formula without A in its normal form holds where a behaviour starts that satisfies it without its path quantifiers: of each
 * E, what is left of that behaviour is an example. So one behaviour shows that a formula fails, if its negation is of this
 * form, or that it holds where there is one initial state. Null where no behaviour alone can.
 */
export function pathClaim(model: Model, property: Pick<CtlProperty, "formula" | "atoms">): PathClaim | null {
  const { formula } = property;
  const failure = withoutE(negationOf(formula));
  if (failure !== null) return { formula: failure, shows: "fails" };
  const success = hasOneInitialState(model, property) ? withoutE(normalFormOf(formula)) : null;
  return success && { formula: success, shows: "holds" };
}

const LINEAR = { EX: "X", EF: "F", EG: "G", EU: "U", ER: "R", EW: "W" } as const;

/** Of a formula in negation normal form. */
function withoutE(f: Ctl): Ltl | null {
  switch (f.op) {
    case "true":
    case "false":
    case "atom":
      return f;
    case "not":
    case "EX":
    case "EF":
    case "EG": {
      const arg = withoutE(f.arg);
      return arg && { op: f.op === "not" ? "not" : LINEAR[f.op], arg };
    }
    case "and":
    case "or":
    case "EU":
    case "ER":
    case "EW": {
      const [left, right] = [withoutE(f.left), withoutE(f.right)];
      return left && right && { op: f.op === "and" || f.op === "or" ? f.op : LINEAR[f.op], left, right };
    }
    default:
      return null;
  }
}

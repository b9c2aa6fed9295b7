import type { Ctl } from "../formula/ctl.js";

/**
 * Is the formula true in a state that no fair path leaves, whatever its atoms say? There every A formula is, and no E formula.
 */
export const isTrueWithoutPaths = (formula: Ctl): boolean => valueWithoutPaths(formula) === true;

/** Null: it depends on atoms. */
function valueWithoutPaths(f: Ctl): boolean | null {
  switch (f.op) {
    case "true":
      return true;
    case "false":
      return false;
    case "atom":
      return null;
    case "not": {
      const value = valueWithoutPaths(f.arg);
      return value === null ? null : !value;
    }
    case "and":
    case "or":
    case "implies":
    case "iff":
    case "xor":
      return connected(f.op, valueWithoutPaths(f.left), valueWithoutPaths(f.right));
    default:
      return f.op.startsWith("A");
  }
}

function connected(op: "and" | "or" | "implies" | "iff" | "xor", a: boolean | null, b: boolean | null): boolean | null {
  switch (op) {
    case "and":
      return a === false || b === false ? false : a === null || b === null ? null : true;
    case "or":
      return a === true || b === true ? true : a === null || b === null ? null : false;
    case "implies":
      return connected("or", a === null ? null : !a, b);
    case "iff":
      return a === null || b === null ? null : a === b;
    case "xor":
      return a === null || b === null ? null : a !== b;
  }
}

import type { Ltl } from "../../formula/ltl.js";

/**
 * The formula, given up as satisfied (or, below a negation, as violated) from the moment that `abort` holds: pushed down to
 * the atoms, where it is one more reason to accept.
 */
export function abortable(f: Ltl, abort: Ltl, accept: boolean): Ltl {
  const sub = (g: Ltl): Ltl => abortable(g, abort, accept);
  const opposite = (g: Ltl): Ltl => abortable(g, abort, !accept);
  switch (f.op) {
    case "true":
    case "false":
    case "atom":
      return accept ? { op: "or", left: f, right: abort } : { op: "and", left: f, right: { op: "not", arg: abort } };
    case "not":
      return { op: "not", arg: opposite(f.arg) };
    case "X": {
      const later: Ltl = { op: "X", arg: sub(f.arg) };
      return accept
        ? { op: "or", left: later, right: abort }
        : { op: "and", left: later, right: { op: "not", arg: abort } };
    }
    case "F":
      return accept ? { op: "F", arg: sub(f.arg) } : sub({ op: "U", left: { op: "true" }, right: f.arg });
    case "G":
      return accept ? sub({ op: "R", left: { op: "false" }, right: f.arg }) : { op: "G", arg: sub(f.arg) };
    case "implies":
      return { op: "implies", left: opposite(f.left), right: sub(f.right) };
    case "iff":
      return sub({
        op: "and",
        left: { op: "implies", left: f.left, right: f.right },
        right: { op: "implies", left: f.right, right: f.left },
      });
    case "and":
    case "or":
    case "U":
    case "R":
    case "W":
    case "M":
      return { op: f.op, left: sub(f.left), right: sub(f.right) };
    default:
      throw new Error(`'${f.op}' does not occur in properties`);
  }
}

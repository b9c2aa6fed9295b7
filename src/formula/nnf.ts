import type { Ltl } from "./ltl.js";

type Binary = Extract<Ltl, { left: Ltl }>["op"];
type Unary = Exclude<Extract<Ltl, { arg: Ltl }>["op"], "not">;

const DUAL_UNARY: Readonly<Record<Unary, Unary>> = { X: "X", F: "G", G: "F", Y: "Z", Z: "Y", O: "H", H: "O" };
const DUAL_BINARY = { and: "or", or: "and", U: "R", R: "U", W: "M", M: "W", S: "T", T: "S" } as const;

/** Negation normal form: negations stand at atoms only; `->`, `<->` and `^` are expressed by `&` and `|`. */
export function nnf(formula: Ltl): Ltl {
  return push(formula, false);
}

/** The negation, in negation normal form. */
export function negate(formula: Ltl): Ltl {
  return push(formula, true);
}

function push(f: Ltl, negated: boolean): Ltl {
  switch (f.op) {
    case "true":
    case "false":
      return negated ? { op: f.op === "true" ? "false" : "true" } : f;
    case "atom":
      return negated ? { op: "not", arg: f } : f;
    case "not":
      return push(f.arg, !negated);
    case "X":
    case "F":
    case "G":
    case "Y":
    case "Z":
    case "O":
    case "H":
      return { op: negated ? DUAL_UNARY[f.op] : f.op, arg: push(f.arg, negated) };
    case "implies":
      return binary(negated ? "and" : "or", push(f.left, !negated), push(f.right, negated));
    case "iff":
    case "xor":
      return exclusive(f.left, f.right, (f.op === "iff") === negated);
    default:
      return binary(negated ? DUAL_BINARY[f.op] : f.op, push(f.left, negated), push(f.right, negated));
  }
}

/** `left ^ right`, or its negation. */
function exclusive(left: Ltl, right: Ltl, differ: boolean): Ltl {
  const both = binary("and", push(left, false), push(right, differ));
  const neither = binary("and", push(left, true), push(right, !differ));
  return binary("or", both, neither);
}

const binary = (op: Binary, left: Ltl, right: Ltl): Ltl => ({ op, left, right });

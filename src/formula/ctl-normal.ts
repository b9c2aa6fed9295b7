import type { Ctl } from "./ctl.js";

const negated = (arg: Ctl): Ctl => ({ op: "not", arg });

/** The negation in negation normal form: `not` at atoms only; `and`, `or` and path quantifiers otherwise. */
export function negationOf(f: Ctl): Ctl {
  switch (f.op) {
    case "true":
      return { op: "false" };
    case "false":
      return { op: "true" };
    case "atom":
      return negated(f);
    case "not":
      return normalFormOf(f.arg);
    case "and":
      return { op: "or", left: negationOf(f.left), right: negationOf(f.right) };
    case "or":
      return { op: "and", left: negationOf(f.left), right: negationOf(f.right) };
    case "implies":
      return { op: "and", left: normalFormOf(f.left), right: negationOf(f.right) };
    case "iff":
      return normalFormOf({ ...f, op: "xor" });
    case "xor":
      return normalFormOf({ ...f, op: "iff" });
    case "EX":
    case "EF":
    case "EG":
    case "AX":
    case "AF":
    case "AG":
      return { op: UNARY_DUAL[f.op], arg: negationOf(f.arg) };
    case "EU":
    case "ER":
    case "AU":
    case "AR":
      return { op: BINARY_DUAL[f.op], left: negationOf(f.left), right: negationOf(f.right) };
    case "EW":
    case "AW": {
      // not (f W g) = not g U (not f and not g)
      const neither: Ctl = { op: "and", left: negationOf(f.left), right: negationOf(f.right) };
      return { op: f.op === "EW" ? "AU" : "EU", left: negationOf(f.right), right: neither };
    }
  }
}

/** The same formula in negation normal form. */
export function normalFormOf(f: Ctl): Ctl {
  switch (f.op) {
    case "true":
    case "false":
    case "atom":
      return f;
    case "not":
      return negationOf(f.arg);
    case "implies":
      return { op: "or", left: negationOf(f.left), right: normalFormOf(f.right) };
    case "iff":
    case "xor": {
      const same = f.op === "iff";
      return {
        op: "or",
        left: { op: "and", left: normalFormOf(f.left), right: same ? normalFormOf(f.right) : negationOf(f.right) },
        right: { op: "and", left: negationOf(f.left), right: same ? negationOf(f.right) : normalFormOf(f.right) },
      };
    }
    case "and":
    case "or":
    case "EU":
    case "ER":
    case "EW":
    case "AU":
    case "AR":
    case "AW":
      return { op: f.op, left: normalFormOf(f.left), right: normalFormOf(f.right) };
    case "EX":
    case "EF":
    case "EG":
    case "AX":
    case "AF":
    case "AG":
      return { op: f.op, arg: normalFormOf(f.arg) };
  }
}

const UNARY_DUAL = { EX: "AX", EF: "AG", EG: "AF", AX: "EX", AF: "EG", AG: "EF" } as const;
const BINARY_DUAL = { EU: "AR", ER: "AU", AU: "ER", AR: "EU" } as const;

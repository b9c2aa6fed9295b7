import type { Ctl } from "../../formula/ctl.js";
import type { Ltl } from "../../formula/ltl.js";

const INFIX: Readonly<Record<string, string>> = { and: "&", or: "|", implies: "->", iff: "<->", xor: "xor", R: "V" };

/** An LTL formula in SMV, which has no W and no M: `p W q` is `q V (p | q)`, `p M q` is `q U (p & q)`. */
export function ltlText(f: Ltl, atom: (name: string) => string): string {
  const text = (g: Ltl): string => ltlText(g, atom);
  switch (f.op) {
    case "true":
    case "false":
      return f.op.toUpperCase();
    case "atom":
      return atom(f.name);
    case "not":
      return `!${text(f.arg)}`;
    case "X":
    case "F":
    case "G":
    case "Y":
    case "Z":
    case "O":
    case "H":
      return `${f.op} ${text(f.arg)}`;
    case "W":
      return `(${text(f.right)} V (${text(f.left)} | ${text(f.right)}))`;
    case "M":
      return `(${text(f.right)} U (${text(f.left)} & ${text(f.right)}))`;
    default:
      return `(${text(f.left)} ${INFIX[f.op] ?? f.op} ${text(f.right)})`;
  }
}

/** A CTL formula in SMV, which has neither R nor W: these are negated untils of the other quantifier. */
export function ctlText(f: Ctl, atom: (name: string) => string): string {
  const text = (g: Ctl): string => ctlText(g, atom);
  const notUntil = (path: "E" | "A", left: string, right: string): string => `!${path} [${left} U ${right}]`;
  switch (f.op) {
    case "true":
    case "false":
      return f.op.toUpperCase();
    case "atom":
      return atom(f.name);
    case "not":
      return `!${text(f.arg)}`;
    case "EX":
    case "EF":
    case "EG":
    case "AX":
    case "AF":
    case "AG":
      return `${f.op} ${text(f.arg)}`;
    case "EU":
    case "AU":
      return `${f.op[0]} [${text(f.left)} U ${text(f.right)}]`;
    case "ER":
      return notUntil("A", `!${text(f.left)}`, `!${text(f.right)}`);
    case "AR":
      return notUntil("E", `!${text(f.left)}`, `!${text(f.right)}`);
    case "EW":
      return notUntil("A", `!${text(f.right)}`, `(!${text(f.left)} & !${text(f.right)})`);
    case "AW":
      return notUntil("E", `!${text(f.right)}`, `(!${text(f.left)} & !${text(f.right)})`);
    default:
      return `(${text(f.left)} ${INFIX[f.op]} ${text(f.right)})`;
  }
}

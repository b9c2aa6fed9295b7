import { afterRow } from "../text/rows.js";
import { atomNamed } from "./atom.js";
import { boundedOf } from "./bounded.js";
import type { Ctl } from "./ctl.js";
import { isPlainName, quotedName } from "./lex.js";
import type { Ltl } from "./ltl.js";

/** Words that the parser takes for something else than a name, in either logic. */
const RESERVED =
  /^(?:[FGX]+(?:[A-Za-z_$].*)?|[YZOHURVWMSTAE]|[XFGYZOH]\[[\d:]+\]|always|never|eventually|s_eventually|next|nexttime|s_nexttime|once|historically|until|s_until|stronguntil|weakuntil|release|true|True|TRUE|false|False|FALSE|xor|xnor)$/;

// Levels as in the parser: what binds tighter has a higher one.
const LEVEL: ReadonlyMap<string, number> = new Map([
  ["implies", 1],
  ["iff", 1],
  ["or", 2],
  ["xor", 3],
  ["and", 4],
]);
const TEMPORAL = 5;
const SYMBOL: ReadonlyMap<string, string> = new Map([
  ["implies", "->"],
  ["iff", "<->"],
  ["xor", "^"],
  ["or", "|"],
  ["and", "&"],
]);
const PREFIX = 7;

/** In the spelling that Spot and this parser share; parses back to the same formula. */
export function printLtl(formula: Ltl): string {
  return print(formula, 0);
}

/** In NuSMV's spelling, `E [p U q]`; parses back to the same formula. */
export function printCtl(formula: Ctl): string {
  return print(formula, 0);
}

/** A formula of either logic. */
export const printFormula = (formula: Ltl | Ctl): string => print(formula, 0);

/** As its author wrote it: bounded operators are not written out. */
export const printWritten = (formula: Ltl | Ctl): string => print(formula, 0, true);

/** `outer` is the level that the surroundings need. */
function print(f: Ltl | Ctl, outer: number, isShort = false): string {
  const bounded = isShort ? boundedOf(f) : null;
  if (bounded !== null)
    return prefixed(`${bounded.op}[${bounded.low},${bounded.high}]`, print(bounded.arg, PREFIX, true));
  switch (f.op) {
    case "true":
      return "true";
    case "false":
      return "false";
    case "atom":
      return printAtom(f.name, outer);
    case "not":
      return `!${print(f.arg, PREFIX, isShort)}`;
    case "X":
    case "F":
    case "G":
    case "Y":
    case "Z":
    case "O":
    case "H":
    case "EX":
    case "EF":
    case "EG":
    case "AX":
    case "AF":
    case "AG":
      return prefixed(f.op, print(f.arg, PREFIX, isShort));
    case "EU":
    case "ER":
    case "EW":
    case "AU":
    case "AR":
    case "AW":
      return `${f.op[0]} [${print(f.left, 0, isShort)} ${f.op[1]} ${print(f.right, 0, isShort)}]`;
    default:
      return printInfix(f, outer, isShort);
  }
}

const prefixed = (op: string, arg: string): string => (arg.startsWith("(") ? `${op}${arg}` : `${op} ${arg}`);

function printInfix(f: { op: string; left: Ltl | Ctl; right: Ltl | Ctl }, outer: number, isShort: boolean): string {
  const level = LEVEL.get(f.op) ?? TEMPORAL;
  // `&`, `|` and `^` associate freely; the others to the right, and are clearer with parentheses on both sides.
  const inner = level >= 2 && level <= 4 ? level : level + 1;
  const text = `${print(f.left, inner, isShort)} ${SYMBOL.get(f.op) ?? f.op} ${print(f.right, inner, isShort)}`;
  return outer > level ? `(${text})` : text;
}

/** An atom as it stands in a formula: names in quotes where the parser would take them for something else. */
export function printAtom(name: string, outer = 0): string {
  const atom = atomNamed(name);
  if (atom.kind === "signal") return printName(atom.name);
  const right = typeof atom.right === "number" ? `${atom.right}` : printName(atom.right);
  const text = `${printName(atom.left)} ${atom.relation} ${right}`;
  return outer >= PREFIX ? `(${text})` : text;
}

const printName = (name: string): string =>
  isPlainName(name) && !RESERVED.test(name) && !isRowOfCtl(name) ? name : quotedName(name);

/** `AGEF`, as it may stand before a formula. */
const isRowOfCtl = (name: string): boolean => afterRow(/[AE][FGX]/y, name, 0) === name.length;

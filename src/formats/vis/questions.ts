import type { Ctl } from "../../formula/ctl.js";
import type { Ltl } from "../../formula/ltl.js";
import { booleanOf } from "../../formula/propositions.js";
import type { Aig } from "../../logic/aig.js";
import { type Lit, not } from "../../logic/lit.js";
import type { Property } from "../../model/property.js";
import { InputError, inSource, positionOf } from "../../text/input-error.js";
import { type Entry, type Formula, type Names, parseFormulas } from "./formulas.js";

/** A text with the name of its file. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** What a .fair file asks for: conditions that hold infinitely often, and pairs: if the first does, so does the second. */
export interface Fairness {
  readonly conditions: readonly { readonly literal: Lit; readonly name: string }[];
  readonly pairs: readonly { readonly enabled: Lit; readonly taken: Lit; readonly name: string }[];
}

/** The properties of a .ctl, .ltl or .inv file, by its ending. */
export function propertiesOf({ name: file, text }: NamedText, names: Names): Property[] {
  return inSource(file, () => {
    const logic = /\.(ctl|ltl|inv)$/i.exec(file)?.[1]?.toLowerCase();
    return parseFormulas(text, names).map((entry): Property => {
      const common = { name: entry.text, source: { ...positionOf(text, entry.start), file } };
      if (logic === "inv")
        return { kind: "bad", ...common, literal: not(boolean(names.aig, entry, text, "an invariant")) };
      const atoms = new Map<string, Lit>();
      if (logic === "ltl") return { kind: "ltl", ...common, formula: ltl(entry.formula, atoms, entry, text), atoms };
      return { kind: "ctl", ...common, formula: ctl(entry.formula, atoms, entry, text), atoms };
    });
  });
}

/** The formulas of a .fair file: `f;` and `GF f;` for a condition, `GF f -> GF g;` for a pair. */
export function fairnessOf({ name: file, text }: NamedText, names: Names): Fairness {
  return inSource(file, () => {
    const conditions: { literal: Lit; name: string }[] = [];
    const pairs: { enabled: Lit; taken: Lit; name: string }[] = [];
    for (const entry of parseFormulas(text, names)) {
      const { formula, text: name } = entry;
      const literal = literalOf(names.aig, formula) ?? infinitely(names.aig, formula);
      const [enabled, taken] =
        formula.op === "implies"
          ? [infinitely(names.aig, formula.left), infinitely(names.aig, formula.right)]
          : [null, null];
      if (literal !== null) conditions.push({ literal, name });
      else if (enabled !== null && taken !== null) pairs.push({ enabled, taken, name });
      else
        throw wrong(
          "vis-fairness",
          "expected a condition without temporal operators, or 'G F … -> G F …'",
          entry,
          text,
        );
    }
    return { conditions, pairs };
  });
}

/** A formula without temporal operators as a literal; null for others. */
const literalOf = (aig: Aig, f: Formula): Lit | null =>
  booleanOf(aig, f, ({ literal }: Formula & { op: "atom" }) => literal);

/** The condition of `G F condition`. */
function infinitely(aig: Aig, f: Formula): Lit | null {
  return f.op === "G" && f.arg.op === "F" ? literalOf(aig, f.arg.arg) : null;
}

function boolean(aig: Aig, entry: Entry, text: string, what: string): Lit {
  const literal = literalOf(aig, entry.formula);
  if (literal === null) throw wrong("vis-formula", `${what} has no temporal operators`, entry, text);
  return literal;
}

function ltl(f: Formula, atoms: Map<string, Lit>, entry: Entry, text: string): Ltl {
  switch (f.op) {
    case "true":
    case "false":
      return { op: f.op };
    case "atom":
      atoms.set(f.name, f.literal);
      return { op: "atom", name: f.name };
    case "A":
    case "E":
      throw wrong("vis-formula", `'${f.op}' is not an operator of LTL`, entry, text);
    case "not":
    case "X":
    case "F":
    case "G":
      return { op: f.op, arg: ltl(f.arg, atoms, entry, text) };
    default:
      return { op: f.op, left: ltl(f.left, atoms, entry, text), right: ltl(f.right, atoms, entry, text) };
  }
}

function ctl(f: Formula, atoms: Map<string, Lit>, entry: Entry, text: string): Ctl {
  const inner = (g: Formula): Ctl => ctl(g, atoms, entry, text);
  switch (f.op) {
    case "true":
    case "false":
      return { op: f.op };
    case "atom":
      atoms.set(f.name, f.literal);
      return { op: "atom", name: f.name };
    case "A":
    case "E": {
      const path = f.arg;
      if (path.op === "X" || path.op === "F" || path.op === "G")
        return { op: `${f.op}${path.op}`, arg: inner(path.arg) };
      if (path.op === "U" || path.op === "R" || path.op === "W")
        return { op: `${f.op}${path.op}`, left: inner(path.left), right: inner(path.right) };
      throw wrong("vis-formula", `'${f.op}' without an operator of paths`, entry, text);
    }
    case "not":
      return { op: "not", arg: inner(f.arg) };
    case "and":
    case "or":
    case "xor":
    case "implies":
    case "iff":
      return { op: f.op, left: inner(f.left), right: inner(f.right) };
    default:
      throw wrong("vis-formula", `'${f.op}' without 'A' or 'E' before it is not an operator of CTL`, entry, text);
  }
}

const wrong = (code: string, problem: string, entry: Entry, text: string): InputError =>
  new InputError(code, problem, positionOf(text, entry.start));

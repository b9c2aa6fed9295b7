import { afterQuoted } from "../text/quoted.js";
import { afterRow } from "../text/rows.js";
import { isPlainName, quotedName, unquotedName } from "./lex.js";

/** What an atom of a formula says about the signals of a model. */
export type Atom =
  | { readonly kind: "signal"; readonly name: string }
  | { readonly kind: "compare"; readonly left: string; readonly relation: Relation; readonly right: string | number };

export type Relation = "=" | "!=" | "<" | "<=" | ">" | ">=";

const RELATIONS: ReadonlySet<string> = new Set<Relation>(["=", "!=", "<", "<=", ">", ">="]);

export const isRelation = (text: string): text is Relation => RELATIONS.has(text);

/** Is `a` in the relation to `b`? */
export function isRelated(a: number, relation: Relation, b: number): boolean {
  switch (relation) {
    case "=":
      return a === b;
    case "!=":
      return a !== b;
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case ">":
      return a > b;
    case ">=":
      return a >= b;
  }
}

/** What a relation becomes when its sides change places. */
export const MIRRORED: Readonly<Record<Relation, Relation>> = {
  "=": "=",
  "!=": "!=",
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
};

const UNQUOTED = /[^"\s]+/y;
const RELATION = / (=|!=|<|<=|>|>=) /y;

/**
 * The name under which an atom appears in formulas: one for each meaning, and two meanings never share one. `x = 1` compares
 * with a number, `x = "1"` with a signal of that name, and a signal that is called `x = 1` appears as `"x = 1"`.
 */
export function atomName(atom: Atom): string {
  if (atom.kind === "compare") {
    const right = typeof atom.right === "number" ? `${atom.right}` : comparand(atom.right);
    return `${comparand(atom.left)} ${atom.relation} ${right}`;
  }
  const { name } = atom;
  return name.startsWith('"') || comparisonNamed(name) !== null ? quotedName(name) : name;
}

/** The atom that has this name in formulas. */
export function atomNamed(name: string): Atom {
  return comparisonNamed(name) ?? { kind: "signal", name: unquotedName(name) ?? name };
}

function comparisonNamed(name: string): Atom | null {
  const leftEnd = afterQuoted(name, 0) ?? afterRow(UNQUOTED, name, 0);
  RELATION.lastIndex = leftEnd;
  const found = RELATION.exec(name);
  if (found === null) return null;
  const rest = name.slice(leftEnd + found[0].length);
  const [left, right] = [sideOf(name.slice(0, leftEnd)), /^-?\d+$/.test(rest) ? Number(rest) : sideOf(rest)];
  return left === null || right === null ? null : { kind: "compare", left, relation: found[1] as Relation, right };
}

const comparand = (name: string): string => (isPlainName(name) ? name : quotedName(name));

const sideOf = (text: string): string | null => (isPlainName(text) ? text : unquotedName(text));

import type { Relation } from "./atom.js";
import { isPlainName, quotedName } from "./lex.js";

/** What a formula about a program computes in a state. */
export type StateTerm =
  | { readonly op: "number"; readonly value: number }
  /** A key that a quantifier stands for, where a variable is called like it. */
  | { readonly op: "key"; readonly value: string }
  /** A name with indices and fields: `a[x].b`. */
  | { readonly op: "path"; readonly name: string; readonly parts: readonly PathPart[] }
  | { readonly op: StateOperator; readonly left: StateTerm; readonly right: StateTerm };

export type PathPart = { readonly field: string } | { readonly index: StateTerm };
export type StateOperator = "+" | "-" | "*" | "/" | "mod" | "min" | "max";

/** Something that is true or false in a state: a comparison, or a path that is Boolean. */
export interface StateCondition {
  readonly left: StateTerm;
  readonly relation: Relation | null;
  readonly right: StateTerm | null;
}

/** As it is written: the name of the atom. */
export function stateConditionText({ left, relation, right }: StateCondition): string {
  const text = stateTermText(left);
  return relation === null || right === null ? text : `${text} ${relation} ${stateTermText(right)}`;
}

function stateTermText(term: StateTerm): string {
  switch (term.op) {
    case "number":
      return `${term.value}`;
    case "key":
      return `value ${isPlainName(term.value) ? term.value : quotedName(term.value)}`;
    case "path":
      return `${isPlainName(term.name) ? term.name : quotedName(term.name)}${term.parts.map(partText).join("")}`;
    case "min":
    case "max":
      return `${term.op}(${stateTermText(term.left)}, ${stateTermText(term.right)})`;
    default:
      return `(${stateTermText(term.left)} ${term.op} ${stateTermText(term.right)})`;
  }
}

const partText = (part: PathPart): string => ("field" in part ? `.${part.field}` : `[${stateTermText(part.index)}]`);

/** A path whose indices are numbers is a name of its own: `a[2].b`. */
export function plainPath(term: StateTerm): string | null {
  if (term.op !== "path") return null;
  const parts = term.parts.map((part) => {
    if ("field" in part) return `.${part.field}`;
    return part.index.op === "number" ? `[${part.index.value}]` : null;
  });
  return parts.includes(null) ? null : `${term.name}${parts.join("")}`;
}

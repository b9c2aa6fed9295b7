/** What an atom of a formula says about the signals of a model. */
export type Atom =
  | { readonly kind: "signal"; readonly name: string }
  | { readonly kind: "compare"; readonly left: string; readonly relation: Relation; readonly right: string | number };

export type Relation = "=" | "!=" | "<" | "<=" | ">" | ">=";

/** What a relation becomes when its sides change places. */
export const MIRRORED: Readonly<Record<Relation, Relation>> = {
  "=": "=",
  "!=": "!=",
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
};

/**
 * Linear temporal logic with past. `Y` is the strong previous (false in the first step), `Z` the weak one (true there);
 * `W` is weak until, `M` strong release, `S` since, `T` triggered. Atoms are names; who owns the formula knows what
 * they mean (see Property).
 */
export type Ltl =
  | { readonly op: "true" | "false" }
  | { readonly op: "atom"; readonly name: string }
  | { readonly op: "not" | "X" | "F" | "G" | "Y" | "Z" | "O" | "H"; readonly arg: Ltl }
  | {
      readonly op: "and" | "or" | "implies" | "iff" | "xor" | "U" | "R" | "W" | "M" | "S" | "T";
      readonly left: Ltl;
      readonly right: Ltl;
    };

/** Computation tree logic. Path quantifiers range over the fair behaviours of the model. */
export type Ctl =
  | { readonly op: "true" | "false" }
  | { readonly op: "atom"; readonly name: string }
  | { readonly op: "not" | "EX" | "EF" | "EG" | "AX" | "AF" | "AG"; readonly arg: Ctl }
  | {
      readonly op: "and" | "or" | "implies" | "iff" | "xor" | "EU" | "ER" | "EW" | "AU" | "AR" | "AW";
      readonly left: Ctl;
      readonly right: Ctl;
    };

/** Fairness that is nowhere declared, and that the loop of a counterexample would break. */
export interface Declaration {
  /** `weak fairness of switch`. */
  readonly name: string;
  /** What the loop does to it, in words. */
  readonly broken: string;
}

/**
 * What a counterexample with a loop is worth: it may show no more than that nothing forces somebody to move. `holds`: with the declarations in
 * `enough`, of which none can be left out, the property holds, and not because nothing is left that it could be about. `fails`: it fails
 * with all of them, and all those that exclude the loops found on the way.
 */
export interface Lacking {
  /** Each of them excludes the loop that is shown. */
  readonly excluding: readonly Declaration[];
  readonly answer: "holds" | "fails" | "undecided";
  /** Names; empty unless the answer is `holds`. */
  readonly enough: readonly string[];
}

import fc from "fast-check";
import type { Ctl } from "../../src/formula/ctl.js";
import type { Ltl } from "../../src/formula/ltl.js";
import type { LassoWord } from "../../src/formula/words.js";

const BOOLEAN_BINARY = ["and", "or", "implies", "iff", "xor"] as const;
const FUTURE_UNARY = ["X", "F", "G"] as const;
const FUTURE_BINARY = ["U", "R", "W", "M"] as const;
const PAST_UNARY = ["Y", "Z", "O", "H"] as const;
const PAST_BINARY = ["S", "T"] as const;

export interface FormulaShape {
  /** Names of the atoms; a, b, c when absent. */
  readonly atoms?: readonly string[];
  /** Nesting of operators; 4 when absent. */
  readonly depth?: number;
  /** With past operators; with them when absent. */
  readonly past?: boolean;
}

/** Formulas of LTL with past. Shrinks to subformulas. */
export function ltlFormulas(shape: FormulaShape = {}): fc.Arbitrary<Ltl> {
  const past = shape.past ?? true;
  const unary = ["not", ...FUTURE_UNARY, ...(past ? PAST_UNARY : [])] as const;
  const binary = [...BOOLEAN_BINARY, ...FUTURE_BINARY, ...(past ? PAST_BINARY : [])] as const;
  const leaf: fc.Arbitrary<Ltl> = leaves(shape.atoms);
  return fc.letrec<{ formula: Ltl }>((tie) => ({
    formula: fc.oneof(
      { depthSize: "medium", maxDepth: shape.depth ?? 4, withCrossShrink: true },
      leaf,
      fc.record({ op: fc.constantFrom(...unary), arg: tie("formula") }),
      fc.record({ op: fc.constantFrom(...binary), left: tie("formula"), right: tie("formula") }),
    ),
  })).formula;
}

const CTL_UNARY = ["not", "EX", "EF", "EG", "AX", "AF", "AG"] as const;
const CTL_BINARY = [...BOOLEAN_BINARY, "EU", "ER", "EW", "AU", "AR", "AW"] as const;

export function ctlFormulas(shape: Omit<FormulaShape, "past"> = {}): fc.Arbitrary<Ctl> {
  const leaf: fc.Arbitrary<Ctl> = leaves(shape.atoms);
  return fc.letrec<{ formula: Ctl }>((tie) => ({
    formula: fc.oneof(
      { depthSize: "medium", maxDepth: shape.depth ?? 4, withCrossShrink: true },
      leaf,
      fc.record({ op: fc.constantFrom(...CTL_UNARY), arg: tie("formula") }),
      fc.record({ op: fc.constantFrom(...CTL_BINARY), left: tie("formula"), right: tie("formula") }),
    ),
  })).formula;
}

type Leaf = { readonly op: "true" | "false" } | { readonly op: "atom"; readonly name: string };

function leaves(atoms: readonly string[] = ["a", "b", "c"]): fc.Arbitrary<Leaf> {
  return fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom<Leaf>({ op: "true" }, { op: "false" }) },
    { weight: 12, arbitrary: fc.constantFrom(...atoms).map((name): Leaf => ({ op: "atom", name })) },
  );
}

/** A word over the atoms, given by its letters, for messages and shrinking. */
export interface ListedWord extends LassoWord {
  readonly letters: readonly (readonly string[])[];
}

export function listedWord(letters: readonly (readonly string[])[], loop: number): ListedWord {
  return { letters, loop, length: letters.length, holds: (atom, i) => letters[i]!.includes(atom) };
}

/** Lasso words of up to `maxLength` letters (7 when absent). */
export function lassoWords(shape: { atoms?: readonly string[]; maxLength?: number } = {}): fc.Arbitrary<ListedWord> {
  const letter = fc.subarray([...(shape.atoms ?? ["a", "b", "c"])]);
  return fc
    .array(letter, { minLength: 1, maxLength: shape.maxLength ?? 7 })
    .chain((letters) => fc.nat(letters.length - 1).map((loop) => listedWord(letters, loop)));
}

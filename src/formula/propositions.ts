import type { Aig } from "../logic/aig.js";
import { FALSE, type Lit, not, TRUE } from "../logic/lit.js";
import type { Ctl } from "./ctl.js";
import type { Ltl } from "./ltl.js";

type Connective = "and" | "or" | "implies" | "iff" | "xor";

/** A formula over atoms of some kind: LTL, CTL, or both at once. */
type Formula<A extends { readonly op: "atom" }> =
  | A
  | { readonly op: "true" | "false" }
  | { readonly op: "not"; readonly arg: Formula<A> }
  | { readonly op: Connective; readonly left: Formula<A>; readonly right: Formula<A> }
  | { readonly op: Exclude<(Ltl | Ctl)["op"], Connective | "true" | "false" | "atom" | "not"> | "A" | "E" };

/** A formula without temporal operators as a literal; null for others. */
export function booleanOf<A extends { readonly op: "atom" }>(
  aig: Aig,
  f: Formula<A>,
  literal: (atom: A) => Lit,
): Lit | null {
  switch (f.op) {
    case "true":
      return TRUE;
    case "false":
      return FALSE;
    case "atom":
      return literal(f);
    case "not": {
      const arg = booleanOf(aig, f.arg, literal);
      return arg === null ? null : not(arg);
    }
    case "and":
    case "or":
    case "implies":
    case "iff":
    case "xor": {
      const [a, b] = [booleanOf(aig, f.left, literal), booleanOf(aig, f.right, literal)];
      return a === null || b === null ? null : aig[f.op](a, b);
    }
    default:
      return null;
  }
}

/** A formula whose atoms are parts of another one, each a literal. */
export interface Propositions {
  readonly formula: Ltl;
  readonly literals: ReadonlyMap<string, Lit>;
}

/**
 * The same formula with its largest parts without temporal operators for atoms. What cancels out in the graph (`x & !x`) is not
 * read by the literal of such a part.
 */
export function overPropositions(formula: Ltl, atoms: ReadonlyMap<string, Lit>, aig: Aig): Propositions {
  const literals = new Map<string, Lit>();
  const asFormula = (part: Lit | Ltl): Ltl => {
    if (typeof part !== "number") return part;
    literals.set(`${part}`, part);
    return { op: "atom", name: `${part}` };
  };
  /** A literal as long as nothing temporal was met. */
  const over = (f: Ltl): Lit | Ltl => {
    switch (f.op) {
      case "true":
        return TRUE;
      case "false":
        return FALSE;
      case "atom":
        return atoms.get(f.name)!;
      case "not": {
        const arg = over(f.arg);
        return typeof arg === "number" ? not(arg) : { ...f, arg };
      }
      case "and":
      case "or":
      case "implies":
      case "iff":
      case "xor": {
        const [left, right] = [over(f.left), over(f.right)];
        if (typeof left === "number" && typeof right === "number") return aig[f.op](left, right);
        return { ...f, left: asFormula(left), right: asFormula(right) };
      }
      default:
        if ("arg" in f) return { ...f, arg: asFormula(over(f.arg)) };
        return { ...f, left: asFormula(over(f.left)), right: asFormula(over(f.right)) };
    }
  };
  return { formula: asFormula(over(formula)), literals };
}

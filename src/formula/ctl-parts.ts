import type { Ctl } from "./ctl.js";

/**
 * A subformula in negation normal form, with as few operators as there can be: EF q is E true U q, AG q is A false R q, and
 * p W q is q R (p ∨ q). Operands are numbers of other parts.
 */
export type CtlPart =
  | { readonly op: "true" | "false" }
  | { readonly op: "atom"; readonly name: string; readonly negated: boolean }
  | { readonly op: "EX" | "AX"; readonly arg: number }
  | { readonly op: "and" | "or" | "EU" | "ER" | "AU" | "AR"; readonly left: number; readonly right: number };

type Operator = Extract<CtlPart, { readonly left: number }>["op"];

const DUAL = { and: "or", or: "and", EX: "AX", AX: "EX", EU: "AR", ER: "AU", AU: "ER", AR: "EU" } as const;

/**
 * The subformulas of a formula, operands first, the formula itself last; equal ones are one part. Their number is linear in the
 * formula's operators, also where ↔ is nested: each subformula is needed at most twice, as it is and negated.
 */
export function ctlParts(formula: Ctl): readonly CtlPart[] {
  const list = new PartList();
  list.part(formula, false);
  return list.parts;
}

/** Each part as a formula; the same objects are operands of others. */
export function formulasOf(parts: readonly CtlPart[]): readonly Ctl[] {
  const formulas: Ctl[] = [];
  for (const part of parts)
    switch (part.op) {
      case "true":
      case "false":
        formulas.push({ op: part.op });
        break;
      case "atom": {
        const atom: Ctl = { op: "atom", name: part.name };
        formulas.push(part.negated ? { op: "not", arg: atom } : atom);
        break;
      }
      case "EX":
      case "AX":
        formulas.push({ op: part.op, arg: formulas[part.arg]! });
        break;
      default:
        formulas.push({ op: part.op, left: formulas[part.left]!, right: formulas[part.right]! });
    }
  return formulas;
}

class PartList {
  readonly parts: CtlPart[] = [];
  private readonly numbers = new Map<string, number>();
  /** Of formulas as they are, and of their negations. */
  private readonly known = [new Map<Ctl, number>(), new Map<Ctl, number>()] as const;

  part(f: Ctl, negated: boolean): number {
    const known = this.known[negated ? 1 : 0];
    const before = known.get(f);
    if (before !== undefined) return before;
    const number = this.make(f, negated);
    known.set(f, number);
    return number;
  }

  private make(f: Ctl, negated: boolean): number {
    const binary = (op: Operator, left: number, right: number) =>
      this.add({ op: negated ? DUAL[op] : op, left, right });
    switch (f.op) {
      case "true":
      case "false":
        return this.constant((f.op === "true") !== negated);
      case "atom":
        return this.add({ op: "atom", name: f.name, negated });
      case "not":
        return this.part(f.arg, !negated);
      case "EX":
      case "AX":
        return this.add({ op: negated ? DUAL[f.op] : f.op, arg: this.part(f.arg, negated) });
      case "EF":
      case "AF":
        return binary(f.op === "EF" ? "EU" : "AU", this.constant(!negated), this.part(f.arg, negated));
      case "EG":
      case "AG":
        return binary(f.op === "EG" ? "ER" : "AR", this.constant(negated), this.part(f.arg, negated));
      case "implies":
        return binary("or", this.part(f.left, !negated), this.part(f.right, negated));
      case "iff":
        return this.same(f, !negated);
      case "xor":
        return this.same(f, negated);
      case "EW":
      case "AW": {
        const [left, right] = [this.part(f.left, negated), this.part(f.right, negated)];
        return binary(f.op === "EW" ? "ER" : "AR", right, binary("or", left, right));
      }
      default:
        return binary(f.op, this.part(f.left, negated), this.part(f.right, negated));
    }
  }

  /** That two formulas have the same truth value, or not. */
  private same({ left: f, right: g }: { readonly left: Ctl; readonly right: Ctl }, same: boolean): number {
    const both = this.add({ op: "and", left: this.part(f, false), right: this.part(g, !same) });
    const neither = this.add({ op: "and", left: this.part(f, true), right: this.part(g, same) });
    return this.add({ op: "or", left: both, right: neither });
  }

  private constant(value: boolean): number {
    return this.add({ op: value ? "true" : "false" });
  }

  private add(part: CtlPart): number {
    const key = "name" in part ? `${part.negated} ${part.name}` : Object.values(part).join(" ");
    const before = this.numbers.get(key);
    if (before !== undefined) return before;
    this.numbers.set(key, this.parts.length);
    return this.parts.push(part) - 1;
  }
}

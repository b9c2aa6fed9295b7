import type { FormulaId, FormulaNode, SharedFormulas } from "./shared.js";

/**
 * Sufficient conditions, read off the shape of two formulas, for the first to imply the second in every position of
 * every word (after Somenzi and Bloem, and Babiak, Křetínský, Řehák and Strejček). `false` says nothing.
 */
export class Implication {
  private readonly known = new Map<number, Map<number, boolean>>();

  constructor(private readonly formulas: SharedFormulas) {}

  /** f implies g. */
  holds(f: FormulaId, g: FormulaId): boolean {
    if (f === g || f === this.formulas.false || g === this.formulas.true) return true;
    if (f === this.formulas.true || g === this.formulas.false) return false;
    let row = this.known.get(f);
    if (row === undefined) {
      row = new Map();
      this.known.set(f, row);
    }
    let answer = row.get(g);
    if (answer === undefined) {
      row.set(g, false); // a cycle proves nothing
      answer = this.derive(f, g);
      row.set(g, answer);
    }
    return answer;
  }

  /** f and g hold together in no position. */
  excludes(f: FormulaId, g: FormulaId): boolean {
    return this.holds(f, this.formulas.not(g));
  }

  private derive(f: FormulaId, g: FormulaId): boolean {
    this.formulas.tick();
    const a = this.formulas.node(f);
    const b = this.formulas.node(g);
    if (a.op === "bool" && b.op === "bool") return this.formulas.functions.implies(a.fn, b.fn);
    if (a.op === "or") return a.args.every((x) => this.holds(x, g));
    if (b.op === "and") return b.args.every((y) => this.holds(f, y));
    return this.fromLeft(a, g) || this.fromRight(f, b) || this.fromBoth(a, b);
  }

  /** What f guarantees by itself. */
  private fromLeft(a: FormulaNode, g: FormulaId): boolean {
    const eventual = this.formulas.traits(g).eventual;
    switch (a.op) {
      case "and":
        return a.args.some((x) => this.holds(x, g));
      case "X":
      case "F":
        return eventual && this.holds(a.arg, g);
      case "G":
      case "H":
        return this.holds(a.arg, g);
      case "U":
        return (eventual || this.holds(a.left, g)) && this.holds(a.right, g);
      case "W":
        return this.holds(a.left, g) && this.holds(a.right, g);
      case "R":
      case "T":
        return this.holds(a.right, g);
      case "M":
        return this.holds(a.right, g) || (eventual && this.holds(a.left, g));
      case "S":
        return (this.formulas.traits(g).universal || this.holds(a.left, g)) && this.holds(a.right, g);
      case "O":
        return this.formulas.traits(g).universal && this.holds(a.arg, g);
      default:
        return false;
    }
  }

  /** What is enough for g. */
  private fromRight(f: FormulaId, b: FormulaNode): boolean {
    const universal = this.formulas.traits(f).universal;
    switch (b.op) {
      case "or":
        return b.args.some((y) => this.holds(f, y));
      case "X":
      case "G":
        return universal && this.holds(f, b.arg);
      case "F":
      case "O":
        return this.holds(f, b.arg);
      case "U":
      case "S":
        return this.holds(f, b.right);
      case "W":
        return this.holds(f, b.right) || (universal && this.holds(f, b.left));
      case "R":
        return (universal || this.holds(f, b.left)) && this.holds(f, b.right);
      case "M":
        return this.holds(f, b.left) && this.holds(f, b.right);
      case "T":
        return (this.formulas.traits(f).eventual || this.holds(f, b.left)) && this.holds(f, b.right);
      case "H":
        return this.formulas.traits(f).eventual && this.holds(f, b.arg);
      default:
        return false;
    }
  }

  /** Operators that go step by step together. */
  private fromBoth(a: FormulaNode, b: FormulaNode): boolean {
    if ("arg" in a && "arg" in b) {
      const sameStep = a.op === b.op || (a.op === "Y" && b.op === "Z");
      return sameStep && this.holds(a.arg, b.arg);
    }
    if (!("left" in a && "left" in b)) return false;
    switch (`${a.op}${b.op}`) {
      case "UU":
      case "UW":
      case "WW":
      case "RR":
      case "MR":
      case "MM":
      case "SS":
      case "TT":
        return this.holds(a.left, b.left) && this.holds(a.right, b.right);
      // l R r = r W (l ∧ r), l M r = r U (l ∧ r)
      case "UM":
      case "UR":
      case "WR":
        return this.holds(a.left, b.right) && this.holds(a.right, b.right) && this.holds(a.right, b.left);
      case "MU":
      case "MW":
      case "RW":
        return this.holds(a.right, b.left) && (this.holds(a.left, b.right) || this.holds(a.right, b.right));
      default:
        return false;
    }
  }
}

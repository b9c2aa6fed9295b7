import type { Bound, ChainOp, Expr } from "./syntax.js";

/** Connectives of formulas always stand in parentheses, other operators where their strength asks for them. */
const STRENGTH: Readonly<Record<ChainOp, number>> = {
  "<->": 4,
  xor: 4,
  xnor: 4,
  "|": 5,
  "&": 6,
  U: 8,
  S: 8,
  V: 8,
  T: 8,
  "=": 9,
  "!=": 9,
  "<": 9,
  ">": 9,
  "<=": 9,
  ">=": 9,
  in: 10,
  union: 11,
  "<<": 12,
  ">>": 12,
  "+": 13,
  "-": 13,
  mod: 14,
  "*": 15,
  "/": 15,
  "::": 16,
};
const FORMULA = 8;
const PREFIX = 17;

/** An expression with the parentheses that NuSMV prints: `AG (req -> AF ack)`. */
export const printExpr = (e: Expr): string => new Printer((op) => `${op} `).print(e, 0);

/** The same to the last blank: NuSMV puts one before an operator of LTL, too. */
export const printAsNusmv = (e: Expr): string =>
  new Printer((op) => (/^[A-Z]( |$)/.test(op) ? ` ${op} ` : `${op} `)).print(e, 0);

class Printer {
  constructor(private readonly temporal: (op: string) => string) {}

  /** `outer`: how tightly the operator around binds; operators that bind no tighter get parentheses. */
  print(e: Expr, outer: number): string {
    switch (e.kind) {
      case "boolean":
        return e.value ? "TRUE" : "FALSE";
      case "integer":
        return `${e.value}`;
      case "word":
        return wordText(e.signed ? BigInt.asIntN(e.width, e.value) : e.value, e.signed, e.width);
      case "name":
        return e.name;
      case "self":
        return "self";
      case "dot":
        return e.of.kind === "self" ? e.name : `${this.print(e.of, 0)}.${e.name}`;
      case "index":
        return `${this.print(e.of, PREFIX)}[${this.print(e.index, 0)}]`;
      case "bits":
        return `${this.print(e.of, PREFIX + 1)}[${this.print(e.high, 0)} : ${this.print(e.low, 0)}]`;
      case "unary":
        return bracketed(`${e.op}${this.print(e.arg, PREFIX)}`, PREFIX, outer);
      case "chain":
        return this.chain(e, outer);
      case "implies":
        return e.args.map((a) => this.print(a, 4)).reduceRight((right, left) => `(${left} -> ${right})`);
      case "set":
        return this.union(e.items, outer);
      case "range":
        return bracketed(`${this.print(e.low, 3)} .. ${this.print(e.high, 3)}`, 3, outer);
      case "case":
        return this.cases(e);
      case "call":
        return `${e.fn}(${e.args.map((a) => this.print(a, 0)).join(", ")})`;
      case "list":
        return `[${e.items.map((i) => this.print(i, 0)).join(", ")}]`;
      case "path":
        return bracketed(`${this.temporal(operatorText(e.op, e.bound))}${this.print(e.arg, FORMULA)}`, FORMULA, outer);
      case "until": {
        const until = e.bound === null ? "U" : `BU ${e.bound.low}..${e.bound.high}`;
        return `${e.op[0]} [ ${this.print(e.left, FORMULA)} ${until} ${this.print(e.right, FORMULA)} ]`;
      }
    }
  }

  private chain(e: Expr & { kind: "chain" }, outer: number): string {
    let text = this.print(e.first, STRENGTH[e.rest[0]!.op]);
    e.rest.forEach(({ op, arg }, i) => {
      const strength = STRENGTH[op];
      const both = `${text} ${op} ${this.print(arg, strength)}`;
      const around = i === e.rest.length - 1 ? outer : STRENGTH[e.rest[i + 1]!.op];
      text = strength <= FORMULA ? `(${both})` : bracketed(both, strength, around);
    });
    return text;
  }

  private union(items: readonly Expr[], outer: number): string {
    const strength = STRENGTH.union;
    const text = items
      .map((i) => this.print(i, items.length === 1 ? outer : strength))
      .reduce((left, right, i) => (i === 1 ? `${left} union ${right}` : `(${left}) union ${right}`));
    return items.length === 1 ? text : bracketed(text, strength, outer);
  }

  private cases(e: Expr & { kind: "case" }): string {
    const print = (x: Expr): string => this.print(x, 0);
    if (e.otherwise === null) {
      return `case ${e.branches.map((b) => `${print(b.condition)} : ${print(b.value)};`).join(" ")} esac`;
    }
    return e.branches.reduceRight(
      (rest, b) => `(${print(b.condition)} ? ${print(b.value)} : ${rest})`,
      print(e.otherwise),
    );
  }
}

const bracketed = (text: string, strength: number, outer: number): string => (strength <= outer ? `(${text})` : text);

function operatorText(op: string, bound: Bound | null): string {
  if (bound === null) return op;
  return op.length === 1 ? `${op} [${bound.low},${bound.high}]` : `${op} ${bound.low}..${bound.high}`;
}

/** `0ud3_5`, `-0sd3_2`. */
export function wordText(value: bigint, signed: boolean, width: number): string {
  const digits = value < 0n ? -value : value;
  return `${value < 0n ? "-" : ""}0${signed ? "s" : "u"}d${width}_${digits}`;
}

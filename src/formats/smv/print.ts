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

/** An expression as the language's own tools print specifications: `AG (req -> AF ack)`. */
export const printExpr = (e: Expr): string => print(e, 0);

function print(e: Expr, outer: number): string {
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
      return e.of.kind === "self" ? e.name : `${print(e.of, PREFIX + 1)}.${e.name}`;
    case "index":
      return `${print(e.of, PREFIX + 1)}[${print(e.index, 0)}]`;
    case "bits":
      return `${print(e.of, PREFIX + 1)}[${print(e.high, 0)} : ${print(e.low, 0)}]`;
    case "unary":
      return bracketed(`${e.op}${print(e.arg, PREFIX)}`, PREFIX, outer);
    case "chain":
      return printChain(e, outer);
    case "implies":
      return e.args.map((a) => print(a, 4)).reduceRight((right, left) => `(${left} -> ${right})`);
    case "set":
      return bracketed(e.items.map((i) => print(i, 11)).join(" union "), 11, outer);
    case "range":
      return `${print(e.low, 12)}..${print(e.high, 12)}`;
    case "case":
      return printCase(e);
    case "call":
      return `${e.fn}(${e.args.map((a) => print(a, 0)).join(", ")})`;
    case "list":
      return `[${e.items.map((i) => print(i, 0)).join(", ")}]`;
    case "path":
      return bracketed(`${operatorText(e.op, e.bound)} ${print(e.arg, FORMULA)}`, FORMULA, outer);
    case "until": {
      const until = e.bound === null ? "U" : `BU ${e.bound.low}..${e.bound.high}`;
      return `${e.op[0]} [ ${print(e.left, FORMULA)} ${until} ${print(e.right, FORMULA)} ]`;
    }
  }
}

const bracketed = (text: string, strength: number, outer: number): string => (strength < outer ? `(${text})` : text);

function printChain(e: Expr & { kind: "chain" }, outer: number): string {
  let text = print(e.first, STRENGTH[e.rest[0]!.op]);
  e.rest.forEach(({ op, arg }, i) => {
    const strength = STRENGTH[op];
    const isLast = i === e.rest.length - 1;
    const both = `${text} ${op} ${print(arg, strength)}`;
    const always = strength <= FORMULA;
    const around = isLast ? outer : STRENGTH[e.rest[i + 1]!.op];
    text = always ? `(${both})` : bracketed(both, strength, around);
  });
  return text;
}

function printCase(e: Expr & { kind: "case" }): string {
  if (e.otherwise === null) {
    return `case ${e.branches.map((b) => `${print(b.condition, 0)} : ${print(b.value, 0)};`).join(" ")} esac`;
  }
  return e.branches.reduceRight(
    (rest, b) => `(${print(b.condition, 0)} ? ${print(b.value, 0)} : ${rest})`,
    print(e.otherwise, 0),
  );
}

function operatorText(op: string, bound: Bound | null): string {
  if (bound === null) return op;
  return op.length === 1 ? `${op} [${bound.low},${bound.high}]` : `${op} ${bound.low}..${bound.high}`;
}

/** `0ud3_5`, `-0sd3_2`. */
export function wordText(value: bigint, signed: boolean, width: number): string {
  const digits = value < 0n ? -value : value;
  return `${value < 0n ? "-" : ""}0${signed ? "s" : "u"}d${width}_${digits}`;
}

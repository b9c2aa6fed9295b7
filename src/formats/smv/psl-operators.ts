import type { Psl } from "../psl/syntax.js";
import type { Expr } from "./syntax.js";

// What the operators of PSL mean, in terms of a few.

/** Conditions that no text says. */
export const CONDITIONS = {
  any: { kind: "boolean", value: true, at: 0 } satisfies Expr,
  not: (arg: Expr): Expr => ({ kind: "unary", op: "!", arg, at: arg.at }),
};

export const boolean = (holds: Expr): Psl<Expr> & { op: "boolean" } => ({ op: "boolean", holds });
export const next = (arg: Psl<Expr>): Psl<Expr> => ({ op: "X", arg });

export function combined(left: Expr, op: "and" | "or" | "xor" | "iff" | "implies", right: Expr, at: number): Expr {
  if (op === "implies") return { kind: "implies", args: [left, right], at };
  const chain = { and: "&", or: "|", xor: "xor", iff: "<->" } as const;
  // One list for a long conjunction: deep trees are refused elsewhere.
  const known = left.kind === "chain" && left.rest.every((l) => l.op === chain[op]) && (op === "and" || op === "or");
  const { first, rest } = known ? left : { first: left, rest: [] };
  return { kind: "chain", first, rest: [...rest, { op: chain[op], arg: right, at }], at };
}

export function repeated(times: number, f: Psl<Expr>, step: (f: Psl<Expr>) => Psl<Expr>): Psl<Expr> {
  let result = f;
  for (let i = 0; i < times; i++) result = step(result);
  return result;
}

/** `until`, `until!`, `until_`, `until!_`: with the underscore, both hold at the end. */
export function until(word: string, left: Psl<Expr>, right: Psl<Expr>): Psl<Expr> {
  const end: Psl<Expr> = word.endsWith("_") ? { op: "and", left, right } : right;
  return { op: word.includes("!") ? "U" : "W", left, right: end };
}

/** `before` and its like: no right until left; with the underscore they may come together. */
export function before(word: string, left: Psl<Expr>, right: Psl<Expr>): Psl<Expr> {
  const not: Psl<Expr> = { op: "not", arg: right };
  const end: Psl<Expr> = word.endsWith("_") ? left : { op: "and", left, right: not };
  return { op: word.includes("!") ? "U" : "W", left: not, right: end };
}

/** `next_event(b)(f)`: f at the next b. */
export function occurs(event: Expr, f: Psl<Expr>, strong: boolean): Psl<Expr> {
  const right: Psl<Expr> = { op: "and", left: boolean(event), right: f };
  return { op: strong ? "U" : "W", left: boolean(CONDITIONS.not(event)), right };
}

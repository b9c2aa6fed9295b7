import type { Ctl } from "./ctl.js";
import type { Ltl } from "./ltl.js";

/** Whether a formula can only become true, only become false, or either, when a part of it becomes true. */
export type Polarity = "positive" | "negative" | "both";

/** A place in a formula where a part of it stands. The same part may stand in several places: each is an occurrence of its own. */
export interface Occurrence<F> {
  readonly formula: F;
  /** From the whole to the part: 0 is the argument or the left side, 1 the right side. */
  readonly path: readonly number[];
  readonly polarity: Polarity;
}

/** The formula itself, as the first of all occurrences. */
export const wholeOf = <F>(formula: F): Occurrence<F> => ({ formula, path: [], polarity: "positive" });

/** The occurrences just below one: its operands. */
export function below<F extends Ltl | Ctl>({ formula, path, polarity }: Occurrence<F>): Occurrence<F>[] {
  return operandsOf(formula).map((operand, side) => ({
    formula: operand,
    path: [...path, side],
    polarity: polarityOf(formula.op, side, polarity),
  }));
}

function polarityOf(op: (Ltl | Ctl)["op"], side: number, outer: Polarity): Polarity {
  if (op === "iff" || op === "xor") return "both";
  const isReversed = op === "not" || (op === "implies" && side === 0);
  if (!isReversed || outer === "both") return outer;
  return outer === "positive" ? "negative" : "positive";
}

/**
 * What stands in place of an occurrence to make the whole as hard to satisfy as can be: false where it is positive, true where it is
 * negative, and under `<->` and `xor` each of them.
 */
export function hardestFor(polarity: Polarity): readonly ("true" | "false")[] {
  switch (polarity) {
    case "positive":
      return ["false"];
    case "negative":
      return ["true"];
    case "both":
      return ["false", "true"];
  }
}

/** The formula with a constant in one place. */
export function replaced<F extends Ltl | Ctl>(formula: F, path: readonly number[], by: "true" | "false"): F {
  if (path.length === 0) return { op: by } as F;
  const [side, ...rest] = path;
  if ("arg" in formula) return { ...formula, arg: replaced(formula.arg as F, rest, by) };
  if (!("left" in formula)) throw new RangeError("there is no such place in the formula");
  return side === 0
    ? { ...formula, left: replaced(formula.left as F, rest, by) }
    : { ...formula, right: replaced(formula.right as F, rest, by) };
}

export function operandsOf<F extends Ltl | Ctl>(formula: F): readonly F[] {
  if ("arg" in formula) return [formula.arg as F];
  return "left" in formula ? [formula.left as F, formula.right as F] : [];
}

import { atomNamed } from "./atom.js";
import { type Bounded, boundedOf, isLtlStep } from "./bounded.js";
import type { Ctl } from "./ctl.js";
import { quotedName } from "./lex.js";
import type { Ltl } from "./ltl.js";
import { printAtom } from "./print.js";

/**
 * What a formula asks, in plain words that can be read in one way only: what stands before a comma speaks of everything up to the end or to the parenthesis
 * that closes around it; operands that are no atoms have parentheses. Bounded operators are told as such where the parser wrote them out.
 *
 * @example
 * ```ts
 * import { inWords, parseLtl } from "fairlead";
 *
 * console.log(inWords(parseLtl("G(req -> F[0,3] ack)").formula)); // always, if req then (in some step from 0 to 3 from now, ack)
 * ```
 */
export function inWords(formula: Ltl | Ctl): string {
  switch (formula.op) {
    case "true":
    case "false":
      return formula.op;
    case "atom":
      return atomInWords(formula.name);
    case "not":
      return isAtomic(formula.arg) ? `not ${inWords(formula.arg)}` : `it is not so that, ${inWords(formula.arg)}`;
  }
  const bounded = boundedOf(formula);
  if (bounded !== null) return boundedInWords(bounded);
  if (isLtlStep(formula)) return stepsInWords(formula);
  if ("arg" in formula) return `${PREFIXES.get(formula.op)!}, ${inWords(formula.arg)}`;
  return infixInWords(formula);
}

/** By operator: what comes before the comma. */
export const PREFIXES: ReadonlyMap<string, string> = new Map([
  ["F", "now or later"],
  ["G", "always"],
  ["O", "now or before"],
  ["H", "now and always before"],
  ["AX", "whatever happens, in the next step"],
  ["AF", "whatever happens, now or later"],
  ["AG", "whatever happens, always"],
  ["EX", "it is possible that, in the next step"],
  ["EF", "it is possible that, now or later"],
  ["EG", "it is possible that, always"],
]);

/** By operator: what stands between the operands, and after them. Those in `TURNED` are told from right to left. */
export const INFIXES: ReadonlyMap<string, readonly [between: string, after: string]> = new Map([
  ["U", ["until", ", which comes"]],
  ["W", ["until", ", which need not come"]],
  ["M", ["up to and in the step of", ", which comes"]],
  ["R", ["up to and in the step of", ", which need not come"]],
  ["S", ["ever since", ", which was there"]],
  ["T", ["ever since and in the step of", ", or from the start"]],
  ["iff", ["exactly if", ""]],
  ["xor", ["or else", ", but not both"]],
]);
export const TURNED: ReadonlySet<string> = new Set(["M", "R", "T"]);

type Binary = Extract<Ltl | Ctl, { readonly left: unknown }>;
type Step = { readonly op: "X" | "Y" | "Z"; readonly arg: Ltl };

function infixInWords(f: Binary): string {
  if (f.op === "and" || f.op === "or") return chain(f, f.op).map(operand).join(` ${f.op} `);
  if (f.op === "implies") return `if ${operand(f.left)} then ${operand(f.right)}`;
  const isBranching = /^[AE][URW]$/.test(f.op);
  const op = isBranching ? f.op[1]! : f.op;
  const [between, after] = INFIXES.get(op)!;
  const [first, second] = TURNED.has(op) ? [f.right, f.left] : [f.left, f.right];
  const quantifier = !isBranching ? "" : f.op[0] === "A" ? "whatever happens, " : "it is possible that, ";
  return `${quantifier}${operand(first)} ${between} ${operand(second)}${after}`;
}

/** `a and b and c`: the two connectives associate. */
function chain(f: Ltl | Ctl, op: "and" | "or"): (Ltl | Ctl)[] {
  if (f.op !== op || boundedOf(f) !== null) return [f];
  return [...chain(f.left, op), ...chain(f.right, op)];
}

const operand = (f: Ltl | Ctl): string =>
  isAtomic(f) || (f.op === "not" && isAtomic(f.arg)) ? inWords(f) : `(${inWords(f)})`;

const isAtomic = ({ op }: Ltl | Ctl): boolean => op === "atom" || op === "true" || op === "false";

/** Several `X` in a row are counted. */
function stepsInWords(f: Step): string {
  let inner: Ltl = f;
  let steps = 0;
  for (; inner.op === f.op; steps++) inner = inner.arg;
  return `${stepWords(f.op, steps)}, ${inWords(inner)}`;
}

function stepWords(op: Step["op"], steps: number): string {
  switch (op) {
    case "X":
      return steps === 1 ? "in the next step" : `in ${steps} steps`;
    case "Y":
      return steps === 1 ? "there was a step before and in it" : `there was a step ${steps} ago and in it`;
    case "Z":
      return steps === 1 ? "in the step before if there was one" : `in the step ${steps} ago if there was one`;
  }
}

function boundedInWords({ op, low, high, arg }: Bounded): string {
  const where = op === "O" ? "ago" : op === "H" ? "ago as far as there was one" : "from now";
  return `in ${op === "F" || op === "O" ? "some" : "every"} step from ${low} to ${high} ${where}, ${inWords(arg)}`;
}

/** Words of which the rest is made: a name that is one of them has quotes. */
const WORDS = /^(?:if|then|and|or|not|until|up|ever|exactly|in|now|always|whatever|it|there|but|which)$/;

function atomInWords(name: string): string {
  const atom = atomNamed(name);
  return atom.kind === "signal" && WORDS.test(atom.name) ? quotedName(atom.name) : printAtom(name);
}

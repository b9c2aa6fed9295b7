import { ModelError } from "./model-error.js";

/**
 * What an expression computes, on the codes of a state (see domain.ts). Booleans are 0 and 1. `and`, `or` and `if`
 * look at their arguments from left to right, and no further than they have to: `i.lt(3).and(a.at(i).is(1))` never
 * reads `a[3]`.
 */
export type Term =
  | { readonly op: "constant"; readonly value: number }
  | {
      readonly op: "slot";
      /** The system whose variable it is. */
      readonly owner: object;
      readonly slot: number;
      readonly low: number;
      readonly high: number;
    }
  | {
      readonly op: "element";
      readonly owner: object;
      readonly name: string;
      readonly first: number;
      readonly length: number;
      readonly index: Term;
      readonly low: number;
      readonly high: number;
    }
  | { readonly op: "not"; readonly arg: Term }
  | { readonly op: "and" | "or"; readonly args: readonly Term[] }
  | { readonly op: "equal" | "less" | "plus" | "minus" | "times"; readonly left: Term; readonly right: Term }
  /** The result lies in 0..modulus-1, also for negative numbers. */
  | { readonly op: "mod"; readonly left: Term; readonly modulus: number }
  | { readonly op: "if"; readonly condition: Term; readonly yes: Term; readonly no: Term };

export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** Integers stay so small that doubles, and 32-bit words where they are stored, hold them exactly. */
const MAX_MAGNITUDE = 2 ** 48;

const known = new WeakMap<Term, Bounds>();

/** Between which codes the value lies, whatever the state. */
export function boundsOf(term: Term): Bounds {
  let bounds = known.get(term);
  if (bounds === undefined) {
    bounds = computeBounds(term);
    if (bounds.low < -MAX_MAGNITUDE || bounds.high > MAX_MAGNITUDE)
      throw new ModelError("model-range", `an expression can lie beyond ±2^48 (${bounds.low}..${bounds.high})`);
    known.set(term, bounds);
  }
  return bounds;
}

function computeBounds(term: Term): Bounds {
  switch (term.op) {
    case "constant":
      return { low: term.value, high: term.value };
    case "slot":
    case "element":
      return { low: term.low, high: term.high };
    case "not":
    case "and":
    case "or":
    case "equal":
    case "less":
      return { low: 0, high: 1 };
    case "mod":
      return { low: 0, high: term.modulus - 1 };
    case "if": {
      const a = boundsOf(term.yes);
      const b = boundsOf(term.no);
      return { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
    }
    case "plus":
    case "minus":
    case "times":
      return arithmeticBounds(term.op, boundsOf(term.left), boundsOf(term.right));
  }
}

export function arithmeticBounds(op: "plus" | "minus" | "times", a: Bounds, b: Bounds): Bounds {
  switch (op) {
    case "plus":
      return { low: a.low + b.low, high: a.high + b.high };
    case "minus":
      return { low: a.low - b.high, high: a.high - b.low };
    case "times": {
      const corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
      return { low: Math.min(...corners), high: Math.max(...corners) };
    }
  }
}

/** The parts of a term, for walks over all of it. */
export function partsOf(term: Term): readonly Term[] {
  switch (term.op) {
    case "constant":
    case "slot":
      return [];
    case "element":
      return [term.index];
    case "not":
      return [term.arg];
    case "and":
    case "or":
      return term.args;
    case "mod":
      return [term.left];
    case "if":
      return [term.condition, term.yes, term.no];
    default:
      return [term.left, term.right];
  }
}

/** An array was read or written outside its bounds. */
export class IndexError extends Error {
  constructor(
    readonly array: string,
    readonly index: number,
    readonly length: number,
  ) {
    super(`${array}[${index}], but ${array} has the elements 0 to ${length - 1}`);
  }
}

/** The value in a state: the meaning of terms, which all compilers must reproduce. */
export function evaluate(term: Term, state: Int32Array): number {
  switch (term.op) {
    case "constant":
      return term.value;
    case "slot":
      return state[term.slot]!;
    case "element":
      return state[term.first + indexIn(term, evaluate(term.index, state))]!;
    case "not":
      return 1 - evaluate(term.arg, state);
    case "and":
      return Number(term.args.every((arg) => evaluate(arg, state) === 1));
    case "or":
      return Number(term.args.some((arg) => evaluate(arg, state) === 1));
    case "equal":
      return Number(evaluate(term.left, state) === evaluate(term.right, state));
    case "less":
      return Number(evaluate(term.left, state) < evaluate(term.right, state));
    case "plus":
      return evaluate(term.left, state) + evaluate(term.right, state);
    case "minus":
      return evaluate(term.left, state) - evaluate(term.right, state);
    case "times":
      return evaluate(term.left, state) * evaluate(term.right, state);
    case "mod": {
      const rest = evaluate(term.left, state) % term.modulus;
      return rest < 0 ? rest + term.modulus : rest + 0;
    }
    case "if":
      return evaluate(term.condition, state) === 1 ? evaluate(term.yes, state) : evaluate(term.no, state);
  }
}

/** The index, if the array has it. */
export function indexIn({ name, length }: { readonly name: string; readonly length: number }, index: number): number {
  if (index < 0 || index >= length) throw new IndexError(name, index, length);
  return index;
}

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
  | { readonly op: "equal" | "less" | Arithmetic; readonly left: Term; readonly right: Term }
  /** The result lies in 0..modulus-1, also for negative numbers. */
  | { readonly op: "mod"; readonly left: Term; readonly modulus: number }
  /** The number itself, which must be an index of the array: one of 0..length-1. */
  | { readonly op: "bounded"; readonly name: string; readonly length: number; readonly arg: Term }
  | { readonly op: "if"; readonly condition: Term; readonly yes: Term; readonly no: Term };

/** `divide` rounds down, and the result of `modulo` is not negative; who divides by less than 1 makes a mistake. */
export type Arithmetic = "plus" | "minus" | "times" | "divide" | "modulo" | "min" | "max" | BitOperation;
/** Of numbers that are not negative. */
export type BitOperation = "bitand" | "bitor" | "bitxor";

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
    case "bounded":
      return { low: 0, high: term.length - 1 };
    default:
      return arithmeticBounds(term.op, boundsOf(term.left), boundsOf(term.right));
  }
}

export function arithmeticBounds(op: Arithmetic, a: Bounds, b: Bounds): Bounds {
  switch (op) {
    case "plus":
      return { low: a.low + b.low, high: a.high + b.high };
    case "minus":
      return { low: a.low - b.high, high: a.high - b.low };
    case "times": {
      const corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
      return { low: Math.min(...corners), high: Math.max(...corners) };
    }
    case "divide": {
      const most = Math.max(1, b.high);
      const least = Math.max(1, b.low);
      const corners = [a.low / most, a.low / least, a.high / most, a.high / least].map(Math.floor);
      return { low: Math.min(...corners) + 0, high: Math.max(...corners) + 0 };
    }
    case "modulo":
      return { low: 0, high: Math.max(0, b.high - 1) };
    case "min":
      return { low: Math.min(a.low, b.low), high: Math.min(a.high, b.high) };
    case "max":
      return { low: Math.max(a.low, b.low), high: Math.max(a.high, b.high) };
    case "bitand":
      return { low: 0, high: Math.min(a.high, b.high) };
    case "bitor":
    case "bitxor":
      return { low: 0, high: 2 ** (32 - Math.clz32(Math.max(a.high, b.high))) - 1 };
  }
}

/** Bit operations are for numbers from 0 to 2^30. */
export function checkBitOperands(...terms: readonly Term[]): void {
  for (const term of terms) {
    const { low, high } = boundsOf(term);
    if (low < 0 || high > 2 ** 30)
      throw new ModelError("model-range", `bit operations are for numbers from 0 to 2^30, not for ${low}..${high}`);
  }
}

/** Why a term has no value in some states, whatever these are; null when it has one in all. */
export function unsafePart(term: Term, seen = new Set<Term>()): string | null {
  if (seen.has(term)) return null;
  seen.add(term);
  if (term.op === "element" || term.op === "bounded") {
    const { low, high } = boundsOf(term.op === "element" ? term.index : term.arg);
    if (low < 0 || high >= term.length)
      return `${term.name}[…] with an index in ${low}..${high}, but there are 0 to ${term.length - 1}: bound it, with mod for instance`;
  }
  if ((term.op === "divide" || term.op === "modulo") && boundsOf(term.right).low < 1)
    return `a division by ${boundsOf(term.right).low} or more: bound it, with max for instance`;
  for (const part of partsOf(term)) {
    const found = unsafePart(part, seen);
    if (found !== null) return found;
  }
  return null;
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
    case "bounded":
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

const sizes = new WeakMap<Term, number>();

/** How many parts it has, those that are shared as often as they are used. */
export function sizeOf(term: Term): number {
  let size = sizes.get(term);
  if (size === undefined) {
    size = partsOf(term).reduce((sum, part) => sum + sizeOf(part), 1);
    sizes.set(term, size);
  }
  return size;
}

const owners = new WeakMap<Term, object | null>();

/** The system that a term speaks of; null for constants. */
export function ownerOf(term: Term): object | null {
  if (term.op === "slot" || term.op === "element") return term.owner;
  if (term.op === "constant") return null;
  let owner = owners.get(term);
  if (owner === undefined) {
    owner = null;
    for (const part of partsOf(term)) owner ??= ownerOf(part);
    owners.set(term, owner);
  }
  return owner;
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

/** Something was divided by a number below 1. */
export class DivisionError extends Error {
  constructor(readonly divisor: number) {
    super(`divides by ${divisor}: expected 1 or more`);
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
    case "divide": {
      const dividend = evaluate(term.left, state);
      return Math.floor(dividend / divisorIn(evaluate(term.right, state))) + 0;
    }
    case "modulo": {
      const dividend = evaluate(term.left, state);
      const divisor = divisorIn(evaluate(term.right, state));
      return (((dividend % divisor) + divisor) % divisor) + 0;
    }
    case "min":
      return Math.min(evaluate(term.left, state), evaluate(term.right, state));
    case "max":
      return Math.max(evaluate(term.left, state), evaluate(term.right, state));
    case "bitand":
      return evaluate(term.left, state) & evaluate(term.right, state);
    case "bitor":
      return evaluate(term.left, state) | evaluate(term.right, state);
    case "bitxor":
      return evaluate(term.left, state) ^ evaluate(term.right, state);
    case "bounded":
      return indexIn(term, evaluate(term.arg, state));
    case "if":
      return evaluate(term.condition, state) === 1 ? evaluate(term.yes, state) : evaluate(term.no, state);
  }
}

function divisorIn(divisor: number): number {
  if (divisor < 1) throw new DivisionError(divisor);
  return divisor;
}

/** The index, if the array has it. */
export function indexIn({ name, length }: { readonly name: string; readonly length: number }, index: number): number {
  if (index < 0 || index >= length) throw new IndexError(name, index, length);
  return index;
}

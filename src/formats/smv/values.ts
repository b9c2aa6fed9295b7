import type { Aig } from "../../logic/aig.js";
import { FALSE, type Lit, TRUE } from "../../logic/lit.js";
import {
  type Bits,
  codeWidth,
  constantBits,
  integerWidth,
  lessSigned,
  resized,
  sum,
  tableBits,
} from "../../logic/vector.js";

/** A value of an enumeration. */
export type Constant = string | number;

/**
 * The language calls some expressions errors: a `case` without a true condition, a division by zero, an index out of
 * bounds. The circuit computes something there; `when` says where, and whoever uses the value must see that no
 * valuation of the variables gets there.
 */
export interface Failure {
  readonly when: Lit;
  readonly problem: string;
  readonly at: number;
}

export type Failures = readonly Failure[];

export const NO_FAILURES: Failures = [];

export type Value = BoolValue | IntValue | EnumValue | WordValue | ArrayValue | SetValue;

export interface BoolValue {
  readonly kind: "boolean";
  readonly lit: Lit;
  readonly fails: Failures;
}

/** Two's complement, just wide enough for `low` to `high`. */
export interface IntValue {
  readonly kind: "integer";
  readonly bits: Bits;
  readonly low: number;
  readonly high: number;
  readonly fails: Failures;
}

/** The bits are an index into `values`; other indices do not occur. */
export interface EnumValue {
  readonly kind: "enum";
  readonly values: readonly Constant[];
  readonly bits: Bits;
  readonly fails: Failures;
}

export interface WordValue {
  readonly kind: "word";
  readonly signed: boolean;
  readonly bits: Bits;
  readonly fails: Failures;
}

export interface ArrayValue {
  readonly kind: "array";
  readonly low: number;
  readonly items: readonly Value[];
  readonly fails: Failures;
}

/** Any of several values: only assigned, joined, or asked about by `in`. */
export interface SetValue {
  readonly kind: "set";
  readonly choice: Choice;
  readonly fails: Failures;
}

/** Where the failures of the parts went: into the SetValue, guarded by the conditions on the way. */
export type Choice =
  | { readonly kind: "one"; readonly value: Exclude<Value, SetValue>; readonly at: number }
  | { readonly kind: "any"; readonly options: readonly Choice[] }
  | { readonly kind: "if"; readonly condition: Lit; readonly whenTrue: Choice; readonly whenFalse: Choice }
  | { readonly kind: "span"; readonly low: number; readonly high: number; readonly at: number };

/** There is one alternative, whatever the state. */
export const isDeterministic = (c: Choice): boolean => {
  switch (c.kind) {
    case "one":
      return true;
    case "span":
      return c.low === c.high;
    case "if":
      return isDeterministic(c.whenTrue) && isDeterministic(c.whenFalse);
    case "any":
      return c.options.length === 1 && isDeterministic(c.options[0]!);
  }
};

/** What a variable may hold, and how: see `widthOf`, `decode`, `isValid`. */
export type Domain =
  | { readonly kind: "boolean" }
  | { readonly kind: "range"; readonly low: number; readonly high: number }
  | { readonly kind: "enum"; readonly values: readonly Constant[] }
  | { readonly kind: "word"; readonly signed: boolean; readonly width: number };

export const bool = (lit: Lit, fails: Failures = NO_FAILURES): BoolValue => ({ kind: "boolean", lit, fails });

export function typeName(v: Value): string {
  switch (v.kind) {
    case "boolean":
      return "a Boolean";
    case "integer":
      return "an integer";
    case "enum":
      return v.values.some((c) => typeof c === "number") ? "a mixed enumeration" : "a symbolic value";
    case "word":
      return `${v.signed ? "a signed" : "an unsigned"} word[${v.bits.length}]`;
    case "array":
      return `an array ${v.low}..${v.low + v.items.length - 1}`;
    case "set":
      return "a set";
  }
}

// Failures

export const joinFails = (a: Failures, b: Failures): Failures =>
  a.length === 0 ? b : b.length === 0 ? a : mergeFails([...a, ...b]);

/** A long list is folded into few entries: it is enough to know one place and that something can go wrong. */
function mergeFails(fails: Failure[]): Failures {
  const distinct = new Map<string, Failure>();
  for (const f of fails) distinct.set(`${f.when} ${f.at}`, f);
  return [...distinct.values()];
}

export function guardFails(aig: Aig, fails: Failures, guard: Lit): Failures {
  if (fails.length === 0 || guard === TRUE) return fails;
  return fails.map((f) => ({ ...f, when: aig.and(f.when, guard) })).filter((f) => f.when !== FALSE);
}

export const failing = (aig: Aig, v: { readonly fails: Failures }): Lit => aig.orAll(v.fails.map((f) => f.when));

// Integers

/** The bits may be wider or narrower than needed, but hold a value between low and high. */
export function integer(bits: Bits, low: number, high: number, fails: Failures = NO_FAILURES): IntValue {
  if (low === high) return { kind: "integer", bits: constantBits(low, integerWidth(low, low)), low, high, fails };
  return { kind: "integer", bits: resized(bits, integerWidth(low, high), true), low, high, fails };
}

export const integerConstant = (n: number): IntValue => integer([], n, n);

// Codes of variables

export function sizeOf(domain: Domain): number {
  switch (domain.kind) {
    case "boolean":
      return 2;
    case "range":
      return domain.high - domain.low + 1;
    case "enum":
      return domain.values.length;
    case "word":
      return 2 ** domain.width;
  }
}

export const widthOf = (domain: Domain): number => (domain.kind === "word" ? domain.width : codeWidth(sizeOf(domain)));

/** Enumerations of consecutive integers are ranges, whatever the order in which they are listed. */
export function domainOfConstants(values: readonly Constant[]): Domain {
  const numbers = values.filter((v) => typeof v === "number");
  if (numbers.length === values.length) {
    const low = numbers.reduce((a, b) => Math.min(a, b));
    const high = numbers.reduce((a, b) => Math.max(a, b));
    if (high - low + 1 === values.length) return { kind: "range", low, high };
  }
  return { kind: "enum", values };
}

/** Whether the bits are the code of some value. */
export function isValid(aig: Aig, domain: Domain, bits: Bits): Lit {
  const size = sizeOf(domain);
  if (size === 2 ** bits.length) return TRUE;
  const wide = [...bits, FALSE];
  return lessSigned(aig, wide, constantBits(size, wide.length));
}

/** The value that the code stands for. */
export function decode(aig: Aig, domain: Domain, bits: Bits): Exclude<Value, SetValue | ArrayValue> {
  switch (domain.kind) {
    case "boolean":
      return bool(bits[0]!);
    case "word":
      return { kind: "word", signed: domain.signed, bits, fails: NO_FAILURES };
    case "range":
      return offsetInteger(aig, bits, domain.low, domain.high);
    case "enum":
      return domain.values.every((v) => typeof v === "number")
        ? tableInteger(aig, domain.values as readonly number[], bits)
        : { kind: "enum", values: domain.values, bits, fails: NO_FAILURES };
  }
}

function offsetInteger(aig: Aig, bits: Bits, low: number, high: number): IntValue {
  const width = integerWidth(low, high);
  const code = resized(bits, width, false);
  return integer(sum(aig, code, constantBits(low, width)), low, high);
}

function tableInteger(aig: Aig, values: readonly number[], bits: Bits): IntValue {
  const low = values.reduce((a, b) => Math.min(a, b));
  const high = values.reduce((a, b) => Math.max(a, b));
  const width = integerWidth(low, high);
  return integer(
    tableBits(
      aig,
      bits,
      values.map((v) => constantBits(v, width)),
    ),
    low,
    high,
  );
}

/** What an assignment of the value leaves to choose: nothing, unless it is a set. */
export const choiceOf = (v: Value, at: number): Choice => (v.kind === "set" ? v.choice : { kind: "one", value: v, at });

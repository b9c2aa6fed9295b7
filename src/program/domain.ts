import type { SignalType } from "../model/symbols.js";
import { expectAtMost } from "./exact-calls.js";
import { ModelError } from "./model-error.js";

/** What a variable without parts may hold. */
export type ScalarValue = boolean | number | string;

/** How the author wants values to be shown, by the texts that they have otherwise. */
export type Display = ReadonlyMap<string, string>;

/** The same domain with another start: its values are shown alike. */
export function keepingDisplay<D extends { display: Display | null }>(
  from: { readonly display: Display | null },
  made: D,
): D {
  made.display = from.display;
  return made;
}

/** More values than this are refused: they are no finite domain that anybody could search. */
const MAX_VALUES = 2 ** 24;

/**
 * The values of a variable, and those that it may start with. Inside, a value is an integer from `low` to `high`, its
 * *code*: 0 or 1 for a Boolean, the number itself for an integer, the position for one of several names.
 */
export abstract class Scalar<V extends ScalarValue> {
  abstract readonly kind: "bool" | "int" | "enum";
  display: Display | null = null;

  protected constructor(
    readonly low: number,
    readonly high: number,
    /** Codes; several mean that each of them is possible. */
    readonly initial: readonly number[],
  ) {}

  /** The code of a value; undefined for anything that is not in the domain. */
  abstract encode(value: unknown): number | undefined;
  abstract decode(code: number): V;
  /** The domain in words, for messages. */
  abstract describe(): string;

  /** Codes of values that the program's author wrote down. */
  codesOf(values: readonly V[], where: string): number[] {
    return values.map((value) => {
      const code = this.encode(value);
      if (code === undefined)
        throw new ModelError("model-domain", `${where} ${show(value)} is not in its domain, ${this.describe()}`);
      return code;
    });
  }
}

export class BoolDomain extends Scalar<boolean> {
  readonly kind = "bool";

  constructor(initial: readonly number[] = [0]) {
    super(0, 1, initial);
  }

  /** It starts with this value, or with any of several. */
  init(...values: [boolean, ...boolean[]]): BoolDomain {
    return keepingDisplay(this, new BoolDomain(distinct(this.codesOf(values, "the initial value"))));
  }

  /** It may start with any value. */
  free(): BoolDomain {
    return keepingDisplay(this, new BoolDomain(allCodes(this)));
  }

  encode(value: unknown): number | undefined {
    return typeof value === "boolean" ? Number(value) : undefined;
  }

  decode(code: number): boolean {
    return code === 1;
  }

  describe(): string {
    return "true or false";
  }
}

export class IntDomain extends Scalar<number> {
  readonly kind = "int";

  constructor(low: number, high: number, initial: readonly number[] = [low]) {
    super(low, high, initial);
  }

  init(...values: [number, ...number[]]): IntDomain {
    return keepingDisplay(
      this,
      new IntDomain(this.low, this.high, distinct(this.codesOf(values, "the initial value"))),
    );
  }

  free(): IntDomain {
    return keepingDisplay(this, new IntDomain(this.low, this.high, allCodes(this)));
  }

  encode(value: unknown): number | undefined {
    const fits = typeof value === "number" && Number.isInteger(value) && value >= this.low && value <= this.high;
    return fits ? value + 0 : undefined; // -0 is 0
  }

  decode(code: number): number {
    return code;
  }

  describe(): string {
    return `${this.low}..${this.high}`;
  }
}

export class EnumDomain<T extends string> extends Scalar<T> {
  readonly kind = "enum";

  constructor(
    readonly values: readonly T[],
    initial: readonly number[] = [0],
  ) {
    super(0, values.length - 1, initial);
  }

  init(...values: [T, ...T[]]): EnumDomain<T> {
    return keepingDisplay(this, new EnumDomain(this.values, distinct(this.codesOf(values, "the initial value"))));
  }

  free(): EnumDomain<T> {
    return keepingDisplay(this, new EnumDomain(this.values, allCodes(this)));
  }

  encode(value: unknown): number | undefined {
    const code = this.values.indexOf(value as T);
    return code < 0 ? undefined : code;
  }

  decode(code: number): T {
    return this.values[code]!;
  }

  describe(): string {
    return this.values.map(show).join(", ");
  }
}

export type AnyScalar = BoolDomain | IntDomain | EnumDomain<string>;

/** True or false, false at first. */
export const bool = new BoolDomain();

/** The integers from `low` to `high`, both included; `low` at first. */
export function int(low: number, high: number): IntDomain {
  expectAtMost("int", 2, arguments);
  if (!Number.isSafeInteger(low) || !Number.isSafeInteger(high) || Math.max(Math.abs(low), Math.abs(high)) > 2 ** 30)
    throw new ModelError(
      "model-domain",
      `int(${show(low)}, ${show(high)}): bounds are integers between -2^30 and 2^30`,
    );
  if (low > high) throw new ModelError("model-domain", `int(${low}, ${high}) has no values`);
  if (high - low >= MAX_VALUES) throw new ModelError("model-domain", `int(${low}, ${high}) has more than 2^24 values`);
  return new IntDomain(low, high);
}

/** One of several names; the first of them at first. */
export function oneOf<const T extends readonly [string, ...string[]]>(...values: T): EnumDomain<T[number]> {
  const twice = values.find((v, i) => values.indexOf(v) !== i);
  if (twice !== undefined) throw new ModelError("model-domain", `oneOf lists ${show(twice)} twice`);
  if (values.length === 0) throw new ModelError("model-domain", "oneOf needs at least one value");
  const wrong = (values as readonly unknown[]).find((v) => typeof v !== "string" || v === "");
  if (wrong !== undefined) throw new ModelError("model-domain", `oneOf takes names, not ${show(wrong)}`);
  return new EnumDomain<T[number]>(values);
}

/** A value as a program would write it. */
export function show(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "function") return "a function";
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "an array" : "an object";
  return String(value);
}

export const allCodes = ({ low, high }: AnyScalar): number[] =>
  Array.from({ length: high - low + 1 }, (_, i) => low + i);

/** What a variable starts with: some code. */
function distinct(codes: readonly number[]): number[] {
  if (codes.length === 0) throw new ModelError("model-domain", "init needs a value to start with");
  return [...new Set(codes)].sort((a, b) => a - b);
}

/** How the code of a value, less `low`, is read by people. */
export function signalType(domain: AnyScalar): SignalType {
  switch (domain.kind) {
    case "bool":
      return { kind: "bool" };
    case "int":
      return { kind: "range", low: domain.low };
    case "enum":
      return { kind: "enum", values: domain.values };
  }
}

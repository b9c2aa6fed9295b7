import { ArgumentError, expectFunction } from "../text/argument-error.js";
import type { Value } from "./compound.js";
import { type AnyScalar, show } from "./domain.js";
import { exactMethods, expectAtMost, refuseOperators } from "./exact-calls.js";
import { ModelError } from "./model-error.js";
import { boundsOf, checkBitOperands, ownerOf, type Term } from "./term.js";
import { expectUse, use } from "./unused.js";

export const constant = (value: number): Term => ({ op: "constant", value });

/** Something that is true or false in each state. */
export class BoolExpr {
  readonly sort = "bool";

  /** A variable need not be used. */
  constructor(
    private readonly made: Term,
    isExpectedToBeUsed = true,
  ) {
    if (isExpectedToBeUsed) expectUse(this, "condition", this.owner);
  }

  /** Who reads it uses the expression. */
  get term(): Term {
    use(this, this.owner);
    return this.made;
  }

  /** The system that it speaks of; null for a constant. */
  get owner(): object | null {
    return ownerOf(this.made);
  }

  not(): BoolExpr {
    return new BoolExpr({ op: "not", arg: this.term });
  }

  and(...others: readonly (BoolExpr | boolean)[]): BoolExpr {
    return all(this, ...others);
  }

  or(...others: readonly (BoolExpr | boolean)[]): BoolExpr {
    return some(this, ...others);
  }

  implies(other: BoolExpr | boolean): BoolExpr {
    return this.not().or(other);
  }

  is(other: BoolExpr | boolean): BoolExpr {
    return new BoolExpr({ op: "equal", left: this.term, right: boolTerm(other) });
  }

  isNot(other: BoolExpr | boolean): BoolExpr {
    return this.is(other).not();
  }
}

exactMethods(BoolExpr, "and", "or");
refuseOperators(BoolExpr);

/** An integer in each state. */
export class IntExpr {
  readonly sort = "int";

  constructor(readonly term: Term) {}

  plus(other: IntExpr | number): IntExpr {
    return new IntExpr({ op: "plus", left: this.term, right: intTerm(other) });
  }

  minus(other: IntExpr | number): IntExpr {
    return new IntExpr({ op: "minus", left: this.term, right: intTerm(other) });
  }

  times(other: IntExpr | number): IntExpr {
    return new IntExpr({ op: "times", left: this.term, right: intTerm(other) });
  }

  /** The quotient, rounded down; the divisor must be 1 or more wherever it is computed. */
  div(divisor: IntExpr | number): IntExpr {
    const right = intTerm(divisor);
    if (boundsOf(right).high < 1) throw new ModelError("model-expression", `div(${show(divisor)}): expected 1 or more`);
    return new IntExpr({ op: "divide", left: this.term, right });
  }

  /** The smaller one. */
  min(other: IntExpr | number): IntExpr {
    return new IntExpr({ op: "min", left: this.term, right: intTerm(other) });
  }

  /** The larger one. */
  max(other: IntExpr | number): IntExpr {
    return new IntExpr({ op: "max", left: this.term, right: intTerm(other) });
  }

  /** Bit by bit, of numbers that are not negative. */
  bitAnd(other: IntExpr | number): IntExpr {
    return this.bits("bitand", other);
  }

  bitOr(other: IntExpr | number): IntExpr {
    return this.bits("bitor", other);
  }

  bitXor(other: IntExpr | number): IntExpr {
    return this.bits("bitxor", other);
  }

  /** The bits moved to the left by a number of places: times 2^places. */
  shiftLeft(places: number): IntExpr {
    return this.times(2 ** placesOf(places));
  }

  /** The bits moved to the right: divided by 2^places, rounded down. */
  shiftRight(places: number): IntExpr {
    return this.div(2 ** placesOf(places));
  }

  private bits(op: "bitand" | "bitor" | "bitxor", other: IntExpr | number): IntExpr {
    const [left, right] = [this.term, intTerm(other)];
    checkBitOperands(left, right);
    return new IntExpr({ op, left, right });
  }

  /** The remainder from 0 to `modulus` - 1, also of negative numbers; the modulus must be 1 or more wherever it is computed. */
  mod(modulus: IntExpr | number): IntExpr {
    if (modulus instanceof IntExpr) return new IntExpr({ op: "modulo", left: this.term, right: modulus.term });
    if (!Number.isInteger(modulus) || modulus < 1 || modulus > 2 ** 30)
      throw new ModelError("model-expression", `mod(${show(modulus)}): expected a positive integer`);
    return new IntExpr({ op: "mod", left: this.term, modulus });
  }

  is(other: IntExpr | number): BoolExpr {
    return new BoolExpr({ op: "equal", left: this.term, right: intTerm(other) });
  }

  isNot(other: IntExpr | number): BoolExpr {
    return this.is(other).not();
  }

  in(...values: readonly number[]): BoolExpr {
    return some(...values.map((v) => this.is(v)));
  }

  lt(other: IntExpr | number): BoolExpr {
    return new BoolExpr({ op: "less", left: this.term, right: intTerm(other) });
  }

  gt(other: IntExpr | number): BoolExpr {
    return new BoolExpr({ op: "less", left: intTerm(other), right: this.term });
  }

  le(other: IntExpr | number): BoolExpr {
    return this.gt(other).not();
  }

  ge(other: IntExpr | number): BoolExpr {
    return this.lt(other).not();
  }
}

exactMethods(IntExpr, "in");
refuseOperators(IntExpr);

/** One of several names in each state. */
export class EnumExpr<T extends string> {
  readonly sort = "enum";

  constructor(
    readonly term: Term,
    /** Name by code. */
    readonly values: readonly T[],
  ) {}

  is(other: EnumExpr<T> | T): BoolExpr {
    return new BoolExpr({ op: "equal", left: this.term, right: enumTerm(other, this.values) });
  }

  isNot(other: EnumExpr<T> | T): BoolExpr {
    return this.is(other).not();
  }

  in(...values: readonly T[]): BoolExpr {
    return some(...values.map((v) => this.is(v)));
  }
}

exactMethods(EnumExpr, "in");
refuseOperators(EnumExpr);

// Functions that read better than methods.

/** True when all are. */
export function all(...exprs: readonly (BoolExpr | boolean)[]): BoolExpr {
  return new BoolExpr({ op: "and", args: exprs.map(boolTerm) });
}

/** True when at least one is. */
export function some(...exprs: readonly (BoolExpr | boolean)[]): BoolExpr {
  return new BoolExpr({ op: "or", args: exprs.map(boolTerm) });
}

/** True when it is for each value: of a domain without parts, of a list, or of 0 to n - 1. */
export function forAll<const T extends Among>(among: T, f: (value: Chosen<T>) => BoolExpr | boolean): BoolExpr {
  expectAtMost("forAll", 2, arguments);
  return all(...withEach("forAll", among, f));
}

/** True when it is for some value. */
export function exists<const T extends Among>(among: T, f: (value: Chosen<T>) => BoolExpr | boolean): BoolExpr {
  expectAtMost("exists", 2, arguments);
  return some(...withEach("exists", among, f));
}

/** For how many values it is true. */
export function countOf<const T extends Among>(among: T, f: (value: Chosen<T>) => BoolExpr | boolean): IntExpr {
  expectAtMost("countOf", 2, arguments);
  return count(...withEach("countOf", among, f));
}

/** The sum over all values. */
export function sumOf<const T extends Among>(among: T, f: (value: Chosen<T>) => IntExpr | number): IntExpr {
  expectAtMost("sumOf", 2, arguments);
  expectFunction("sumOf", "f", f);
  const terms = withEach("sumOf", among, (value) => intTerm(f(value)));
  return new IntExpr(terms.reduce((left, right): Term => ({ op: "plus", left, right }), constant(0)));
}

/** Finitely many values to choose from: those of a domain without parts, a list of them, or how many numbers from 0 on. */
export type Among = AnyScalar | number | readonly (boolean | number | string)[];

export type Chosen<T> = T extends number ? number : T extends readonly (infer U)[] ? U : Value<T>;

/** What is made of each value. `call`: for messages. */
export function withEach<T extends Among, R>(call: string, given: T, make: (value: Chosen<T>) => R): R[] {
  const among: Among = given;
  expectFunction(call, "f", make);
  if (!isAmong(among)) throw new ArgumentError(call, "among", "a domain, a list of values, or a number", among);
  const values =
    typeof among === "number"
      ? Array.from({ length: among }, (_, i) => i)
      : "kind" in among
        ? Array.from({ length: among.high - among.low + 1 }, (_, i) => among.decode(among.low + i))
        : among;
  if (values.length > MAX_CHOSEN)
    throw new ModelError("model-expression", `${values.length} values are too many to go through one by one`);
  // The three cases of the conditional type, which the compiler does not follow.
  return (values as Chosen<T>[]).map((value) => make(value));
}

function isAmong(given: unknown): boolean {
  if (typeof given === "number") return Number.isInteger(given) && given >= 0;
  return Array.isArray(given) || (typeof given === "object" && given !== null && "decode" in given);
}

const MAX_CHOSEN = 4096;

/** How many are true. */
export function count(...exprs: readonly (BoolExpr | boolean)[]): IntExpr {
  // A Boolean is 0 or 1 already.
  const terms = exprs.map(boolTerm);
  return new IntExpr(terms.reduce((left, right): Term => ({ op: "plus", left, right }), constant(0)));
}

/** The largest of several. */
export function max(first: IntExpr | number, ...others: readonly (IntExpr | number)[]): IntExpr {
  return others.reduce<IntExpr>((a, b) => a.max(b), new IntExpr(intTerm(first)));
}

/** The smallest of several. */
export function min(first: IntExpr | number, ...others: readonly (IntExpr | number)[]): IntExpr {
  return others.reduce<IntExpr>((a, b) => a.min(b), new IntExpr(intTerm(first)));
}

export function cond(condition: BoolExpr, yes: BoolExpr | boolean, no: BoolExpr | boolean): BoolExpr;
export function cond(condition: BoolExpr, yes: IntExpr | number, no: IntExpr | number): IntExpr;
export function cond<const T extends string>(
  condition: BoolExpr,
  yes: EnumExpr<T> | T,
  no: EnumExpr<T> | T,
): EnumExpr<T>;
/** `yes` where the condition is true, `no` where it is not. */
export function cond(
  condition: BoolExpr,
  yes: BoolExpr | boolean | IntExpr | number | EnumExpr<string> | string,
  no: BoolExpr | boolean | IntExpr | number | EnumExpr<string> | string,
): BoolExpr | IntExpr | EnumExpr<string> {
  expectAtMost("cond", 3, arguments);
  const make = (a: Term, b: Term): Term => ({ op: "if", condition: boolTerm(condition), yes: a, no: b });
  if (isName(yes)) {
    // TypeScript has seen to it that `no` is of the same kind.
    const other = no as EnumExpr<string> | string;
    if (!isName(other)) throw new ModelError("model-expression", `expected a name, not ${show(other)}`);
    const values = namesOf(yes, other);
    return new EnumExpr(make(enumTerm(yes, values), enumTerm(other, values)), values);
  }
  if (yes instanceof IntExpr || typeof yes === "number")
    return new IntExpr(make(intTerm(yes), intTerm(no as IntExpr | number)));
  return new BoolExpr(make(boolTerm(yes), boolTerm(no as BoolExpr | boolean)));
}

function placesOf(places: number): number {
  if (Number.isInteger(places) && places >= 0 && places <= 30) return places;
  throw new ModelError("model-expression", `a shift by ${show(places)}: expected a number of places from 0 to 30`);
}

const isName = (value: unknown): value is EnumExpr<string> | string =>
  typeof value === "string" || value instanceof EnumExpr;

/** All names that either may be. */
function namesOf(...parts: readonly (EnumExpr<string> | string)[]): string[] {
  return [...new Set(parts.flatMap((part) => (typeof part === "string" ? [part] : part.values)))];
}

// From what the author wrote to terms. TypeScript has checked the types; a program in JavaScript is told here.

export function boolTerm(value: BoolExpr | boolean): Term {
  if (typeof value === "boolean") return constant(Number(value));
  if (value instanceof BoolExpr) return value.term;
  throw new ModelError("model-expression", `expected a condition, not ${show(value)}`);
}

export function intTerm(value: IntExpr | number): Term {
  if (value instanceof IntExpr) return value.term;
  if (typeof value === "number" && Number.isSafeInteger(value)) return constant(value + 0);
  throw new ModelError("model-expression", `expected an integer, not ${show(value)}`);
}

export function enumTerm(value: EnumExpr<string> | string, values: readonly string[]): Term {
  if (typeof value === "string") {
    const code = values.indexOf(value);
    if (code >= 0) return constant(code);
    throw new ModelError("model-expression", `${show(value)} is none of ${values.map(show).join(", ")}`, { value });
  }
  if (value instanceof EnumExpr) return recoded(value, values);
  throw new ModelError("model-expression", `expected one of ${values.map(show).join(", ")}, not ${show(value)}`);
}

/** Two domains may list the same names in different orders. */
function recoded(value: EnumExpr<string>, values: readonly string[]): Term {
  if (value.values.length === values.length && value.values.every((v, i) => v === values[i])) return value.term;
  const codes = value.values.map((v) => enumTerm(v, values));
  return codes.reduceRight(
    (no, yes, code): Term => ({
      op: "if",
      condition: { op: "equal", left: value.term, right: constant(code) },
      yes,
      no,
    }),
  );
}

import { type AnyScalar, type ArrayDomain, type BoolDomain, type EnumDomain, type IntDomain, show } from "./domain.js";
import { ModelError } from "./model-error.js";
import type { Term } from "./term.js";

/** A variable, or an element of an array, that a step writes. `index` is absent for a variable of its own. */
export interface Target {
  readonly owner: object;
  readonly name: string;
  readonly first: number;
  readonly length: number;
  readonly index: Term | null;
  readonly domain: AnyScalar;
}

/** What a step does with a variable: a new value, or any of some codes. */
export interface Assignment {
  readonly target: Target;
  readonly value: Term | { readonly op: "any"; readonly codes: readonly number[] };
}

const constant = (value: number): Term => ({ op: "constant", value });

/** Something that is true or false in each state. */
export class BoolExpr {
  readonly sort = "bool";

  constructor(readonly term: Term) {}

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

  /** The remainder from 0 to `modulus` - 1, also of negative numbers. */
  mod(modulus: number): IntExpr {
    if (!Number.isInteger(modulus) || modulus < 1 || modulus > 2 ** 30)
      throw new ModelError("model-expression", `mod(${modulus}): expected a positive integer`);
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

// Variables: expressions that can be given a value.

export class BoolVar extends BoolExpr {
  constructor(
    term: Term,
    private readonly target: Target,
  ) {
    super(term);
  }

  set(value: BoolExpr | boolean): Assignment {
    return { target: this.target, value: boolTerm(value) };
  }

  /** Any of the values; of both when none are given. */
  setAny(...values: readonly boolean[]): Assignment {
    return setAny(this.target, values);
  }
}

export class IntVar extends IntExpr {
  constructor(
    term: Term,
    private readonly target: Target,
  ) {
    super(term);
  }

  set(value: IntExpr | number): Assignment {
    return { target: this.target, value: intTerm(value) };
  }

  /** Any of the values; of all that it can have when none are given. */
  setAny(...values: readonly number[]): Assignment {
    return setAny(this.target, values);
  }
}

export class EnumVar<T extends string> extends EnumExpr<T> {
  constructor(
    term: Term,
    values: readonly T[],
    private readonly target: Target,
  ) {
    super(term, values);
  }

  set(value: EnumExpr<T> | T): Assignment {
    return { target: this.target, value: enumTerm(value, this.values) };
  }

  /** Any of the values; of all that it can have when none are given. */
  setAny(...values: readonly T[]): Assignment {
    return setAny(this.target, values);
  }
}

export class ArrayVar<E extends AnyScalar> {
  constructor(
    private readonly owner: object,
    private readonly name: string,
    private readonly first: number,
    private readonly domain: ArrayDomain<E>,
  ) {}

  get length(): number {
    return this.domain.length;
  }

  /** The element at a place; that it has one is checked when the step is taken. */
  at(index: IntExpr | number): VariableOf<E> {
    const { owner, name, first, length } = this;
    const { of } = this.domain;
    const target = { owner, name, first, length, domain: of };
    if (typeof index === "number") {
      if (!Number.isInteger(index) || index < 0 || index >= length)
        throw new ModelError("model-index", `${name} has no element ${index}: it has 0 to ${length - 1}`, {
          variable: name,
          value: index,
        });
      const element = { ...target, name: `${name}[${index}]`, first: first + index, length: 1, index: null };
      return variable(slotTerm(element), element);
    }
    const term: Term = {
      op: "element",
      owner,
      name,
      first,
      length,
      index: index.term,
      low: of.low,
      high: of.high,
    };
    return variable(term, { ...target, index: index.term });
  }

  map<R>(f: (element: VariableOf<E>, index: number) => R): R[] {
    return Array.from({ length: this.length }, (_, i) => f(this.at(i), i));
  }

  every(f: (element: VariableOf<E>, index: number) => BoolExpr): BoolExpr {
    return all(...this.map(f));
  }

  some(f: (element: VariableOf<E>, index: number) => BoolExpr): BoolExpr {
    return some(...this.map(f));
  }

  /** For how many elements something is true. */
  count(f: (element: VariableOf<E>, index: number) => BoolExpr): IntExpr {
    return count(...this.map(f));
  }
}

/** The variable that a domain makes. */
export type VariableOf<D> = D extends BoolDomain
  ? BoolVar
  : D extends IntDomain
    ? IntVar
    : D extends EnumDomain<infer T>
      ? EnumVar<T>
      : D extends ArrayDomain<infer E>
        ? ArrayVar<E>
        : never;

/** The value of a target that is a slot. */
export function slotTerm({ owner, first, domain }: Target): Term {
  return { op: "slot", owner, slot: first, low: domain.low, high: domain.high };
}

/** The variable of a domain without parts, which lies in one slot or is an element of an array. */
export function variable<D extends AnyScalar>(term: Term, target: Target & { readonly domain: D }): VariableOf<D> {
  const domain: AnyScalar = target.domain;
  // The three cases of the conditional type, which the compiler does not follow into the switch.
  const made = ((): BoolVar | IntVar | EnumVar<string> => {
    switch (domain.kind) {
      case "bool":
        return new BoolVar(term, target);
      case "int":
        return new IntVar(term, target);
      case "enum":
        return new EnumVar(term, domain.values, target);
    }
  })();
  return made as VariableOf<D>;
}

// Functions that read better than methods.

/** True when all are. */
export function all(...exprs: readonly (BoolExpr | boolean)[]): BoolExpr {
  return new BoolExpr({ op: "and", args: exprs.map(boolTerm) });
}

/** True when at least one is. */
export function some(...exprs: readonly (BoolExpr | boolean)[]): BoolExpr {
  return new BoolExpr({ op: "or", args: exprs.map(boolTerm) });
}

/** How many are true. */
export function count(...exprs: readonly (BoolExpr | boolean)[]): IntExpr {
  // A Boolean is 0 or 1 already.
  const terms = exprs.map(boolTerm);
  return new IntExpr(terms.reduce((left, right): Term => ({ op: "plus", left, right }), constant(0)));
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
  const make = (a: Term, b: Term): Term => ({ op: "if", condition: boolTerm(condition), yes: a, no: b });
  if (isName(yes)) {
    // TypeScript has seen to it that `no` is of the same kind.
    const other = no as EnumExpr<string> | string;
    const values = namesOf(yes, other);
    return new EnumExpr(make(enumTerm(yes, values), enumTerm(other, values)), values);
  }
  if (yes instanceof IntExpr || typeof yes === "number")
    return new IntExpr(make(intTerm(yes), intTerm(no as IntExpr | number)));
  return new BoolExpr(make(boolTerm(yes), boolTerm(no as BoolExpr | boolean)));
}

const isName = (value: unknown): value is EnumExpr<string> | string =>
  typeof value === "string" || value instanceof EnumExpr;

/** All names that either may be. */
function namesOf(...parts: readonly (EnumExpr<string> | string)[]): string[] {
  return [...new Set(parts.flatMap((part) => (typeof part === "string" ? [part] : part.values)))];
}

// From what the author wrote to terms. TypeScript has checked the types; a program in JavaScript is told here.

function boolTerm(value: BoolExpr | boolean): Term {
  if (typeof value === "boolean") return constant(Number(value));
  if (value instanceof BoolExpr) return value.term;
  throw new ModelError("model-expression", `expected a condition, not ${show(value)}`);
}

function intTerm(value: IntExpr | number): Term {
  if (value instanceof IntExpr) return value.term;
  if (typeof value === "number" && Number.isSafeInteger(value)) return constant(value + 0);
  throw new ModelError("model-expression", `expected an integer, not ${show(value)}`);
}

function enumTerm(value: EnumExpr<string> | string, values: readonly string[]): Term {
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

function setAny(target: Target, values: readonly (boolean | number | string)[]): Assignment {
  const { domain, name } = target;
  const every = Array.from({ length: domain.high - domain.low + 1 }, (_, i) => domain.low + i);
  const given = values.map((value) => {
    const code = domain.encode(value);
    if (code !== undefined) return code;
    throw new ModelError("model-domain", `${name} cannot be ${show(value)}: it is one of ${domain.describe()}`, {
      variable: name,
      value,
    });
  });
  return { target, value: { op: "any", codes: given.length === 0 ? every : [...new Set(given)] } };
}

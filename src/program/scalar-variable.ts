import { Action, type Assignment, oneOfThese } from "./action.js";
import { anyValue } from "./any-value.js";
import { type AnyScalar, type BoolDomain, type EnumDomain, type IntDomain, show } from "./domain.js";
import { exactMethods } from "./exact-calls.js";
import { BoolExpr, boolTerm, constant, EnumExpr, enumTerm, IntExpr, intTerm } from "./expression.js";
import { ModelError } from "./model-error.js";
import type { Ref } from "./ref.js";
import type { Term } from "./term.js";

// Variables of one value: expressions that can be given one. Each is a view of a Ref, which knows the slot.

/** What can be written where a value of the domain is expected: a value, or an expression. */
export type GivenScalar<D> = D extends BoolDomain
  ? BoolExpr | boolean
  : D extends IntDomain
    ? IntExpr | number
    : D extends EnumDomain<infer T>
      ? EnumExpr<T> | T
      : never;

export class BoolVar extends BoolExpr {
  constructor(private readonly ref: Ref<BoolDomain>) {
    super(ref.term(), false);
  }

  set(value: BoolExpr | boolean): Action {
    return setting(this.ref, [[boolTerm(value)]]);
  }

  /** Any of the values; of both when none are given. */
  setAny(...values: readonly (BoolExpr | boolean)[]): Action {
    return setAny(this.ref, values);
  }
}

exactMethods(BoolVar, "setAny");

export class IntVar extends IntExpr {
  constructor(private readonly ref: Ref<IntDomain>) {
    super(ref.term());
  }

  set(value: IntExpr | number): Action {
    return setting(this.ref, [[intTerm(value)]]);
  }

  /** Any of the values; of all that it can have when none are given. */
  setAny(...values: readonly (IntExpr | number)[]): Action {
    return setAny(this.ref, values);
  }
}

exactMethods(IntVar, "setAny");

export class EnumVar<T extends string> extends EnumExpr<T> {
  constructor(private readonly ref: Ref<EnumDomain<T>>) {
    super(ref.term(), ref.domain.values);
  }

  set(value: EnumExpr<T> | T): Action {
    return setting(this.ref, [[enumTerm(value, this.values)]]);
  }

  /** Any of the values; of all that it can have when none are given. */
  setAny(...values: readonly (EnumExpr<T> | T)[]): Action {
    return setAny(this.ref, values);
  }
}

exactMethods(EnumVar, "setAny");

/** The distance of a key from the lowest. */
export function keyTerm<K extends AnyScalar>(of: K, given: GivenScalar<K>): Term {
  const value: unknown = given;
  if (!isExpr(value)) return constant(codeOf(of, value) - of.low);
  const term = scalarTerm(of, value);
  return of.low === 0 ? term : { op: "minus", left: term, right: constant(of.low) };
}

const isExpr = (value: unknown): boolean =>
  value instanceof BoolExpr || value instanceof IntExpr || value instanceof EnumExpr;

/** What the author wrote, as a term. */
export function scalarTerm(domain: AnyScalar, given: unknown): Term {
  switch (domain.kind) {
    case "bool":
      return boolTerm(given as BoolExpr | boolean);
    case "int":
      return intTerm(given as IntExpr | number);
    case "enum":
      return enumTerm(given as EnumExpr<string> | string, domain.values);
  }
}

export function codeOf(of: AnyScalar, value: unknown): number {
  const code = of.encode(value);
  if (code !== undefined) return code;
  throw new ModelError("model-domain", `${show(value)} is none of ${of.describe()}`, { value });
}

/** Sets all slots, by column. */
export function setting(ref: Ref, values: readonly (readonly Assignment["value"][])[]): Action {
  return new Action([{ choices: [], requires: [], assignments: ref.write(values) }]);
}

function setAny(ref: Ref<AnyScalar>, values: readonly unknown[]): Action {
  const { domain, name } = ref;
  if (values.length === 0) return new Action(anyValue(ref));
  if (values.some(isExpr)) return oneOfThese(values.map((value) => setting(ref, [[scalarTerm(domain, value)]])));
  const given = values.map((value) => {
    const code = domain.encode(value);
    if (code !== undefined) return code;
    throw new ModelError("model-domain", `${name} cannot be ${show(value)}: it is one of ${domain.describe()}`, {
      variable: name,
      value,
    });
  });
  return setting(ref, [[{ op: "any", codes: [...new Set(given)] }]]);
}

import { Action, type Assignment } from "./action.js";
import { type AnyScalar, allCodes, type BoolDomain, type EnumDomain, type IntDomain, show } from "./domain.js";
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
  setAny(...values: readonly boolean[]): Action {
    return setAny(this.ref, values);
  }
}

export class IntVar extends IntExpr {
  constructor(private readonly ref: Ref<IntDomain>) {
    super(ref.term());
  }

  set(value: IntExpr | number): Action {
    return setting(this.ref, [[intTerm(value)]]);
  }

  /** Any of the values; of all that it can have when none are given. */
  setAny(...values: readonly number[]): Action {
    return setAny(this.ref, values);
  }
}

export class EnumVar<T extends string> extends EnumExpr<T> {
  constructor(private readonly ref: Ref<EnumDomain<T>>) {
    super(ref.term(), ref.domain.values);
  }

  set(value: EnumExpr<T> | T): Action {
    return setting(this.ref, [[enumTerm(value, this.values)]]);
  }

  /** Any of the values; of all that it can have when none are given. */
  setAny(...values: readonly T[]): Action {
    return setAny(this.ref, values);
  }
}

/** The distance of a key from the lowest. */
export function keyTerm<K extends AnyScalar>(of: K, given: GivenScalar<K>): Term {
  const value: unknown = given;
  const isExpr = value instanceof BoolExpr || value instanceof IntExpr || value instanceof EnumExpr;
  if (!isExpr) return constant(codeOf(of, value) - of.low);
  const term = scalarTerm(of, value);
  return of.low === 0 ? term : { op: "minus", left: term, right: constant(of.low) };
}

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

function setAny(ref: Ref<AnyScalar>, values: readonly (boolean | number | string)[]): Action {
  const { domain, name } = ref;
  const given = values.map((value) => {
    const code = domain.encode(value);
    if (code !== undefined) return code;
    throw new ModelError("model-domain", `${name} cannot be ${show(value)}: it is one of ${domain.describe()}`, {
      variable: name,
      value,
    });
  });
  return setting(ref, [[{ op: "any", codes: given.length === 0 ? allCodes(domain) : [...new Set(given)] }]]);
}

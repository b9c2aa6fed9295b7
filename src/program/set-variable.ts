import { Action, oneOfThese } from "./action.js";
import { anyValue } from "./any-value.js";
import { type ArrayDomain, columnsOf, isIterable, type SetDomain, type Value } from "./compound.js";
import { type AnyScalar, allCodes, type BoolDomain, show } from "./domain.js";
import { exactMethods, refuseOperators } from "./exact-calls.js";
import { all, BoolExpr, constant, count, IntExpr, some } from "./expression.js";
import { ModelError } from "./model-error.js";
import type { Ref } from "./ref.js";
import { isSameDomain } from "./same-domain.js";
import { codeOf, type GivenScalar, keyTerm, setting } from "./scalar-variable.js";
import type { Term } from "./term.js";

// Sets of values of a domain without parts: one bit for each element.

/** A set in each state. */
export class SetExpr<E extends AnyScalar> {
  readonly sort = "set";

  constructor(
    readonly of: E,
    /** By element: whether it is in the set. */
    readonly members: readonly Term[],
  ) {}

  has(value: GivenScalar<E>): BoolExpr {
    const index = keyTerm(this.of, value);
    if (index.op === "constant") return new BoolExpr(this.members[index.value] ?? constant(0));
    const hit = (i: number): Term => ({ op: "equal", left: index, right: constant(i) });
    return new BoolExpr({ op: "or", args: this.members.map((m, i): Term => ({ op: "and", args: [hit(i), m] })) });
  }

  /** How many members it has. */
  get size(): IntExpr {
    return new IntExpr(this.members.reduce((left, right): Term => ({ op: "plus", left, right }), constant(0)));
  }

  isEmpty(): BoolExpr {
    return new BoolExpr({ op: "or", args: this.members }).not();
  }

  is(other: SetExpr<E> | Iterable<Value<E>>): BoolExpr {
    const members = setTerms(this.of, other);
    return new BoolExpr({
      op: "and",
      args: this.members.map((left, i): Term => ({ op: "equal", left, right: members[i]! })),
    });
  }

  isNot(other: SetExpr<E> | Iterable<Value<E>>): BoolExpr {
    return this.is(other).not();
  }

  union(other: SetExpr<E> | Iterable<Value<E>>): SetExpr<E> {
    return this.with(other, (a, b) => ({ op: "or", args: [a, b] }));
  }

  intersection(other: SetExpr<E> | Iterable<Value<E>>): SetExpr<E> {
    return this.with(other, (a, b) => ({ op: "and", args: [a, b] }));
  }

  without(other: SetExpr<E> | Iterable<Value<E>>): SetExpr<E> {
    return this.with(other, (a, b) => ({ op: "and", args: [a, { op: "not", arg: b }] }));
  }

  isSubsetOf(other: SetExpr<E> | Iterable<Value<E>>): BoolExpr {
    const members = setTerms(this.of, other);
    const implied = this.members.map((a, i): Term => ({ op: "or", args: [{ op: "not", arg: a }, members[i]!] }));
    return new BoolExpr({ op: "and", args: implied });
  }

  /** True for all members. */
  every(f: (value: Value<E>) => BoolExpr | boolean): BoolExpr {
    return all(...this.each((value, isIn) => isIn.implies(f(value))));
  }

  /** True for some member. */
  some(f: (value: Value<E>) => BoolExpr | boolean): BoolExpr {
    return some(...this.each((value, isIn) => isIn.and(f(value))));
  }

  /** For how many members it is true. */
  count(f: (value: Value<E>) => BoolExpr | boolean): IntExpr {
    return count(...this.each((value, isIn) => isIn.and(f(value))));
  }

  private each<R>(f: (value: Value<E>, isIn: BoolExpr) => R): R[] {
    return allCodes(this.of).map((code, i) => f(this.of.decode(code) as Value<E>, new BoolExpr(this.members[i]!)));
  }

  private with(other: SetExpr<E> | Iterable<Value<E>>, join: (a: Term, b: Term) => Term): SetExpr<E> {
    const members = setTerms(this.of, other);
    return new SetExpr(
      this.of,
      this.members.map((a, i) => join(a, members[i]!)),
    );
  }
}

exactMethods(SetExpr);
refuseOperators(SetExpr);

export class SetVar<E extends AnyScalar> extends SetExpr<E> {
  constructor(readonly ref: Ref<SetDomain<E>>) {
    super(ref.domain.of, ref.read()[0]!);
  }

  set(value: SetExpr<E> | Iterable<Value<E>>): Action {
    return setting(this.ref, [setTerms(this.of, value)]);
  }

  /** Any of the values; of all that it can have when none are given. */
  setAny(...values: readonly (SetExpr<E> | Iterable<Value<E>>)[]): Action {
    if (values.length === 0) return new Action(anyValue(this.ref));
    return oneOfThese(values.map((value) => this.set(value)));
  }

  add(value: GivenScalar<E>): Action {
    return this.put(value, 1);
  }

  remove(value: GivenScalar<E>): Action {
    return this.put(value, 0);
  }

  private put(value: GivenScalar<E>, member: 0 | 1): Action {
    const { length } = this.members;
    const one: ArrayDomain<BoolDomain>["of"] = columnsOf(this.ref.domain)[0]!.domain as BoolDomain;
    return setting(this.ref.element(one, length, keyTerm(this.of, value), 0), [[constant(member)]]);
  }
}

exactMethods(SetVar, "setAny");

/** By element: whether it is in the set. */
export function setTerms<E extends AnyScalar>(of: E, given: SetExpr<E> | Iterable<Value<E>>): Term[] {
  if (given instanceof SetExpr) {
    if (isSameDomain(given.of, of)) return [...given.members];
    const codes = allCodes(of).map((code) => given.of.encode(of.decode(code)));
    if (codes.length === given.members.length && !codes.includes(undefined))
      return codes.map((code) => given.members[code! - given.of.low]!);
    throw new ModelError("model-expression", `a set of ${given.of.describe()} is none of ${of.describe()}`);
  }
  if (!isIterable(given))
    throw new ModelError("model-expression", `${show(given)} is no set: expected a set or a list of ${of.describe()}`);
  const codes = new Set([...given].map((value) => codeOf(of, value)));
  return allCodes(of).map((code) => constant(Number(codes.has(code))));
}

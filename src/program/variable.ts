import { expectFunction } from "../text/argument-error.js";
import { Action, type Actions, joined, oneOfThese, possible, together } from "./action.js";
import { anyValue, fieldRefs } from "./any-value.js";
import { blankTerms, ChannelSlots } from "./channel-slots.js";
import type {
  ArrayDomain,
  ChannelDomain,
  Domain,
  Fields,
  MapDomain,
  OptionDomain,
  RecordDomain,
  SetDomain,
  Value,
} from "./compound.js";
import { type AnyScalar, allCodes, type BoolDomain, type EnumDomain, type IntDomain, show } from "./domain.js";
import { exactMethods, refuseOperators } from "./exact-calls.js";
import { all, BoolExpr, constant, count, type EnumExpr, IntExpr, intTerm, some } from "./expression.js";
import { ModelError } from "./model-error.js";
import type { Ref } from "./ref.js";
import { isSameDomain } from "./same-domain.js";
import { BoolVar, EnumVar, type GivenScalar, IntVar, keyTerm, scalarTerm, setting } from "./scalar-variable.js";
import { type SetExpr, SetVar, setTerms } from "./set-variable.js";
import type { Term } from "./term.js";

// Variables of every domain: expressions that can be given a value. All are views of a Ref, which knows the slots.

/** What all variables with parts have. */
abstract class CompoundVar<D extends Domain> {
  constructor(readonly ref: Ref<D>) {}

  is(value: Given<D>): BoolExpr {
    const [a, b] = [this.ref.read().flat(), termsOf(this.ref.domain, value).flat()];
    return new BoolExpr({ op: "and", args: a.map((left, i): Term => ({ op: "equal", left, right: b[i]! })) });
  }

  isNot(value: Given<D>): BoolExpr {
    return this.is(value).not();
  }

  set(value: Given<D>): Action {
    return setting(this.ref, termsOf(this.ref.domain, value));
  }

  /** Any of the values; of all that it can have when none are given. */
  setAny(...values: readonly Given<D>[]): Action {
    if (values.length === 0) return new Action(anyValue(this.ref));
    return oneOfThese(values.map((value) => this.set(value)));
  }
}

exactMethods(CompoundVar, "setAny");
refuseOperators(CompoundVar);

export class ArrayVar<E extends Domain> extends CompoundVar<ArrayDomain<E>> {
  get length(): number {
    return this.ref.domain.length;
  }

  /** The element at a place; that it has one is checked when the step is taken. */
  at(index: IntExpr | number): VariableOf<E> {
    return variable(this.ref.element(this.ref.domain.of, this.length, indexTerm(index, this.ref.name), 0));
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

exactMethods(ArrayVar);

/** A record: its fields are properties. */
export type RecordVar<F extends Fields> = RecordMethods<F> & { readonly [K in keyof F]: VariableOf<F[K]> };

class RecordMethods<F extends Fields> extends CompoundVar<RecordDomain<F>> {
  /** These fields get these values, all others stay as they are. */
  override set(values: Partial<GivenFields<F>> | RecordVar<F>): Action {
    if (values instanceof RecordMethods) return setting(this.ref, termsOf(this.ref.domain, values as never));
    if (typeof values !== "object" || values === null)
      throw new ModelError("model-step", `${show(values)} is not one of ${this.ref.domain.describe()}`);
    const given = new Map(Object.entries(values));
    const fields = fieldRefs(this.ref);
    for (const name of given.keys())
      if (!fields.some((f) => f.name === name)) throw new ModelError("model-step", `${this.ref.name} has no ${name}`);
    const assignments = fields.flatMap(({ name, ref }) =>
      given.has(name) ? ref.write(termsOf(ref.domain, given.get(name) as never)) : [],
    );
    return new Action([{ choices: [], requires: [], assignments }]);
  }
}

exactMethods(RecordMethods);

/** A value or none. */
export class OptionVar<E extends Domain> extends CompoundVar<OptionDomain<E>> {
  isNone(): BoolExpr {
    return this.isSome().not();
  }

  isSome(): BoolExpr {
    return new BoolExpr(this.ref.read()[0]![0]!);
  }

  /** The value; where there is none, the lowest that its domain has. */
  get value(): ExprOf<E> {
    return variable(this.ref.part(this.ref.domain.of, 1, "", true)) as ExprOf<E>;
  }
}

exactMethods(OptionVar);

/** A value for each key. */
export class MapVar<K extends AnyScalar, E extends Domain> extends CompoundVar<MapDomain<K, E>> {
  at(key: GivenScalar<K>): VariableOf<E> {
    const { key: of, of: value } = this.ref.domain;
    return variable(this.ref.element(value, of.high - of.low + 1, keyTerm(of, key), 0));
  }

  map<R>(f: (value: VariableOf<E>, key: Value<K>) => R): R[] {
    const { key } = this.ref.domain;
    return allCodes(key).map((code) => {
      const value = key.decode(code) as Value<K>;
      return f(this.at(value as unknown as GivenScalar<K>), value);
    });
  }

  every(f: (value: VariableOf<E>, key: Value<K>) => BoolExpr): BoolExpr {
    return all(...this.map(f));
  }

  some(f: (value: VariableOf<E>, key: Value<K>) => BoolExpr): BoolExpr {
    return some(...this.map(f));
  }

  count(f: (value: VariableOf<E>, key: Value<K>) => BoolExpr): IntExpr {
    return count(...this.map(f));
  }
}

exactMethods(MapVar);

/** Messages on their way. */
export class ChannelVar<M extends Domain> {
  private readonly slots: ChannelSlots<M>;

  constructor(readonly ref: Ref<ChannelDomain<M>>) {
    this.slots = new ChannelSlots(ref);
  }

  get capacity(): number {
    return this.slots.capacity;
  }

  /** How many messages there are. */
  get length(): IntExpr {
    return new IntExpr(this.slots.length);
  }

  isEmpty(): BoolExpr {
    return this.length.is(0);
  }

  isFull(): BoolExpr {
    return this.length.is(this.capacity);
  }

  /** The message that comes next; of a bag the lowest. Where there is none, the lowest that its domain has. */
  get peek(): ExprOf<M> {
    return this.message(0);
  }

  /** True for some message. */
  some(f: (message: ExprOf<M>) => BoolExpr): BoolExpr {
    return some(...this.slots.positions().map((k) => this.length.gt(k).and(f(this.message(k)))));
  }

  /** True for all messages. */
  every(f: (message: ExprOf<M>) => BoolExpr): BoolExpr {
    return all(...this.slots.positions().map((k) => this.length.le(k).or(f(this.message(k)))));
  }

  /** For how many messages it is true. */
  count(f: (message: ExprOf<M>) => BoolExpr): IntExpr {
    return count(...this.slots.positions().map((k) => this.length.gt(k).and(f(this.message(k)))));
  }

  /** Sends a message; possible where there is room. */
  send(message: Given<M>): Action {
    return new Action([this.slots.sent(termsOf(this.ref.domain.of, message))]);
  }

  /** Receives the next message, or any message of a bag; possible where there is one with which all that is done is possible. */
  receive(body?: (message: ExprOf<M>) => Actions): Action {
    if (body !== undefined) expectFunction("receive", "body", body);
    const ways = this.slots.isBag ? this.slots.positions() : [0];
    return new Action(
      possible(
        ways.flatMap((k) => {
          const taken = this.slots.taken(k);
          return together(body === undefined ? [] : body(this.message(k))).map((branch) => joined(taken, branch));
        }),
      ),
    );
  }

  /** Takes all messages away. */
  clear(): Action {
    return new Action([this.slots.cleared()]);
  }

  /** Any message gets lost: what the process of a lossy channel does. */
  lose(): Action {
    return new Action(this.slots.positions().map((k) => this.slots.lost(k)));
  }

  /** Any message is doubled, where there is room: the copy comes right after it. */
  duplicate(): Action {
    return new Action(this.slots.positions().map((k) => this.slots.doubled(k)));
  }

  private message(k: number): ExprOf<M> {
    return variable(this.slots.message(k)) as ExprOf<M>;
  }
}

exactMethods(ChannelVar);
refuseOperators(ChannelVar);

/** The variable that a domain makes. */
export type VariableOf<D> = D extends BoolDomain
  ? BoolVar
  : D extends IntDomain
    ? IntVar
    : D extends EnumDomain<infer T>
      ? EnumVar<T>
      : D extends ArrayDomain<infer E>
        ? ArrayVar<E>
        : D extends RecordDomain<infer F>
          ? RecordVar<F>
          : D extends OptionDomain<infer E>
            ? OptionVar<E>
            : D extends SetDomain<infer E>
              ? SetVar<E>
              : D extends MapDomain<infer K, infer E>
                ? MapVar<K, E>
                : D extends ChannelDomain<infer M>
                  ? ChannelVar<M>
                  : never;

/** Something of a domain that can only be read: a message, the value of an option. */
export type ExprOf<D> = D extends BoolDomain
  ? BoolExpr
  : D extends IntDomain
    ? IntExpr
    : D extends EnumDomain<infer T>
      ? EnumExpr<T>
      : D extends RecordDomain<infer F>
        ? { readonly [K in keyof F]: ExprOf<F[K]> }
        : VariableOf<D>;

type GivenFields<F extends Fields> = { readonly [K in keyof F]: Given<F[K]> };

/** What can be written where a value of the domain is expected: a value, an expression, or something made of both. */
export type Given<D> = D extends AnyScalar
  ? GivenScalar<D>
  : D extends ArrayDomain<infer E>
    ? ArrayVar<E> | readonly Given<E>[]
    : D extends RecordDomain<infer F>
      ? GivenFields<F>
      : D extends OptionDomain<infer E>
        ? Domain extends E
          ? unknown // any domain: there would be no end
          : OptionVar<E> | Given<E> | null
        : D extends SetDomain<infer E>
          ? SetExpr<E> | Iterable<Value<E>>
          : D extends MapDomain<infer K, infer E>
            ? MapVar<K, E> | ReadonlyMap<Value<K>, Given<E>>
            : never;

/** The variable of a part of the state. */
export function variable<D extends Domain>(ref: Ref<D>): VariableOf<D> {
  const domain: Domain = ref.domain;
  const as = <E extends Domain>(): Ref<E> => ref as unknown as Ref<E>;
  // The cases of the conditional type, which the compiler does not follow into the switch.
  const made = (() => {
    switch (domain.kind) {
      case "bool":
        return new BoolVar(as());
      case "int":
        return new IntVar(as());
      case "enum":
        return new EnumVar(as<EnumDomain<string>>());
      case "array":
        return new ArrayVar(as<ArrayDomain<Domain>>());
      case "record":
        return recordVariable(as<RecordDomain<Fields>>());
      case "option":
        return new OptionVar(as<OptionDomain<Domain>>());
      case "set":
        return new SetVar(as<SetDomain<AnyScalar>>());
      case "map":
        return new MapVar(as<MapDomain<AnyScalar, Domain>>());
      case "channel":
        return new ChannelVar(as<ChannelDomain<Domain>>());
    }
  })();
  return made as VariableOf<D>;
}

function recordVariable(ref: Ref<RecordDomain<Fields>>): object {
  const made = new RecordMethods(ref);
  for (const { name, ref: field } of fieldRefs(ref))
    Object.defineProperty(made, name, { get: () => variable(field), enumerable: true });
  return made;
}

// ---- from what the author wrote to terms, by column

function termsOf<D extends Domain>(domain: D, given: Given<D>): Term[][];
function termsOf(domain: Domain, given: unknown): Term[][] {
  const wrong = () =>
    new ModelError("model-expression", `${show(given)} is not one of ${domain.describe()}`, { value: given });
  if (given instanceof CompoundVar && isSameDomain(given.ref.domain, domain)) return given.ref.read();
  switch (domain.kind) {
    case "bool":
    case "int":
    case "enum":
      return [[scalarTerm(domain, given)]];
    case "array": {
      const elements: unknown = given instanceof ArrayVar ? given.map((element) => element) : given;
      if (!Array.isArray(elements) || elements.length !== domain.length) throw wrong();
      return merged(elements.map((value) => termsOf(domain.of, value as never)));
    }
    case "record": {
      if (typeof given !== "object" || given === null) throw wrong();
      refuseOthers(given, domain.fields);
      return Object.entries(domain.fields).flatMap(([name, field]) => {
        if (!Object.hasOwn(given, name)) throw new ModelError("model-expression", `the record needs a ${name}`);
        const value: unknown = Reflect.get(given, name);
        return termsOf(field, value as never);
      });
    }
    case "option":
      if (given === null) return [[constant(0)], ...blankTerms(domain.of)];
      if (given instanceof OptionVar) return optionTerms(domain, given);
      return [[constant(1)], ...termsOf(domain.of, given as never)];
    case "set":
      return [setTerms(domain.of, given as SetExpr<AnyScalar>)];
    case "map": {
      const entries: unknown = given instanceof MapVar ? new Map(given.map((value, key) => [key, value])) : given;
      const keys = allCodes(domain.key).map((code) => domain.key.decode(code));
      if (!(entries instanceof Map) || entries.size !== keys.length || !keys.every((k) => entries.has(k)))
        throw wrong();
      return merged(keys.map((key) => termsOf(domain.of, entries.get(key) as never)));
    }
    case "channel":
      throw new ModelError("model-expression", "the content of a channel changes by send and receive only");
  }
}

/** An option of another domain: where it has no value, the slots are blank as this domain has it. */
function optionTerms({ of }: OptionDomain<Domain>, given: OptionVar<Domain>): Term[][] {
  const isSome = given.isSome().term;
  const blank = blankTerms(of);
  const terms = termsOf(of, given.value as never);
  return [
    [isSome],
    ...terms.map((column, c) =>
      column.map((yes, i): Term => ({ op: "if", condition: isSome, yes, no: blank[c]![i]! })),
    ),
  ];
}

/** A record has no other fields than those of its domain. */
function refuseOthers(given: object, fields: Fields): void {
  if (given instanceof CompoundVar) return; // a message, which also has methods
  for (const name of Object.keys(given))
    if (!Object.hasOwn(fields, name)) throw new ModelError("model-expression", `the record has no ${name}`);
}

/** Element by element, to columns. */
function merged(elements: readonly Term[][][]): Term[][] {
  return elements[0]!.map((_, c) => elements.flatMap((columns) => columns[c]!));
}

function indexTerm(index: IntExpr | number, name: string): Term {
  if (typeof index === "number" && !Number.isInteger(index))
    throw new ModelError("model-index", `${name} has no element ${index}`, { variable: name, value: index });
  return intTerm(index);
}

import { Action, type Actions, type Assignment, possible, together } from "./action.js";
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
import { columnsOf } from "./compound.js";
import { type AnyScalar, allCodes, type BoolDomain, type EnumDomain, type IntDomain, show } from "./domain.js";
import { all, BoolExpr, boolTerm, constant, count, EnumExpr, enumTerm, IntExpr, intTerm, some } from "./expression.js";
import { ModelError } from "./model-error.js";
import type { Ref } from "./ref.js";
import type { Term } from "./term.js";

// Variables: expressions that can be given a value. All are views of a Ref, which knows the slots.

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

  /** Any of the values. */
  setAny(...values: readonly [Given<D>, ...Given<D>[]]): Action {
    return new Action(
      values.flatMap((value, i) =>
        this.set(value).branches.map((branch) => ({ ...branch, choices: [`#${i + 1}`, ...branch.choices] })),
      ),
    );
  }
}

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

/** A record: its fields are properties. */
export type RecordVar<F extends Fields> = RecordMethods<F> & { readonly [K in keyof F]: VariableOf<F[K]> };

class RecordMethods<F extends Fields> extends CompoundVar<RecordDomain<F>> {
  /** These fields get these values, all others stay as they are. */
  override set(values: Partial<GivenFields<F>> | RecordVar<F>): Action {
    if (values instanceof RecordMethods) return setting(this.ref, values.ref.read());
    const given = new Map(Object.entries(values));
    const fields = fieldsOf(this.ref);
    for (const name of given.keys())
      if (!fields.some((f) => f.name === name)) throw new ModelError("model-step", `${this.ref.name} has no ${name}`);
    const assignments = fields.flatMap(({ name, ref }) =>
      given.has(name) ? ref.write(termsOf(ref.domain, given.get(name) as never)) : [],
    );
    return new Action([{ choices: [], requires: [], assignments }]);
  }
}

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

/** A set in each state. */
export class SetExpr<E extends AnyScalar> {
  readonly sort = "set";

  constructor(
    readonly of: E,
    /** By element: whether it is in the set. */
    readonly members: readonly Term[],
  ) {}

  has(value: Given<E>): BoolExpr {
    const index = keyTerm(this.of, value);
    if (index.op === "constant") return new BoolExpr(this.members[index.value] ?? constant(0));
    const hit = (i: number): Term => ({ op: "equal", left: index, right: constant(i) });
    return new BoolExpr({ op: "or", args: this.members.map((m, i): Term => ({ op: "and", args: [hit(i), m] })) });
  }

  size(): IntExpr {
    return new IntExpr(this.members.reduce((left, right): Term => ({ op: "plus", left, right }), constant(0)));
  }

  isEmpty(): BoolExpr {
    return new BoolExpr({ op: "or", args: this.members }).not();
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

export class SetVar<E extends AnyScalar> extends SetExpr<E> {
  constructor(readonly ref: Ref<SetDomain<E>>) {
    super(ref.domain.of, ref.read()[0]!);
  }

  is(value: SetExpr<E> | Iterable<Value<E>>): BoolExpr {
    const members = setTerms(this.of, value);
    return new BoolExpr({
      op: "and",
      args: this.members.map((left, i): Term => ({ op: "equal", left, right: members[i]! })),
    });
  }

  set(value: SetExpr<E> | Iterable<Value<E>>): Action {
    return setting(this.ref, [setTerms(this.of, value)]);
  }

  /** Any of the values for each element: any set. */
  setAny(...values: readonly (SetExpr<E> | Iterable<Value<E>>)[]): Action {
    if (values.length === 0) return setting(this.ref, [this.members.map(() => ({ op: "any", codes: [0, 1] }))]);
    return new Action(
      values.flatMap((value, i) => this.set(value).branches.map((b) => ({ ...b, choices: [`#${i + 1}`] }))),
    );
  }

  add(value: Given<E>): Action {
    return this.put(value, 1);
  }

  remove(value: Given<E>): Action {
    return this.put(value, 0);
  }

  private put(value: Given<E>, member: 0 | 1): Action {
    const { length } = this.members;
    const one: ArrayDomain<BoolDomain>["of"] = columnsOf(this.ref.domain)[0]!.domain as BoolDomain;
    return setting(this.ref.element(one, length, keyTerm(this.of, value), 0), [[constant(member)]]);
  }
}

/** A value for each key. */
export class MapVar<K extends AnyScalar, E extends Domain> extends CompoundVar<MapDomain<K, E>> {
  at(key: Given<K>): VariableOf<E> {
    const { key: of, of: value } = this.ref.domain;
    return variable(this.ref.element(value, of.high - of.low + 1, keyTerm(of, key), 0));
  }

  map<R>(f: (value: VariableOf<E>, key: Value<K>) => R): R[] {
    const { key } = this.ref.domain;
    return allCodes(key).map((code) => {
      const value = key.decode(code) as Value<K>;
      return f(this.at(value as unknown as Given<K>), value);
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

/** Messages on their way. */
export class ChannelVar<M extends Domain> {
  constructor(readonly ref: Ref<ChannelDomain<M>>) {}

  get capacity(): number {
    return this.ref.domain.capacity;
  }

  /** How many messages there are. */
  get length(): IntExpr {
    return new IntExpr(this.lengthTerm());
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
    return some(...this.positions().map((k) => this.length.gt(k).and(f(this.message(k)))));
  }

  /** True for all messages. */
  every(f: (message: ExprOf<M>) => BoolExpr): BoolExpr {
    return all(...this.positions().map((k) => this.length.le(k).or(f(this.message(k)))));
  }

  /** For how many messages it is true. */
  count(f: (message: ExprOf<M>) => BoolExpr): IntExpr {
    return count(...this.positions().map((k) => this.length.gt(k).and(f(this.message(k)))));
  }

  /** Sends a message; possible where there is room. */
  send(message: Given<M>): Action {
    const values = termsOf(this.ref.domain.of, message);
    const length = this.lengthTerm();
    const room: Term = { op: "less", left: length, right: constant(this.capacity) };
    const longer: Term = { op: "plus", left: length, right: constant(1) };
    const put = this.isBag() ? this.inserted(values) : this.place(length).write(values);
    return new Action([{ choices: [], requires: [room], assignments: [...this.setLength(longer), ...put] }]);
  }

  /** Receives the next message, or any message of a bag; possible where there is one with which all that is done is possible. */
  receive(body: (message: ExprOf<M>) => Actions = () => []): Action {
    const ways = this.isBag() ? this.positions() : [0];
    return new Action(
      possible(
        ways.flatMap((k) => {
          const isThere: Term = { op: "less", left: constant(k), right: this.lengthTerm() };
          // Of equal messages in a bag the first is as good as any.
          const isFirst = k === 0 || !this.isBag() ? [] : [this.differs(k)];
          return together(body(this.message(k))).map((branch) => ({
            choices: this.isBag() ? [`#${k + 1}`, ...branch.choices] : branch.choices,
            requires: [isThere, ...isFirst, ...branch.requires],
            assignments: [...this.removed(k), ...branch.assignments],
          }));
        }),
      ),
    );
  }

  /** Takes all messages away. */
  clear(): Action {
    const blanks = this.positions().flatMap((k) => this.place(constant(k)).write(blankTerms(this.ref.domain.of)));
    return new Action([{ choices: [], requires: [], assignments: [...this.setLength(constant(0)), ...blanks] }]);
  }

  /** Any message gets lost: what the process of a lossy channel does. */
  lose(): Action {
    return new Action(
      this.positions().map((k) => ({
        choices: [`#${k + 1}`],
        requires: [{ op: "less", left: constant(k), right: this.lengthTerm() }],
        assignments: this.removed(k),
      })),
    );
  }

  /** Any message is doubled, where there is room: the copy comes right after it. */
  duplicate(): Action {
    return new Action(
      this.positions().map((k) => {
        const length = this.lengthTerm();
        const isThere: Term = { op: "less", left: constant(k), right: length };
        const room: Term = { op: "less", left: length, right: constant(this.capacity) };
        const longer: Term = { op: "plus", left: length, right: constant(1) };
        const moved = this.positions()
          .filter((j) => j > k)
          .flatMap((j) => {
            // Behind the copy everything moves on; what lies beyond the end stays blank.
            const before = this.place(constant(j - 1)).read();
            return this.place(constant(j)).write(before);
          });
        return {
          choices: [`#${k + 1}`],
          requires: [isThere, room],
          assignments: [...this.setLength(longer), ...moved],
        };
      }),
    );
  }

  private isBag(): boolean {
    return this.ref.domain.options.order === "bag";
  }

  private positions(): number[] {
    return Array.from({ length: this.capacity }, (_, k) => k);
  }

  private lengthTerm(): Term {
    return this.ref.read()[0]![0]!;
  }

  private setLength(value: Term): Assignment[] {
    const domain = columnsOf(this.ref.domain)[0]!.domain;
    return this.ref.part(domain, 0, ".length").write([[value]]);
  }

  private place(index: Term): Ref<M> {
    return this.ref.element(this.ref.domain.of, this.capacity, index, 1);
  }

  private message(k: number): ExprOf<M> {
    return variable(this.ref.element(this.ref.domain.of, this.capacity, constant(k), 1, true)) as ExprOf<M>;
  }

  /** All messages after `k` move up. */
  private removed(k: number): Assignment[] {
    const shorter: Term = { op: "minus", left: this.lengthTerm(), right: constant(1) };
    const moved = this.positions()
      .slice(k)
      .flatMap((j) =>
        this.place(constant(j)).write(
          j + 1 < this.capacity ? this.place(constant(j + 1)).read() : blankTerms(this.ref.domain.of),
        ),
      );
    return [...this.setLength(shorter), ...moved];
  }

  /** Message `k` is another one than that before it. */
  private differs(k: number): Term {
    const [a, b] = [
      this.place(constant(k - 1))
        .read()
        .flat(),
      this.place(constant(k)).read().flat(),
    ];
    return { op: "not", arg: { op: "and", args: a.map((left, i): Term => ({ op: "equal", left, right: b[i]! })) } };
  }

  /** A bag is sorted: what is greater moves down by one. */
  private inserted(values: readonly (readonly Term[])[]): Assignment[] {
    const rank = (terms: readonly (readonly Term[])[]) => rankOf(this.ref.domain.of, terms);
    const own = rank(values);
    /** The message at k is there and comes before the new one, or is equal to it. */
    const stays = (k: number): Term => ({
      op: "and",
      args: [
        { op: "less", left: constant(k), right: this.lengthTerm() },
        { op: "not", arg: { op: "less", left: own, right: rank(this.place(constant(k)).read()) } },
      ],
    });
    return this.positions().flatMap((k) => {
      const place = this.place(constant(k));
      const old = place.read();
      const before = k === 0 ? null : this.place(constant(k - 1)).read();
      const next = old.map((column, c) =>
        column.map((kept, i): Term => {
          const isNew = values[c]![i]!;
          const pushed: Term =
            before === null ? isNew : { op: "if", condition: stays(k - 1), yes: isNew, no: before[c]![i]! };
          const isBeyond: Term = { op: "less", left: this.lengthTerm(), right: constant(k) };
          const moved: Term = k === 0 ? pushed : { op: "if", condition: isBeyond, yes: kept, no: pushed };
          return { op: "if", condition: stays(k), yes: kept, no: moved };
        }),
      );
      return place.write(next);
    });
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
export type Given<D> = D extends BoolDomain
  ? BoolExpr | boolean
  : D extends IntDomain
    ? IntExpr | number
    : D extends EnumDomain<infer T>
      ? EnumExpr<T> | T
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
  for (const { name, ref: field } of fieldsOf(ref))
    Object.defineProperty(made, name, { get: () => variable(field), enumerable: true });
  return made;
}

function fieldsOf(ref: Ref<RecordDomain<Fields>>): { readonly name: string; readonly ref: Ref }[];
function fieldsOf<F extends Fields>(ref: Ref<RecordDomain<F>>): { readonly name: string; readonly ref: Ref }[];
function fieldsOf(ref: Ref<RecordDomain<Fields>>): { readonly name: string; readonly ref: Ref }[] {
  let next = 0;
  return Object.entries(ref.domain.fields).map(([name, domain]) => {
    const from = next;
    next += columnsOf(domain).length;
    return { name, ref: ref.part(domain, from, `.${name}`) };
  });
}

// ---- from what the author wrote to terms, by column

function termsOf<D extends Domain>(domain: D, given: Given<D>): Term[][];
function termsOf(domain: Domain, given: unknown): Term[][] {
  const wrong = () =>
    new ModelError("model-expression", `${show(given)} is not one of ${domain.describe()}`, { value: given });
  if (given instanceof CompoundVar && given.ref.domain.kind === domain.kind) {
    const terms = given.ref.read();
    if (terms.length === columnsOf(domain).length) return terms;
    throw wrong();
  }
  switch (domain.kind) {
    case "bool":
      return [[boolTerm(given as BoolExpr | boolean)]];
    case "int":
      return [[intTerm(given as IntExpr | number)]];
    case "enum":
      return [[enumTerm(given as EnumExpr<string> | string, domain.values)]];
    case "array":
      if (!Array.isArray(given) || given.length !== domain.length) throw wrong();
      return merged(given.map((value) => termsOf(domain.of, value as never)));
    case "record": {
      if (typeof given !== "object" || given === null) throw wrong();
      return Object.entries(domain.fields).flatMap(([name, field]) => {
        if (!Object.hasOwn(given, name)) throw new ModelError("model-expression", `the record needs a ${name}`);
        const value: unknown = Reflect.get(given, name);
        return termsOf(field, value as never);
      });
    }
    case "option":
      if (given === null) return [[constant(0)], ...blankTerms(domain.of)];
      return [[constant(1)], ...termsOf(domain.of, given as never)];
    case "set":
      return [setTerms(domain.of, given as SetExpr<AnyScalar>)];
    case "map": {
      if (!(given instanceof Map)) throw wrong();
      return merged(
        allCodes(domain.key).map((code) => {
          const key = domain.key.decode(code);
          if (!given.has(key)) throw wrong();
          return termsOf(domain.of, given.get(key) as never);
        }),
      );
    }
    case "channel":
      throw new ModelError("model-expression", "the content of a channel changes by send and receive only");
  }
}

/** Element by element, to columns. */
function merged(elements: readonly Term[][][]): Term[][] {
  return elements[0]!.map((_, c) => elements.flatMap((columns) => columns[c]!));
}

const blankTerms = (domain: Domain): Term[][] =>
  columnsOf(domain).map(({ domain: { low }, names }) => names.map(() => constant(low)));

function setTerms<E extends AnyScalar>(of: E, given: SetExpr<E> | Iterable<Value<E>>): Term[] {
  if (given instanceof SetExpr) {
    if (given.of.low === of.low && given.of.high === of.high) return [...given.members];
    throw new ModelError("model-expression", `a set of ${given.of.describe()} is none of ${of.describe()}`);
  }
  const codes = new Set([...given].map((value) => codeOf(of, value)));
  return allCodes(of).map((code) => constant(Number(codes.has(code))));
}

function codeOf(of: AnyScalar, value: unknown): number {
  const code = of.encode(value);
  if (code !== undefined) return code;
  throw new ModelError("model-domain", `${show(value)} is none of ${of.describe()}`, { value });
}

/** The distance of a key from the lowest. */
function keyTerm<K extends AnyScalar>(of: K, given: Given<K>): Term {
  const value: unknown = given;
  const isExpr = value instanceof BoolExpr || value instanceof IntExpr || value instanceof EnumExpr;
  if (!isExpr) return constant(codeOf(of, value) - of.low);
  const [[term]] = termsOf(of, given) as [[Term]];
  return of.low === 0 ? term : { op: "minus", left: term, right: constant(of.low) };
}

function indexTerm(index: IntExpr | number, name: string): Term {
  if (typeof index === "number" && !Number.isInteger(index))
    throw new ModelError("model-index", `${name} has no element ${index}`, { variable: name, value: index });
  return intTerm(index);
}

/** A number for each message that orders them. */
function rankOf(domain: Domain, terms: readonly (readonly Term[])[]): Term {
  return columnsOf(domain).reduce<Term>(
    (rank, { domain: { low, high } }, c) =>
      terms[c]!.reduce<Term>(
        (sum, term) => ({
          op: "plus",
          left: { op: "times", left: sum, right: constant(high - low + 1) },
          right: { op: "minus", left: term, right: constant(low) },
        }),
        rank,
      ),
    constant(0),
  );
}

function setting(ref: Ref, values: readonly (readonly Assignment["value"][])[]): Action {
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

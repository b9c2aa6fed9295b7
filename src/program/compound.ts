import { ArgumentError } from "../text/argument-error.js";
import { recordOf } from "../text/record.js";
import { expectOptions } from "./author-checks.js";
import {
  type AnyScalar,
  allCodes,
  type BoolDomain,
  bool,
  type Display,
  type EnumDomain,
  IntDomain,
  keepingDisplay,
  Scalar,
  show,
} from "./domain.js";
import { expectAtMost, expectOne } from "./exact-calls.js";
import { ModelError } from "./model-error.js";

/**
 * Domains with parts. Whatever has parts is laid out in *columns*: all slots that hold the same part, of all elements of
 * the arrays around it, one after the other, the index of the outermost array first. An array of records is thus one
 * column for each field, and a read of `a[i].x` is a read of one array.
 */
export interface Column {
  readonly domain: AnyScalar;
  /** How many elements the arrays around it have, outermost first. */
  readonly lengths: readonly number[];
  /** By slot: what is added to the name of the variable. */
  readonly names: readonly string[];
  /** By slot: codes that it may start with. */
  readonly initial: readonly (readonly number[])[];
}

abstract class Compound {
  abstract readonly kind: "array" | "record" | "option" | "set" | "map" | "channel";
  display: Display | null = null;
  abstract columns(): readonly Column[];
  abstract describe(): string;
  /** The same domain, with this first value. */
  abstract starting(value: unknown): Domain;
}

/** A fixed number of parts of one domain. */
export class ArrayDomain<E extends Domain> extends Compound {
  readonly kind = "array";

  constructor(
    readonly of: E,
    readonly length: number,
    /** By element: the domain with what that one starts with. */
    private readonly starts: readonly Domain[] = Array.from({ length }, () => of),
  ) {
    super();
  }

  /** The elements start with these values, in order. */
  init<S extends ArrayDomain<Domain>>(this: S, values: Readonly<Value<S>>): S {
    expectAtMost("init", 1, arguments);
    return this.starting(values) as S;
  }

  /** The elements may start with any values. */
  free(): ArrayDomain<E> {
    return keepingDisplay(
      this,
      new ArrayDomain(
        this.of,
        this.length,
        this.starts.map((start) => freed(start)),
      ),
    );
  }

  starting(values: unknown): ArrayDomain<E> {
    if (!Array.isArray(values)) throw notOf(values, this);
    if (values.length !== this.length)
      throw new ModelError("model-domain", `${values.length} initial values for an array of ${this.length}`);
    return keepingDisplay(
      this,
      new ArrayDomain(
        this.of,
        this.length,
        values.map((value) => startingWith(this.of, value)),
      ),
    );
  }

  columns(): Column[] {
    return repeated(this.starts, (i) => `[${i}]`);
  }

  describe(): string {
    return `arrays of ${this.length}`;
  }
}

export type Fields = Readonly<Record<string, Domain>>;

/** Several parts with names. */
export class RecordDomain<F extends Fields> extends Compound {
  readonly kind = "record";

  constructor(readonly fields: F) {
    super();
  }

  /** These fields start with these values, all others as their domains say. */
  init<S extends RecordDomain<Fields>>(this: S, values: Partial<Value<S>>): S {
    expectAtMost("init", 1, arguments);
    return this.starting(values) as S;
  }

  free(): RecordDomain<F> {
    return keepingDisplay(this, new RecordDomain(mapFields(this.fields, freed)));
  }

  starting(values: unknown): RecordDomain<F> {
    if (typeof values !== "object" || values === null) throw notOf(values, this);
    const given = new Map(Object.entries(values));
    for (const name of given.keys())
      if (!Object.hasOwn(this.fields, name)) throw new ModelError("model-domain", `the record has no field '${name}'`);
    return keepingDisplay(
      this,
      new RecordDomain(
        mapFields(this.fields, (domain, name) => (given.has(name) ? startingWith(domain, given.get(name)) : domain)),
      ),
    );
  }

  columns(): Column[] {
    return Object.entries(this.fields).flatMap(([name, domain]) =>
      columnsOf(domain).map((column) => ({ ...column, names: column.names.map((n) => `.${name}${n}`) })),
    );
  }

  describe(): string {
    return `records of ${Object.keys(this.fields).join(", ")}`;
  }
}

/** A value of a domain, or none, which is the case at first. Without a value the slots hold their lowest codes. */
export class OptionDomain<E extends Domain> extends Compound {
  readonly kind = "option";

  constructor(
    readonly of: E,
    private readonly start: Domain | null = null,
  ) {
    super();
  }

  init<S extends OptionDomain<Domain>>(this: S, value: Value<S>): S {
    expectAtMost("init", 1, arguments);
    return this.starting(value) as S;
  }

  starting(value: unknown): OptionDomain<E> {
    return keepingDisplay(this, new OptionDomain(this.of, value === null ? null : startingWith(this.of, value)));
  }

  columns(): Column[] {
    const { of, start } = this;
    const isSome: Column = { domain: bool, lengths: [], names: [".isSome"], initial: [[start === null ? 0 : 1]] };
    return [isSome, ...(start === null ? columnsOf(of).map(blank) : columnsOf(start))];
  }

  describe(): string {
    return `none, or ${this.of.describe()}`;
  }
}

/** A set of values of a domain without parts; empty at first. */
export class SetDomain<E extends AnyScalar> extends Compound {
  readonly kind = "set";

  constructor(
    readonly of: E,
    private readonly start: ReadonlySet<number> = new Set(),
  ) {
    super();
  }

  init<S extends SetDomain<AnyScalar>>(this: S, values: Iterable<Value<S["of"]>>): S {
    expectAtMost("init", 1, arguments);
    return this.starting(values) as S;
  }

  starting(values: unknown): SetDomain<E> {
    if (!isIterable(values)) throw notOf(values, this);
    const given = [...(values as Iterable<boolean | number | string>)];
    return keepingDisplay(
      this,
      new SetDomain(this.of, new Set((this.of as Scalar<boolean | number | string>).codesOf(given, "the element"))),
    );
  }

  columns(): Column[] {
    const codes = allCodes(this.of);
    const names = codes.map((code) => `[${String(this.of.decode(code))}]`);
    return [{ domain: bool, lengths: [codes.length], names, initial: codes.map((c) => [this.start.has(c) ? 1 : 0]) }];
  }

  describe(): string {
    return `sets of ${this.of.describe()}`;
  }
}

/** A value for each key. */
export class MapDomain<K extends AnyScalar, E extends Domain> extends Compound {
  readonly kind = "map";

  constructor(
    readonly key: K,
    readonly of: E,
    private readonly starts: readonly Domain[] = allCodes(key).map(() => of),
  ) {
    super();
  }

  /** These keys start with these values. */
  init<S extends MapDomain<AnyScalar, Domain>>(
    this: S,
    values: Iterable<readonly [Value<S["key"]>, Value<S["of"]>]>,
  ): S {
    expectAtMost("init", 1, arguments);
    return this.starting(values) as S;
  }

  starting(values: unknown): MapDomain<K, E> {
    const starts = [...this.starts];
    if (!isIterable(values)) throw notOf(values, this);
    for (const entry of values) {
      if (!Array.isArray(entry) || entry.length !== 2)
        throw new ModelError("model-domain", `a map starts with pairs of a key and a value, not with ${show(entry)}`);
      const [key, value]: readonly unknown[] = entry;
      const code = this.key.encode(key);
      if (code === undefined) throw notOf(key, this.key);
      starts[code - this.key.low] = startingWith(this.of, value);
    }
    return keepingDisplay(this, new MapDomain(this.key, this.of, starts));
  }

  columns(): Column[] {
    return repeated(this.starts, (i) => `[${String(this.key.decode(this.key.low + i))}]`);
  }

  describe(): string {
    return `a value for each of ${this.key.describe()}`;
  }
}

export interface ChannelOptions {
  /** Messages are received in the order in which they were sent (`fifo`, when absent), or in any (`bag`). */
  readonly order?: "fifo" | "bag";
  /** Any message may be lost at any time. */
  readonly lossy?: boolean;
  /** Any message may be doubled at any time, as long as there is room. */
  readonly duplicating?: boolean;
}

/** Messages on their way, at most `capacity`. Slots that hold no message hold their lowest codes; a bag is sorted. */
export class ChannelDomain<M extends Domain> extends Compound {
  readonly kind = "channel";

  constructor(
    readonly capacity: number,
    readonly of: M,
    readonly options: Required<ChannelOptions>,
    private readonly start: readonly Domain[] = [],
  ) {
    super();
  }

  /** These messages are on their way at first. */
  init<S extends ChannelDomain<Domain>>(this: S, messages: Readonly<Value<S>>): S {
    expectAtMost("init", 1, arguments);
    return this.starting(messages) as S;
  }

  starting(messages: unknown): ChannelDomain<M> {
    if (!Array.isArray(messages) || messages.length > this.capacity) throw notOf(messages, this);
    const start = messages.map((message) => startingWith(this.of, message));
    if (this.options.order === "bag") start.sort(byCodes);
    return keepingDisplay(this, new ChannelDomain(this.capacity, this.of, this.options, start));
  }

  columns(): Column[] {
    const { capacity, of, start } = this;
    const length: Column = {
      domain: new IntDomain(0, capacity),
      lengths: [],
      names: [".length"],
      initial: [[start.length]],
    };
    const places = Array.from({ length: capacity }, (_, k) => start[k] ?? null);
    const messages = columnsOf(of).map((column, c): Column => {
      const each = places.map((place) => (place === null ? blank(column) : columnsOf(place)[c]!));
      return joined(column, each, (k) => `[${k}]`);
    });
    return [length, ...messages];
  }

  describe(): string {
    return `at most ${this.capacity} messages`;
  }
}

export type Domain =
  | AnyScalar
  | ArrayDomain<Domain>
  | RecordDomain<Fields>
  | OptionDomain<Domain>
  | SetDomain<AnyScalar>
  | MapDomain<AnyScalar, Domain>
  | ChannelDomain<Domain>;

/** The TypeScript type of the values of a domain. */
export type Value<D> = D extends BoolDomain
  ? boolean
  : D extends IntDomain
    ? number
    : D extends EnumDomain<infer T>
      ? T
      : D extends ArrayDomain<infer E>
        ? Value<E>[]
        : D extends RecordDomain<infer F>
          ? { -readonly [K in keyof F]: Value<F[K]> }
          : D extends OptionDomain<infer E>
            ? Domain extends E
              ? unknown // any domain: there would be no end
              : Value<E> | null
            : D extends SetDomain<infer E>
              ? Set<Value<E>>
              : D extends MapDomain<infer K, infer E>
                ? Map<Value<K>, Value<E>>
                : D extends ChannelDomain<infer M>
                  ? Value<M>[]
                  : never;

export function columnsOf(domain: Domain): readonly Column[] {
  if (!isScalar(domain)) return domain.columns();
  return [{ domain, lengths: [], names: [""], initial: [domain.initial] }];
}

/** So many slots have a column's parts inside the outermost array. */
export const innerSize = ({ lengths }: Column): number => lengths.slice(1).reduce((n, length) => n * length, 1);

/** By its kind: a file may have its domains from another copy of the package. */
export const isScalar = (domain: Domain): domain is AnyScalar =>
  domain.kind === "bool" || domain.kind === "int" || domain.kind === "enum";

export const isDomain = (value: unknown): value is Domain => value instanceof Scalar || value instanceof Compound;

function hasChannels(domain: Domain): boolean {
  if (isScalar(domain)) return false;
  if (domain.kind === "record") return Object.values(domain.fields).some(hasChannels);
  return domain.kind === "channel" || hasChannels(domain.of);
}

export const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.iterator in value;

// ---- what authors write

/** `length` variables of one domain. */
export function array<E extends Domain>(length: number, of: E): ArrayDomain<E> {
  expectAtMost("array", 2, arguments);
  if (!Number.isInteger(length) || length < 1 || length > MAX_LENGTH)
    throw new ModelError("model-domain", `array(${show(length)}, …): the length is an integer from 1 to ${MAX_LENGTH}`);
  return checked(new ArrayDomain(expectDomain(of, "array"), length));
}

/** Parts with names. */
export function record<const F extends Fields>(fields: F): RecordDomain<F> {
  expectOne("record", arguments);
  if (typeof fields !== "object" || fields === null)
    throw new ArgumentError("record", "fields", "an object of domains, by name", fields);
  for (const [name, domain] of Object.entries(fields)) {
    expectDomain(domain, `the field ${name}`);
    if (RESERVED.has(name) || !/^[A-Za-z_$][\w$]*$/.test(name))
      throw new ModelError("model-name", `'${name}' cannot be the name of a field`);
  }
  return checked(new RecordDomain(fields));
}

/** A value of the domain, or none; none at first. */
export function option<E extends Domain>(of: E): OptionDomain<E> {
  expectOne("option", arguments);
  if (hasChannels(expectDomain(of, "option"))) throw new ModelError("model-domain", "an option cannot have channels");
  if (of.kind === "option")
    throw new ModelError("model-domain", "an option of an option: null would be none, and also some that is none");
  return new OptionDomain(of);
}

/** A set of values of a domain without parts; empty at first. */
export function setOf<E extends AnyScalar>(of: E): SetDomain<E> {
  expectOne("setOf", arguments);
  return checked(new SetDomain(expectScalar(of, "setOf")));
}

/** A value for each value of a domain without parts. */
export function mapOf<K extends AnyScalar, E extends Domain>(key: K, of: E): MapDomain<K, E> {
  expectAtMost("mapOf", 2, arguments);
  return checked(new MapDomain(expectScalar(key, "mapOf"), expectDomain(of, "mapOf")));
}

/** A channel for so many messages; reliable and in order, unless the options say otherwise. */
export function channel<M extends Domain>(
  capacity: number,
  message: M,
  options: ChannelOptions = {},
): ChannelDomain<M> {
  expectAtMost("channel", 3, arguments);
  if (!Number.isInteger(capacity) || capacity < 1 || capacity > 255)
    throw new ModelError("model-domain", `channel(${show(capacity)}, …): the capacity is an integer from 1 to 255`);
  expectOptions(options, { order: ["fifo", "bag"], lossy: [true, false], duplicating: [true, false] }, "channel");
  const { order = "fifo", lossy = false, duplicating = false } = options;
  if (hasChannels(expectDomain(message, "channel")))
    throw new ModelError("model-domain", "a message cannot have channels: they are not sent");
  return checked(new ChannelDomain(capacity, message, { order, lossy, duplicating }));
}

const MAX_LENGTH = 4096;
const MAX_SLOTS = 2 ** 16;

/** What records have besides their fields. */
const RESERVED: ReadonlySet<string> = new Set(["set", "setAny", "is", "isNot", "ref", "constructor", "__proto__"]);

function expectDomain<D extends Domain>(domain: D, where: string): D {
  if (isDomain(domain)) return domain;
  throw new ModelError("model-domain", `${where} needs a domain, not ${show(domain)}`);
}

function expectScalar<D extends AnyScalar>(domain: D, where: string): D {
  if (!(domain instanceof Scalar))
    throw new ModelError("model-domain", `${where} takes a domain without parts (bool, int, oneOf)`);
  if (domain.high - domain.low >= MAX_LENGTH)
    throw new ModelError("model-domain", `${where}: ${domain.describe()} are more than ${MAX_LENGTH} values`);
  return domain;
}

function checked<D extends Domain>(domain: D): D {
  const slots = columnsOf(domain).reduce((n, { names }) => n + names.length, 0);
  if (slots <= MAX_SLOTS) return domain;
  throw new ModelError("model-domain", `${slots} parts are more than ${MAX_SLOTS}`);
}

// ---- parts

function repeated(starts: readonly Domain[], name: (i: number) => string): Column[] {
  const each = starts.map(columnsOf);
  return each[0]!.map((column, c) =>
    joined(
      column,
      each.map((columns) => columns[c]!),
      name,
    ),
  );
}

function joined(column: Column, each: readonly Column[], name: (i: number) => string): Column {
  return {
    domain: column.domain,
    lengths: [each.length, ...column.lengths],
    names: each.flatMap((part, i) => part.names.map((n) => `${name(i)}${n}`)),
    initial: each.flatMap((part) => part.initial),
  };
}

/** The order of messages in a bag: what they start with, slot by slot. */
function byCodes(a: Domain, b: Domain): number {
  const [left, right] = [a, b].map((domain) =>
    columnsOf(domain).flatMap(({ initial }) => initial.map(([code]) => code!)),
  );
  const differs = left!.findIndex((code, i) => code !== right![i]);
  return differs < 0 ? 0 : left![differs]! - right![differs]!;
}

const blank = (column: Column): Column => ({ ...column, initial: column.initial.map(() => [column.domain.low]) });

function startingWith(domain: Domain, value: unknown): Domain {
  if (!(domain instanceof Scalar)) return domain.starting(value);
  if (domain.encode(value) === undefined)
    throw new ModelError("model-domain", `the initial value ${show(value)} is not in its domain, ${domain.describe()}`);
  return (domain as { init(value: unknown): AnyScalar }).init(value);
}

function freed(domain: Domain): Domain {
  if (domain instanceof Scalar || domain instanceof ArrayDomain || domain instanceof RecordDomain) return domain.free();
  throw new ModelError("model-domain", `only scalars, arrays and records of them can start with any value`);
}

function mapFields<F extends Fields>(fields: F, f: (domain: Domain, name: string) => Domain): F {
  // Each field keeps its kind of domain: only what it starts with differs.
  return recordOf(Object.entries(fields).map(([name, domain]) => [name, f(domain, name)])) as F;
}

const notOf = (value: unknown, domain: { describe(): string }): ModelError =>
  new ModelError("model-domain", `the initial value ${show(value)} is not in its domain, ${domain.describe()}`);

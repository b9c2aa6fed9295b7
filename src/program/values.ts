import { recordOf } from "../text/record.js";
import { columnsOf, type Domain, innerSize } from "./compound.js";
import { type AnyScalar, allCodes, Scalar, show } from "./domain.js";

/** A part of a state that has a domain: where each column of the domain begins. */
export type Bases = readonly number[];

/** The bases of a domain whose slots are one after the other. */
export function basesFrom(domain: Domain, first: number): Bases {
  let next = first;
  return columnsOf(domain).map(({ names }) => {
    const at = next;
    next += names.length;
    return at;
  });
}

/** The bases of element `i`, of a domain that is an array, a map, or the messages of a channel (without its length). */
function elementBases(of: Domain, outer: Bases, length: number, i: number): Bases {
  const sizes = columnsOf(of).map((column) => innerSize({ ...column, lengths: [length, ...column.lengths] }));
  return outer.map((base, c) => base + i * sizes[c]!);
}

/** The value of a part of a state, as its author writes it. */
export function decodeValue(domain: Domain, bases: Bases, state: ArrayLike<number>): unknown {
  if (domain instanceof Scalar) return domain.decode(state[bases[0]!]!);
  const element = (of: Domain, outer: Bases, length: number, i: number) =>
    decodeValue(of, elementBases(of, outer, length, i), state);
  switch (domain.kind) {
    case "array":
      return numbers(domain.length).map((i) => element(domain.of, bases, domain.length, i));
    case "record":
      return recordOf(fieldBases(domain.fields, bases).map(([n, d, b]) => [n, decodeValue(d, b, state)]));
    case "option":
      return state[bases[0]!] === 0 ? null : decodeValue(domain.of, bases.slice(1), state);
    case "set":
      return new Set(
        allCodes(domain.of)
          .filter((_, i) => state[bases[0]! + i] === 1)
          .map((code) => domain.of.decode(code)),
      );
    case "map": {
      const keys = allCodes(domain.key);
      return new Map(keys.map((key, i) => [domain.key.decode(key), element(domain.of, bases, keys.length, i)]));
    }
    case "channel":
      return numbers(state[bases[0]!]!).map((k) => element(domain.of, bases.slice(1), domain.capacity, k));
  }
}

/** A value that is not in its domain: which part of it, and why. */
export interface WrongValue {
  /** What follows the name of the variable. */
  readonly path: string;
  readonly value: unknown;
  readonly domain: Domain;
}

/** Writes the codes of a value; says which part of it is wrong, null when none is. */
export function encodeValue(domain: Domain, value: unknown, bases: Bases, state: Int32Array): WrongValue | null {
  const wrong = (path = "", given = value, of = domain): WrongValue => ({ path, value: given, domain: of });
  if (domain instanceof Scalar) {
    const code = domain.encode(value);
    if (code === undefined) return wrong();
    state[bases[0]!] = code;
    return null;
  }
  const each = (of: Domain, outer: Bases, length: number, values: readonly (readonly [string, unknown])[]) => {
    for (const [i, [name, given]] of values.entries()) {
      const found = encodeValue(of, given, elementBases(of, outer, length, i), state);
      if (found !== null) return { ...found, path: `[${name}]${found.path}` };
    }
    return null;
  };
  switch (domain.kind) {
    case "array":
      if (!Array.isArray(value) || value.length !== domain.length) return wrong();
      return each(
        domain.of,
        bases,
        domain.length,
        value.map((v, i) => [String(i), v] as const),
      );
    case "record": {
      if (typeof value !== "object" || value === null) return wrong();
      const given = new Map(Object.entries(value));
      const names = Object.keys(domain.fields);
      if (given.size !== names.length) return wrong();
      for (const [name, of, at] of fieldBases(domain.fields, bases)) {
        const found = encodeValue(of, given.get(name), at, state);
        if (found !== null) return { ...found, path: `.${name}${found.path}` };
      }
      return null;
    }
    case "option":
      state[bases[0]!] = value === null ? 0 : 1;
      if (value !== null) return encodeValue(domain.of, value, bases.slice(1), state);
      clear(domain.of, bases.slice(1), state);
      return null;
    case "set": {
      if (!(value instanceof Set)) return wrong();
      const codes = new Set<number>();
      for (const member of value) {
        const code = domain.of.encode(member);
        if (code === undefined) return wrong("", member, domain.of);
        codes.add(code);
      }
      for (const [i, code] of allCodes(domain.of).entries()) state[bases[0]! + i] = Number(codes.has(code));
      return null;
    }
    case "map": {
      const keys = allCodes(domain.key).map((code) => domain.key.decode(code));
      if (!(value instanceof Map) || value.size !== keys.length) return wrong();
      const values = keys.map((key) => [String(key), value.get(key) as unknown] as const);
      return each(domain.of, bases, keys.length, values);
    }
    case "channel": {
      if (!Array.isArray(value) || value.length > domain.capacity) return wrong();
      state[bases[0]!] = value.length;
      const places = bases.slice(1);
      for (let k = 0; k < domain.capacity; k++)
        clear(domain.of, elementBases(domain.of, places, domain.capacity, k), state);
      const found = each(
        domain.of,
        places,
        domain.capacity,
        value.map((v, i) => [String(i), v] as const),
      );
      if (found === null && domain.options.order === "bag")
        sortMessages(domain.of, places, domain.capacity, value.length, state);
      return found;
    }
  }
}

/** The slots of a value at these bases, in the order of columns. */
function slotsAt(domain: Domain, bases: Bases): number[] {
  return columnsOf(domain).flatMap(({ lengths }, c) =>
    numbers(lengths.reduce((n, length) => n * length, 1)).map((k) => bases[c]! + k),
  );
}

function clear(domain: Domain, bases: Bases, state: Int32Array): void {
  columnsOf(domain).forEach(({ lengths, domain: { low } }, c) => {
    state.fill(low, bases[c]!, bases[c]! + lengths.reduce((n, length) => n * length, 1));
  });
}

/** A bag has one order: that of codes. */
function sortMessages(of: Domain, places: Bases, capacity: number, length: number, state: Int32Array): void {
  const slots = numbers(length).map((k) => slotsAt(of, elementBases(of, places, capacity, k)));
  const sorted = slots
    .map((own) => own.map((slot) => state[slot]!))
    .sort((a, b) => a.map((code, i) => code - b[i]!).find((d) => d !== 0) ?? 0);
  sorted.forEach((codes, k) => {
    codes.forEach((code, i) => {
      state[slots[k]![i]!] = code;
    });
  });
}

/** The fields of a record with their domains and bases. */
function fieldBases(fields: Readonly<Record<string, Domain>>, bases: Bases): (readonly [string, Domain, Bases])[] {
  let next = 0;
  return Object.entries(fields).map(([name, domain]) => {
    const count = columnsOf(domain).length;
    next += count;
    return [name, domain, bases.slice(next - count, next)] as const;
  });
}

/** A part with its own name. */
interface Part {
  readonly name: string;
  readonly domain: Domain;
  readonly bases: Bases;
}

/** The elements or fields of a domain; none of one that changes as a whole, whose slots these are. */
export function partsIn(
  domain: Domain,
  bases: Bases,
): { readonly parts: readonly Part[]; readonly slots: readonly number[] } {
  const element = (of: Domain, length: number, name: string, i: number): Part => ({
    name: `[${name}]`,
    domain: of,
    bases: elementBases(of, bases, length, i),
  });
  switch (domain.kind) {
    case "array":
      return { parts: numbers(domain.length).map((i) => element(domain.of, domain.length, String(i), i)), slots: [] };
    case "map": {
      const keys = valuesOf(domain.key);
      return { parts: keys.map((key, i) => element(domain.of, keys.length, String(key), i)), slots: [] };
    }
    case "record":
      return {
        parts: fieldBases(domain.fields, bases).map(([name, of, at]) => ({ name: `.${name}`, domain: of, bases: at })),
        slots: [],
      };
    default:
      return { parts: [], slots: slotsAt(domain, bases) };
  }
}

/** A value for people. */
export function valueText(value: unknown): string {
  if (value === null) return "none";
  if (Array.isArray(value)) return `[${value.map(valueText).join(", ")}]`;
  if (value instanceof Set) return `{${[...value].map(valueText).join(", ")}}`;
  if (value instanceof Map) return `{${[...value].map(([k, v]) => `${valueText(k)}: ${valueText(v)}`).join(", ")}}`;
  if (typeof value === "object")
    return `(${Object.entries(value)
      .map(([k, v]) => `${k}: ${valueText(v)}`)
      .join(", ")})`;
  return typeof value === "string" ? value : show(value);
}

/** All values of a domain without parts. */
const valuesOf = (domain: AnyScalar): (boolean | number | string)[] =>
  allCodes(domain).map((code) => domain.decode(code));

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

import { columnsOf, type Domain, innerSize } from "./compound.js";
import { type AnyScalar, allCodes, show } from "./domain.js";

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
export function elementBases(of: Domain, outer: Bases, length: number, i: number): Bases {
  const sizes = columnsOf(of).map((column) => innerSize({ ...column, lengths: [length, ...column.lengths] }));
  return outer.map((base, c) => base + i * sizes[c]!);
}

/** The slots of a value at these bases, in the order of columns. */
function slotsAt(domain: Domain, bases: Bases): number[] {
  return columnsOf(domain).flatMap(({ lengths }, c) =>
    numbers(lengths.reduce((n, length) => n * length, 1)).map((k) => bases[c]! + k),
  );
}

export function clear(domain: Domain, bases: Bases, state: Int32Array): void {
  columnsOf(domain).forEach(({ lengths, domain: { low } }, c) => {
    state.fill(low, bases[c]!, bases[c]! + lengths.reduce((n, length) => n * length, 1));
  });
}

/** A bag has one order: that of codes. */
export function sortMessages(of: Domain, places: Bases, capacity: number, length: number, state: Int32Array): void {
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
export function fieldBases(
  fields: Readonly<Record<string, Domain>>,
  bases: Bases,
): (readonly [string, Domain, Bases])[] {
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

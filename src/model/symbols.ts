import type { Lit } from "../logic/lit.js";
import type { Position } from "../text/input-error.js";

/**
 * How the bits of a signal are read by people. `enum`: the value of the bits is an index into `values`; an index
 * without a value cannot occur. `range`: the value plus `low`.
 */
export type SignalType =
  | { readonly kind: "bool" }
  | { readonly kind: "unsigned" }
  | { readonly kind: "signed" }
  | { readonly kind: "range"; readonly low: number }
  | { readonly kind: "enum"; readonly values: readonly string[] };

/** A position in the user's source text. */
export interface SourcePlace extends Position {
  /** The file, where a design comes from several. */
  readonly file?: string;
}

/** A name the user knows. `bits` are least significant first; a Boolean has one. */
export interface Signal {
  readonly name: string;
  readonly kind: "input" | "latch" | "define";
  readonly type: SignalType;
  readonly bits: readonly Lit[];
  /** The indices by which the user calls the most and the least significant bit; they go down to 0 when absent. */
  readonly left?: number;
  readonly right?: number;
  /** The source calls it a variable of the state, although inputs or functions of latches may hold its value. */
  readonly isState?: boolean;
  /** Where the user declares it. */
  readonly source?: SourcePlace;
  /** Where the source says what its value is. */
  readonly assigned?: readonly SourcePlace[];
}

/** A bit with the name that a bit-level file gives it. */
export interface NamedBit {
  readonly name: string;
  readonly kind: Signal["kind"];
  readonly bit: Lit;
}

/** `state<3>` or `state[3]` taken apart; null for a name without an index. */
export function splitIndex(name: string): { readonly base: string; readonly index: number } | null {
  const close = name[name.length - 1];
  if (close !== ">" && close !== "]") return null;
  const open = name.lastIndexOf(close === ">" ? "<" : "[");
  const digits = name.slice(open + 1, -1);
  if (open <= 0 || !/^(0|[1-9][0-9]{0,5})$/.test(digits)) return null;
  return { base: name.slice(0, open), index: Number(digits) };
}

/**
 * The signals of a file that names single bits. Bits `x<0>` to `x<n>` (or `x[0]`…) become one unsigned signal `x` where
 * each has exactly one meaning and `x` itself names nothing else; its bits keep no signal of their own unless they are
 * of different kinds. A bit that is named twice alike is listed once, as the first of them.
 */
export function assembleSignals(bits: readonly NamedBit[]): Signal[] {
  const { unique, ambiguous } = withoutRepetition(bits);
  const buses = findBuses(unique, ambiguous);
  const signals: Signal[] = [];
  const done = new Set<Bus>();
  for (const named of unique) {
    const bus = buses.get(named.name);
    if (bus !== undefined && !done.has(bus)) {
      done.add(bus);
      signals.push({ name: bus.name, kind: kindOf(bus), type: { kind: "unsigned" }, bits: bus.bits.map((b) => b.bit) });
    }
    if (bus === undefined || !isUniform(bus))
      signals.push({ name: named.name, kind: named.kind, type: { kind: "bool" }, bits: [named.bit] });
  }
  return signals;
}

interface Bus {
  readonly name: string;
  /** By index. */
  readonly bits: readonly NamedBit[];
}

function withoutRepetition(bits: readonly NamedBit[]): {
  readonly unique: readonly NamedBit[];
  readonly ambiguous: ReadonlySet<string>;
} {
  const meanings = new Map<string, Lit[]>();
  const unique: NamedBit[] = [];
  const ambiguous = new Set<string>();
  for (const named of bits) {
    const known = meanings.get(named.name);
    if (known === undefined) meanings.set(named.name, [named.bit]);
    else if (known.includes(named.bit)) continue;
    else {
      known.push(named.bit);
      ambiguous.add(named.name);
    }
    unique.push(named);
  }
  return { unique, ambiguous };
}

/** The bus of each bit that is part of one, by the bit's name. */
function findBuses(unique: readonly NamedBit[], ambiguous: ReadonlySet<string>): Map<string, Bus> {
  const names = new Set(unique.map((b) => b.name));
  const groups = new Map<string, NamedBit[]>();
  for (const named of unique) {
    const base = splitIndex(named.name)?.base;
    if (base === undefined || names.has(base)) continue;
    const group = groups.get(base);
    if (group === undefined) groups.set(base, [named]);
    else group.push(named);
  }
  const buses = new Map<string, Bus>();
  for (const [name, group] of groups) {
    if (group.length < 2 || group.some((b) => ambiguous.has(b.name))) continue;
    const bits = byIndex(group);
    if (bits === null) continue;
    const bus = { name, bits };
    for (const named of group) buses.set(named.name, bus);
  }
  return buses;
}

/** The bits in the order of their indices; null unless these are 0, 1, 2… */
function byIndex(group: readonly NamedBit[]): NamedBit[] | null {
  const bits = new Array<NamedBit | undefined>(group.length).fill(undefined);
  for (const named of group) {
    const { index } = splitIndex(named.name)!;
    if (index >= bits.length || bits[index] !== undefined) return null;
    bits[index] = named;
  }
  return bits as NamedBit[];
}

const isUniform = (bus: Bus): boolean => bus.bits.every((b) => b.kind === bus.bits[0]!.kind);

const kindOf = (bus: Bus): Signal["kind"] => (isUniform(bus) ? bus.bits[0]!.kind : "define");

/** What the user calls a literal, where a signal of one bit is just that. The first of several names counts. */
export function signalNames(signals: readonly Signal[]): Map<Lit, string> {
  const names = new Map<Lit, string>();
  for (const { name, bits } of signals) if (bits.length === 1 && !names.has(bits[0]!)) names.set(bits[0]!, name);
  return names;
}

import type { Trace, TraceRow, TraceSignal } from "../evidence/trace.js";
import { forVcd } from "../text/escape.js";

const FIRST_ID = 33;
const IDS = 94;
/** Of the clock, in units of time. */
const PERIOD = 10;

interface Wire {
  readonly id: string;
  /** The modules that it is in, from the outermost. */
  readonly scope: readonly string[];
  readonly name: string;
  /** In bits; null for a text. */
  readonly width: number | null;
  /** The indices of its bits, where it has several. */
  readonly range?: string;
  /** Most significant bit first, or a text. Of a clock, in the first half of a step. */
  value(row: TraceRow, step: number): string;
  readonly isClock?: true;
}

/** What a dump is about: all that is known before its first step. */
export type DumpedTrace = Pick<Trace, "signals" | "conditions" | "origin" | "loop">;

/** A value change dump. The loop is shown twice, so that a viewer shows that it comes back. */
export function vcd(trace: Trace): string {
  const { loop, bits, values, met } = trace;
  const shown = bits.map((_, i) => i);
  if (loop !== null) shown.push(...shown.slice(loop));
  const dump = new ValueChangeDump(trace);
  const steps = shown.map((i) => dump.step({ bits: bits[i]!, values: values[i]!, met: met[i]! }, i));
  return `${steps.join("")}${dump.end()}`;
}

/**
 * A value change dump, step by step. Signals are in the scopes of their instances, below the name of the whole. Beside them there is a
 * scope `lasso`: `loop_start` and `in_loop`, a wire for each condition and, where the design has no clock of its own, a `clock`. Where bits
 * do not say what a value is, a second wire has it as a text, of the type `string` that GTKWave and its successors have.
 */
export class ValueChangeDump {
  private wires: readonly Wire[] | null = null;
  private readonly last = new Map<Wire, string>();
  private steps = 0;

  constructor(private readonly trace: DumpedTrace) {}

  /** The changes of a step, whose number in the trace tells whether it is in the loop; before the first, what the wires are. */
  step(row: TraceRow, number: number): string {
    const time = PERIOD * this.steps++;
    const lines: string[] = [];
    if (this.wires === null) {
      this.wires = wiresOf(this.trace, row);
      lines.push("$timescale 1 ns $end", ...declarations(this.wires));
    }
    lines.push(`#${time}`);
    for (const wire of this.wires) {
      const value = wire.value(row, number);
      if (!wire.isClock && this.last.get(wire) === value) continue;
      this.last.set(wire, value);
      const kind = wire.width === null ? "s" : "b";
      lines.push(wire.width === 1 ? `${value}${wire.id}` : `${kind}${value} ${wire.id}`);
    }
    lines.push(`#${time + PERIOD / 2}`);
    for (const wire of this.wires)
      if (wire.isClock) lines.push(`${wire.value(row, number) === "1" ? "0" : "1"}${wire.id}`);
    return `${lines.join("\n")}\n`;
  }

  end(): string {
    return `#${PERIOD * this.steps}\n`;
  }
}

function wiresOf({ signals, conditions, origin, loop }: DumpedTrace, first: TraceRow): Wire[] {
  const wires: Wire[] = [];
  const add = (wire: Omit<Wire, "id">) => wires.push({ id: identifier(wires.length), ...wire });
  const top = origin?.name ?? "model";
  const lasso = top === "lasso" ? ["lasso_"] : ["lasso"];
  const placed = (name: string) => {
    const { modules, wire } = placeOf(name);
    return { scope: [top, ...modules], name: wire };
  };
  const { names: clocks = [], edge = "posedge" } = origin?.clock ?? {};
  const level = edge === "posedge" ? "1" : "0";
  for (const name of clocks) add({ ...placed(name), width: 1, value: () => level, isClock: true });
  signals.forEach((signal, k) => {
    const place = placed(signal.name);
    const width = Math.max(1, first.bits[k]!.length);
    add({ ...place, width, ...(width > 1 && { range: rangeOf(signal, width) }), value: (row) => row.bits[k] || "0" });
    if (needsText(signal))
      add({ ...place, name: `${place.name}_shown`, width: null, value: (row) => forVcd(row.values[k]!) });
  });
  if (clocks.length === 0) add({ scope: lasso, name: "clock", width: 1, value: () => level, isClock: true });
  if (loop !== null) {
    add({ scope: lasso, name: "loop_start", width: 1, value: (_, step) => (step === loop ? "1" : "0") });
    add({ scope: lasso, name: "in_loop", width: 1, value: (_, step) => (step >= loop ? "1" : "0") });
  }
  conditions.forEach(({ name }, k) => {
    add({ scope: lasso, name, width: 1, value: (row) => (row.met.includes(k) ? "1" : "0") });
  });
  return wires;
}

/** Would somebody who sees the bits as a number not know the value? */
const needsText = ({ type, isDisplayed }: TraceSignal): boolean =>
  isDisplayed === true || type.kind === "enum" || type.kind === "text" || (type.kind === "range" && type.low !== 0);

const rangeOf = ({ left, right }: TraceSignal, width: number): string => `[${left ?? width - 1}:${right ?? 0}]`;

/** A module, its wires, and the modules in it. */
interface Scope {
  readonly wires: string[];
  readonly scopes: Map<string, Scope>;
}

function declarations(wires: readonly Wire[]): string[] {
  const top: Scope = { wires: [], scopes: new Map() };
  for (const { scope, name, width, id, range } of wires) {
    let inside = top;
    for (const part of scope) inside = scopeIn(inside, part);
    const indices = range === undefined ? "" : ` ${range}`;
    inside.wires.push(`$var ${width === null ? "string 1" : `wire ${width}`} ${id} ${forVcd(name)}${indices} $end`);
  }
  return [...declared(top), "$enddefinitions $end"];
}

function scopeIn({ scopes }: Scope, name: string): Scope {
  const known = scopes.get(name) ?? { wires: [], scopes: new Map() };
  scopes.set(name, known);
  return known;
}

const declared = ({ wires, scopes }: Scope): string[] => [
  ...wires,
  ...[...scopes].flatMap(([name, scope]) => [
    `$scope module ${forVcd(name)} $end`,
    ...declared(scope),
    "$upscope $end",
  ]),
];

/** `cpu.alu.carry` is the wire `carry` in the module `alu` of the module `cpu`. */
function placeOf(name: string): { readonly modules: readonly string[]; readonly wire: string } {
  const parts = name.split(".");
  const isPath = parts.length > 1 && parts.every((part) => part !== "");
  return isPath ? { modules: parts.slice(0, -1), wire: parts.at(-1)! } : { modules: [], wire: name };
}

/** The short printable names that the format uses: `!`, `"`, … `~`, `!!`, … */
function identifier(n: number): string {
  let id = "";
  for (let rest = n; ; rest = Math.floor(rest / IDS) - 1) {
    id += String.fromCharCode(FIRST_ID + (rest % IDS));
    if (rest < IDS) return id;
  }
}

import type { Trace } from "../evidence/trace.js";
import { forVcd } from "../text/escape.js";

const FIRST_ID = 33;
const IDS = 94;

interface Wire {
  readonly id: string;
  /** The modules that it is in, from the outermost. */
  readonly scope: readonly string[];
  readonly name: string;
  /** In bits; null for a text. */
  readonly width: number | null;
  /** Most significant bit first, or a text. */
  value(step: number): string;
}

/**
 * A value change dump. Beside the model's signals it has a scope `lasso`: `loop_start` and `in_loop`, and one wire for
 * each condition. The loop is shown twice, so that a viewer shows that it comes back. Where the author of a program says how values are
 * shown, a second wire has them as texts, of the type `string` that GTKWave and its successors have.
 */
export function vcd(trace: Trace): string {
  const { loop } = trace;
  const shown = trace.bits.map((_, i) => i);
  if (loop !== null) shown.push(...shown.slice(loop));
  const wires = wiresOf(trace);
  const lines = ["$timescale 1 ns $end", ...declarations(wires)];
  const last = new Map<Wire, string>();
  shown.forEach((step, time) => {
    lines.push(`#${time}`);
    for (const wire of wires) {
      const value = wire.value(step);
      if (last.get(wire) === value) continue;
      last.set(wire, value);
      const kind = wire.width === null ? "s" : "b";
      lines.push(wire.width === 1 ? `${value}${wire.id}` : `${kind}${value} ${wire.id}`);
    }
  });
  lines.push(`#${shown.length}`);
  return `${lines.join("\n")}\n`;
}

function wiresOf({ signals, bits, values, conditions, met, loop }: Trace): Wire[] {
  const wires: Wire[] = [];
  const add = (scope: readonly string[], name: string, width: number | null, value: (step: number) => string) =>
    wires.push({ id: identifier(wires.length), scope, name, width, value });
  signals.forEach(({ name, isDisplayed }, k) => {
    const { modules, wire } = placeOf(name);
    const scope = ["model", ...modules];
    add(scope, wire, bits[0]?.[k]?.length ?? 0, (step) => bits[step]![k]!);
    if (isDisplayed) add(scope, `${wire}_shown`, null, (step) => forVcd(values[step]![k]!));
  });
  if (loop !== null) {
    add(["lasso"], "loop_start", 1, (step) => (step === loop ? "1" : "0"));
    add(["lasso"], "in_loop", 1, (step) => (step >= loop ? "1" : "0"));
  }
  conditions.forEach(({ name }, k) => {
    add(["lasso"], name, 1, (step) => (met[step]!.includes(k) ? "1" : "0"));
  });
  return wires;
}

/** A module, its wires, and the modules in it. */
interface Scope {
  readonly wires: string[];
  readonly scopes: Map<string, Scope>;
}

function declarations(wires: readonly Wire[]): string[] {
  const top: Scope = { wires: [], scopes: new Map() };
  for (const { scope, name, width, id } of wires) {
    let inside = top;
    for (const part of scope) inside = scopeIn(inside, part);
    inside.wires.push(`$var ${width === null ? "string 1" : `wire ${width}`} ${id} ${forVcd(name)} $end`);
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

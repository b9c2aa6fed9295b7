import type { Trace } from "../evidence/trace.js";
import { forVcd } from "../text/escape.js";

const FIRST_ID = 33;
const IDS = 94;

interface Wire {
  readonly id: string;
  readonly scope: string;
  readonly name: string;
  readonly width: number;
  /** Most significant bit first. */
  value(step: number): string;
}

/**
 * A value change dump. Beside the model's signals it has a scope `lasso`: `loop_start` and `in_loop`, and one wire for
 * each condition. The loop is shown twice, so that a viewer shows that it comes back.
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
      lines.push(wire.width === 1 ? `${value}${wire.id}` : `b${value} ${wire.id}`);
    }
  });
  lines.push(`#${shown.length}`);
  return `${lines.join("\n")}\n`;
}

function wiresOf({ signals, bits, conditions, met, loop }: Trace): Wire[] {
  const wires: Wire[] = [];
  const add = (scope: string, name: string, width: number, value: (step: number) => string) =>
    wires.push({ id: identifier(wires.length), scope, name: forVcd(name), width, value });
  signals.forEach(({ name }, k) => {
    add("model", name, bits[0]?.[k]?.length ?? 0, (step) => bits[step]![k]!);
  });
  if (loop !== null) {
    add("lasso", "loop_start", 1, (step) => (step === loop ? "1" : "0"));
    add("lasso", "in_loop", 1, (step) => (step >= loop ? "1" : "0"));
  }
  conditions.forEach(({ name }, k) => {
    add("lasso", name, 1, (step) => (met[step]!.includes(k) ? "1" : "0"));
  });
  return wires;
}

function declarations(wires: readonly Wire[]): string[] {
  const scopes = [...new Set(wires.map((w) => w.scope))];
  const lines = scopes.flatMap((scope) => [
    `$scope module ${scope} $end`,
    ...wires.filter((w) => w.scope === scope).map((w) => `$var wire ${w.width} ${w.id} ${w.name} $end`),
    "$upscope $end",
  ]);
  return [...lines, "$enddefinitions $end"];
}

/** The short printable names that the format uses: `!`, `"`, … `~`, `!!`, … */
function identifier(n: number): string {
  let id = "";
  for (let rest = n; ; rest = Math.floor(rest / IDS) - 1) {
    id += String.fromCharCode(FIRST_ID + (rest % IDS));
    if (rest < IDS) return id;
  }
}

import type { Lasso, Run } from "../evidence/verdict.js";
import type { Model } from "../model/model.js";
import { Simulator } from "../model/simulate.js";
import { forVcd } from "../text/escape.js";
import type { Condition } from "./trace.js";

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
export function vcd(model: Model, path: Lasso | Run, conditions: readonly Condition[]): string {
  const loop = path.kind === "lasso" ? path.loop : null;
  const shown = path.steps.map((_, i) => i);
  if (loop !== null) shown.push(...shown.slice(loop));
  const wires = wiresOf(model, path, conditions);
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

function wiresOf(model: Model, path: Lasso | Run, conditions: readonly Condition[]): Wire[] {
  const watch = [...model.signals.flatMap((s) => s.bits), ...conditions.map((c) => c.literal)];
  const simulator = new Simulator(model, { watch, latches: [] });
  // values[step][k]: bit k of `watch`
  const values = path.steps.map((step) => {
    simulator.load(step);
    simulator.evaluate();
    return Uint8Array.from(watch, (l) => simulator.bit(l));
  });
  const wires: Wire[] = [];
  const add = (scope: string, name: string, width: number, value: (step: number) => string) =>
    wires.push({ id: identifier(wires.length), scope, name: forVcd(name), width, value });
  let offset = 0;
  for (const signal of model.signals) {
    const from = offset;
    const width = signal.bits.length;
    offset += width;
    add("model", signal.name, width, (step) =>
      values[step]!.slice(from, from + width)
        .reverse()
        .join(""),
    );
  }
  if (path.kind === "lasso") {
    add("lasso", "loop_start", 1, (step) => (step === path.loop ? "1" : "0"));
    add("lasso", "in_loop", 1, (step) => (step >= path.loop ? "1" : "0"));
  }
  for (const condition of conditions) {
    const k = offset++;
    add("lasso", condition.name, 1, (step) => `${values[step]![k]!}`);
  }
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

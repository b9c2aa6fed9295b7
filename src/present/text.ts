import { nodeOf } from "../logic/lit.js";
import type { Signal } from "../model/symbols.js";
import { forTerminal } from "../text/escape.js";
import type { Trace } from "./trace.js";

/**
 * A trace for people: the first step in full, then only what changes; where the loop starts and where it goes back to;
 * which condition is met where. What is connected to a port of an instance is shown once, by its outer name.
 */
export function traceText(trace: Trace): string {
  const lines: string[] = [];
  const outermost = outermostOf(trace.signals);
  const isShown = trace.signals.map((s) => depthOf(s) === outermost.get(valueKey(s)));
  const names = trace.signals.map((s) => forTerminal(s.name));
  const shown = names.filter((_, k) => isShown[k]);
  const width = Math.min(
    WIDEST,
    shown.reduce((widest, name) => Math.max(widest, name.length), 0),
  );
  let before: readonly string[] | null = null;
  trace.values.forEach((values, step) => {
    if (step === trace.loop) {
      lines.push("-- loop starts here");
      before = null;
    }
    lines.push(`step ${step}${metText(trace, step)}`);
    trace.signals.forEach((_, k) => {
      if (isShown[k] && (before === null || before[k] !== values[k]))
        lines.push(`  ${names[k]!.padEnd(width)} = ${forTerminal(values[k]!)}`);
    });
    before = values;
  });
  if (trace.loop !== null) lines.push(`-- back to step ${trace.loop}`);
  return `${lines.join("\n")}\n`;
}

/** Longer names do not push the values of all others aside. */
const WIDEST = 80;

/** Signals with one key are the same bits, read in the same way. */
const valueKey = ({ name, bits, type }: Signal): string =>
  bits.every((b) => nodeOf(b) === 0) ? name : `${bits.join()} ${JSON.stringify(type)}`;

const depthOf = ({ name }: Signal): number => name.split(".").length;

function outermostOf(signals: readonly Signal[]): Map<string, number> {
  const depths = new Map<string, number>();
  for (const s of signals) depths.set(valueKey(s), Math.min(depthOf(s), depths.get(valueKey(s)) ?? Infinity));
  return depths;
}

/** Conditions are worth reading inside the loop, where each must be met; of a finite run, in its last step. */
function metText(trace: Trace, step: number): string {
  const met = trace.met[step]!;
  const matters = trace.loop === null ? step === trace.values.length - 1 : step >= trace.loop;
  return matters && met.length > 0 ? `  -- ${met.map((k) => forTerminal(trace.conditions[k]!.name)).join(", ")}` : "";
}

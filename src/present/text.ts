import type { Moves, Trace } from "../evidence/trace.js";
import { forTerminal } from "../text/escape.js";
import { exceptText, movesText } from "./moves.js";

/** A trace for people: of a circuit, step by step; of a program, who takes which step and what changes. Branches follow. */
export function traceText(trace: Trace): string {
  const path = trace.moves === undefined ? stepsText(trace) : movesText(trace as Trace & { readonly moves: Moves });
  const branches = (trace.branches ?? []).map(({ step, formula, trace: branch }) => {
    return `from step ${step}, ${forTerminal(formula)}:\n${traceText(branch)}`;
  });
  return `${path}${branches.join("")}`;
}

/**
 * The first step in full, then only what changes; where the loop starts and where it goes back to;
 * which condition is met where. What is connected to a port of an instance is shown once, by its outer name.
 */
function stepsText(trace: Trace): string {
  const lines: string[] = [];
  const outermost = outermostOf(trace);
  const isShown = trace.signals.map((s) => depthOf(s.name) === outermost.get(s.key));
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
  if (trace.loop !== null) lines.push(`-- back to step ${trace.loop}${exceptText(trace)}`);
  return `${lines.join("\n")}\n`;
}

/** Longer names do not push the values of all others aside. */
const WIDEST = 80;

const depthOf = (name: string): number => name.split(".").length;

function outermostOf({ signals }: Trace): Map<string, number> {
  const depths = new Map<string, number>();
  for (const { name, key } of signals) depths.set(key, Math.min(depthOf(name), depths.get(key) ?? Infinity));
  return depths;
}

/** Conditions are worth reading inside the loop, where each must be met; of a finite run, in its last step. */
function metText(trace: Trace, step: number): string {
  const met = trace.met[step]!;
  const matters = trace.loop === null ? step === trace.values.length - 1 : step >= trace.loop;
  return matters && met.length > 0 ? `  -- ${met.map((k) => forTerminal(trace.conditions[k]!.name)).join(", ")}` : "";
}

import type { Trace } from "./trace.js";

/**
 * A trace for people: the first step in full, then only what changes; where the loop starts and where it goes back to;
 * which condition is met where.
 */
export function traceText(trace: Trace): string {
  const lines: string[] = [];
  const width = Math.max(0, ...trace.signals.map((s) => s.name.length));
  let before: readonly string[] | null = null;
  trace.values.forEach((values, step) => {
    if (step === trace.loop) {
      lines.push("-- loop starts here");
      before = null;
    }
    lines.push(`step ${step}${metText(trace, step)}`);
    trace.signals.forEach((signal, k) => {
      if (before === null || before[k] !== values[k]) lines.push(`  ${signal.name.padEnd(width)} = ${values[k]}`);
    });
    before = values;
  });
  if (trace.loop !== null) lines.push(`-- back to step ${trace.loop}`);
  return `${lines.join("\n")}\n`;
}

/** Conditions are worth reading inside the loop, where each must be met; of a finite run, in its last step. */
function metText(trace: Trace, step: number): string {
  const met = trace.met[step]!;
  const matters = trace.loop === null ? step === trace.values.length - 1 : step >= trace.loop;
  return matters && met.length > 0 ? `  -- ${met.map((k) => trace.conditions[k]!.name).join(", ")}` : "";
}

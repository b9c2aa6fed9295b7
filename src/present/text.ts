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

/** As `StepLines`, with where the loop starts and where it goes back to, and which condition is met where. */
function stepsText(trace: Trace): string {
  const steps = new StepLines(trace.signals);
  const lines = trace.values.flatMap((values, step) => {
    const isStart = step === trace.loop;
    return [...(isStart ? ["-- loop starts here"] : []), ...steps.next(step, values, metText(trace, step), isStart)];
  });
  if (trace.loop !== null) lines.push(`-- back to step ${trace.loop}${exceptText(trace)}`);
  return `${lines.join("\n")}\n`;
}

/**
 * Steps of a circuit, as they come: the first in full, then only what changes. What is connected to a port of an instance is shown
 * once, by its outer name.
 */
export class StepLines {
  private readonly names: readonly string[];
  private readonly isShown: readonly boolean[];
  private readonly width: number;
  private before: readonly string[] | null = null;

  constructor(signals: Trace["signals"]) {
    const outermost = outermostOf(signals);
    this.isShown = signals.map((s) => depthOf(s.name) === outermost.get(s.key));
    this.names = signals.map((s) => forTerminal(s.name));
    const shown = this.names.filter((_, k) => this.isShown[k]);
    this.width = Math.min(
      WIDEST,
      shown.reduce((widest, name) => Math.max(widest, name.length), 0),
    );
  }

  next(step: number, values: readonly string[], note: string, inFull = false): string[] {
    const { names, isShown, width } = this;
    const before = inFull ? null : this.before;
    this.before = values;
    const changed = names.flatMap((name, k) =>
      isShown[k] && before?.[k] !== values[k] ? [`  ${name.padEnd(width)} = ${forTerminal(values[k]!)}`] : [],
    );
    return [`step ${step}${note}`, ...changed];
  }
}

/** Longer names do not push the values of all others aside. */
const WIDEST = 80;

const depthOf = (name: string): number => name.split(".").length;

function outermostOf(signals: Trace["signals"]): Map<string, number> {
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

import type { Moves, Trace } from "../evidence/trace.js";
import { forTerminal } from "../text/escape.js";

type ProgramTrace = Trace & { readonly moves: Moves };

/**
 * What a program does, for people: who takes which step and what changes; where the formula breaks, where the loop starts,
 * and how each fairness condition is met in it. Step n leads to state n.
 */
export function movesText(trace: ProgramTrace): string {
  const { values, loop, moves, conditions, open = [] } = trace;
  const names = moves.steps.map((step, t) => {
    const line = moves.lines[t] ?? null;
    return step === null ? "(nothing)" : forTerminal(`${step}${line === null ? "" : `:${line}`}`);
  });
  const width = Math.max(...names.map((n) => n.length), "start".length);
  const digits = String(values.length).length;
  const lines = [`${" ".repeat(digits)}  ${"start".padEnd(width)}  ${stateText(trace, 0)}`];
  values.forEach((_, t) => {
    if (t === loop) lines.push(`-- loop starts here${t === 0 ? "" : `: ${stateText(trace, t)}`}`);
    if (t === moves.breach?.step) lines.push(`-- ${forTerminal(moves.breach.text)}`);
    const next = t + 1 < values.length ? t + 1 : loop;
    if (next === null) return;
    const changed = changes(trace, t, next, t === values.length - 1 ? open : []) || couldText(moves.could?.[t] ?? []);
    lines.push(`${String(t + 1).padStart(digits)}  ${names[t]!.padEnd(width)}  ${changed}`.trimEnd());
  });
  if (loop !== null) {
    lines.push(`-- and again from step ${loop + 1}, for ever${exceptText(trace)}`);
    for (const { name, how } of conditions) lines.push(`   ${forTerminal(name)}: ${how ?? ""}`);
  }
  if (moves.isDeadlock) lines.push("-- no step is enabled");
  return `${lines.join("\n")}\n`;
}

const MOST = 5;

/** Where nothing happens: who could have moved. */
function couldText(steps: readonly string[]): string {
  if (steps.length === 0) return "";
  const rest = steps.length - MOST;
  return `though ${steps.slice(0, MOST).map(forTerminal).join(", ")}${rest > 0 ? ` and ${rest} more` : ""} could`;
}

/** What does not come back when the loop does. */
export function exceptText({ signals, open = [] }: Trace): string {
  const names = open.map((k) => forTerminal(signals[k]!.name));
  return names.length === 0 ? "" : `, except that ${names.join(", ")} may go on changing`;
}

/** All variables: `turn = left, wants = [true, false]`. */
const stateText = ({ moves }: ProgramTrace, step: number): string =>
  moves.variables.map((name, k) => `${name} = ${forTerminal(moves.states[step]![k]!)}`).join(", ");

/** `turn: left → right, wants[0]: false → true`. */
function changes({ signals, values }: Trace, from: number, to: number, open: readonly number[]): string {
  const changed = signals.flatMap(({ name }, k) => {
    const [before, after] = [values[from]![k]!, values[to]![k]!];
    return before === after || open.includes(k) ? [] : [`${name}: ${forTerminal(before)} → ${forTerminal(after)}`];
  });
  return changed.join(", ");
}

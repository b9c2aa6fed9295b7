import type { Chart, ChartRow } from "../evidence/trace.js";
import { shownText } from "./display.js";
import type { Program } from "./program.js";

/** What is shown: the states and steps of a counterexample. */
export interface ChartedRun {
  readonly states: readonly Readonly<Record<string, unknown>>[];
  readonly steps: readonly (string | null)[];
  readonly loop: number | null;
}

/** The steps of a run, and the messages that they send and receive. */
export function chartOf(program: Program, run: ChartedRun): Chart {
  const all = program.processes.map((p) => p.name);
  const processOf = (step: string) =>
    all.filter((p) => step.startsWith(`${p}.`)).sort((a, b) => b.length - a.length)[0];
  const taken = new Set(run.steps.map((step) => (step === null ? undefined : processOf(step))));
  const lanes = all.filter((name) => taken.has(name));
  /** By channel: who sent what is on its way, in the order of the messages. */
  const senders = new Map<string, (number | null)[]>();
  const rows = run.steps.map((step, t): ChartRow => {
    const process = step === null ? undefined : processOf(step);
    const lane = process === undefined ? -1 : lanes.indexOf(process);
    const [before, after] = [run.states[t]!, run.states[t + 1] ?? run.states[run.loop ?? t]!];
    const sent: string[] = [];
    const received: { text: string; from: number | null }[] = [];
    for (const { name, domain } of program.variables)
      for (const channel of channelsOf(name, domain, Reflect.get(before, name), Reflect.get(after, name))) {
        const own = senders.get(channel.name) ?? channel.before.map(() => null);
        const gone = removed(channel.before, channel.after);
        const [rest, came] = [without(channel.before, gone), channel.after.length];
        const remaining = own.filter((_, k) => k !== gone);
        if (gone >= 0) received.push({ text: `${channel.name} ${channel.before[gone]}`, from: own[gone] ?? null });
        if (came > rest.length) {
          const at = added(rest, channel.after);
          sent.push(`${channel.name} ${channel.after[at]}`);
          remaining.splice(at, 0, lane);
        }
        senders.set(channel.name, remaining);
      }
    return { lane, step: step === null ? "(nothing)" : step.slice((process?.length ?? -1) + 1), sent, received };
  });
  return { lanes, rows, loop: run.loop };
}

/** The channels of a variable with the messages before and after a step, as texts. */
function channelsOf(
  name: string,
  domain: Program["variables"][number]["domain"],
  before: unknown,
  after: unknown,
): { readonly name: string; readonly before: readonly string[]; readonly after: readonly string[] }[] {
  if (domain.kind === "channel") {
    const texts = (value: unknown) => (value as readonly unknown[]).map((m) => shownText(domain.of, m));
    return [{ name, before: texts(before), after: texts(after) }];
  }
  switch (domain.kind) {
    case "array": {
      const part = (value: unknown, i: number): unknown => (value as readonly unknown[])[i];
      return Array.from({ length: domain.length }, (_, i) => i).flatMap((i) =>
        channelsOf(`${name}[${i}]`, domain.of, part(before, i), part(after, i)),
      );
    }
    case "record":
      return Object.entries(domain.fields).flatMap(([field, of]) =>
        channelsOf(
          `${name}.${field}`,
          of,
          Reflect.get(before as object, field) as unknown,
          Reflect.get(after as object, field) as unknown,
        ),
      );
    case "map": {
      const later = after as ReadonlyMap<unknown, unknown>;
      return [...(before as ReadonlyMap<unknown, unknown>)].flatMap(([key, value]) =>
        channelsOf(`${name}[${String(key)}]`, domain.of, value, later.get(key)),
      );
    }
    default:
      return [];
  }
}

/** The position of a message that is gone; -1 for none. */
function removed(before: readonly string[], after: readonly string[]): number {
  if (before.join("\n") === after.join("\n") || after.length > before.length) return -1;
  const k = before.findIndex((message, i) => message !== after[i]);
  return k < 0 ? before.length - 1 : k;
}

const without = (messages: readonly string[], k: number): string[] => messages.filter((_, i) => i !== k);

function added(before: readonly string[], after: readonly string[]): number {
  const k = after.findIndex((message, i) => message !== before[i]);
  return k < 0 ? after.length - 1 : k;
}

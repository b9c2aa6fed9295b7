import type { Program } from "../program/program.js";
import { valueText } from "../program/values.js";
import { ArgumentError, expectSystem, having } from "../text/argument-error.js";
import { forTerminal, forXml } from "../text/escape.js";

/** What is shown: the states and steps of a counterexample. */
export interface ChartedRun {
  readonly states: readonly Readonly<Record<string, unknown>>[];
  readonly steps: readonly (string | null)[];
  readonly loop: number | null;
}

/** A step in the lane of its process, with the messages that it sends and receives. */
interface Row {
  readonly lane: number;
  readonly step: string;
  readonly sent: readonly string[];
  /** What is received, and in whose lane it was sent; null where nobody is known. */
  readonly received: readonly { readonly text: string; readonly from: number | null }[];
}

/** The run as a chart with one lane a process: text, with the messages that each step sends (`!`) and receives (`?`). */
export function sequenceChartText(program: Program, run: ChartedRun): string {
  const { lanes, rows } = chart("sequenceChartText", program, run);
  const width = Math.max(...lanes.map((l) => l.length), ...rows.map((r) => r.step.length)) + 2;
  const lines = [
    lanes
      .map((lane) => lane.padEnd(width))
      .join("")
      .trimEnd(),
  ];
  rows.forEach((row, t) => {
    if (t === run.loop) lines.push("-- loop starts here");
    const cells = lanes.map((_, lane) => (lane === row.lane ? row.step : "|").padEnd(width)).join("");
    const received = row.received.map(({ text, from }) => `? ${text}${from === null ? "" : ` from ${lanes[from]}`}`);
    const messages = [...received, ...row.sent.map((text) => `! ${text}`)].join("  ");
    lines.push(`${cells}${messages}`.trimEnd());
  });
  return `${lines.map(forTerminal).join("\n")}\n`;
}

/** The same as a picture: an arrow for each message that is received. */
export function sequenceChartSvg(program: Program, run: ChartedRun): string {
  const { lanes, rows } = chart("sequenceChartSvg", program, run);
  const [lane, height] = [160, 28];
  const x = (k: number) => k * lane + lane / 2;
  const y = (t: number) => 50 + t * height;
  const text = (px: number, py: number, content: string, extra = "") =>
    `<text x="${px}" y="${py}"${extra}>${forXml(content)}</text>`;
  const parts = lanes.flatMap((name, k) => [
    text(x(k), 20, name, ' text-anchor="middle" font-weight="bold"'),
    `<line x1="${x(k)}" y1="28" x2="${x(k)}" y2="${y(rows.length)}" stroke="#999"/>`,
  ]);
  rows.forEach((row, t) => {
    if (t === run.loop)
      parts.push(
        `<line x1="0" y1="${y(t) - 14}" x2="${lanes.length * lane}" y2="${y(t) - 14}" stroke="#06c" stroke-dasharray="4"/>`,
      );
    parts.push(`<circle cx="${x(row.lane)}" cy="${y(t)}" r="4"/>`, text(x(row.lane) + 8, y(t) + 4, row.step));
    for (const { text: message, from } of row.received) {
      if (from === null) continue;
      parts.push(
        `<line x1="${x(from)}" y1="${y(t)}" x2="${x(row.lane)}" y2="${y(t)}" stroke="#c30" marker-end="url(#a)"/>`,
      );
      parts.push(text((x(from) + x(row.lane)) / 2, y(t) - 4, message, ' text-anchor="middle" fill="#c30"'));
    }
  });
  const marker =
    '<marker id="a" markerWidth="8" markerHeight="8" refX="10" refY="4" orient="auto"><path d="M0 0L8 4L0 8z" fill="#c30"/></marker>';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${lanes.length * lane}" height="${y(rows.length) + 10}" font-family="sans-serif" font-size="11"><defs>${marker}</defs>${parts.join("")}</svg>\n`;
}

function chart(
  call: string,
  program: Program,
  run: ChartedRun,
): { readonly lanes: readonly string[]; readonly rows: readonly Row[] } {
  expectSystem(call, program);
  if (!having("states", "steps")(run)) throw new ArgumentError(call, "run", "a counterexample", run);
  const all = program.processes.map((p) => p.name);
  const processOf = (step: string) =>
    all.filter((p) => step.startsWith(`${p}.`)).sort((a, b) => b.length - a.length)[0];
  const taken = new Set(run.steps.map((step) => (step === null ? undefined : processOf(step))));
  const lanes = all.filter((name) => taken.has(name));
  /** By channel: who sent what is on its way, in the order of the messages. */
  const senders = new Map<string, (number | null)[]>();
  const rows = run.steps.map((step, t): Row => {
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
  return { lanes, rows };
}

/** The channels of a variable with the messages before and after a step, as texts. */
function channelsOf(
  name: string,
  domain: Program["variables"][number]["domain"],
  before: unknown,
  after: unknown,
): { readonly name: string; readonly before: readonly string[]; readonly after: readonly string[] }[] {
  if (domain.kind === "channel") {
    const texts = (value: unknown) => (value as readonly unknown[]).map(valueText);
    return [{ name, before: texts(before), after: texts(after) }];
  }
  if (domain.kind !== "array") return [];
  const part = (value: unknown, i: number): unknown => (value as readonly unknown[])[i];
  return Array.from({ length: domain.length }, (_, i) => i).flatMap((i) =>
    channelsOf(`${name}[${i}]`, domain.of, part(before, i), part(after, i)),
  );
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

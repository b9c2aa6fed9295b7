import type { Chart } from "../evidence/trace.js";
import { type ChartedRun, chartOf } from "../program/chart.js";
import type { Program } from "../program/program.js";
import { ArgumentError, expectSystem, having } from "../text/argument-error.js";
import { forTerminal, forXml } from "../text/escape.js";

/** The run as a chart with one lane a process: text, with the messages that each step sends (`!`) and receives (`?`). */
export function sequenceChartText(program: Program, run: ChartedRun): string {
  return chartText(chart("sequenceChartText", program, run));
}

/** The same as a picture: an arrow for each message that is received. */
export function sequenceChartSvg(program: Program, run: ChartedRun): string {
  return chartSvg(chart("sequenceChartSvg", program, run));
}

function chart(call: string, program: Program, run: ChartedRun): Chart {
  expectSystem(call, program);
  if (!having("states", "steps")(run)) throw new ArgumentError(call, "run", "a counterexample", run);
  return chartOf(program, run);
}

export function chartText({ lanes, rows, loop }: Chart): string {
  const width = Math.max(...lanes.map((l) => l.length), ...rows.map((r) => r.step.length)) + 2;
  const lines = [
    lanes
      .map((lane) => lane.padEnd(width))
      .join("")
      .trimEnd(),
  ];
  rows.forEach((row, t) => {
    if (t === loop) lines.push("-- loop starts here");
    const cells = lanes.map((_, lane) => (lane === row.lane ? row.step : "|").padEnd(width)).join("");
    const received = row.received.map(({ text, from }) => `? ${text}${from === null ? "" : ` from ${lanes[from]}`}`);
    const messages = [...received, ...row.sent.map((text) => `! ${text}`)].join("  ");
    lines.push(`${cells}${messages}`.trimEnd());
  });
  return `${lines.map(forTerminal).join("\n")}\n`;
}

export function chartSvg({ lanes, rows, loop }: Chart): string {
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
    if (t === loop)
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

import type { Trace } from "../evidence/trace.js";
import { forXml, spelled } from "../text/escape.js";

const [CELL, ROW, PAD, LETTER] = [72, 28, 12, 7.3];
const HEAD = 44;
const LONGEST = 60;
const INK = "#1f2933";
const FAINT = "#9aa5b1";
const LOOP = "#e3effb";
const MET = "#1f7a4d";

/**
 * A picture of a trace: a row for each signal, as waveforms are drawn, and a row for each condition with a dot where it is
 * met. The loop is shaded, and an arrow leads from its end back to its start.
 */
export function svg(trace: Trace, title: string): string {
  const names = [...trace.signals, ...trace.conditions].map(({ name }) => cut(name));
  const left = PAD * 2 + Math.ceil(LETTER * names.reduce((widest, name) => Math.max(widest, name.length), 4));
  const steps = trace.values.length;
  const bottom = HEAD + names.length * ROW;
  const [width, height] = [left + steps * CELL + PAD, bottom + (trace.loop === null ? PAD : 40)];
  const at = (step: number): number => left + step * CELL;
  const rows = trace.signals.map((signal, k) => {
    const rowOf = (of: readonly (readonly string[])[]) => of.map((step) => step[k]!);
    return signal.type.kind === "bool" && !signal.isDisplayed
      ? levels(rowOf(trace.bits), at, HEAD + k * ROW)
      : words(rowOf(trace.values), at, HEAD + k * ROW);
  });
  const dots = trace.conditions.map((_, c) => {
    const y = HEAD + (trace.signals.length + c) * ROW + ROW / 2;
    const met = trace.met.flatMap((all, step) => (all.includes(c) ? [at(step) + CELL / 2] : []));
    return met.map((x) => `<circle cx="${x}" cy="${y}" r="4.5" fill="${MET}"/>`).join("");
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
      `font-family="monospace" font-size="12" fill="${INK}">`,
    `<title>${forXml(title)}</title>`,
    `<rect width="100%" height="100%" fill="white"/>`,
    ...(trace.loop === null ? [] : [shade(at(trace.loop), at(steps), bottom)]),
    ...trace.values.map((_, step) => head(step, at(step), bottom)),
    ...names.map((name, k) => {
      const colour = k < trace.signals.length ? "" : ` fill="${MET}"`;
      return `<text x="${left - PAD}" y="${HEAD + k * ROW + ROW / 2 + 4}" text-anchor="end"${colour}>${forXml(name)}</text>`;
    }),
    ...rows,
    ...dots,
    ...(trace.loop === null ? [] : [arrowBack(at(trace.loop), at(steps), bottom)]),
    "</svg>\n",
  ].join("\n");
}

const head = (step: number, x: number, bottom: number): string =>
  `<text x="${x + CELL / 2}" y="${HEAD - 12}" text-anchor="middle">step ${step}</text>` +
  `<line x1="${x}" y1="${HEAD - 6}" x2="${x}" y2="${bottom}" stroke="${FAINT}" stroke-dasharray="2 4"/>`;

const shade = (from: number, to: number, bottom: number): string =>
  `<rect x="${from}" y="${PAD / 2}" width="${to - from}" height="${bottom - PAD / 2}" rx="6" fill="${LOOP}"/>` +
  `<text x="${(from + to) / 2}" y="18" text-anchor="middle" font-weight="bold">loop</text>`;

function arrowBack(from: number, to: number, bottom: number): string {
  const [start, end, low] = [to - CELL / 2, from + CELL / 2 - (to - from > CELL ? 0 : CELL / 4), bottom + 18];
  return (
    `<path d="M ${start} ${bottom + 2} V ${low} H ${end} V ${bottom + 4}" fill="none" stroke="${INK}" stroke-width="1.5"/>` +
    `<path d="M ${end - 4} ${bottom + 9} L ${end} ${bottom + 2} L ${end + 4} ${bottom + 9} Z"/>` +
    `<text x="${(start + end) / 2}" y="${low + 14}" text-anchor="middle">for ever</text>`
  );
}

/** A line that is high where the signal is 1. */
function levels(values: readonly string[], at: (step: number) => number, top: number): string {
  const y = (value: string) => top + (value === "1" ? 6 : ROW - 6);
  const path = values.map((v, i) => `${i === 0 ? "M" : "L"} ${at(i)} ${y(v)} H ${at(i + 1)}`).join(" ");
  return `<path d="${path}" fill="none" stroke="${INK}" stroke-width="1.5"/>`;
}

/** A box for as long as the value stays, with the value in it. */
function words(values: readonly string[], at: (step: number) => number, top: number): string {
  const parts: string[] = [];
  for (let from = 0; from < values.length; ) {
    let to = from + 1;
    while (to < values.length && values[to] === values[from]) to++;
    const [x, width] = [at(from) + 1, at(to) - at(from) - 2];
    const room = Math.floor(width / LETTER) - 1;
    const value = spelled(values[from]!);
    const text = value.length > room ? `${value.slice(0, room - 1)}…` : value;
    parts.push(
      `<rect x="${x}" y="${top + 5}" width="${width}" height="${ROW - 10}" rx="4" fill="white" stroke="${INK}"/>` +
        `<text x="${x + width / 2}" y="${top + ROW / 2 + 4}" text-anchor="middle">${forXml(text)}</text>`,
    );
    from = to;
  }
  return parts.join("");
}

/** Longer names are cut in the middle: the picture is about what happens. */
function cut(name: string): string {
  const shown = spelled(name);
  return shown.length <= LONGEST ? shown : `${shown.slice(0, LONGEST / 2 - 1)}…${shown.slice(-LONGEST / 2)}`;
}

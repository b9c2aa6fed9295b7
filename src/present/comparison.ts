import { forTerminal, forXml } from "../text/escape.js";

/** What one engine did with one property. */
export interface Compared {
  readonly file: string;
  readonly property: string;
  readonly engine: string;
  readonly answer: string;
  readonly seconds: number;
  readonly evidence: string;
}

/** How an engine did over all properties. */
export interface Rank {
  readonly engine: string;
  readonly answered: number;
  /** Answers with evidence that was checked on the model as it was given. */
  readonly checked: number;
  /** Answers that no other engine gave sooner. */
  readonly first: number;
  /** Of its answers. */
  readonly seconds: number;
}

const isAnswer = ({ answer }: Compared): boolean => answer !== "unknown";

/** Most answers first, then less time for them; engines of one rank by name. */
export function ranking(rows: readonly Compared[]): Rank[] {
  const best = new Map<string, number>();
  const key = (r: Compared) => JSON.stringify([r.file, r.property]);
  for (const row of rows.filter(isAnswer)) best.set(key(row), Math.min(row.seconds, best.get(key(row)) ?? Infinity));
  const names = [...new Set(rows.map((r) => r.engine))];
  const ranks = names.map((engine): Rank => {
    const own = rows.filter((r) => r.engine === engine && isAnswer(r));
    return {
      engine,
      answered: own.length,
      checked: own.filter((r) => r.evidence === "checked").length,
      first: own.filter((r) => r.seconds === best.get(key(r))).length,
      seconds: own.reduce((sum, r) => sum + r.seconds, 0),
    };
  });
  return ranks.sort((a, b) => b.answered - a.answered || a.seconds - b.seconds || (a.engine < b.engine ? -1 : 1));
}

export function rankingText(rows: readonly Compared[]): string {
  const head = ["", "engine", "answers", "checked", "first", "seconds"];
  const cells = ranking(rows).map((r, k) => [
    String(k + 1),
    forTerminal(r.engine),
    String(r.answered),
    String(r.checked),
    String(r.first),
    r.seconds.toFixed(2),
  ]);
  const widths = head.map((title, k) => Math.max(title.length, ...cells.map((row) => row[k]!.length)));
  const line = (row: readonly string[]) =>
    row.map((cell, k) => (k === 1 ? cell.padEnd(widths[k]!) : cell.padStart(widths[k]!))).join("  ");
  return `${[head, ...cells].map(line).join("\n")}\n`;
}

/** By RFC 4180: a row for each property and engine. */
export function comparisonCsv(rows: readonly Compared[]): string {
  const field = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = rows.map((r) => [r.file, r.property, r.engine, r.answer, r.evidence, String(r.seconds)].map(field));
  return `${[["file", "property", "engine", "answer", "evidence", "seconds"], ...lines].map((l) => l.join(",")).join("\r\n")}\r\n`;
}

const [WIDTH, HEIGHT, LEFT, BOTTOM, RIGHT, TOP] = [640, 400, 60, 50, 170, 20];
/** Colours that people who see few colours can tell apart (Okabe and Ito). */
const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999"];
const LEAST = 0.001;

/** How many properties each engine answers within how much time for each: a curve further down and to the right is better. */
export function cactusSvg(rows: readonly Compared[]): string {
  const answers = rows.filter(isAnswer);
  const curves = ranking(rows).map(({ engine }) => ({
    engine,
    times: answers.filter((r) => r.engine === engine).map((r) => Math.max(LEAST, r.seconds)).sort((a, b) => a - b), // biome-ignore format: one line
  }));
  const most = Math.max(1, ...curves.map((c) => c.times.length));
  const longest = Math.max(10 * LEAST, ...answers.map((r) => r.seconds));
  const decades = Math.ceil(Math.log10(longest / LEAST) - 1e-9);
  const x = (n: number) => LEFT + ((WIDTH - LEFT - RIGHT) * n) / most;
  const y = (seconds: number) => HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - TOP) * Math.log10(seconds / LEAST)) / decades;
  const grid = Array.from({ length: decades + 1 }, (_, d) => LEAST * 10 ** d).map((s) => {
    const label = `<text x="${LEFT - 6}" y="${y(s) + 4}" text-anchor="end">${Number(s.toPrecision(1))}</text>`;
    return `<path d="M${LEFT} ${y(s)}H${WIDTH - RIGHT}" stroke="#ddd"/>${label}`;
  });
  const ticks = [0, Math.ceil(most / 2), most].map(
    (n) => `<text x="${x(n)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${n}</text>`,
  );
  const drawn = curves.map(({ engine, times }, k) => {
    const colour = COLOURS[k % COLOURS.length];
    const points = times.map((s, n) => `${x(n + 1).toFixed(1)},${y(s).toFixed(1)}`);
    const dots = points.map(
      (p) => `<circle cx="${p.split(",")[0]}" cy="${p.split(",")[1]}" r="2.5" fill="${colour}"/>`,
    );
    const at = TOP + 8 + 18 * k;
    const key = `<path d="M${WIDTH - RIGHT + 12} ${at}h18" stroke="${colour}" stroke-width="3"/><text x="${WIDTH - RIGHT + 36}" y="${at + 4}">${forXml(engine)} (${times.length})</text>`;
    return `<polyline points="${points.join(" ")}" fill="none" stroke="${colour}"/>${dots.join("")}${key}`;
  });
  const height = Math.max(HEIGHT, TOP + 18 * curves.length + BOTTOM);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="sans-serif" font-size="12">`,
    "<title>Answers within a time limit, by engine</title>",
    `<rect width="${WIDTH}" height="${height}" fill="white"/>`,
    ...grid,
    ...ticks,
    ...drawn,
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 10}" text-anchor="middle">properties answered</text>`,
    `<text x="14" y="${HEIGHT / 2}" text-anchor="middle" transform="rotate(-90 14 ${HEIGHT / 2})">seconds for each</text>`,
    "</svg>",
    "",
  ].join("\n");
}

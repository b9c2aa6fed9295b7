/**
 * The experiment of Catch-them-young, Section 3.3: random models, each in a passing version and in one that lacks a cycle set;
 * the heuristic against Emerson-Lei with the same rule for dropping conditions, and against itself with a stop as soon as one tense is
 * done. Draws the scatter plot of Fig. 1. With `--by nodes` created BDD nodes stand for the time: they do not depend on the machine.
 *
 * `npm run bench:catch-them-young -- --models 2000 --seconds 5 --by nodes --svg FILE`, `-- --quick`; with `--write` the figures are put into
 * docs/measurements/hulls.md: those by time for Fig. 1, those by nodes for the averages and the rounds.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Progress } from "../src/limits/progress.js";
import { Stopped } from "../src/limits/stopped.js";
import { Random } from "../src/logic/random.js";
import type { Model } from "../src/model/model.js";
import { loadKernels } from "../src/node/kernels.js";
import type { Bdd } from "../src/solvers/bdd/manager.js";
import { catchThemYoung } from "../src/symbolic/catch-them-young.js";
import { emersonLei } from "../src/symbolic/emerson-lei.js";
import type { Hull } from "../src/symbolic/hull.js";
import { SymbolicSession } from "../src/symbolic/session.js";
import { cycleSets, processModel, randomProcesses } from "./families/random-processes.js";
import { type Rows, tableText, writeFigures, writeMeasured } from "./measured.js";

const { values } = parseArgs({
  options: {
    models: { type: "string", default: "2000" },
    seconds: { type: "string", default: "5" },
    minutes: { type: "string", default: "60" },
    seed: { type: "string", default: "1997" },
    svg: { type: "string", default: "catch-them-young.svg" },
    by: { type: "string", default: "time" },
    write: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
  },
});
const models = values.quick ? 60 : Number(values.models);
/** A model on which reachability or a search takes longer is left out. */
const limit = Number(values.seconds);
const kernels = await loadKernels();
const byNodes = values.by === "nodes";
/** The paper's r₀ is 0.1 s; machines have become that much faster. Shorter runs are left out. In nodes, models that are not tiny. */
const R0 = byNodes ? 2000 : 0.0002;
const R0_SHOWN = byNodes ? `${R0} nodes` : `${1000 * R0} ms`;
/** Short runs are measured several times, and the shortest time counts. */
const SHORT = byNodes ? 0 : 0.02;
const TIMES = 3;

type Algorithm = (session: SymbolicSession, reached: Bdd) => Generator<Progress, Hull<Bdd>>;

const heuristic: Algorithm = (session, reached) => catchThemYoung(session.sets, reached);
const oneTense: Algorithm = (session, reached) => catchThemYoung(session.sets, reached, { until: "one-tense" });
const emersonAndLei: Algorithm = (session, reached) => emersonLei(session.sets, reached, { drop: true });

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

interface Measured {
  readonly seconds: number;
  /** Seconds or nodes, as asked for. */
  readonly cost: number;
  readonly steps: number;
  readonly peakNodes: number;
  /** Rounds through all conditions. */
  readonly rounds: number;
  readonly passes: boolean;
}

/** null: it took too long. */
function measure(model: Model, algorithm: Algorithm): Measured | null {
  let best = measureOnce(model, algorithm);
  for (let again = 1; again < TIMES && best !== null && best.seconds < SHORT; again++) {
    const next = measureOnce(model, algorithm);
    if (next !== null && next.seconds < best.seconds) best = next;
  }
  return best;
}

/** The time of the search alone; reachability, which both need, is not in it. */
function measureOnce(model: Model, algorithm: Algorithm): Measured | null {
  let started = cpuSeconds();
  const shouldStop = () => (cpuSeconds() - started > limit ? "time" : null);
  using session = new SymbolicSession(model, { kernels, memoryLimit: 2 ** 31, shouldStop });
  session.proof[Symbol.dispose]();
  session.manager.autoReorder(null);
  try {
    const reached = finish(session.reachable(), shouldStop);
    started = cpuSeconds();
    const before = session.figures().createdNodes!;
    const { states, iterations } = finish(algorithm(session, reached), shouldStop);
    const seconds = cpuSeconds() - started;
    const { steps, peakNodes, createdNodes } = session.figures();
    const cost = byNodes ? createdNodes! - before : seconds;
    const passes = session.sets.isEmpty(states);
    return { seconds, cost, steps: steps!, peakNodes: peakNodes!, rounds: iterations, passes };
  } catch (error) {
    if (error instanceof Stopped) return null;
    throw error;
  }
}

function finish<T>(run: Generator<Progress, T>, shouldStop: () => "time" | null): T {
  try {
    for (;;) {
      const { done, value } = run.next();
      if (done) return value;
      const stop = shouldStop();
      if (stop !== null) throw new Stopped(stop);
    }
  } finally {
    run.return(undefined as never);
  }
}

interface Point {
  readonly passes: boolean;
  readonly conditions: number;
  /** Emerson-Lei. */
  readonly t0: Measured;
  /** The heuristic. */
  readonly t1: Measured;
  /** The heuristic until one tense is done. */
  readonly t2: Measured;
}

const random = new Random(Number(values.seed));
const points: Point[] = [];
let tooLong = 0;
let drawn = 0;
const end = performance.now() + 60_000 * Number(values.minutes);
for (; drawn < models && performance.now() < end; drawn++) {
  const processes = randomProcesses(random);
  const sets = cycleSets(processes);
  for (const omitted of [null, random.below(sets)]) {
    const model = processModel(processes, omitted);
    // In turn first: what comes first warms the caches of the machine for the other.
    const [t0, t1] =
      drawn % 2 === 0
        ? [measure(model, emersonAndLei), measure(model, heuristic)]
        : (() => {
            const first = measure(model, heuristic);
            return [measure(model, emersonAndLei), first] as const;
          })();
    const t2 = measure(model, oneTense);
    if (t0 === null || t1 === null || t2 === null) {
      tooLong++;
      continue;
    }
    if (t0.passes !== t1.passes || t0.passes !== t2.passes) throw new Error("the algorithms disagree");
    if (omitted === null && !t0.passes) throw new Error("a passing version fails");
    points.push({ passes: t0.passes, conditions: model.fairness.length, t0, t1, t2 });
  }
}

const ratio = ({ t0, t1 }: Point): number => t1.cost / t0.cost;
const average = ({ t0, t1 }: Point): number => Math.hypot(t0.cost, t1.cost);
const isLong = (p: Point): boolean => average(p) >= R0 && p.t0.cost > 0 && p.t1.cost > 0;
const arithmetic = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0) / numbers.length;

const long = (all: readonly Point[]): Point[] => all.filter(isLong).sort((a, b) => average(a) - average(b));
const geometric = (numbers: readonly number[]): number => Math.exp(arithmetic(numbers.map(Math.log)));
const percent = (of: readonly Point[], test: (p: Point) => boolean): string =>
  `${((100 * of.filter(test).length) / of.length).toFixed(0)}%`;
const stepRatio = ({ t0, t1 }: Point): number => (t1.steps + 1) / (t0.steps + 1);

/** What Fig. 1 says, of models that are long enough. */
const figure1 = (of: readonly Point[]): Rows[string] => ({
  models: of.length,
  "time ratio (heuristic to Emerson-Lei)": geometric(of.map(ratio)).toFixed(2),
  steps: geometric(of.map(stepRatio)).toFixed(2),
  "heuristic 3 times faster": percent(of, (p) => ratio(p) <= 1 / 3),
  "Emerson-Lei 3 times faster": percent(of, (p) => ratio(p) >= 3),
});

/** Averages as the paper computes them, beside others, and what both side by side would cost: twice the better one. */
function averages(of: readonly Point[]): Rows[string] {
  const sum = (f: (p: Point) => number) => of.reduce((total, p) => total + f(p), 0);
  const all = sum((p) => p.t0.cost);
  return {
    models: of.length,
    "nodes: geometric mean": geometric(of.map(ratio)).toFixed(2),
    "arithmetic mean": arithmetic(of.map(ratio)).toFixed(2),
    "all together": (sum((p) => p.t1.cost) / all).toFixed(2),
    "steps: arithmetic mean": arithmetic(of.map(stepRatio)).toFixed(2),
    "CPU time: arithmetic mean": arithmetic(of.map((p) => p.t1.seconds / p.t0.seconds)).toFixed(2),
    "until one tense, all together": (sum((p) => p.t2.cost) / all).toFixed(2),
    "side by side, all together": (sum((p) => 2 * Math.min(p.t0.cost, p.t1.cost)) / all).toFixed(2),
  };
}

function roundsOf(of: readonly Point[]): Rows[string] {
  const rounds = (f: (p: Point) => Measured) => geometric(of.map((p) => f(p).rounds)).toFixed(1);
  const steps = (f: (p: Point) => Measured) => geometric(of.map((p) => (f(p).steps + 1) / f(p).rounds)).toFixed(1);
  const [el, young] = [(p: Point) => p.t0, (p: Point) => p.t1];
  return {
    "rounds, Emerson-Lei": rounds(el),
    "steps of one": steps(el),
    "rounds, heuristic": rounds(young),
    "of one of these": steps(young),
  };
}

/** Shares of models on which one is faster, three times faster, and the ratio of times in thirds by length. */
function report(title: string, all: readonly Point[]): void {
  const kept = all.filter(isLong);
  const sorted = [...kept].sort((a, b) => average(a) - average(b));
  const share = (of: readonly Point[], test: (p: Point) => boolean) =>
    of.length === 0 ? "-" : `${((100 * of.filter(test).length) / of.length).toFixed(1)}%`;
  const mean = (of: readonly Point[], f: (p: Point) => number) =>
    of.length === 0 ? Number.NaN : Math.exp(of.reduce((s, p) => s + Math.log(f(p)), 0) / of.length);
  console.log(`\n${title}: ${all.length} models, ${kept.length} with r of at least ${R0_SHOWN}`);
  const third = Math.ceil(sorted.length / 3);
  for (const [name, part] of [
    ["all", sorted],
    ["shortest third", sorted.slice(0, third)],
    ["longest third", sorted.slice(2 * third)],
    ["longest twentieth", sorted.slice(Math.floor((19 * sorted.length) / 20))],
  ] as const) {
    console.log(
      `  ${name.padEnd(18)} time ratio ${mean(part, ratio).toFixed(2)}, step ratio ${mean(part, (p) => (p.t1.steps + 1) / (p.t0.steps + 1)).toFixed(2)}, node ratio ${mean(part, (p) => p.t1.peakNodes / p.t0.peakNodes).toFixed(2)}; heuristic faster on ${share(part, (p) => ratio(p) < 1)}, by 3 or more on ${share(part, (p) => ratio(p) <= 1 / 3)}; Emerson-Lei by 3 or more on ${share(part, (p) => ratio(p) >= 3)}`,
    );
  }
  if (kept.length === 0) return;
  const sum = (f: (p: Point) => number) => kept.reduce((total, p) => total + f(p), 0);
  const all0 = sum((p) => p.t0.cost);
  console.log(
    `  as in the paper    arithmetic mean of ratios ${arithmetic(kept.map(ratio)).toFixed(2)}, of all together ${(sum((p) => p.t1.cost) / all0).toFixed(2)}`,
  );
  const rounds = (f: (p: Point) => Measured) => mean(sorted, (p) => f(p).rounds);
  const stepsOfOne = (f: (p: Point) => Measured) => mean(sorted, (p) => (f(p).steps + 1) / f(p).rounds);
  console.log(
    `  rounds             of Emerson-Lei ${rounds((p) => p.t0).toFixed(1)} with ${stepsOfOne((p) => p.t0).toFixed(1)} steps each, of the heuristic ${rounds((p) => p.t1).toFixed(1)} with ${stepsOfOne((p) => p.t1).toFixed(1)}; arithmetic mean of step ratios ${arithmetic(kept.map((p) => (p.t1.steps + 1) / (p.t0.steps + 1))).toFixed(2)}, of CPU times ${arithmetic(kept.map((p) => p.t1.seconds / p.t0.seconds)).toFixed(2)}`,
  );
  console.log(
    `  until one tense    time ratio ${mean(sorted, (p) => p.t2.cost / p.t0.cost).toFixed(2)}, arithmetic ${arithmetic(kept.map((p) => p.t2.cost / p.t0.cost)).toFixed(2)}, of all together ${(sum((p) => p.t2.cost) / all0).toFixed(2)}, step ratio ${mean(sorted, (p) => (p.t2.steps + 1) / (p.t0.steps + 1)).toFixed(2)}`,
  );
  console.log(
    `  side by side       twice the better of both, to Emerson-Lei: ${(sum((p) => 2 * Math.min(p.t0.cost, p.t1.cost)) / all0).toFixed(2)} of all together`,
  );
  const extremes = kept.map(ratio);
  if (kept.length > 0)
    console.log(
      `  extremes           ${(1 / Math.min(...extremes)).toFixed(1)} times faster, ${Math.max(...extremes).toFixed(1)} times slower`,
    );
}

console.log(`${drawn} random models in two versions; ratios are heuristic to Emerson-Lei, geometric means`);
if (tooLong > 0) console.log(`${tooLong} versions are left out: something takes more than ${limit} s`);
const passing = points.filter((p) => p.passes);
const failing = points.filter((p) => !p.passes);
report("passing", passing);
report("failing", failing);
report(
  "passing, 8 conditions or more",
  passing.filter((p) => p.conditions >= 8),
);
const groups = new Map([
  ["passing", long(passing)],
  ["passing, longest third", long(passing).slice(2 * Math.ceil(long(passing).length / 3))],
  ["passing, 8 conditions or more", long(passing.filter((p) => p.conditions >= 8))],
  ["failing", long(failing)],
]);
const rowsOf = (row: (of: readonly Point[]) => Rows[string]): string =>
  tableText(Object.fromEntries([...groups].filter(([, of]) => of.length > 0).map(([name, of]) => [name, row(of)])));
const PAGE = "measurements/hulls.md";
if (values.write && byNodes) {
  writeMeasured(PAGE, "averages", rowsOf(averages));
  writeFigures(PAGE, "rounds", rowsOf(roundsOf));
} else if (values.write) writeMeasured(PAGE, "figure1", rowsOf(figure1));
writeFileSync(
  values.svg,
  scatterPlots([
    { title: "passing", points: passing },
    { title: "failing", points: failing },
  ]),
);
console.log(`\nscatter plot: ${values.svg}`);

/** Fig. 1: ln(r/r₀) to the right, ln(t₁/t₀) upwards, lines at ratios of 3 and 1/3; one panel a list. */
function scatterPlots(panels: readonly { readonly title: string; readonly points: readonly Point[] }[]): string {
  const [width, height, margin] = [420, 320, 45];
  const shown = panels.map(({ points: all }) => all.filter(isLong));
  const x = (p: Point) => Math.log(average(p) / R0);
  const y = (p: Point) => Math.log(ratio(p));
  const right = Math.max(1, ...shown.flat().map(x));
  const top = Math.max(2, ...shown.flat().map((p) => Math.abs(y(p))));
  const parts = panels.map(({ title }, i) => {
    const left = i * width + margin;
    const px = (v: number) => left + (v / right) * (width - 2 * margin);
    const py = (v: number) => height / 2 - (v / top) * (height / 2 - margin);
    const line = (v: number, dash: string) =>
      `<line x1="${px(0)}" y1="${py(v).toFixed(1)}" x2="${px(right)}" y2="${py(v).toFixed(1)}" stroke="#888" ${dash}/>`;
    const dots = shown[i]!.map((p) => `<circle cx="${px(x(p)).toFixed(1)}" cy="${py(y(p)).toFixed(1)}" r="1.6"/>`);
    const tick = (v: number) =>
      `<text x="${left - 6}" y="${(py(v) + 4).toFixed(1)}" text-anchor="end">${v.toFixed(1)}</text>`;
    return [
      `<text x="${px(right / 2)}" y="20" text-anchor="middle" font-weight="bold">${title} (${shown[i]!.length})</text>`,
      line(0, ""),
      line(Math.log(3), 'stroke-dasharray="4 3"'),
      line(-Math.log(3), 'stroke-dasharray="4 3"'),
      `<line x1="${px(0)}" y1="${py(-top)}" x2="${px(0)}" y2="${py(top)}" stroke="#888"/>`,
      tick(0),
      tick(Math.log(3)),
      tick(-Math.log(3)),
      `<g fill="#1f5fa8" fill-opacity="0.45">${dots.join("")}</g>`,
      `<text x="${px(right / 2)}" y="${height - 12}" text-anchor="middle">ln(r/r₀), r₀ = ${R0_SHOWN}</text>`,
      `<text x="${left - 34}" y="${height / 2}" text-anchor="middle" transform="rotate(-90 ${left - 34} ${height / 2})">ln(t₁/t₀)</text>`,
    ].join("\n");
  });
  const total = panels.length * width;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${total}" height="${height}" viewBox="0 0 ${total} ${height}" font-family="sans-serif" font-size="11">\n<title>Times of the heuristic and of Emerson-Lei on random models</title>\n<rect width="100%" height="100%" fill="white"/>\n${parts.join("\n")}\n</svg>\n`;
}

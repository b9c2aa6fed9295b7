/**
 * The experiments of GSH, Section 6, on our models: Table 3 (CTL under fairness), Table 4 (emptiness), Table 5 (parameterized
 * families), Figure 6 (time over steps), what each don't care is worth, what races of both tenses, and of Emerson-Lei with catch-them-young, would cost, and how time and nodes grow along families. As in the paper, variable orders are fixed (those at the end
 * of a reachability analysis with reordering), and times, in CPU seconds, include reachability.
 *
 * `npm run bench:gsh -- --seconds 10 --table emptiness`, `npm run bench:gsh -- --quick`; with `--write` all tables are put into
 * docs/measurements/hulls.md under one date, and a table that is asked for by itself under its own. Those of the paper's Tables 3 to 5 are one there.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ctlChecker, reachableHull } from "../src/engines/gsh.js";
import type { Ctl } from "../src/formula/ctl.js";
import type { Progress } from "../src/limits/progress.js";
import { Stopped } from "../src/limits/stopped.js";
import { loadDesign } from "../src/loading/load.js";
import type { CtlTask, Model } from "../src/model/model.js";
import { loadKernels } from "../src/node/kernels.js";
import { prepare } from "../src/solving/prepare.js";
import { catchThemYoung } from "../src/symbolic/catch-them-young.js";
import { emersonLei } from "../src/symbolic/emerson-lei.js";
import { sccHull } from "../src/symbolic/hull.js";
import { lockstep } from "../src/symbolic/lockstep.js";
import { makeSchedule } from "../src/symbolic/schedules.js";
import { SymbolicSession } from "../src/symbolic/session.js";
import { forSets } from "../src/transform/for-sets.js";
import { mooreForm } from "../src/transform/moore.js";
import { bakery, synchronousArbiter, treeArbiter } from "./families/arbiters.js";
import { counter, jumpingCounter, nim } from "./families/counters.js";
import { hullBound } from "./families/hull-bounds.js";
import { boundedQueues, servedQueues } from "./families/queues.js";
import { type Rows, tableText, writeFigures, writeMeasured } from "./measured.js";

const TABLES = ["ctl", "emptiness", "families", "dont-cares", "races", "figure6", "growth"] as const;
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "10" },
    minutes: { type: "string", default: "60" },
    table: { type: "string", multiple: true, default: [...TABLES] },
    write: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
  },
});
const seconds = values.quick ? 1 : Number(values.seconds);
/** A table ends with the experiment that is under way after so many minutes. */
const minutes = Number(values.minutes);
const kernels = await loadKernels();

interface Experiment {
  readonly name: string;
  readonly model: Model;
  readonly task: CtlTask | null;
}

/** What a method finds out: whether the property holds. */
type Search = Generator<Progress, boolean>;

interface Method {
  readonly cells: readonly string[];
  run(session: SymbolicSession, experiment: Experiment): Search;
}

const EL_LIKE = ["el", "el2", "random"] as const;

const hull = (
  schedule: "el" | "el2" | "random" | "hh",
  tense: "future" | "past" | "both",
  dc: "low" | "medium" | "high",
): Method => ({
  cells: [schedule, tense, dc],
  *run(session) {
    const options = { schedule, tense, dc, until: "one-tense", reach: "exact", order: "force", moves: false } as const;
    const { states } = yield* reachableHull(session, options, 1);
    return session.sets.isEmpty(states);
  },
});

/** The parts of dc=high one by one: what Z starts from, and whether arguments of EX are simplified. */
const dontCares = (schedule: "el" | "el2", start: "all" | "reachable", simplified: boolean): Method => ({
  cells: [schedule, `from ${start}`, simplified ? "simplified" : "frontiers"],
  *run(session) {
    using s = session.sets.open();
    const reached = yield* session.reachable();
    const { states } = yield* sccHull(
      s.view({ care: reached }),
      start === "all" ? s.all : reached,
      makeSchedule(schedule, "future", s.conditions.length),
      simplified ? { argumentCare: reached } : { contextual: start === "all" },
    );
    return !s.intersects(states, reached);
  },
});

const DONT_CARES = (["el", "el2"] as const).flatMap((schedule) => [
  dontCares(schedule, "all", false),
  dontCares(schedule, "reachable", false),
  dontCares(schedule, "reachable", true),
]);

const ctlMethod = (schedule: (typeof EL_LIKE)[number], dc: "low" | "medium"): Method => ({
  cells: [schedule, "future", dc],
  *run(session, { task }) {
    using s = session.sets.open();
    const reached = yield* session.reachable();
    const inside = s.view({ care: reached, within: reached });
    const checker = ctlChecker(inside, task as CtlTask, { schedule, dc }, 1);
    return s.subset(inside.initial, yield* checker.states((task as CtlTask).formula));
  },
});

const lockstepMethod = (early: boolean, trim = false): Method => ({
  cells: ["lockstep", early ? "both" : "both, whole SCCs", trim ? "medium, trim" : "medium"],
  *run(session) {
    using s = session.sets.open();
    const reached = yield* session.reachable();
    return (yield* lockstep(s.view({ care: reached }), reached, { early, trim })) === null;
  },
});

const levels = ["low", "medium"] as const;
const CTL_METHODS = levels.flatMap((dc) => EL_LIKE.map((schedule) => ctlMethod(schedule, dc)));
const EMPTINESS_METHODS = [
  ...(["future", "past"] as const).flatMap((tense) =>
    levels.flatMap((dc) => EL_LIKE.map((schedule) => hull(schedule, tense, dc))),
  ),
  hull("el", "future", "high"),
  hull("el2", "future", "high"),
  hull("el2", "both", "medium"),
  hull("hh", "both", "medium"),
  lockstepMethod(true),
  lockstepMethod(false),
  lockstepMethod(true, true),
];

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

interface Run {
  readonly seconds: number;
  readonly timedOut: boolean;
  readonly steps: number;
  readonly peakNodes: number;
  readonly createdNodes: number;
  readonly holds: boolean | null;
  readonly order: readonly number[];
}

const NOTHING = { timedOut: true, steps: 0, peakNodes: 0, createdNodes: 0, holds: null, order: [] };

/** Null: already the relation takes too long. */
function opened(model: Model, shouldStop: () => "time" | null): SymbolicSession | null {
  try {
    return new SymbolicSession(model, { kernels, memoryLimit: 2 ** 31, shouldStop });
  } catch (error) {
    if (error instanceof Stopped) return null;
    throw error;
  }
}

/** Runs a search from the beginning, in the given variable order, or in one that is looked for on the way. */
function measure(model: Model, order: readonly number[] | null, search: (session: SymbolicSession) => Search): Run {
  const started = cpuSeconds();
  const shouldStop = () => (cpuSeconds() - started > seconds ? "time" : null);
  const session = opened(model, shouldStop);
  if (session === null) return { ...NOTHING, seconds };
  const { manager } = session;
  let holds: boolean | null = null;
  try {
    if (order !== null) {
      manager.autoReorder(null);
      manager.setOrder(order);
    }
    const running = search(session);
    try {
      for (let stop: string | null = null; stop === null; stop = shouldStop()) {
        const { done, value } = running.next();
        if (!done) continue;
        holds = value;
        break;
      }
    } finally {
      running.return(false);
    }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  } finally {
    session[Symbol.dispose]();
  }
  const { steps, peakNodes, createdNodes } = session.figures();
  const took = Math.min(cpuSeconds() - started, seconds);
  return {
    seconds: took,
    timedOut: holds === null,
    steps: steps!,
    peakNodes: peakNodes!,
    createdNodes: createdNodes!,
    holds,
    order: manager.order(),
  };
}

function* reachability(session: SymbolicSession): Search {
  yield* session.reachable();
  return true;
}

interface Row {
  readonly cells: readonly string[];
  readonly runs: Run[];
}

/** All methods on all experiments. They must agree. */
function compare(title: string, experiments: readonly Experiment[], methods: readonly Method[]): readonly Row[] {
  const rows: Row[] = methods.map(({ cells }) => ({ cells, runs: [] }));
  const without: string[] = [];
  const orders = new Map<Model, Run>();
  let counted = 0;
  const end = performance.now() + 60_000 * minutes;
  const bySize = [...experiments].sort((a, b) => a.model.latches.length - b.model.latches.length);
  for (const experiment of bySize) {
    const { name, model } = experiment;
    if (performance.now() > end) {
      console.log(`\nafter ${minutes} minutes: from ${name} on, experiments are left out`);
      break;
    }
    const ordered = orders.get(model) ?? measure(model, null, reachability);
    orders.set(model, ordered);
    if (ordered.timedOut) {
      without.push(name);
      continue;
    }
    counted++;
    const runs = methods.map((method) => measure(model, ordered.order, (session) => method.run(session, experiment)));
    const answers = new Set(runs.map((r) => r.holds).filter((h) => h !== null));
    if (answers.size > 1) throw new Error(`${name}: the methods disagree`);
    rows.forEach((row, i) => {
      row.runs.push(runs[i]!);
    });
  }
  console.log(`\n${title}: ${counted} experiments, ${seconds} s each`);
  if (without.length > 0)
    console.log(`left out, since reachability alone takes longer: ${[...new Set(without)].join(", ")}`);
  printTable(rows, counted);
  return rows;
}

/** The columns of Section 6, by its definitions. "0 s" is less than 5 ms here. */
function printTable(rows: readonly Row[], experiments: number): void {
  const slow = [...Array(experiments).keys()].filter((k) => rows.every((row) => row.runs[k]!.seconds >= 0.005));
  const fastest = (k: number, without: Row | null) =>
    Math.min(...rows.filter((row) => row !== without).map((row) => row.runs[k]!.seconds));
  const isWin = (row: Row, k: number) => {
    const own = row.runs[k]!.seconds;
    const others = fastest(k, row);
    return own <= 0.98 * others && own <= others - 0.1;
  };
  const isTie = (row: Row, k: number) =>
    !rows.some((other) => isWin(other, k)) && row.runs[k]!.seconds < 1.02 * fastest(k, null);
  const lines = rows.map((row) => {
    const { runs } = row;
    const times = slow.map((k) => runs[k]!.seconds);
    return {
      total: sum(runs.map((r) => r.seconds)).toFixed(1),
      gmt: geometricMean(times).toFixed(3),
      wins: `${slow.filter((k) => isWin(row, k)).length}`,
      ties: `${slow.filter((k) => isTie(row, k)).length}`,
      "T/O": `${runs.filter((r) => r.timedOut).length}`,
      steps: `${sum(runs.map((r) => r.steps))}`,
      gms: geometricMean(runs.map((r) => Math.max(1, r.steps))).toFixed(0),
      "peak nodes": geometricMean(runs.map((r) => r.peakNodes)).toFixed(0),
      created: geometricMean(runs.map((r) => r.createdNodes)).toFixed(0),
    };
  });
  if (lines.length === 0) return;
  const names = Object.keys(lines[0]!) as (keyof (typeof lines)[number])[];
  const head = ["schedule".padEnd(9), "tense".padEnd(17), "DC level".padEnd(13)];
  console.log([...head, ...names.map((n) => n.padStart(10))].join(" "));
  rows.forEach(({ cells }, i) => {
    const [schedule, tense, dc] = cells as [string, string, string];
    const shown = [schedule.padEnd(9), tense.padEnd(17), dc.padEnd(13)];
    console.log([...shown, ...names.map((n) => lines[i]![n].padStart(10))].join(" "));
  });
  console.log(`times of ${slow.length} experiments in which no method took 0 s count for gmt, wins and ties`);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
const geometricMean = (numbers: readonly number[]): number =>
  numbers.length === 0 ? 0 : Math.exp(sum(numbers.map(Math.log)) / numbers.length);

function outside(folder: string): string[] {
  const path = join(process.env.FAIRLEAD_BENCHMARKS ?? "", folder);
  if (process.env.FAIRLEAD_BENCHMARKS && existsSync(path))
    return readdirSync(path)
      .filter((f) => f.endsWith(".aig"))
      .map((f) => join(path, f));
  console.log(`FAIRLEAD_BENCHMARKS has no folder ${folder}: its table is left out`);
  return [];
}

const nameOf = (file: string): string => file.replace(/^.*\//, "").replace(/\.aig$/, "");

async function emptinessExperiments(): Promise<Experiment[]> {
  const experiments: Experiment[] = [];
  for (const file of outside("aiger")) {
    const { model, properties } = await loadDesign(file);
    const prepared = prepare(model, properties[0]!);
    if ("unsupported" in prepared) throw new Error(prepared.unsupported);
    experiments.push({ name: nameOf(file), model: forSets(prepared.task.model).model, task: null });
  }
  return values.quick ? experiments.filter((e) => e.model.latches.length < 25) : experiments;
}

/** The properties of the files in `ctl` that ask for cycles, as those of the paper. */
async function ctlExperiments(): Promise<Experiment[]> {
  const experiments: Experiment[] = [];
  for (const file of outside("ctl")) {
    const { readFile } = await import("node:fs/promises");
    const source = file.replace(/\.aig$/, ".ctl");
    const questions = [{ logic: "ctl", text: await readFile(source, "utf8"), source, isFile: true }] as const;
    const { model, properties } = await loadDesign(file, questions);
    properties.forEach((property, i) => {
      if (property.kind !== "ctl" || !asksForCycles(property.formula)) return;
      const prepared = prepare(model, property);
      if ("unsupported" in prepared || prepared.task.kind !== "ctl") return;
      const { task } = prepared;
      experiments.push({ name: `${nameOf(file)}:${i}`, model: mooreForm(task.model).model, task });
    });
  }
  return values.quick ? experiments.filter((e) => e.model.latches.length < 15) : experiments;
}

function asksForCycles(f: Ctl): boolean {
  if (["AF", "EG", "AU", "EW", "ER"].includes(f.op)) return true;
  return "arg" in f ? asksForCycles(f.arg) : "left" in f && (asksForCycles(f.left) || asksForCycles(f.right));
}

const FAMILIES: Record<string, (size: number) => Model> = {
  sarb: synchronousArbiter,
  tarb: treeArbiter,
  gbak: bakery,
  cnt: counter,
  jc: (n) => jumpingCounter(n),
  "jc, failing": (n) => jumpingCounter(n, true),
  nim: (n) => nim(3, n),
  "nim, failing": (n) => nim(3, n, true),
  abq: (n) => boundedQueues(2, n),
  "abq, failing": (n) => boundedQueues(2, n, true),
  tf: (n) => servedQueues(n, 2),
  om: (n) => hullBound(6, n, 2),
};

const SIZES: Record<string, readonly number[]> = {
  sarb: [4, 8, 12, 16],
  tarb: [2, 4, 8],
  gbak: [2, 3, 4, 5],
  cnt: [6, 8, 10, 12],
  jc: [6, 8, 10, 12],
  "jc, failing": [8, 16, 32],
  nim: [2, 3, 4],
  "nim, failing": [2, 3, 4],
  abq: [1, 2, 3],
  "abq, failing": [1, 2, 3],
  tf: [2, 3, 4],
  om: [4, 8, 16],
};

/** "LTL" is the search for a fair cycle; "CTL" asks for it as a formula of the same model: nothing is EG true. */
function familyExperiments(): Experiment[] {
  return Object.entries(FAMILIES).flatMap(([name, family]) =>
    (values.quick ? SIZES[name]!.slice(0, 2) : SIZES[name]!).map((size) => {
      const { model } = forSets(family(size));
      const formula: Ctl = { op: "not", arg: { op: "EG", arg: { op: "true" } } };
      return { name: `${name} ${size}`, model, task: { kind: "ctl", model, formula, atoms: new Map() } };
    }),
  );
}

const LARGEST = 128;
/** From here on the next member of a family has twice the size. */
const DOUBLED_FROM = 16;

/** What is written of each method in each column: CPU seconds, time-outs, steps, and the geometric mean of steps. */
function besideEachOther(columns: Readonly<Record<string, readonly Row[]>>): Rows {
  const table = new Map<string, Record<string, string>>();
  for (const [column, rows] of Object.entries(columns))
    for (const { cells, runs } of rows) {
      const method = cells.join(" ");
      const row = table.get(method) ?? {};
      table.set(method, row);
      row[`${column} (${runs.length})`] = [
        sum(runs.map((r) => r.seconds)).toFixed(1),
        runs.filter((r) => r.timedOut).length,
        sum(runs.map((r) => r.steps)),
        geometricMean(runs.map((r) => Math.max(1, r.steps))).toFixed(0),
      ].join(", ");
    }
  return Object.fromEntries(table);
}

/** Geometric means, with what runs that timed out had reached. */
const worthOfDontCares = (rows: readonly Row[]): Rows =>
  Object.fromEntries(
    rows.map(({ cells, runs }) => [
      cells.join(" "),
      {
        experiments: runs.length,
        steps: geometricMean(runs.map((r) => Math.max(1, r.steps))).toFixed(0),
        "created nodes": geometricMean(runs.map((r) => r.createdNodes)).toFixed(0),
        "time-outs": runs.filter((r) => r.timedOut).length,
      },
    ]),
  );

/** One method, with dynamic reordering, on ever larger members of each family, until one takes too long. */
function growth(): Rows {
  const method = hull("el2", "future", "high");
  const table = new Map<string, Record<string, string>>();
  console.log(`\nGrowth along families, el2 in the future tense, ${seconds} s each`);
  console.log(
    "family".padEnd(14),
    ...["size", "latches", "seconds", "steps", "peak nodes", "states"].map((n) => n.padStart(10)),
  );
  for (const [name, family] of Object.entries(FAMILIES)) {
    const [first, second] = SIZES[name]!;
    const ended: (readonly string[])[] = [];
    const step = second! - first!;
    const largest = values.quick ? second! : LARGEST;
    for (let size = first!; size <= largest; size += step === first || size >= DOUBLED_FROM ? size : step) {
      const { model } = forSets(family(size));
      let states = Number.NaN;
      const run = measure(model, null, function* (session) {
        const holds = yield* method.run(session, { name, model, task: null });
        states = Number(session.stats().reachableStates);
        return holds;
      });
      const cells = [
        size,
        model.latches.length,
        run.seconds.toFixed(2),
        run.steps,
        run.peakNodes,
        states.toPrecision(3),
      ];
      console.log(name.padEnd(14), ...cells.map((c) => `${c}`.padStart(10)), run.timedOut ? "time-out" : "");
      if (run.timedOut) break;
      ended.push(cells.map((c) => `${c}`));
    }
    const list = (k: number) => ended.map((cells) => cells[k]).join(", ");
    table.set(name, {
      ...{ size: list(0), latches: list(1), seconds: list(2) },
      ...{ steps: list(3), "peak nodes": list(4), "reachable states": list(5) },
    });
  }
  return Object.fromEntries(table);
}

/** Figure 6: CPU time over steps, EL at the low level, along each family; and how fast each of them grows. */
function figure6(): Rows {
  const method = hull("el", "future", "low");
  const table = new Map<string, Record<string, string>>();
  console.log("\nFigure 6, EL in the future tense at the low level: steps, CPU seconds and created nodes");
  for (const [name, family] of Object.entries(FAMILIES)) {
    const sizes = values.quick ? SIZES[name]!.slice(0, 3) : SIZES[name]!;
    const runs = sizes.map((size) => {
      const { model } = forSets(family(size));
      const { order } = measure(model, null, reachability);
      return measure(model, order, (session) => method.run(session, { name, model, task: null }));
    });
    const [first, last] = [runs[0]!, runs.at(-1)!];
    const slope = Math.log(last.createdNodes / first.createdNodes) / Math.log(last.steps / first.steps);
    const growth = last.steps === first.steps ? "the steps stay" : `steps^${slope.toFixed(1)}`;
    const points = runs.map(
      (r) => `${r.steps}/${r.seconds.toFixed(3)}/${r.createdNodes}${r.timedOut ? " (time-out)" : ""}`,
    );
    console.log(name.padEnd(14), points.join("  "), ` nodes ~ ${growth}`);
    table.set(`${name} ${sizes.join(", ")}`, {
      steps: runs.map((r) => r.steps).join(", "),
      "created nodes": runs.map((r) => r.createdNodes).join(", "),
      "nodes grow as": growth,
    });
  }
  return Object.fromEntries(table);
}

const young: Method = {
  cells: ["catch-them-young", "both", "medium"],
  *run(session) {
    using s = session.sets.open();
    const reached = yield* session.reachable();
    return s.isEmpty((yield* catchThemYoung(s.view({ care: reached }), reached)).states);
  },
};

/** With the rule for dropping conditions that catch-them-young has. */
const emersonAndLei: Method = {
  cells: ["el", "future", "medium"],
  *run(session) {
    using s = session.sets.open();
    const reached = yield* session.reachable();
    return s.isEmpty((yield* emersonLei(s.view({ care: reached }), reached, { drop: true })).states);
  },
};

const RACERS = [hull("el2", "future", "high"), hull("el2", "past", "medium"), emersonAndLei, young];
/** Two of them in turn, each for as many created nodes as the other: twice what the better one creates. */
const RACES = [
  [0, 1],
  [2, 3],
] as const;

/** Created nodes of the searches alone, without those of reachability. */
function races(experiments: readonly Experiment[]): Rows {
  const alone = RACERS.map(({ cells: [schedule, tense] }) => `${schedule}, ${tense}`);
  const names = [...alone, ...RACES.map(([a, b]) => `${alone[a]} beside ${alone[b]}`)];
  console.log(`\nRaces, created nodes of each, then of each two side by side\n${"".padEnd(16)} ${names.join("  ")}`);
  const all: (readonly number[])[] = [];
  for (const experiment of experiments) {
    const { name, model } = experiment;
    const reached = measure(model, null, reachability);
    if (reached.timedOut) continue;
    const before = measure(model, reached.order, reachability).createdNodes;
    const costs = RACERS.map((racer) => {
      const { timedOut, createdNodes } = measure(model, reached.order, (session) => racer.run(session, experiment));
      return timedOut ? Number.POSITIVE_INFINITY : Math.max(1, createdNodes - before);
    });
    all.push([...costs, ...RACES.map(([a, b]) => 2 * Math.min(costs[a]!, costs[b]!))]);
    console.log(name.padEnd(16), ...all.at(-1)!.map((c) => `${c}`.padStart(10)));
  }
  const ended = all.filter((costs) => costs.every(Number.isFinite));
  const row = (k: number) => ({
    [`ends, of ${all.length}`]: all.filter((costs) => Number.isFinite(costs[k])).length,
    [`geometric mean of nodes, on the ${ended.length} where all end`]: geometricMean(ended.map((c) => c[k]!)).toFixed(
      0,
    ),
    sum: sum(ended.map((c) => c[k]!)),
  });
  const table = Object.fromEntries(names.map((name, k) => [name, row(k)]));
  console.table(table);
  return table;
}

const PAGE = "measurements/hulls.md";
/** Tables that are measured together have one date. */
const isWhole = TABLES.every((table) => values.table.includes(table));
const wanted = (table: (typeof TABLES)[number]): boolean => values.table.includes(table);

function write(name: string, rows: Rows): void {
  if (values.write) (isWhole ? writeFigures : writeMeasured)(PAGE, name, tableText(rows));
}

const columns: Record<string, readonly Row[]> = {};
if (wanted("ctl")) columns.CTL = compare("Table 3, CTL", await ctlExperiments(), CTL_METHODS);
if (wanted("emptiness"))
  columns.emptiness = compare("Table 4, emptiness", await emptinessExperiments(), EMPTINESS_METHODS);
if (wanted("families")) {
  columns.families = compare("Table 5, families, LTL", familyExperiments(), EMPTINESS_METHODS);
  columns["families, CTL"] = compare("Table 5, families, CTL", familyExperiments(), CTL_METHODS);
}
if (Object.keys(columns).length === 4) write("schedules", besideEachOther(columns));
if (wanted("dont-cares")) {
  const experiments = [...(await emptinessExperiments()), ...familyExperiments()];
  write("dont-cares", worthOfDontCares(compare("Don't cares", experiments, DONT_CARES)));
}
if (wanted("races")) write("races", races([...(await emptinessExperiments()), ...familyExperiments()]));
if (wanted("figure6")) write("figure6", figure6());
if (wanted("growth")) write("growth", growth());
if (values.write && isWhole) writeMeasured(PAGE, "date", "");

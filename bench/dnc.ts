/**
 * Tables 1 to 4 of D'n'C, Section 9, as the paper prints them, on models of the same families and (Table 4) on those Texas-97 circuits that are at hand: CPU seconds,
 * the peak of live BDD nodes, EX/EY, and how D'n'C ended: n, no set was left before the whole system; w, a weak set has a fair cycle. Each cell is
 * measured with three variable orders: all three times are printed, of the other figures the median. `settings=paper` beside our own.
 * `circuits`: Table 4 on other circuits. `unreachable`: where exact reachability takes longer than the limit. `modules`, `sharp-modules`: what submodules are made of, on models in which modules are known.
 *
 * `npm run bench:dnc -- --seconds 5 --table 1 --model elevator`, `-- --quick`; with `--write` the tables are put into docs/measurements/dnc.md.
 */
import { existsSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import type { Engine, OptionValues } from "../src/engines/engine.js";
import { completed } from "../src/engines/options.js";
import { engineNamed } from "../src/engines/registry.js";
import type { Verdict } from "../src/evidence/verdict.js";
import { readSmv } from "../src/formats/smv/read.js";
import { loadDesign } from "../src/loading/load.js";
import { askingOf } from "../src/model/asking.js";
import type { FairCycleTask, Task } from "../src/model/model.js";
import { loadKernels } from "../src/node/kernels.js";
import { decide } from "../src/solving/decide.js";
import { prepare } from "../src/solving/prepare.js";
import { expectedFiles } from "./expected.js";
import {
  arbiter,
  bakery,
  eisenbergMcGuire,
  elevator,
  nullModem,
  type Protocol,
  peterson,
  philosophers,
  twoQueues,
} from "./families/protocols.js";
import { writeFigures, writeMeasured } from "./measured.js";
import { reorderedModel } from "./reordered.js";

const TABLES = ["1", "2", "3", "4", "circuits", "unreachable", "modules", "sharp-modules"] as const;
type TableName = (typeof TABLES)[number];
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "5" },
    orders: { type: "string", default: "3" },
    table: { type: "string", multiple: true, default: [...TABLES] },
    model: { type: "string", multiple: true },
    write: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
  },
});
const seconds = values.quick ? 1 : Number(values.seconds);
const orders = values.quick ? 1 : Number(values.orders);
const kernels = await loadKernels();

interface Contender {
  readonly title: string;
  readonly engine: Engine;
  readonly options: OptionValues;
}

const contender = (title: string, engine: string, options: OptionValues = {}): Contender => ({
  title,
  engine: engineNamed(engine)!,
  options,
});

const EMERSON_LEI = contender("Emerson-Lei", "el");
/** As `el`, but a bound takes the place of the reachable states. */
const HULL = contender("Emerson-Lei", "gsh", { schedule: "el", dc: "medium", reach: "approximate" });
const approximate = [
  HULL,
  contender("D'n'C, as the paper", "dnc", { settings: "paper", reach: "approximate" }),
  contender("D'n'C, ours", "dnc", { reach: "approximate" }),
  contender("D'n'C#, as the paper", "dnc-sharp", { settings: "paper" }),
  contender("D'n'C#, ours", "dnc-sharp"),
];

function byParts(engine: string): Contender[] {
  return ["latches", "grouped", "modules"].map((parts) => contender(parts, engine, { parts }));
}

interface Table {
  readonly title: string;
  readonly contenders: readonly Contender[];
  /** As in the paper's Tables 2 to 4: the times of all, then the nodes of all. */
  readonly isGrouped?: true;
}

const PRINTED: Readonly<Record<TableName, Table>> = {
  1: {
    title: "Table 1: reachable states first",
    contenders: [
      EMERSON_LEI,
      contender("Two-Level, as the paper", "dnc", { settings: "paper", policy: "two-level" }),
      contender("Multi-Level, as the paper", "dnc", { settings: "paper" }),
      contender("Multi-Level, ours", "dnc", { reach: "exact" }),
      contender("by default", "dnc"),
    ],
  },
  2: {
    title: "Table 2: reachable states first, with D'n'C#",
    contenders: [
      EMERSON_LEI,
      contender("D'n'C, as the paper", "dnc", { settings: "paper" }),
      contender("D'n'C, ours", "dnc", { reach: "exact" }),
      contender("D'n'C#, as the paper", "dnc-sharp", { settings: "paper", reach: "exact" }),
      contender("D'n'C#, ours", "dnc-sharp", { reach: "exact" }),
    ],
  },
  3: { title: "Table 3: a bound on the reachable states", contenders: approximate },
  4: {
    title: "Table 4: Texas-97 circuits, a bound on the reachable states",
    contenders: approximate,
    isGrouped: true,
  },
  circuits: { title: "Other circuits, a bound on the reachable states", contenders: approximate },
  unreachable: {
    title: "Where exact reachability takes longer",
    contenders: [EMERSON_LEI, ...approximate, contender("bmc", "bmc")],
  },
  modules: { title: "What submodules are made of", contenders: byParts("dnc") },
  "sharp-modules": { title: "What submodules are made of, with D'n'C#", contenders: byParts("dnc-sharp") },
};

interface Subject {
  readonly name: string;
  readonly task: FairCycleTask;
  /** Null: nobody says. */
  readonly holds: boolean | null;
}

const PROTOCOLS: readonly Protocol[] = values.quick
  ? [philosophers(8), bakery(3, 3), elevator(6), peterson(4, true), twoQueues(8), arbiter(8)]
  : [
      philosophers(16),
      philosophers(24),
      philosophers(24, true),
      bakery(4, 4),
      bakery(4, 5, true),
      bakery(5, 4),
      eisenbergMcGuire(3),
      eisenbergMcGuire(3, true),
      eisenbergMcGuire(4),
      elevator(12),
      elevator(16),
      elevator(16, true),
      nullModem(16, 8),
      nullModem(16, 8, true),
      peterson(5),
      peterson(4, true),
      twoQueues(32),
      twoQueues(32, true),
      arbiter(48),
      arbiter(32, true),
    ];

const UNREACHABLE: readonly Protocol[] = values.quick
  ? [philosophers(24, false, true)]
  : [philosophers(24, false, true), philosophers(32, false, true), philosophers(48, false, true)];

const isWanted = (name: string) => values.model === undefined || values.model.some((part) => name.includes(part));

function ofProtocols(all: readonly Protocol[]): Subject[] {
  return all
    .filter(({ name }) => isWanted(name))
    .map(({ name, text, holds }) => {
      const { model, properties } = readSmv(text, name);
      return { name, task: taskOf(prepare(model, properties.find((p) => p.kind === "ltl")!)), holds };
    });
}

function taskOf(prepared: ReturnType<typeof prepare>): FairCycleTask {
  if ("unsupported" in prepared) throw new Error(prepared.unsupported);
  if (prepared.task.kind !== "fair-cycle") throw new Error("not a question about cycles");
  return prepared.task;
}

/** Those of the folders that no other one has. */
async function circuits(): Promise<Subject[]> {
  const files = new Map(
    [...expectedFiles("fair-table1"), ...expectedFiles("aiger")]
      .filter(({ name, answer }, i) => answer !== null && isWanted(name) && (!values.quick || i % 10 === 0))
      .map((file) => [file.name, file]),
  );
  return await Promise.all(
    [...files.values()].map(async ({ name, path, answer }) => {
      const { model, properties } = await loadDesign(path);
      return { name, task: taskOf(prepare(model, properties[0]!)), holds: answer === "holds" };
    }),
  );
}

/**
 * Of the paper's circuits Blackjack (VIS's text with its formula, with and without its fairness) and the PI bus, and the parser that belongs to the same
 * benchmarks. The last two have bad states instead of formulas: asked is whether one comes back for ever, F G ¬bad, which holds where none is reachable.
 */
async function texas(): Promise<Subject[]> {
  const bad = expectedFiles("safety").filter(({ name }) => name.startsWith("texas"));
  const subjects: Subject[] = [];
  for (const { name, path, answer } of bad) {
    const { model, properties } = await loadDesign(path);
    const [asked] = properties;
    if (asked?.kind !== "bad") throw new Error(`${name} has no bad state`);
    const property = { ...asked, kind: "justice", literals: [asked.literal] } as const;
    subjects.push({ name, task: taskOf(prepare(model, property)), holds: answer === "holds" ? true : null });
  }
  const blackjack = join(process.env.FAIRLEAD_BENCHMARKS ?? "", "vis/Blackjack/blackjack.v");
  if (existsSync(blackjack)) {
    const { model, properties } = await loadDesign(blackjack, [], { dialect: "vis" });
    const formula = properties.find((p) => p.kind === "ltl")!;
    const without = { ...model, fairness: [] };
    subjects.unshift(
      { name: "Blackjack", task: taskOf(prepare(model, formula)), holds: true },
      { name: "Blackjack, unfair", task: taskOf(prepare(without, formula)), holds: false },
    );
  }
  return subjects.filter(({ name }, i) => isWanted(name) && (!values.quick || i % 4 === 0));
}

/** Questions about cycles of the models in SMV, of VIS's and in SystemVerilog that have several modules. */
async function modular(): Promise<Subject[]> {
  const root = process.env.FAIRLEAD_BENCHMARKS;
  if (root === undefined) return [];
  const files = ["smv", "vis", "sv"].flatMap((folder) => {
    const names = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
    return names.filter((name) => /\.(smv|v|sv)$/.test(name)).map((name) => join(root, folder, name));
  });
  const subjects: Subject[] = [];
  for (const file of files.sort().filter(isWanted)) {
    const { model, properties } = await loadDesign(file, [], file.endsWith(".v") ? { dialect: "vis" } : {});
    for (const [i, property] of properties.entries()) {
      const asked = askingOf(model, property).linear?.asked ?? property;
      const prepared = prepare(model, asked);
      if ("unsupported" in prepared || prepared.task.kind !== "fair-cycle") continue;
      const { task } = prepared;
      if (task.model.modules.length > 1) subjects.push({ name: `${relative(root, file)} ${i}`, task, holds: null });
    }
  }
  return subjects.filter((_, i) => !values.quick || i % 10 === 0);
}

async function subjectsOf(name: TableName): Promise<Subject[]> {
  if (name === "modules" || name === "sharp-modules") return [...ofProtocols(PROTOCOLS), ...(await modular())];
  if (name === "4") return await texas();
  return name === "circuits" ? await circuits() : ofProtocols(name === "unreachable" ? UNREACHABLE : PROTOCOLS);
}

interface Run {
  readonly decided: boolean;
  readonly seconds: number;
  readonly peakNodes: number;
  readonly ex: number;
  readonly ey: number;
  readonly ending: string;
}

/** One cell: a run with each order. */
type Cell = readonly Run[];

function run({ engine, options }: Contender, task: Task, holds: boolean | null): Run {
  const before = process.cpuUsage();
  const spent = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
  const shouldStop = () => (spent() > seconds ? ("time" as const) : null);
  const context = { shouldStop, memoryLimit: 2 ** 31, seed: 1, kernels };
  const search = decide(engine, task, completed(engine.options, options), context);
  for (;;) {
    const { done, value } = search.next();
    if (done) return figuresOf(value, spent(), holds);
  }
}

function figuresOf({ answer, stats }: Verdict, took: number, holds: boolean | null): Run {
  if (holds !== null && answer === (holds ? "fails" : "holds")) throw new Error("a wrong answer");
  const figure = (name: string) => Number(stats[name] ?? 0);
  const [peakNodes, ex, ey] = [figure("peakNodes"), figure("ex"), figure("ey")];
  return { decided: answer !== "unknown", seconds: took, peakNodes, ex, ey, ending: `${stats.ending ?? ""}` };
}

/** What two tables have in common is measured once. */
const known = new Map<string, Cell>();

function measured(contender: Contender, { name, task, holds }: Subject): Cell {
  const key = JSON.stringify([name, contender.engine.name, contender.options]);
  const cell =
    known.get(key) ??
    Array.from({ length: orders }, (_, order) =>
      run(contender, { ...task, model: reorderedModel(task.model, order).model }, holds),
    );
  known.set(key, cell);
  return cell;
}

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
const medianTime = (cell: Cell): number => median(cell.map((r) => (r.decided ? r.seconds : seconds)));

const shownTime = (r: Run): string => (r.decided ? r.seconds.toFixed(2) : "T/O");
const shownNodes = (nodes: number): string =>
  nodes < 1e6 ? `${Math.round(nodes / 1000)}k` : `${(nodes / 1e6).toFixed(1)}M`;

const shownTimes = (cell: Cell): string => (cell.some((r) => r.decided) ? cell.map(shownTime).join(" ") : "T/O");

const shownPeak = (cell: Cell): string => {
  const ended = cell.filter((r) => r.decided);
  return ended.length === 0 ? "-" : shownNodes(median(ended.map((r) => r.peakNodes)));
};

/** `T/O` where no order ends; else the three times, and of the runs that end the medians and the endings. */
function shown(cell: Cell): string {
  const ended = cell.filter((r) => r.decided);
  if (ended.length === 0) return "T/O";
  const of = (f: (r: Run) => number) => median(ended.map(f));
  const ending = [...new Set(ended.map((r) => r.ending))].join("");
  return `${cell.map(shownTime).join(" ")}, ${shownNodes(of((r) => r.peakNodes))}, ${of((r) => r.ex)}/${of((r) => r.ey)}${ending && ` ${ending}`}`;
}

function summary(contenders: readonly Contender[], rows: readonly (readonly Cell[])[]): string {
  const isHard = seconds / 5;
  const hard = rows.filter((row) => medianTime(row[0]!) > isHard);
  const lines = contenders.map(({ title }, k) => {
    const decided = rows.filter((row) => medianTime(row[k]!) < seconds).length;
    const ends = rows.flatMap((row) => row[k]!).map((r) => r.ending);
    const ending = (how: string) => ends.filter((e) => e === how).length;
    if (k === 0) return `- ${title}: ${decided} of ${rows.length} decided.`;
    const ratios = hard.map((row) => medianTime(row[0]!) / medianTime(row[k]!));
    const mean = Math.exp(ratios.reduce((sum, r) => sum + Math.log(r), 0) / Math.max(1, ratios.length));
    return `- ${title}: ${decided} of ${rows.length} decided; more than twice as fast as the first on ${ratios.filter((r) => r > 2).length} of the ${hard.length} that take it longer than ${isHard} s (geometric mean ${mean.toFixed(1)}, a time-out counts as ${seconds} s), slower on ${ratios.filter((r) => r < 1).length}; ends by n ${ending("n")}, by w ${ending("w")} of ${ends.length} runs.`;
  });
  return lines.join("\n");
}

/** The cells of a row, under the heads of the table. */
const shownRow = ({ isGrouped }: Table, cells: readonly Cell[]): string[] =>
  isGrouped ? [...cells.map(shownTimes), ...cells.map(shownPeak)] : cells.map(shown);

function printed(table: Table, subjects: readonly Subject[]): string {
  const { title, contenders, isGrouped } = table;
  const groups = isGrouped ? ["time: ", "BDD nodes: "] : [""];
  const heads = ["model", "", "latches", ...groups.flatMap((group) => contenders.map((c) => `${group}${c.title}`))];
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const lines = [row(heads), row(heads.map((_, i) => (i === 2 ? "---:" : "---")))];
  console.log(`\n${title}\n${lines.join("\n")}`);
  const rows = subjects.map((subject) => {
    const cells = contenders.map((c) => measured(c, subject));
    const { latches } = subject.task.model;
    lines.push(
      row([
        subject.name,
        subject.holds === null ? "" : subject.holds ? "P" : "F",
        `${latches.length}`,
        ...shownRow(table, cells),
      ]),
    );
    console.log(lines.at(-1));
    return cells;
  });
  const said = summary(contenders, rows);
  console.log(`\n${said}`);
  return `${lines.join("\n")}\n\n${said}`;
}

const PAGE = "measurements/dnc.md";
/** Tables that are measured together have one date. */
const isWhole = TABLES.every((name) => values.table.includes(name));

function warmUp(): void {
  const { model, properties } = readSmv(philosophers(3).text, "warm-up");
  const task = taskOf(prepare(model, properties[0]!));
  for (const { contenders } of Object.values(PRINTED)) for (const c of contenders) run(c, task, true);
}

warmUp();
for (const name of TABLES) {
  if (!values.table.includes(name)) continue;
  const text = printed(PRINTED[name], await subjectsOf(name));
  if (values.write) (isWhole ? writeFigures : writeMeasured)(PAGE, name, text);
}
if (values.write && isWhole) writeMeasured(PAGE, "date", "");

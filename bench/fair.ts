/**
 * FAIR's Table I: its families in several sizes, a bus arbiter with many conditions, and the AIGER files at hand, by FAIR with different
 * unrollings and by what it was compared with. `fair 0*` is K = 0 without small skeletons; `fair` is as it comes, with queries on the side for
 * reachable states and loops of one state. Seconds, and the number of skeletons for FAIR; `-` is out of time, `?` gave up, `u` is an
 * answer without evidence. A larger model of a family is not tried (`.`) by those who ran out of time on a smaller one.
 * `npm run bench:fair -- --seconds 10 --model cnt --column fair`
 *
 * `--threads 2,4` compares instead `fair` alone with that many workers that share a question; each number of workers is a column, and the
 * skeletons are those of the worker that answered.
 */
import { parseArgs } from "node:util";
// What was built, as users run it: workers start in milliseconds.
import { check, loadDesign } from "../dist/node.js";
import type { OptionValues } from "../src/engines/engine.js";
import { engines } from "../src/engines/registry.js";
import type { Model } from "../src/model/model.js";
import { expectedFiles } from "./expected.js";
import { bakery, busArbiter, synchronousArbiter, treeArbiter } from "./families/arbiters.js";
import { counter, jumpingCounter, nim } from "./families/counters.js";
import { hullBound } from "./families/hull-bounds.js";
import { boundedQueues, servedQueues } from "./families/queues.js";
import { tableText, writeMeasured } from "./measured.js";

// The loader of this TypeScript file is not for the workers.
process.execArgv.length = 0;

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "10" },
    model: { type: "string", multiple: true },
    column: { type: "string", multiple: true },
    threads: { type: "string" },
    write: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
  },
});
const seconds = values.quick ? 1 : Number(values.seconds);

interface Column {
  readonly name: string;
  readonly engine: string;
  readonly options: OptionValues;
  readonly threads?: number;
}
const fairColumn = (name: string, options: OptionValues): Column => ({
  name,
  engine: "fair",
  options,
});
/** Without help on the side, and without simplification. */
const AS_PUBLISHED = { settings: "paper" };
const plain = (engine: string): Column => ({ name: engine, engine, options: {} });
const teamColumn = (threads: number): Column => ({ ...plain("fair"), name: `fair on ${threads}`, threads });
const TEAMS = ["1", ...(values.threads?.split(",") ?? [])].map((n) => teamColumn(Number(n)));
const ENGINES: readonly Column[] = [
  fairColumn("fair 0*", { k: 0, minimize: false, ...AS_PUBLISHED }),
  fairColumn("fair 0", { k: 0, ...AS_PUBLISHED }),
  fairColumn("fair 1", { k: 1, ...AS_PUBLISHED }),
  fairColumn("fair 2", { k: 2, ...AS_PUBLISHED }),
  fairColumn("fair", {}),
  plain("gsh"),
  plain("lockstep"),
  plain("dnc"),
  { name: "l2s/ic3", engine: "l2s", options: { by: "ic3" } },
  { name: "l2s/bdd", engine: "l2s", options: { by: "bdd" } },
  plain("k-liveness"),
  plain("bmc"),
  plain("rlive"),
];
const COLUMNS = (values.threads === undefined ? ENGINES : TEAMS).filter(
  ({ name, engine }) =>
    engines.some((e) => e.name === engine) &&
    (values.column === undefined || values.column.some((c) => name.includes(c))),
);

interface Row {
  readonly name: string;
  readonly answer: "holds" | "fails";
  readonly quick?: boolean;
  readonly model: () => Model;
}
const FAMILIES: readonly Row[] = [
  { name: "abq2", answer: "holds", quick: true, model: () => boundedQueues(2, 2) },
  { name: "abq4", answer: "holds", model: () => boundedQueues(4, 2) },
  { name: "abq8", answer: "holds", model: () => boundedQueues(8, 2) },
  { name: "abq4f", answer: "fails", model: () => boundedQueues(4, 3, true) },
  { name: "abq6f", answer: "fails", model: () => boundedQueues(6, 3, true) },
  { name: "abq8f", answer: "fails", model: () => boundedQueues(8, 3, true) },
  { name: "cnt12", answer: "holds", quick: true, model: () => counter(12) },
  { name: "cnt32", answer: "holds", model: () => counter(32) },
  { name: "cnt128", answer: "holds", model: () => counter(128) },
  { name: "jc12", answer: "holds", model: () => jumpingCounter(12) },
  { name: "jc32", answer: "holds", model: () => jumpingCounter(32) },
  { name: "jc128", answer: "holds", quick: true, model: () => jumpingCounter(128) },
  { name: "jc128f", answer: "fails", model: () => jumpingCounter(128, true) },
  { name: "om1", answer: "holds", model: () => hullBound(8, 8, 1) },
  { name: "om2", answer: "holds", model: () => hullBound(8, 8, 2) },
  { name: "om3", answer: "holds", model: () => hullBound(8, 8, 3) },
  { name: "nim1", answer: "holds", model: () => nim(3, 3) },
  { name: "nim2", answer: "holds", model: () => nim(4, 4) },
  { name: "nim3", answer: "fails", model: () => nim(4, 4, true) },
  { name: "gbak", answer: "holds", model: () => bakery(4) },
  { name: "tarb4", answer: "holds", quick: true, model: () => treeArbiter(4) },
  { name: "tarb16", answer: "holds", model: () => treeArbiter(16) },
  { name: "tarb32", answer: "holds", model: () => treeArbiter(32) },
  { name: "sarb16", answer: "holds", model: () => synchronousArbiter(16) },
  { name: "sarb32", answer: "holds", model: () => synchronousArbiter(32) },
  { name: "bus8", answer: "holds", model: () => busArbiter(8) },
  { name: "bus16", answer: "holds", model: () => busArbiter(16) },
  { name: "bus16f", answer: "fails", model: () => busArbiter(16, true) },
  { name: "tf1", answer: "holds", model: () => servedQueues(2, 3) },
  { name: "tf2", answer: "fails", quick: true, model: () => servedQueues(2, 3, true) },
  { name: "tq1", answer: "holds", model: () => servedQueues(2, 4) },
  { name: "tq2", answer: "fails", model: () => servedQueues(2, 4, true) },
  { name: "fq1", answer: "holds", model: () => servedQueues(4, 3) },
  { name: "fq2", answer: "fails", model: () => servedQueues(4, 3, true) },
  { name: "sq6", answer: "holds", model: () => servedQueues(6, 4) },
  { name: "sq8", answer: "holds", model: () => servedQueues(8, 5) },
];

interface Cell {
  readonly text: string;
  readonly decided: boolean;
  readonly wrong: boolean;
  readonly seconds: number;
}
type Checked = Awaited<ReturnType<typeof loadDesign>>;

async function measured(design: Checked, answer: string, { engine, options, threads = 1 }: Column): Promise<Cell> {
  const started = performance.now();
  const { verdict, evidence } = await check(design, 0, { engine, options, seconds, threads });
  const took = (performance.now() - started) / 1000;
  const skeletons = verdict.stats.skeletons === undefined ? "" : `/${verdict.stats.skeletons}`;
  const uncertified = verdict.answer !== "unknown" && evidence === "none" ? "u" : "";
  if (verdict.answer === "unknown")
    return { text: `${verdict.reason === "time" ? "-" : "?"}${skeletons}`, decided: false, wrong: false, seconds };
  const wrong = verdict.answer !== answer;
  return {
    text: `${took.toFixed(2)}${skeletons}${uncertified}${wrong ? " WRONG" : ""}`,
    decided: true,
    wrong,
    seconds: took,
  };
}

const files = expectedFiles("aiger");

const wanted = (name: string) => values.model === undefined || values.model.some((m) => name.startsWith(m));
const totals = Object.fromEntries(COLUMNS.map(({ name }) => [name, { decided: 0, wrong: 0, seconds: 0 }]));
let models = 0;
// Column and family, for those that ran out of time on a member of it.
const gaveUp = new Set<string>();

/** Its members differ in size; those that fail are a family of their own. */
const familyOf = (name: string): string => name.replace(/[0-9]+/, "#");

async function row(name: string, answer: "holds" | "fails", design: Checked, family: string): Promise<void> {
  const { latches, inputs } = design.model;
  const cells: string[] = [];
  models++;
  for (const column of COLUMNS) {
    const total = totals[column.name]!;
    const key = `${column.name} ${family}`;
    if (gaveUp.has(key)) {
      total.seconds += seconds;
      cells.push(".".padStart(11));
      continue;
    }
    const cell = await measured(design, answer, column);
    if (!cell.decided) gaveUp.add(key);
    total.decided += cell.decided && !cell.wrong ? 1 : 0;
    total.wrong += cell.wrong ? 1 : 0;
    total.seconds += cell.seconds;
    cells.push(cell.text.padStart(11));
  }
  const size = `${latches.length}/${inputs.length}`.padStart(8);
  console.log(`${name.padEnd(13)} ${answer === "holds" ? "yes" : "no "} ${size} ${cells.join(" ")}`);
}

console.log(`${"model".padEnd(13)} empty l/i ${COLUMNS.map((c) => c.name.padStart(11)).join(" ")}`);
for (const { name, answer, model, quick } of FAMILIES) {
  if (!wanted(name) || (values.quick && !quick)) continue;
  const design = { model: model(), properties: [{ kind: "justice", name, literals: [] }] };
  // Built from the sources here, and sent as plain data.
  await row(name, answer, design as unknown as Checked, `${familyOf(name)} ${answer}`);
}
for (const { name, answer, path } of values.quick ? files.filter((_, i) => i % 12 === 0) : files)
  if (wanted(name) && answer !== null) await row(name, answer, await loadDesign(path), name);
console.log(JSON.stringify({ models, seconds, totals }));
if (values.write) {
  const decided = Object.fromEntries(COLUMNS.map(({ name }) => [name, totals[name]!.decided]));
  writeMeasured(
    "measurements/fair.md",
    "families",
    tableText({ [`decided of ${models}, ${seconds} s each`]: decided }),
  );
}

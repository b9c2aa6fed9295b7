/**
 * Table I of FAIR on its 30 models (the folder `fair-table1` of FAIRLEAD_BENCHMARKS): skeletons for each K, next to those that the
 * paper prints. Nothing helps on the side (`reach=none`, `loops=false`, `inside=false`), and models are not simplified. A cell is the number
 * of skeletons, with `-` before it where time ran out; times are CPU seconds and only limit the search.
 * With `--write` the table is put into docs/measurements/fair.md.
 * `npm run bench:table1 -- --seconds 20 --model cutarb --column 'K=1'`, `-- --quick` for a slice
 */
import { parseArgs } from "node:util";
import { fair } from "../src/engines/fair.js";
import { Stopped } from "../src/limits/stopped.js";
import { loadDesign } from "../src/loading/load.js";
import type { Model } from "../src/model/model.js";
import { loadKernels } from "../src/node/kernels.js";
import { prepare } from "../src/solving/prepare.js";
import { expectedFiles } from "./expected.js";
import { type Rows, tableText, writeMeasured } from "./measured.js";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "20" },
    model: { type: "string", multiple: true },
    column: { type: "string", multiple: true },
    write: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
  },
});
const seconds = values.quick ? 2 : Number(values.seconds);
const kernels = await loadKernels();

/** Skeletons as the paper prints them, for K = 0*, 0, 1 and 2; `-`: time ran out, after two hours. */
const PAPER = new Map([
  ["abq2mf", "24 12 8 5"],
  ["abq4mf", "37 39 8 9"],
  ["abq8mf", "182 67 14 14"],
  ["abq2f", "30 55 9 3"],
  ["abq4f", "221 106 28 46"],
  ["abq8f", "-75 -116 84 65"],
  ["cnt12", "0 0 0 0"],
  ["cnt32", "0 0 0 0"],
  ["cnt128", "0 0 0 0"],
  ["jc12", "0 0 0 0"],
  ["jc32", "0 0 0 0"],
  ["jc128", "0 0 0 0"],
  ["jc128f", "1 1 1 1"],
  ["om1", "-99 -202 -244 -274"],
  ["om2", "2082 2077 2083 2071"],
  ["om3", "0 0 0 0"],
  ["nim1", "29 32 0 0"],
  ["nim2", "28 28 18 18"],
  ["nim3", "32 28 3 3"],
  ["gbak", "182 172 184 125"],
  ["tarb16", "166 101 72 79"],
  ["tarb32", "582 204 146 147"],
  ["sarb16", "0 0 0 0"],
  ["sarb32", "0 0 0 0"],
  ["tf1", "5174 2222 1278 1213"],
  ["tf2", "9 5 2 2"],
  ["tq1", "3072 4208 2775 3172"],
  ["tq2", "27 28 22 26"],
  ["fq1", "-2920 -2596 -2485 -1771"],
  ["fq2", "41 39 55 44"],
]);

const AS_PUBLISHED = {
  settings: "paper",
  reach: "none",
  loops: false,
  inside: false,
  walls: true,
  implications: false,
} as const;
const COLUMNS = [
  { name: "K=0*", k: 0, minimize: false },
  { name: "K=0", k: 0, minimize: true },
  { name: "K=1", k: 1, minimize: true },
  { name: "K=2", k: 2, minimize: true },
].filter(({ name }) => values.column === undefined || values.column.includes(name));

interface Cell {
  readonly answer: "holds" | "fails" | "unknown";
  readonly skeletons: number;
  readonly seconds: number;
}

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

function measured(model: Model, k: number, minimize: boolean): Cell {
  const started = cpuSeconds();
  let skeletons = 0;
  const shouldStop = () => (cpuSeconds() - started > seconds ? "time" : null);
  const context = { kernels, memoryLimit: 2 ** 31, seed: 1, shouldStop } as const;
  const search = fair.decides["fair-cycle"]!({ kind: "fair-cycle", model }, { ...AS_PUBLISHED, k, minimize }, context);
  try {
    for (;;) {
      const { done, value } = search.next();
      if (done)
        return { answer: value.answer, skeletons: Number(value.stats.skeletons), seconds: cpuSeconds() - started };
      skeletons = value.figures.skeletons ?? skeletons;
    }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    return { answer: "unknown", skeletons, seconds };
  }
}

const files = expectedFiles("fair-table1").filter(
  ({ name }, i) =>
    (values.model === undefined || values.model.some((m) => name.startsWith(m))) && (!values.quick || i % 5 === 0),
);
const totals = COLUMNS.map(() => ({ decided: 0, seconds: 0 }));
const written = new Map<string, Rows[string]>();
const more = (shown: string) => shown.replace("-", "> ");
console.log(
  `${"model".padEnd(9)} ${"empty".padEnd(5)} ${COLUMNS.map(({ name }) => `${name} paper`.padStart(14)).join(" ")}`,
);
for (const { name, path, answer } of files) {
  const { model, properties } = await loadDesign(path);
  const prepared = prepare(model, properties[0]!);
  if ("unsupported" in prepared) throw new Error(prepared.unsupported);
  const paper = PAPER.get(name.replace(/^cu/, ""))!.split(" ");
  const cells = COLUMNS.map(({ name: column, k, minimize }, i) => {
    const cell = measured(prepared.task.model, k, minimize);
    if (cell.answer !== "unknown" && cell.answer !== answer) throw new Error(`${name}, ${column}: ${cell.answer}`);
    if (cell.answer !== "unknown") totals[i]!.decided++;
    totals[i]!.seconds += cell.seconds;
    const shown = `${cell.answer === "unknown" ? "-" : ""}${cell.skeletons}`;
    return [shown, paper[["K=0*", "K=0", "K=1", "K=2"].indexOf(column)] ?? ""] as const;
  });
  const byColumn = COLUMNS.map((column, i) => [column.name, cells[i]!.map(more).join(", ")] as const);
  written.set(name.replace(/^cu/, ""), { empty: answer === "holds" ? "yes" : "no", ...Object.fromEntries(byColumn) });
  console.log(
    `${name.padEnd(9)} ${(answer === "holds" ? "yes" : "no").padEnd(5)} ${cells.map(([own, theirs]) => `${own.padStart(8)} ${theirs.padStart(5)}`).join(" ")}`,
  );
}
const decided = totals.map((total) => `${total.decided} (${total.seconds.toFixed(0)} s)`).join(", ");
console.log(`decided of ${files.length}: ${decided}`);
if (values.write)
  writeMeasured(
    "measurements/fair.md",
    "table1",
    `${tableText(Object.fromEntries(written))}\nDecided in each column, of ${files.length}, with ${seconds} CPU seconds each: ${decided}.`,
  );

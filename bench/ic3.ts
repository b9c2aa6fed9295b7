/**
 * Reach tasks on AIGER files, like next to like: `ic3` and `pdr`, `bmc` and `bmc3` of berkeley-abc where that is installed. Ours simplify
 * models that are not easy, so that abc does too (`scorr; dc2`); `--plain` adds all of them without that. CPU seconds, as abc reports them for all its
 * commands and as the process spends them here, also for the limit: the machine may have other work. Bounded searches prove nothing, and
 * are not asked about files that are known to hold (`.`).
 * With `--write` the totals are put into docs/measurements/fair.md.
 * `npm run bench:ic3 -- --seconds 15 --file cmudme1 --column ic3 --column 'abc pdr'`
 */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
// What was built, as users run it.
import { loadDesign } from "../dist/node.js";
import { type ExpectedFile, expectedFiles } from "./expected.js";
import { type Rows, tableText, writeMeasured } from "./measured.js";
import { solveFor } from "./solve-for.js";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "15" },
    file: { type: "string", multiple: true },
    column: { type: "string", multiple: true },
    plain: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
  },
});
const seconds = values.quick ? 1 : Number(values.seconds);

interface Measured {
  readonly answer: "holds" | "fails" | "unknown";
  readonly evidence: string;
  readonly seconds: number;
}
interface Column {
  readonly name: string;
  readonly proves: boolean;
  run(file: ExpectedFile): Promise<Measured>;
}

const ours = (engine: "ic3" | "bmc", plain = false): Column => ({
  name: plain ? `${engine} plain` : engine,
  proves: engine === "ic3",
  run: async ({ path }) => solveFor(await loadDesign(path), 0, engine, plain ? { simplify: "off" } : {}, seconds),
});

const abc = (command: "pdr" | "bmc3", plain = false): Column => ({
  name: plain ? `abc ${command} plain` : `abc ${command}`,
  proves: command === "pdr",
  async run({ path }) {
    const script = [
      "time",
      `read_aiger ${path}`,
      ...(plain ? [] : ["scorr", "dc2"]),
      `${command} -T ${seconds}`,
      "time",
    ];
    const { stdout } = spawnSync("berkeley-abc", ["-c", script.join("; ")], { encoding: "utf8" });
    const took = Number([...stdout.matchAll(/elapse: *([0-9.]+) seconds/g)].at(-1)?.[1] ?? seconds);
    const answer = /Property proved/.test(stdout)
      ? "holds"
      : /was asserted in frame/.test(stdout)
        ? "fails"
        : "unknown";
    return { answer, evidence: "", seconds: took };
  },
});

const hasAbc = spawnSync("berkeley-abc", ["-c", "quit"]).error === undefined;
if (!hasAbc) console.log("berkeley-abc is not installed: its columns are left out");
const columns = [
  ours("ic3"),
  ...(hasAbc ? [abc("pdr")] : []),
  ours("bmc"),
  ...(hasAbc ? [abc("bmc3")] : []),
  ...(values.plain ? [ours("ic3", true), ours("bmc", true)] : []),
  ...(values.plain && hasAbc ? [abc("pdr", true), abc("bmc3", true)] : []),
].filter(({ name }) => values.column === undefined || values.column.includes(name));

const files = expectedFiles("safety").filter(
  ({ name }, i) => (values.file === undefined || values.file.includes(name)) && (!values.quick || i % 6 === 0),
);
const totals = Object.fromEntries(
  columns.map(({ name }) => [name, { asked: 0, decided: 0, checked: 0, wrong: 0, seconds: 0 }]),
);
console.log(`${"file".padEnd(18)} ${columns.map(({ name }) => name.padStart(15)).join(" ")}`);
for (const file of files) {
  const cells: string[] = [];
  for (const column of columns) {
    if (!column.proves && file.answer === "holds") {
      cells.push(".".padStart(15));
      continue;
    }
    const { answer, evidence, seconds: took } = await column.run(file);
    const total = totals[column.name]!;
    const wrong = answer !== "unknown" && file.answer !== null && answer !== file.answer;
    total.asked++;
    total.decided += answer === "unknown" || wrong ? 0 : 1;
    total.checked += evidence === "checked" ? 1 : 0;
    total.wrong += wrong ? 1 : 0;
    total.seconds += Math.min(took, seconds);
    cells.push(`${wrong ? "WRONG " : ""}${answer} ${took.toFixed(2)}`.padStart(15));
  }
  console.log(`${file.name.padEnd(18)} ${cells.join(" ")}`);
}
const row = (cell: (total: (typeof totals)[string]) => string) =>
  Object.fromEntries(columns.map(({ name }) => [name, cell(totals[name]!)]));
const rows: Rows = {
  decided: row((t) => `${t.decided} of ${t.asked}`),
  seconds: row((t) => t.seconds.toFixed(1)),
};
for (const [name, cells] of Object.entries(rows))
  console.log(`${name.padEnd(18)} ${columns.map((c) => `${cells[c.name]}`.padStart(15)).join(" ")}`);
if (values.write) writeMeasured("measurements/fair.md", "ic3", tableText(rows));
const ratio = (own: string, other: string): number | null => {
  const [a, b] = [totals[own], totals[other]];
  return a === undefined || b === undefined ? null : a.seconds / b.seconds;
};
const ratios = { ic3OverPdr: ratio("ic3", "abc pdr"), bmcOverBmc3: ratio("bmc", "abc bmc3") };
console.log(JSON.stringify({ files: files.length, seconds, secondsRatio: ratios, totals }));

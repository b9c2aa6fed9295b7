/**
 * Reach tasks on AIGER files, like next to like: `ic3` and `pdr`, `bmc` and `bmc3` of berkeley-abc where that is installed. Ours simplify
 * models that are not easy, so that abc does too (`scorr; dc2`); `--plain` adds all of them without that. CPU seconds, as abc reports them for all its
 * commands and as the process spends them here for reading and solving, also for the limit, on both sides: the machine may have other work. Bounded
 * searches prove nothing, and are not asked about files that are known to hold (`.`).
 * Ours are shown until the answer, and then with the check of the evidence, which abc has none of.
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
    seed: { type: "string", default: "1" },
    quick: { type: "boolean", default: false },
  },
});
const seconds = values.quick ? 1 : Number(values.seconds);

interface Measured {
  readonly answer: "holds" | "fails" | "unknown";
  readonly evidence: string;
  readonly seconds: number;
  /** CPU seconds until the answer, before it was checked. */
  readonly answered: number;
}
interface Column {
  readonly name: string;
  readonly proves: boolean;
  run(file: ExpectedFile): Promise<Measured>;
}

const ours = (engine: "ic3" | "bmc", plain = false): Column => ({
  name: plain ? `${engine} plain` : engine,
  proves: engine === "ic3",
  async run({ path }) {
    const before = process.cpuUsage();
    const design = await loadDesign(path);
    const { user, system } = process.cpuUsage(before);
    const reading = (user + system) / 1e6;
    const solved = solveFor(design, 0, engine, plain ? { simplify: "off" } : {}, seconds, Number(values.seed));
    return { ...solved, seconds: reading + solved.seconds, answered: reading + solved.answered };
  },
});

/** Its own limit is one of wall time, and would be hit earlier on a machine with other work. */
const ABC = ["-c", `ulimit -t ${Math.ceil(seconds) + 1}; exec berkeley-abc -c "$0"`];

const abc = (command: "pdr" | "bmc3", plain = false): Column => ({
  name: plain ? `abc ${command} plain` : `abc ${command}`,
  proves: command === "pdr",
  async run({ path }) {
    const script = ["time", `read_aiger ${path}`, ...(plain ? [] : ["scorr", "dc2"]), command, "time"];
    const { stdout } = spawnSync("sh", [...ABC, script.join("; ")], { encoding: "utf8" });
    const took = Number([...stdout.matchAll(/elapse: *([0-9.]+) seconds/g)].at(-1)?.[1] ?? seconds);
    const answer =
      took > seconds
        ? "unknown"
        : /Property proved/.test(stdout)
          ? "holds"
          : /was asserted in frame/.test(stdout)
            ? "fails"
            : "unknown";
    return { answer, evidence: "", seconds: took, answered: took };
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
interface Asked extends Measured {
  readonly wrong: boolean;
}
const asked = new Map<string, Map<string, Asked>>(columns.map(({ name }) => [name, new Map()]));
console.log(`${"file".padEnd(18)} ${columns.map(({ name }) => name.padStart(20)).join(" ")}`);
for (const file of files) {
  const cells: string[] = [];
  for (const column of columns) {
    if (!column.proves && file.answer === "holds") {
      cells.push(".".padStart(20));
      continue;
    }
    const { answer, evidence, ...took } = await column.run(file);
    const wrong = answer !== "unknown" && file.answer !== null && answer !== file.answer;
    asked.get(column.name)!.set(file.name, {
      answer,
      evidence,
      wrong,
      seconds: Math.min(took.seconds, seconds),
      answered: Math.min(took.answered, seconds),
    });
    const times = evidence === "" ? [took.seconds] : [took.answered, took.seconds];
    cells.push(`${wrong ? "WRONG " : ""}${answer} ${times.map((t) => t.toFixed(2)).join(" ")}`.padStart(20));
  }
  console.log(`${file.name.padEnd(18)} ${cells.join(" ")}`);
}

const isDecided = ({ answer, wrong }: Asked): boolean => answer !== "unknown" && !wrong;
/** The column of abc beside one of ours, and the other way round: what both decide is compared as well. */
const PEERS = [
  ["ic3", "abc pdr"],
  ["bmc", "abc bmc3"],
  ["ic3 plain", "abc pdr plain"],
  ["bmc plain", "abc bmc3 plain"],
] as const;
function peerOf(column: string): ReadonlyMap<string, Asked> | null {
  const pair = PEERS.find((p) => p.some((name) => name === column));
  return asked.get(pair?.find((name) => name !== column) ?? "") ?? null;
}

function totalOf(column: string) {
  const all = [...asked.get(column)!];
  const peer = peerOf(column);
  const both = all.filter(([file, a]) => isDecided(a) && peer?.has(file) && isDecided(peer.get(file)!));
  const sum = (of: typeof all, time: (a: Asked) => number) => of.reduce((total, [, a]) => total + time(a), 0);
  return {
    asked: all.length,
    decided: all.filter(([, a]) => isDecided(a)).length,
    checked: all.filter(([, a]) => a.evidence === "checked").length,
    wrong: all.filter(([, a]) => a.wrong).length,
    answered: sum(all, (a) => a.answered),
    seconds: sum(all, (a) => a.seconds),
    both: both.length,
    answeredBoth: sum(both, (a) => a.answered),
    secondsBoth: sum(both, (a) => a.seconds),
  };
}
const totals = Object.fromEntries(columns.map(({ name }) => [name, totalOf(name)]));
const row = (cell: (total: (typeof totals)[string]) => string) =>
  Object.fromEntries(columns.map(({ name }) => [name, cell(totals[name]!)]));
const rows: Rows = {
  decided: row((t) => `${t.decided} of ${t.asked}`),
  "seconds until the answer": row((t) => t.answered.toFixed(1)),
  "… with the check": row((t) => t.seconds.toFixed(1)),
  "files that both decide": row((t) => `${t.both}`),
  "seconds until the answer there": row((t) => t.answeredBoth.toFixed(1)),
  "… with the check there": row((t) => t.secondsBoth.toFixed(1)),
};
for (const [name, cells] of Object.entries(rows))
  console.log(`${name.padEnd(30)} ${columns.map((c) => `${cells[c.name]}`.padStart(15)).join(" ")}`);
if (values.write) writeMeasured("measurements/fair.md", "ic3", tableText(rows));
const ratio = (own: string, other: string, of: "seconds" | "secondsBoth" = "seconds"): number | null => {
  const [a, b] = [totals[own], totals[other]];
  return a === undefined || b === undefined ? null : a[of] / b[of];
};
const ratios = {
  ic3OverPdr: ratio("ic3", "abc pdr"),
  ic3OverPdrWhereBothDecide: ratio("ic3", "abc pdr", "secondsBoth"),
  bmcOverBmc3: ratio("bmc", "abc bmc3"),
};
console.log(JSON.stringify({ files: files.length, seconds, secondsRatio: ratios, totals }));

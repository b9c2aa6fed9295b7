/**
 * Reach tasks on AIGER files: `ic3` and `bmc`, with and without simplification, next to `pdr` and `bmc3` of berkeley-abc where that is
 * installed. CPU seconds, as abc reports them for the command and as the process spends them here, also for the limit: the machine may
 * have other work.
 * `npm run bench:ic3 -- --seconds 15 --file cmudme1`
 */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
// What was built, as users run it.
import { engineNamed } from "../dist/engines/registry.js";
import { loadDesign, loadKernels } from "../dist/node.js";
import { solve } from "../dist/run/solve.js";
import { type ExpectedFile, expectedFiles } from "./expected.js";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "15" },
    file: { type: "string", multiple: true },
    column: { type: "string", multiple: true },
    quick: { type: "boolean", default: false },
  },
});
const kernels = await loadKernels();
const seconds = values.quick ? 1 : Number(values.seconds);

interface Measured {
  readonly answer: "holds" | "fails" | "unknown";
  readonly evidence: string;
  readonly seconds: number;
}
interface Column {
  readonly name: string;
  run(file: ExpectedFile): Promise<Measured>;
}

const ours = (name: string, engine: string, options: Readonly<Record<string, string>>): Column => ({
  name,
  async run({ path }) {
    const design = await loadDesign(path);
    const started = process.cpuUsage();
    const spent = () => {
      const { user, system } = process.cpuUsage(started);
      return (user + system) / 1e6;
    };
    let polls = 0;
    let late = false;
    const shouldStop = () => {
      if (++polls % 64 === 0) late = spent() > seconds;
      return late ? ("time" as const) : null;
    };
    const context = { shouldStop, memoryLimit: 2 ** 31, seed: 1, kernels };
    const solving = solve(design, design.properties[0]!, engineNamed(engine)!, options, context);
    for (;;) {
      const { done, value } = solving.next();
      if (done) return { answer: value.verdict.answer, evidence: value.evidence, seconds: spent() };
    }
  },
});

const abc = (command: string): Column => ({
  name: `abc ${command}`,
  async run({ path }) {
    const { stdout } = spawnSync("berkeley-abc", ["-c", `read_aiger ${path}; ${command} -T ${seconds}`], {
      encoding: "utf8",
    });
    const took = Number([...stdout.matchAll(/Time = *([0-9.]+) sec/g)].at(-1)?.[1] ?? seconds);
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
  ours("ic3", "ic3", {}),
  ours("ic3 plain", "ic3", { simplify: "false" }),
  ours("bmc", "bmc", {}),
  ...(hasAbc ? [abc("pdr"), abc("bmc3")] : []),
].filter(({ name }) => values.column === undefined || values.column.includes(name));

const files = expectedFiles("safety").filter(
  ({ name }, i) => (values.file === undefined || values.file.includes(name)) && (!values.quick || i % 6 === 0),
);
const totals = Object.fromEntries(columns.map(({ name }) => [name, { decided: 0, checked: 0, wrong: 0, seconds: 0 }]));
console.log(`${"file".padEnd(18)} ${columns.map(({ name }) => name.padStart(15)).join(" ")}`);
for (const file of files) {
  const cells: string[] = [];
  for (const column of columns) {
    const { answer, evidence, seconds: took } = await column.run(file);
    const total = totals[column.name]!;
    const wrong = answer !== "unknown" && file.answer !== null && answer !== file.answer;
    total.decided += answer === "unknown" || wrong ? 0 : 1;
    total.checked += evidence === "checked" ? 1 : 0;
    total.wrong += wrong ? 1 : 0;
    total.seconds += Math.min(took, seconds);
    cells.push(`${wrong ? "WRONG " : ""}${answer} ${took.toFixed(2)}`.padStart(15));
  }
  console.log(`${file.name.padEnd(18)} ${cells.join(" ")}`);
}
const ratio = hasAbc && totals.ic3 && totals["abc pdr"] ? totals.ic3.seconds / totals["abc pdr"].seconds : null;
console.log(JSON.stringify({ secondsOfIc3OverPdr: ratio, files: files.length, seconds, totals }));

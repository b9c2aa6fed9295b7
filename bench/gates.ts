/**
 * Gates that rewriting leaves of AIGER files, next to `dc2` and the script compress2 of berkeley-abc where that is installed, on the same files and without other
 * simplification. CPU seconds of ours are those of a process that has rewritten other files before; abc's are its own, reading included.
 *
 * `npm run bench:gates -- --set safety --file cmuperiodic --write`
 */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { loadDesign } from "../src/loading/load.js";
import { literalsOf } from "../src/model/property.js";
import { resynthesised } from "../src/transform/resynthesis.js";
import { expectedFiles } from "./expected.js";
import { tableText, writeMeasured } from "./measured.js";

const { values } = parseArgs({
  options: {
    set: { type: "string", default: "safety" },
    file: { type: "string", multiple: true },
    write: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
  },
});

const DC2 = "dc2";
const COMPRESS2 =
  "balance -l; rewrite -l; refactor -l; balance -l; rewrite -l; rewrite -lz; balance -l; refactor -lz; rewrite -lz; balance -l";

interface Left {
  readonly gates: number;
  readonly seconds: number;
}

function ofAbc(path: string, script: string): Left {
  const commands = ["read_aiger", path, "; strash; cleanup;", script, "; print_stats; time"].join(" ");
  const { stdout } = spawnSync("berkeley-abc", ["-c", commands], { encoding: "utf8" });
  const gates = /\band\s*=\s*(\d+)/.exec(stdout)?.[1];
  if (gates === undefined) throw new Error(`abc says nothing of ${path}: ${stdout}`);
  return { gates: Number(gates), seconds: Number(/elapse: ([\d.]+)/.exec(stdout)?.[1] ?? Number.NaN) };
}

async function ours(path: string): Promise<Left & { readonly before: number }> {
  const { model, properties } = await loadDesign(path);
  const started = process.cpuUsage();
  const { aig } = resynthesised({ ...model, signals: [] }, properties.flatMap(literalsOf)).model;
  const { user, system } = process.cpuUsage(started);
  return { before: model.aig.gateCount, gates: aig.gateCount, seconds: (user + system) / 1e6 };
}

const hasAbc = spawnSync("berkeley-abc", ["-c", "quit"]).error === undefined;
if (!hasAbc) console.log("berkeley-abc is not installed: its columns are left out");
const files = expectedFiles(values.set).filter(
  ({ name }, i) => (values.file?.includes(name) ?? true) && (!values.quick || i % 8 === 0),
);
if (files.length > 0) await ours(files[0]!.path);

const sums = { before: 0, ours: 0, dc2: 0, compress2: 0 };
const seconds = { ours: 0, dc2: 0, compress2: 0 };
for (const { name, path } of files) {
  const left = await ours(path);
  sums.before += left.before;
  sums.ours += left.gates;
  seconds.ours += left.seconds;
  const cells = [name.padEnd(20), left.before, left.gates];
  for (const [script, commands] of hasAbc
    ? ([
        ["dc2", DC2],
        ["compress2", COMPRESS2],
      ] as const)
    : []) {
    const other = ofAbc(path, commands);
    sums[script] += other.gates;
    seconds[script] += other.seconds;
    cells.push(`${script} ${other.gates} (${(left.gates / other.gates).toFixed(2)})`);
  }
  console.log(cells.join(" "));
}
const part = (gates: number) => (gates / sums.dc2).toFixed(3);
const rows = {
  "as given": { gates: sums.before, "of dc2's": part(sums.before), "CPU seconds": "" },
  fairlead: { gates: sums.ours, "of dc2's": part(sums.ours), "CPU seconds": seconds.ours.toFixed(1) },
  "abc dc2": { gates: sums.dc2, "of dc2's": part(sums.dc2), "CPU seconds": seconds.dc2.toFixed(1) },
  "abc compress2": {
    gates: sums.compress2,
    "of dc2's": part(sums.compress2),
    "CPU seconds": seconds.compress2.toFixed(1),
  },
};
const text = `${tableText(rows)}\n${files.length} files of \`${values.set}\`.\n`;
console.log(text);
if (values.write && hasAbc) writeMeasured("measurements/preprocessing.md", "gates", text);

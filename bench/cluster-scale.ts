/**
 * What would limit 10, 100 and 1,000 workers: the schedule itself (src/cluster/race.ts) on a virtual clock, with times that engines took here and what an
 * attempt costs Redis and the machine that asks. Times are those of processors, so that a busy machine does not change them much.
 *
 *     npm run bench:cluster-scale            two minutes, about; --quick; --write puts the tables into docs/guide/cluster.md
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measuredConstants } from "./cluster/constants.js";
import { recorded } from "./cluster/recorded.js";
import { simulated } from "./cluster/schedule.js";
import { modelsOf } from "./cluster/suite.js";
import { writeMeasured } from "./measured.js";

process.execArgv.length = 0; // the loader of this TypeScript file is not for the workers

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    every: { type: "string" },
    seconds: { type: "string", default: "2" },
    questions: { type: "string", default: "5000" },
    cores: { type: "string", default: "4" },
  },
});
const every = Number(values.every ?? (values.quick ? 16 : 4));
const asked = values.quick ? 2000 : Number(values.questions);
const cores = Number(values.cores);
const BUDGET = 60;

const folder = mkdtempSync(join(tmpdir(), "fairlead-scale-"));
const tried = await recorded(modelsOf(folder, every), values.quick ? 0.5 : Number(values.seconds), BUDGET);
rmSync(folder, { recursive: true });
const constants = await measuredConstants(values.quick ? 4 : 10, values.quick ? 20 : 110);
const suite = Array.from({ length: asked }, (_, k) => tried[k % tried.length]!);

const percent = (share: number) => `${(100 * share).toFixed(0)} %`;
const whole = (n: number) => Math.round(n).toLocaleString("en");
const { storeSeconds, storeCommands, storeBytes, askerSeconds } = constants;
const lines = [
  `An attempt costs Redis ${(1e6 * storeSeconds).toFixed(0)} µs of its one processor, ${whole(storeCommands)} commands and ${whole(storeBytes)} bytes; a question costs the machine that asks ` +
    `${(1000 * askerSeconds).toFixed(0)} ms of a processor, most of it for the thread that checks evidence. So Redis can pass on about ${whole(1 / storeSeconds)} attempts a second, and a machine with ` +
    `${cores} processors can check about ${whole(cores / askerSeconds)} answers a second. ${tried.length} questions were tried, with each engine of their plans; a suite of ${whole(asked)} is made of them.`,
  "",
  "| workers | time (s) | answers a second | attempts a second | bytes a second | workers busy | Redis busy | asking machine busy |",
  "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
];
for (const workers of [1, 10, 100, 1000]) {
  const run = simulated(suite, workers, constants, cores);
  const cells = [
    ...[whole(workers), whole(run.seconds), (run.answered / run.seconds).toFixed(1)],
    ...[(run.attempts / run.seconds).toFixed(1), whole((run.attempts * storeBytes) / run.seconds)],
    ...[percent(run.workers), percent(run.store), percent(run.asker)],
  ];
  lines.push(`| ${cells.join(" | ")} |`);
}
console.log(lines.join("\n"));
if (values.write) writeMeasured("guide/cluster.md", "scale", lines.join("\n"));

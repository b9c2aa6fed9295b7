/**
 * Random small systems through `check` as users run it, in worker threads with the plan of `auto`, against the reference: no
 * answer may differ, and every one must come with evidence. `npm run bench:fuzz-check -- --systems 10000 --seed 1`
 */
import { parseArgs } from "node:util";
import { fuzzCheck } from "../test/fuzz/check.js";

// The loader of this TypeScript file is not for the workers.
process.execArgv.length = 0;

const { values } = parseArgs({
  options: {
    systems: { type: "string", default: "10000" },
    seed: { type: "string", default: `${Math.floor(performance.timeOrigin) % 2 ** 31}` },
    threads: { type: "string", default: "2" },
    quick: { type: "boolean", default: false },
  },
});
const systems = values.quick ? 300 : Number(values.systems);
const seed = Number(values.seed);
const started = performance.now();
const counts = await fuzzCheck({ systems, seed, threads: Number(values.threads), onProgress: console.log });
const seconds = Math.round((performance.now() - started) / 100) / 10;
console.log(JSON.stringify({ differences: 0, ...counts, seed, seconds }));

/**
 * Random small systems, each to the reference and to one of the other engines, which take turns: no answer may differ, and all evidence
 * must check. In one thread, in chunks of a thousand; a chunk's number is its seed, so that `--first 17 --systems 1000` repeats one.
 * `npm run bench:fuzz-engines -- --systems 1000000 --first 1`
 */
import { parseArgs } from "node:util";
import { compareEngines, type EngineCounts } from "../test/fuzz/engines.js";

const { values } = parseArgs({
  options: {
    systems: { type: "string", default: "1000000" },
    first: { type: "string", default: "1" },
    quick: { type: "boolean", default: false },
  },
});
const CHUNK = 1000;
const chunks = Math.ceil((values.quick ? 5000 : Number(values.systems)) / CHUNK);
const first = Number(values.first);
const all: EngineCounts = { questions: 0, fails: 0, holds: 0, open: 0, different: [] };
const say = (last: number) => {
  const { different, ...counts } = all;
  const seconds = Math.round(process.cpuUsage().user / 1e6);
  console.log(JSON.stringify({ seeds: [first, last], ...counts, different: different.length, seconds }));
};
for (let seed = first; seed < first + chunks; seed++) {
  const found = compareEngines(seed, CHUNK);
  for (const key of ["questions", "fails", "holds", "open"] as const) all[key] += found[key];
  for (const what of found.different) console.log(`seed ${seed}, ${what}`);
  all.different.push(...found.different);
  if ((seed - first) % 20 === 19) say(seed);
}
say(first + chunks - 1);
process.exitCode = all.different.length === 0 ? 0 : 1;

/**
 * Reads mutated files until the time is up, the same time for each reader. An error that is not meant for users, a hang
 * or a huge allocation is a failure. `npm run bench:fuzz-readers -- --seconds 600 --only aiger --seed 7`; with `--files N`
 * that many for each reader, however long it takes, and what each did as soon as it is done.
 *
 * With `--guided`, files that reach code which no other did are kept, and mutated in turn.
 */
import { parseArgs } from "node:util";
import { type FuzzFigures, fuzzReader } from "../test/fuzz/fuzz-reader.js";
import { guidedFuzz } from "../test/fuzz/guided.js";
import { FUZZ_TARGETS } from "../test/fuzz/readers.js";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    files: { type: "string", default: "" },
    only: { type: "string", default: "" },
    seed: { type: "string", default: `${Date.now() % 1_000_000_000}` },
    quick: { type: "boolean", default: false },
    guided: { type: "boolean", default: false },
  },
});
const targets = FUZZ_TARGETS.filter((t) => values.only === "" || t.name === values.only);
const milliseconds = (1000 * (values.quick ? 10 : Number(values.seconds))) / targets.length;
/** A sign of life now and then. */
function tell(name: string, runs: number): number {
  if (runs > 0 && runs % 100_000 === 0) console.error(`${name}: ${runs} files`);
  return runs;
}
const figures: Record<string, FuzzFigures> = {};
for (const target of targets) {
  const end = performance.now() + milliseconds;
  const more = (runs: number) =>
    values.files === "" ? performance.now() < end : tell(target.name, runs) < Number(values.files);
  if (values.guided) {
    const { runs, accepted, kept, reached } = guidedFuzz(target, Number(values.seed), more);
    console.log(
      `${target.name}: ${runs} files from seed ${values.seed}, ${accepted} read, ${kept} kept of ${target.samples.length} samples and all, ${reached} characters of code reached`,
    );
    continue;
  }
  const found = fuzzReader(target, Number(values.seed), more);
  figures[target.name] = found;
  const rejected = Object.entries(found.rejected).sort((a, b) => b[1] - a[1]);
  console.log(
    `${target.name}: ${found.runs} files from seed ${values.seed}, ${found.accepted} read, slowest ${found.slowestMs.toFixed(1)} ms`,
  );
  for (const [code, count] of rejected) console.log(`  ${code.padEnd(20)} ${count}`);
}
// The samples take little: what remains is the engine's own, and what a reader allocated on a false promise.
const peakMb = Math.round(process.resourceUsage().maxRSS / 1024);
console.log(`peak memory ${peakMb} MB`);
console.log(JSON.stringify({ peakMb, figures }));
process.exitCode = peakMb < 1500 ? 0 : 1;

/**
 * Reads mutated files until the time is up, the same time for each reader. An error that is not meant for users, a hang
 * or a huge allocation is a failure. `npm run bench:fuzz-readers -- --seconds 600 --only aiger,smv --seed 7`; with `--files N`
 * that many for each reader, one for each seed, however long it takes.
 *
 * With `--ledger FILE` the files are read in pieces, each a line of that file when it is done; what is there already is
 * not done again, so that a campaign can be interrupted, shared by several processes (`--only`, or ranges of seeds) and
 * added up. `--write` puts the sums into docs/measurements/readers.md.
 *
 * With `--guided`, files that reach code which no other did are kept, and mutated in turn.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type FuzzTarget, fuzzReader } from "../test/fuzz/fuzz-reader.js";
import { guidedFuzz } from "../test/fuzz/guided.js";
import { added, type Piece, piecesLeft } from "../test/fuzz/pieces.js";
import { FUZZ_TARGETS } from "../test/fuzz/readers.js";
import { type Rows, tableText, writeMeasured } from "./measured.js";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    files: { type: "string", default: "" },
    only: { type: "string", default: "" },
    seed: { type: "string", default: `${Date.now() % 1_000_000_000}` },
    ledger: { type: "string" },
    write: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
    guided: { type: "boolean", default: false },
  },
});
const only = values.only.split(",").filter((name) => name !== "");
const unknown = only.filter((name) => !FUZZ_TARGETS.some((t) => t.name === name));
if (unknown.length > 0)
  throw new Error(`no reader ${unknown.join(", ")}: there are ${FUZZ_TARGETS.map((t) => t.name).join(", ")}`);
const targets = FUZZ_TARGETS.filter((t) => only.length === 0 || only.includes(t.name));
const seed = Number(values.seed);

if (values.ledger !== undefined) campaign(values.ledger, Number(values.files));
else for (const target of targets) once(target);

// The samples take little: what remains is the engine's own, and what a reader allocated on a false promise.
const peakMb = Math.round(process.resourceUsage().maxRSS / 1024);
console.log(`peak memory ${peakMb} MB`);
process.exitCode = peakMb < 1500 ? 0 : 1;

function once(target: FuzzTarget): void {
  const end = performance.now() + (1000 * (values.quick ? 10 : Number(values.seconds))) / targets.length;
  const more = (runs: number) => (values.files === "" ? performance.now() < end : runs < Number(values.files));
  if (values.guided) {
    const { runs, accepted, kept, reached } = guidedFuzz(target, seed, more);
    console.log(
      `${target.name}: ${runs} files from seed ${seed}, ${accepted} read, ${kept} kept of ${target.samples.length} samples and all, ${reached} characters of code reached`,
    );
    return;
  }
  const found = fuzzReader(target, seed, more);
  console.log(
    `${target.name}: ${found.runs} files from seed ${seed}, ${found.accepted} read, slowest ${found.slowestMs.toFixed(1)} ms`,
  );
  for (const [code, count] of byCount(found.rejected)) console.log(`  ${code.padEnd(20)} ${count}`);
}

function campaign(ledger: string, files: number): void {
  const done = existsSync(ledger) ? pieces(ledger) : [];
  for (const target of targets)
    for (const piece of piecesLeft(target, seed, files, done)) {
      appendFileSync(ledger, `${JSON.stringify(piece)}\n`);
      console.error(`${target.name}: seeds ${piece.first} to ${piece.first + piece.runs - 1}`);
    }
  const table = tableText(sums(pieces(ledger)));
  console.log(table);
  if (values.write) writeMeasured("measurements/readers.md", "mutated files", table);
}

function pieces(ledger: string): Piece[] {
  const lines = readFileSync(ledger, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Piece);
}

function sums(all: readonly Piece[]): Rows {
  const rows = FUZZ_TARGETS.map(({ name }) => added(name, all)).filter((sum) => sum.runs > 0);
  return Object.fromEntries(
    rows.map((sum) => [
      sum.target,
      {
        files: sum.runs,
        read: sum.accepted,
        "kinds of errors": Object.keys(sum.rejected).length,
        "most often": byCount(sum.rejected)[0]?.[0] ?? "",
        "CPU s": Math.round(sum.cpuSeconds),
        "slowest file, ms": Math.round(sum.slowestMs),
        "peak MB": sum.peakMb,
      },
    ]),
  );
}

function byCount(rejected: Readonly<Record<string, number>>): [string, number][] {
  return Object.entries(rejected).sort((a, b) => b[1] - a[1]);
}

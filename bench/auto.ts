/**
 * Runs `check` as a user does, on AIGER files with known answers, and single engines on the same files.
 * `npm run bench:auto -- --seconds 60 --threads 2 --engine auto --engine gsh`
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
// What was built, as users run it: workers start in milliseconds.
import { check, loadDesign } from "../dist/node.js";

// The loader of this TypeScript file is not for the workers.
process.execArgv.length = 0;

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    threads: { type: "string", default: "2" },
    engine: { type: "string", multiple: true, default: ["auto"] },
    file: { type: "string", multiple: true },
    quick: { type: "boolean", default: false },
  },
});
const folder = join(process.env.FAIRLEAD_BENCHMARKS ?? "", "aiger");
const table = join(folder, "EXPECTED.tsv");
if (!existsSync(table)) {
  console.log("FAIRLEAD_BENCHMARKS has no aiger/EXPECTED.tsv: nothing to measure");
  process.exit(0);
}
const expected = readFileSync(table, "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split("\t"))
  .map((cells) => ({ name: cells[0]!, answer: cells.at(-1) === "SAT" ? "fails" : "holds" }))
  .filter(({ name }) => values.file === undefined || values.file.includes(name));
const seconds = values.quick ? 2 : Number(values.seconds);

const totals = Object.fromEntries(
  values.engine.map((name) => [name, { decided: 0, certified: 0, wrong: 0, seconds: 0 }]),
);
for (const { name, answer } of expected) {
  const design = await loadDesign(join(folder, `${name}.aig`));
  const cells: string[] = [];
  for (const engine of values.engine) {
    const total = totals[engine]!;
    const started = performance.now();
    const outcome = await check(design, 0, { engine, seconds, threads: Number(values.threads) });
    const took = (performance.now() - started) / 1000;
    total.seconds += took;
    if (outcome.verdict.answer !== "unknown") {
      if (outcome.verdict.answer === answer) total.decided++;
      else total.wrong++;
      if (outcome.evidence === "checked") total.certified++;
    }
    cells.push(
      `${outcome.verdict.answer.padEnd(7)} ${outcome.evidence.padEnd(7)} ${took.toFixed(2).padStart(6)} s ${engine === "auto" ? `by ${outcome.engine}` : engine}`,
    );
  }
  console.log(`${name.padEnd(14)} ${cells.join(" | ")}`);
}
console.log(JSON.stringify({ files: expected.length, seconds, totals }));

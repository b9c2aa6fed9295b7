/**
 * Shortest counterexamples of random systems, compared with an exhaustive search; and those of FAIRLEAD_BENCHMARKS/smv/lmcs beside the lengths
 * of its table. These count the stimuli of an AIGER form, in which an automaton runs beside the model and a further step shows that the
 * state has come back: no lasso of the model itself is longer. Where `aigbmc` is installed (`--aigbmc PATH`), it looks for a shortest lasso of the
 * circuit that `fairlead convert` makes of the model and the formula, where an automaton has to come back, too.
 * `npm run bench:shortest -- --questions 2000 --seed 1 --seconds 60 --models short,brp,dme2,dme3 --aigbmc aigbmc`, or `-- --quick`
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { outputFormatOf } from "../dist/formats/convert.js";
import type { Design } from "../dist/index.js";
import { check, loadDesign } from "../dist/node.js";
import { formulasAsJustice } from "../dist/transform/formulas-as-justice.js";
import { compare, randomShortest } from "../test/solving/shortest-campaign.js";
import { rowsOf } from "./expected.js";

const { values } = parseArgs({
  options: {
    questions: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
    seconds: { type: "string", default: "60" },
    models: { type: "string", default: "short,brp,dme2" },
    aigbmc: { type: "string", default: "aigbmc" },
    quick: { type: "boolean", default: false },
  },
});
const wanted = values.quick ? 100 : Number(values.questions);
const counted = { holds: 0, long: 0, equal: 0, mistake: 0 };
for (let seed = Number(values.seed); counted.equal < wanted && counted.mistake === 0; seed++)
  for (const { model, property } of fc.sample(randomShortest, { seed, numRuns: 500 })) {
    if (counted.equal === wanted) break;
    const compared = compare(model, property);
    counted[compared.kind]++;
    if (compared.kind === "mistake") console.log(`${compared.text}: ${String(model)} ${JSON.stringify(property)}`);
  }
const { holds, long, equal, mistake } = counted;
console.log(`${equal} shortest counterexamples as short as by exhaustive search, ${mistake} mistakes;`);
console.log(`${long} longer than that search goes, ${holds} properties hold`);
const isTooLong = await published(values.quick ? ["short"] : values.models.split(","));
process.exitCode = mistake === 0 && !isTooLong ? 0 : 1;
process.exit();

/** Is any called shortest that is longer than the AIGER form needs? */
async function published(models: readonly string[]): Promise<boolean> {
  let isTooLong = false;
  console.log("\n| model | property | AIGER form | aigbmc | s | steps | stem | loop | s |");
  console.log("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
  for (const [model, , property, holds, expected] of rowsOf("smv/lmcs")) {
    if (holds !== "FALSE" || !models.includes(model!)) continue;
    const folder = join(process.env.FAIRLEAD_BENCHMARKS!, "smv/lmcs", model!.replace(/\d+$/, ""));
    const source = join(folder, `${property}.ltl`);
    const question = { logic: "ltl", text: readFileSync(source, "utf8"), source, isFile: true } as const;
    const design = await loadDesign(join(folder, `${model}.smv`), [question]);
    const before = process.cpuUsage();
    const { verdict } = await check(design, 0, {
      seconds: Number(values.seconds),
      threads: 1,
      shortest: true,
      vacuity: false,
    });
    const spent = secondsOf(process.cpuUsage(before));
    const peer = aigbmc(design);
    const row = [model, property, expected, peer.steps, peer.seconds];
    if (verdict.answer !== "fails" || verdict.by.kind !== "lasso") {
      console.log(`| ${[...row, verdict.answer, "", "", spent].join(" | ")} |`);
      continue;
    }
    const { steps, loop } = verdict.by;
    const isShortest = verdict.shortest?.stoppedBy === null;
    isTooLong ||=
      isShortest && steps.length > Math.min(Number(expected), Number(peer.steps) || Number.POSITIVE_INFINITY);
    const shown = isShortest ? steps.length : `${steps.length}, none below ${verdict.shortest?.noneBelow}`;
    console.log(`| ${[...row, shown, loop, steps.length - loop, spent].join(" | ")} |`);
  }
  return isTooLong;
}

function secondsOf({ user, system }: NodeJS.CpuUsage): string {
  return ((user + system) / 1e6).toFixed(1);
}

/** The stimuli of the lasso that aigbmc finds, one for each step, and its CPU time. */
function aigbmc(design: Design): { readonly steps: string; readonly seconds: string } {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-shortest-"));
  try {
    const file = join(folder, "m.aig");
    writeFileSync(file, outputFormatOf(file)!.write(formulasAsJustice(design)).bytes);
    const timed = `time (ulimit -t ${values.seconds}; "$0" "$1" 1000)`;
    const found = spawnSync("bash", ["-c", timed, values.aigbmc, file], { encoding: "utf8" });
    const seconds = [...found.stderr.matchAll(/^(?:user|sys)\s+(\d+)m([\d.]+)s/gm)].reduce(
      (sum, [, m, s]) => sum + 60 * Number(m) + Number(s),
      0,
    );
    const lines = found.stdout.split("\n").filter((line) => !line.startsWith("c"));
    if (lines[0] !== "1") return { steps: "-", seconds: seconds.toFixed(1) };
    return { steps: String(lines.indexOf(".") - 3), seconds: seconds.toFixed(1) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

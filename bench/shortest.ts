/**
 * Shortest counterexamples of random systems, compared with an exhaustive search; and those of FAIRLEAD_BENCHMARKS/smv/lmcs beside the lengths
 * of its table. These count the stimuli of an AIGER form, in which an automaton runs beside the model and a further step shows that the
 * state has come back: no lasso of the model itself is longer.
 * `npm run bench:shortest -- --questions 2000 --seed 1 --seconds 60 --models short,brp,dme2`, or `-- --quick`
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { check, loadDesign } from "../dist/node.js";
import { compare, randomShortest } from "../test/solving/shortest-campaign.js";
import { rowsOf } from "./expected.js";

const { values } = parseArgs({
  options: {
    questions: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
    seconds: { type: "string", default: "60" },
    models: { type: "string", default: "short,brp,dme2" },
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
  console.log("\n| model | property | AIGER form | steps | stem | loop |\n| --- | --- | ---: | ---: | ---: | ---: |");
  for (const [model, , property, holds, expected] of rowsOf("smv/lmcs")) {
    if (holds !== "FALSE" || !models.includes(model!)) continue;
    const folder = join(process.env.FAIRLEAD_BENCHMARKS!, "smv/lmcs", model!.replace(/\d+$/, ""));
    const source = join(folder, `${property}.ltl`);
    const question = { logic: "ltl", text: readFileSync(source, "utf8"), source, isFile: true } as const;
    const design = await loadDesign(join(folder, `${model}.smv`), [question]);
    const { verdict } = await check(design, 0, { seconds: Number(values.seconds), threads: 2, shortest: true });
    if (verdict.answer !== "fails" || verdict.by.kind !== "lasso") {
      console.log(`| ${model} | ${property} | ${expected} | ${verdict.answer} | | |`);
      continue;
    }
    const { steps, loop } = verdict.by;
    const isShortest = verdict.shortest?.stoppedBy === null;
    isTooLong ||= isShortest && steps.length > Number(expected);
    const shown = isShortest ? steps.length : `${steps.length}, none below ${verdict.shortest?.noneBelow}`;
    console.log(`| ${model} | ${property} | ${expected} | ${shown} | ${loop} | ${steps.length - loop} |`);
  }
  return isTooLong;
}

/**
 * Vacuity of formulas that hold in random systems, minimal sets of demands and dead ends, against brute force by the definitions.
 * `npm run bench:vacuity -- --questions 2000 --seed 1`, or `-- --quick`
 */
import { parseArgs } from "node:util";
import fc from "fast-check";
import { mistakeAbout } from "../test/vacuity/campaign.js";
import { randomVacuity } from "../test/vacuity/random-questions.js";

const { values } = parseArgs({
  options: {
    questions: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
    quick: { type: "boolean", default: false },
  },
});
const numRuns = values.quick ? 100 : Number(values.questions);
let mistakes = 0;
const started = performance.now();
for (const { model, property } of fc.sample(randomVacuity, { seed: Number(values.seed), numRuns })) {
  const mistake = await mistakeAbout(model, property);
  if (mistake === null) continue;
  mistakes++;
  console.log(`${mistake}: ${String(model)} ${JSON.stringify(property.formula)}`);
}
console.log(`${numRuns} questions, ${mistakes} mistakes, ${((performance.now() - started) / 1000).toFixed(0)} s`);
process.exitCode = mistakes === 0 ? 0 : 1;

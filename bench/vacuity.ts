/**
 * Vacuity of formulas that hold, against brute force by the definitions: of linear time in random systems (with minimal sets of demands, and dead ends), of
 * branching time, and of linear time in random programs; and what is indifferent in counterexamples, filled in every way.
 * `npm run bench:vacuity -- --questions 2000 --seed 1 --only linear,branching,programs,fillings`, or `-- --quick`
 */
import { parseArgs } from "node:util";
import fc from "fast-check";
import { ltlFormulas } from "../test/arbitraries/formulas.js";
import { allFillings } from "../test/evidence/dont-care-campaign.js";
import { randomProgram } from "../test/program/random-programs.js";
import { randomShortest } from "../test/solving/shortest-campaign.js";
import { branchingMistake, randomBranching } from "../test/vacuity/branching.js";
import { mistakeAbout } from "../test/vacuity/campaign.js";
import { programMistake } from "../test/vacuity/programs.js";
import { randomVacuity } from "../test/vacuity/random-questions.js";

const { values } = parseArgs({
  options: {
    questions: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "linear,branching,programs,fillings" },
    quick: { type: "boolean", default: false },
  },
});
const wanted = values.quick ? 100 : Number(values.questions);
const seed = Number(values.seed);
const BATCH = 100;

/** Null: right. Undefined: nothing to compare, and not counted. */
type Mistake = string | null | undefined;

/** Samples until as many questions as wanted were compared. */
async function campaign<T>(
  name: string,
  samples: fc.Arbitrary<T>,
  mistakeOf: (sample: T) => Promise<Mistake> | Mistake,
) {
  if (!values.only.split(",").includes(name)) return 0;
  let [compared, mistakes] = [0, 0];
  for (let batch = 0; compared < wanted; batch++)
    for (const sample of fc.sample(samples, { seed: seed + batch, numRuns: BATCH })) {
      if (compared === wanted) break;
      const mistake = await mistakeOf(sample);
      if (mistake === undefined) continue;
      compared++;
      if (mistake === null) continue;
      mistakes++;
      console.log(`${name}: ${mistake}: ${fc.stringify(sample)}`);
    }
  console.log(`${name}: ${compared} compared, ${mistakes} mistakes`);
  return mistakes;
}

const programs = fc.tuple(fc.nat(1e6), ltlFormulas({ atoms: ["a", "b"], depth: 2 }));
const found = [
  await campaign("linear", randomVacuity, ({ model, property }) => mistakeAbout(model, property)),
  await campaign("branching", randomBranching, ({ model, property }) => branchingMistake(model, property)),
  await campaign("programs", programs, ([k, formula]) =>
    programMistake(randomProgram(k, { mistakes: false }), formula),
  ),
  await campaign("fillings", randomShortest, ({ model, property }) => {
    const filled = allFillings(model, property);
    return filled === null ? undefined : typeof filled === "string" ? filled : null;
  }),
];
process.exitCode = found.some((mistakes) => mistakes > 0) ? 1 : 0;

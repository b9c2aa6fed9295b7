/**
 * How many answers of each engine come without evidence, on random small systems of every shape: literal and free resets,
 * constraints, fairness that reads inputs. `npm run bench:evidence -- --systems 2000 --seed 1 --engines gsh,dnc`
 */
import { parseArgs } from "node:util";
import fc from "fast-check";
import { engines } from "../src/engines/registry.js";
import { branchingQuestions, linearQuestions, type Question } from "../test/arbitraries/questions.js";
import { solved } from "../test/cross-engine/solving.js";

const { values } = parseArgs({
  options: {
    systems: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
    engines: { type: "string" },
    quick: { type: "boolean", default: false },
  },
});
const numRuns = values.quick ? 100 : Number(values.systems);
const seed = Number(values.seed);
const chosen = engines.filter((e) => values.engines === undefined || values.engines.split(",").includes(e.name));
const linear = fc.sample(linearQuestions, { seed, numRuns });
const branching = fc.sample(branchingQuestions, { seed, numRuns });

console.log(
  `${numRuns} questions in linear time, ${numRuns} in CTL, seed ${seed}; 'without': answers without evidence`,
);
console.log("engine | linear: holds without fails without unknown | CTL: holds without fails without unknown");
const reasons = new Map<string, number>();
for (const engine of chosen) {
  const figures = [linear, branching].map((questions) => counted(engine, questions));
  console.log([engine.name, ...figures].join(" | "));
}
console.log("what was said of answers without evidence:");
for (const [reason, times] of reasons) console.log(`${times} ${reason}`);

function counted(engine: (typeof engines)[number], questions: readonly Question[]): string {
  const counts = { holds: 0, fails: 0, unknown: 0 };
  const without = { holds: 0, fails: 0 };
  for (const { model, property } of questions) {
    const { verdict, evidence, notes } = solved(model, property, engine);
    counts[verdict.answer]++;
    if (verdict.answer === "unknown" || evidence !== "none") continue;
    without[verdict.answer]++;
    const reason = `${engine.name}: ${notes.join("; ") || "(nothing)"}`;
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  return [counts.holds, without.holds, counts.fails, without.fails, counts.unknown].join(" ");
}

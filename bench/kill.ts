/**
 * Kills workers at random moments, again and again, while `auto`, or every third time a team of `fair`, decides the families at small
 * and middling sizes: the verdict may be lost with them, never change. `npm run bench:kill -- --runs 500 --seed 1`
 */
import { parseArgs } from "node:util";
// What was built, as users run it.
import { loadKernels } from "../dist/node/kernels.js";
import { spawnThread } from "../dist/node/threads.js";
import { planFor, planNamed } from "../dist/portfolio/plan.js";
import { type Host, runPlan } from "../dist/portfolio/portfolio.js";
import { Random } from "../src/logic/random.js";
import type { Spawn } from "../src/portfolio/worker-protocol.js";
import { deadly, type Fate } from "../test/portfolio/deadly.js";
import { casesOf } from "./known-answers.js";

// The loader of this TypeScript file is not for the workers.
process.execArgv.length = 0;

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "500" },
    seed: { type: "string", default: "1" },
    seconds: { type: "string", default: "3" },
    quick: { type: "boolean", default: false },
  },
});
const runs = values.quick ? 40 : Number(values.runs);
const seconds = Number(values.seconds);
const random = new Random(Number(values.seed));
const cases = casesOf("families");
const kernels = await loadKernels();

/** Most moments are early: that is where workers start, and answers come. */
function fate(): Fate {
  const kind = random.below(6);
  if (kind < 3) return null;
  return kind === 3 ? -1 - random.below(6) : Math.floor(seconds * 1000 ** (random.below(1000) / 1000));
}

const counts = { right: 0, wrong: 0, uncertified: 0, unknown: 0, "all killed": 0, killed: 0 };
for (let run = 0; run < runs; run++) {
  const { name, answer, load } = cases[random.below(cases.length)]!;
  const { design, property } = await load();
  const threads = 1 + random.below(3);
  const plan =
    run % 3 === 2 ? { ...planNamed("fair", {}, threads), alone: 0 } : planFor(design, design.properties[property]!);
  const fates = plan.lines.map(fate);
  // The built types are the same by another name.
  const spawn = deadly(spawnThread as unknown as Spawn, fates) as unknown as Host["spawn"];
  const limits = { threads, seconds, memoryBytes: 2 ** 31, seed: 1 };
  try {
    const { verdict, evidence, notes } = await runPlan(design, property, plan, limits, { spawn, kernels });
    counts.killed += notes.filter((note) => note.includes(": killed")).length;
    if (verdict.answer === "unknown") counts.unknown++;
    else if (verdict.answer !== answer) {
      counts.wrong++;
      console.log(`WRONG: ${name} ${verdict.answer} with ${fates.join(" ")} on ${limits.threads} threads`);
    } else if (evidence === "none") counts.uncertified++;
    else counts.right++;
  } catch (e) {
    // Nobody was left to answer; anything else is a bug.
    if (!(e instanceof Error) || !/: killed/.test(e.message)) throw e;
    counts["all killed"]++;
  }
  if ((run + 1) % 20 === 0) console.log(`${run + 1} runs: ${JSON.stringify(counts)}`);
}
console.log(JSON.stringify({ ...counts, runs, seed: Number(values.seed) }));

import { loadKernels } from "../../dist/node/kernels.js";
import { spawnThread } from "../../dist/node/threads.js";
import { planFor, planNamed } from "../../dist/portfolio/plan.js";
import { type Host, runPlan } from "../../dist/portfolio/portfolio.js";
import type { Random } from "../../src/logic/random.js";
import type { Spawn } from "../../src/portfolio/worker-protocol.js";
import { deadly, type Fate } from "../../test/portfolio/deadly.js";
import { casesOf } from "../known-answers.js";

const SECONDS = 3;

export const newKillCounts = () => ({
  runs: 0,
  right: 0,
  wrong: 0,
  uncertified: 0,
  unknown: 0,
  "all killed": 0,
  killed: 0,
});

/**
 * One run: kills workers at random moments while `auto`, or every third time a team of `fair`, decides one of the families at small and
 * middling sizes. In this process, on what was built: which worker dies when is decided by the seed.
 */
export async function killingWorkers(
  random: Random,
  counts: ReturnType<typeof newKillCounts>,
): Promise<() => Promise<void>> {
  // The loader of TypeScript files is not for the workers.
  process.execArgv.length = 0;
  const cases = casesOf("families");
  const kernels = await loadKernels();

  /** Most moments are early: that is where workers start, and answers come. */
  function fate(): Fate {
    const kind = random.below(6);
    if (kind < 3) return null;
    return kind === 3 ? -1 - random.below(6) : Math.floor(SECONDS * 1000 ** (random.below(1000) / 1000));
  }

  return async () => {
    const { name, answer, load } = cases[random.below(cases.length)]!;
    const { design, property } = await load();
    const threads = 1 + random.below(3);
    const plan =
      counts.runs++ % 3 === 2
        ? { ...planNamed("fair", {}, threads), alone: 0 }
        : planFor(design, design.properties[property]!);
    const fates = plan.lines.map(fate);
    // The built types are the same by another name.
    const spawn = deadly(spawnThread as unknown as Spawn, fates) as unknown as Host["spawn"];
    const limits = { threads, seconds: SECONDS, memoryBytes: 2 ** 31, seed: 1 };
    try {
      const { verdict, evidence, notes } = await runPlan(design, property, plan, limits, { spawn, kernels });
      counts.killed += notes.filter((note) => note.includes(": killed")).length;
      if (verdict.answer === "unknown") counts.unknown++;
      else if (verdict.answer !== answer) {
        counts.wrong++;
        console.log(`WRONG: ${name} ${verdict.answer} with ${fates.join(" ")} on ${threads} threads`);
      } else if (evidence === "none") counts.uncertified++;
      else counts.right++;
    } catch (e) {
      // Nobody was left to answer; anything else is a bug.
      if (!(e instanceof Error) || !/: killed/.test(e.message)) throw e;
      counts["all killed"]++;
    }
  };
}

import { readFileSync } from "node:fs";
import { lanesOf, termsOf } from "../../dist/cluster/lanes.js";
import type { QuestionTerms } from "../../dist/cluster/race.js";
import { engineOrError } from "../../dist/engines/registry.js";
import { readAiger } from "../../dist/formats/aiger/to-design.js";
import { loadKernels } from "../../dist/node/kernels.js";
import { planFor } from "../../dist/portfolio/plan.js";
import { solve } from "../../dist/solving/solve.js";

/** What a suite would ask, and what each engine needed when it was tried: seconds of a processor; null: more than it was given. */
export interface RecordedQuestion {
  readonly terms: QuestionTerms;
  readonly lanes: readonly { readonly seconds: number | null; readonly isAnswer: boolean }[];
}

/** Tries every engine of the plan on each file, here and now, for so long. */
export async function recorded(files: readonly string[], most: number, budget: number): Promise<RecordedQuestion[]> {
  const kernels = await loadKernels();
  const questions: RecordedQuestion[] = [];
  for (const file of files) {
    const design = readAiger(readFileSync(file));
    const property = design.properties[0];
    if (property === undefined) continue;
    const plan = planFor(design, property);
    const lanes = lanesOf(plan, 1);
    const tried = lanes.map(({ engine, options, seed, isSpare }) => {
      if (isSpare) return { seconds: null, isAnswer: false };
      const start = process.cpuUsage();
      const spent = () => {
        const { user, system } = process.cpuUsage(start);
        return (user + system) / 1e6;
      };
      const limits = { shouldStop: () => (spent() > most ? ("time" as const) : null), memoryLimit: 2 ** 30 };
      const search = solve(design, property, engineOrError(engine), options, { ...limits, seed, kernels });
      for (;;) {
        const { done, value } = search.next();
        if (!done) continue;
        const { verdict } = value;
        if (verdict.answer === "unknown" && verdict.reason === "time") return { seconds: null, isAnswer: false };
        return { seconds: spent(), isAnswer: verdict.answer !== "unknown" && value.evidence !== "none" };
      }
    });
    questions.push({ terms: termsOf(plan, lanes, budget, 0), lanes: tried });
  }
  return questions;
}

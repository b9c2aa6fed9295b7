/**
 * Runs each line of the plan of `--engine auto` alone, on models with known answers, and writes what it took: a line of JSON a
 * model, with the features that the plan looks at. `fit.ts` replays plans on such a table.
 *
 * `npm run bench:plan -- record --set aiger-hard --seconds 15 --out times.jsonl`
 */
import { appendFileSync } from "node:fs";
import { type Features, featuresOf } from "../../dist/portfolio/features.js";
import { labelOf, planFor } from "../../dist/portfolio/plan.js";
import type { Case } from "../known-answers.js";
import { solveFor } from "../solve-for.js";

/** How a line of the plan does alone. */
export interface Single {
  readonly engine: string;
  readonly share: number;
  /** Of CPU time, with the check of the evidence. */
  readonly seconds: number;
  /** `open`: it was stopped when the time was over. `gave-up`: it ended by itself, without an answer. */
  readonly end: "decided" | "open" | "gave-up";
  readonly evidence: string;
}

export interface Recorded {
  readonly set: string;
  readonly name: string;
  readonly limit: number;
  readonly features: Features;
  readonly singles: readonly Single[];
}

export async function record(set: string, cases: readonly Case[], seconds: number, out: string): Promise<void> {
  for (const given of cases) {
    const { design, property } = await given.load();
    const plan = planFor(design, design.properties[property]!);
    const singles: Single[] = [];
    for (const line of plan.lines) {
      const { answer, evidence, seconds: took } = solveFor(design, property, line.engine, line.options, seconds);
      const wrong = answer !== "unknown" && given.answer !== null && answer !== given.answer;
      if (wrong) throw new Error(`${given.name}: ${line.engine} says that it ${answer}`);
      const end = answer !== "unknown" ? "decided" : took >= seconds ? "open" : "gave-up";
      singles.push({ engine: labelOf(line, plan), share: line.share, seconds: took, end, evidence });
    }
    const features = featuresOf(design, design.properties[property]!);
    appendFileSync(out, `${JSON.stringify({ set, name: given.name, limit: seconds, features, singles })}\n`);
    console.log(
      given.name,
      singles.map((s) => `${s.engine} ${s.end === "decided" ? s.seconds.toFixed(2) : s.end}`).join(", "),
    );
  }
}

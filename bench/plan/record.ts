/**
 * Runs each line of the plan of `--engine auto` alone, on models with known answers, and writes what it took: a line of JSON a
 * model, with the features that the plan looks at. `fit.ts` replays plans on such a table.
 *
 * `npm run bench:plan -- record --set aiger-hard --seconds 15 --out times.jsonl`
 */
import { appendFileSync } from "node:fs";
import { check } from "../../dist/node.js";
import { type Features, featuresOf } from "../../dist/portfolio/features.js";
import { labelOf, planFor } from "../../dist/portfolio/plan.js";
import type { Case } from "../known-answers.js";

/** How a line of the plan does alone. */
export interface Single {
  readonly engine: string;
  readonly share: number;
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
      const options = { engine: line.engine, options: line.options, seconds, threads: 1, vacuity: false };
      const started = performance.now();
      const { verdict, evidence } = await check(design, property, options);
      const took = (performance.now() - started) / 1000;
      const wrong = verdict.answer !== "unknown" && given.answer !== null && verdict.answer !== given.answer;
      if (wrong) throw new Error(`${given.name}: ${line.engine} says that it ${verdict.answer}`);
      const end = verdict.answer !== "unknown" ? "decided" : took >= seconds ? "open" : "gave-up";
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

/**
 * Runs each line of the plan of `--engine auto` alone, on models with known answers, and writes what it took: a line of JSON a
 * model, with the features that the plan looks at. `fit.ts` replays plans on such a table.
 *
 * `npm run bench:plan -- record --set aiger-hard --seconds 15 --out times.jsonl`
 */
import { appendFileSync } from "node:fs";
import { isOutOfMemory } from "../../dist/limits/out-of-memory.js";
import { type Features, featuresOf } from "../../dist/portfolio/features.js";
import { labelOf, type PlanLine, planFor } from "../../dist/portfolio/plan.js";
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

/** A line that takes so many times as long as one before it is stopped, after so many seconds at least: no plan waits for it. */
const AS_LONG = 6;
const LEAST_SECONDS = 2;

/** Runs a line alone; one that finds no memory for another kernel has given up, as it would have in a worker. */
function solveOr(
  design: Parameters<typeof solveFor>[0],
  property: number,
  { engine, options }: PlanLine,
  seconds: number,
): Pick<ReturnType<typeof solveFor>, "answer" | "evidence" | "seconds"> {
  const started = process.cpuUsage();
  try {
    return solveFor(design, property, engine, options, seconds);
  } catch (e) {
    if (!(e instanceof Error) || !isOutOfMemory(e)) throw e;
    const { user, system } = process.cpuUsage(started);
    // Before its time is over, whatever it took: it would not have gone on.
    return { answer: "unknown", evidence: "none", seconds: Math.min((user + system) / 1e6, 0.99 * seconds) };
  }
}

export async function record(set: string, cases: readonly Case[], seconds: number, out: string): Promise<void> {
  for (const given of cases) {
    const loaded = await given.load().catch((e: Error) => console.log(`${given.name} is left out: ${e.message}`));
    if (loaded === undefined) continue;
    const { design, property } = loaded;
    const plan = planFor(design, design.properties[property]!);
    const singles: Single[] = [];
    let best = Number.POSITIVE_INFINITY;
    for (const line of plan.lines) {
      const limit = Math.min(seconds, Math.max(LEAST_SECONDS, AS_LONG * best));
      const { answer, evidence, seconds: took } = solveOr(design, property, line, limit);
      if (answer !== "unknown" && evidence === "checked") best = Math.min(best, took);
      const wrong = answer !== "unknown" && given.answer !== null && answer !== given.answer;
      if (wrong) throw new Error(`${given.name}: ${line.engine} says that it ${answer}`);
      const end = answer !== "unknown" ? "decided" : took >= limit ? "open" : "gave-up";
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

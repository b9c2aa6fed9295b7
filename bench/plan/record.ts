/**
 * Runs each line of the plan of `--engine auto` alone, on models with known answers, and writes what it took: a line of JSON a
 * model, with the features that the plan looks at. Then the engines that the plan does not have, each for as long as the best line
 * took, to see whether one of them is sooner. `fit.ts` replays plans on such a table.
 *
 * `npm run bench:plan -- record --set aiger-hard --seconds 15 --out times.jsonl`
 */
import { appendFileSync } from "node:fs";
import { taking } from "../../dist/engines/engine.js";
import { engines } from "../../dist/engines/registry.js";
import { isOutOfMemory } from "../../dist/limits/out-of-memory.js";
import { askingOf } from "../../dist/model/asking.js";
import { type Features, featuresOf } from "../../dist/portfolio/features.js";
import { labelOf, type Plan, type PlanLine, planFor } from "../../dist/portfolio/plan.js";
import type { Case } from "../known-answers.js";
import { solveFor } from "../solve-for.js";
import { mostFor } from "./most-for.js";

/** How a line of the plan does alone. */
export interface Single {
  readonly engine: string;
  /** Zero: the plan does not have it. */
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

/** Whether one of the lines is the engine as users ask it who name no options. */
function hasAsGiven({ lines }: Plan, engine: string): boolean {
  return lines.some((line) => line.engine === engine && Object.keys(line.options).length === 0);
}

export async function record(set: string, cases: readonly Case[], seconds: number, out: string): Promise<void> {
  for (const given of cases) {
    const loaded = await given.load().catch((e: Error) => console.log(`${given.name} is left out: ${e.message}`));
    if (loaded === undefined) continue;
    const { design, property } = loaded;
    const plan = planFor(design, design.properties[property]!);
    const singles: Single[] = [];
    const measure = (line: PlanLine, engine: string, limit: number): void => {
      const { answer, evidence, seconds: took } = solveOr(design, property, line, limit);
      const wrong = answer !== "unknown" && given.answer !== null && answer !== given.answer;
      if (wrong) throw new Error(`${given.name}: ${engine} says that it ${answer}`);
      const end = answer !== "unknown" ? "decided" : took >= limit ? "open" : "gave-up";
      singles.push({ engine, share: line.share, seconds: took, end, evidence });
    };
    const least = (which: (single: Single) => boolean): number =>
      Math.min(...singles.filter((s) => s.end === "decided" && which(s)).map((s) => s.seconds));
    for (const line of plan.lines) {
      // What takes longer than the plan may makes no difference to whether it is over.
      const best = least((s) => s.evidence === "checked");
      measure(line, labelOf(line, plan), Math.min(seconds, mostFor(best)));
    }
    const asking = askingOf(design.model, design.properties[property]!);
    for (const { name } of engines.filter((e) => taking(e, asking) !== null && !hasAsGiven(plan, e.name)))
      measure(
        { engine: name, options: {}, share: 0 },
        `${name} alone`,
        Math.min(
          seconds,
          least(() => true),
        ),
      );
    const features = featuresOf(design, design.properties[property]!);
    appendFileSync(out, `${JSON.stringify({ set, name: given.name, limit: seconds, features, singles })}\n`);
    console.log(
      given.name,
      singles.map((s) => `${s.engine} ${s.end === "decided" ? s.seconds.toFixed(2) : s.end}`).join(", "),
    );
  }
}

import fc from "fast-check";
import { engines } from "../../src/engines/registry.js";
import { branchingQuestions, linearQuestions, type Question } from "../../test/arbitraries/questions.js";
import { solved } from "../../test/cross-engine/solving.js";
import type { EvidenceOptions } from "../evidence.js";

/** How many answers of each engine come without evidence, on random small systems. */
export async function randomTable(options: EvidenceOptions): Promise<string> {
  const { seed, engines: wanted } = options;
  const numRuns = options.quick ? 100 : options.systems;
  const chosen = engines.filter((e) => wanted?.includes(e.name) ?? true);
  const kinds = [linearQuestions, branchingQuestions].map((questions) => fc.sample(questions, { seed, numRuns }));
  const reasons = new Map<string, number>();
  const rows = chosen.map((engine) => [
    engine.name,
    ...kinds.flatMap((questions) => counted(engine, questions, reasons)),
  ]);
  return [
    `${numRuns} questions in linear time, ${numRuns} in CTL, seed ${seed}; *without*: answers without evidence.`,
    "",
    "| engine | linear: holds | without | fails | without | unknown | CTL: holds | without | fails | without | unknown |",
    `| --- |${" ---: |".repeat(10)}`,
    ...rows.map((cells) => `| ${cells.join(" | ")} |`),
    "",
    "What was said of answers without evidence:",
    "",
    ...[...reasons].map(([reason, times]) => `- ${times} ${reason}`),
  ].join("\n");
}

function counted(
  engine: (typeof engines)[number],
  questions: readonly Question[],
  reasons: Map<string, number>,
): number[] {
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
  return [counts.holds, without.holds, counts.fails, without.fails, counts.unknown];
}

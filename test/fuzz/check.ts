import fc from "fast-check";
// What was built, as users run it.
import type { Design as BuiltDesign } from "../../dist/model/property.js";
import { check } from "../../dist/node.js";
import { reference } from "../../src/engines/reference.js";
import type { Property } from "../../src/model/property.js";
import { solve } from "../../src/solving/solve.js";
import { linearQuestions } from "../arbitraries/questions.js";
import { context } from "../cross-engine/solving.js";
import { PATIENCE } from "../patience.js";

export interface Counts {
  systems: number;
  fails: number;
  holds: number;
}

/** Throws a shrunk counterexample where `check` and the reference differ, or where there is no evidence. */
export async function fuzzCheck(options: {
  readonly systems: number;
  readonly seed: number;
  readonly threads: number;
  onProgress?(text: string): void;
}): Promise<Counts> {
  const counts: Counts = { systems: 0, fails: 0, holds: 0 };
  await fc.assert(
    fc.asyncProperty(linearQuestions, async ({ model, property }) => {
      const design = { model, properties: [property] };
      // The built code has the same types by another name.
      const asked = design as unknown as BuiltDesign;
      const { verdict, evidence } = await check(asked, 0, { threads: options.threads, seconds: 60 * PATIENCE });
      const expected = answerOf(design.model, property);
      if (verdict.answer !== expected) throw new Error(`check says '${verdict.answer}', the reference '${expected}'`);
      if (evidence === "none") throw new Error(`'${verdict.answer}' comes without evidence`);
      counts[expected]++;
      if (++counts.systems % 1000 === 0) options.onProgress?.(JSON.stringify(counts));
    }),
    { numRuns: options.systems, seed: options.seed },
  );
  return counts;
}

function answerOf(model: Parameters<typeof solve>[0]["model"], property: Property): "holds" | "fails" {
  const solving = solve({ model, properties: [property] }, property, reference, {}, context);
  for (;;) {
    const { done, value } = solving.next();
    if (!done) continue;
    if (value.verdict.answer === "unknown") throw new Error(`the reference does not know: ${value.verdict.detail}`);
    return value.verdict.answer;
  }
}

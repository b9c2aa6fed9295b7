import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { engines } from "../../src/engines/registry.js";
import { branchingQuestions, linearQuestions } from "../arbitraries/questions.js";
import { isShown, withCounter, writtenEvidence } from "./written-evidence.js";

describe("every file that check writes is accepted by verify, for the answer that was given", () => {
  const some = engines.filter((e) => ["gsh", "rlive", "k-liveness", "ic3", "reference", "fair"].includes(e.name));
  const counters = fc.constantFrom(0, 0, 3);

  it.each([
    ["linear time", linearQuestions, ["witness", "certificate"]],
    ["branching time", branchingQuestions, ["witness", "certificate"]],
  ] as const)("in %s", (_, questions, kinds) => {
    const written = { witness: 0, certificate: 0 };
    fc.assert(
      fc.property(questions, fc.constantFrom(...some), counters, ({ model, property }, engine, bits) => {
        const { answer, files } = writtenEvidence({ model: withCounter(model, bits), property }, engine);
        for (const { kind, verified, text } of files) {
          expect(isShown(answer, verified), `${text}${JSON.stringify(verified)}`).toBe(true);
          written[kind]++;
        }
      }),
      { numRuns: 200 },
    );
    for (const kind of kinds) expect(written[kind]).toBeGreaterThan(5);
  });
});

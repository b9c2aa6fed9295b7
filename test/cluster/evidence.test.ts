import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KernelOracle } from "../../src/checkers/kernel-oracle.js";
import { readEvidence, type Shown, writeEvidence } from "../../src/cluster/evidence.js";
import { questionOf, readQuestion } from "../../src/cluster/question.js";
import { Damaged } from "../../src/cluster/shape.js";
import { shownBy } from "../../src/cluster/shown-by.js";
import { engines } from "../../src/engines/registry.js";
import { type Recheck, recheck } from "../../src/solving/recheck.js";
import { branchingQuestions, linearQuestions, type Question } from "../arbitraries/questions.js";
import { context, solved } from "../cross-engine/solving.js";

const VERSION = "1.2.3";
const means = { oracle: () => new KernelOracle(context.kernels.sat), shouldStop: () => null };
const ENGINES = ["reference", "gsh", "fair", "rlive", "k-liveness", "l2s", "dnc", "couvreur"].map(
  (name) => engines.find((e) => e.name === name)!,
);

/** What an engine says about the question as it travels, and what checks on the model that it was asked about. */
function answered({ model, property }: Question, engine: (typeof ENGINES)[number]) {
  const question = questionOf({ model }, property, VERSION);
  const posed = readQuestion(question.bytes, VERSION);
  const outcome = solved(posed.model, posed.properties[0]!, engine);
  const shown = shownBy(outcome.verdict);
  const bytes = shown && writeEvidence(shown);
  const check = (given: Shown): Recheck =>
    recheck(
      { model, property, ...question.lift(given) },
      { model: posed.model, property: posed.properties[0]!, ...given },
      means,
    );
  return { posed: posed.model, outcome, bytes, check };
}

describe("evidence that travelled", () => {
  it.each(ENGINES)("of $name checks on the original model wherever it checked on the question", (engine) => {
    let checked = 0;
    fc.assert(
      fc.property(fc.oneof(linearQuestions, branchingQuestions), (asked) => {
        const { posed, outcome, bytes, check } = answered(asked, engine);
        if (bytes === null) return;
        const result = check(readEvidence(bytes, posed));
        if (outcome.evidence === "none") expect(result.result).toBe("undecided");
        else {
          const relative = result.result === "checked" && result.relativeTo !== null;
          expect(result).toMatchObject({ result: "checked" });
          expect(relative ? "relative" : "checked").toBe(outcome.evidence);
          checked++;
        }
      }),
      { numRuns: 20 },
    );
    expect(checked).toBeGreaterThan(4);
  });

  it("never shows the opposite", () => {
    fc.assert(
      fc.property(fc.oneof(linearQuestions, branchingQuestions), fc.constantFrom(...ENGINES), (asked, engine) => {
        const { posed, bytes, check } = answered(asked, engine);
        if (bytes === null) return;
        const shown = readEvidence(bytes, posed);
        expect(check({ ...shown, answer: shown.answer === "holds" ? "fails" : "holds" }).result).not.toBe("checked");
      }),
      { numRuns: 60 },
    );
  });

  it("of another question shows nothing that is false", () => {
    const reference = ENGINES[0]!;
    fc.assert(
      fc.property(fc.oneof(linearQuestions, branchingQuestions), linearQuestions, (asked, other) => {
        const truth = answered(asked, reference);
        const { bytes } = answered(other, reference);
        if (bytes === null || truth.outcome.verdict.answer === "unknown") return;
        try {
          const shown = readEvidence(bytes, truth.posed);
          if (truth.check(shown).result === "checked") expect(shown.answer).toBe(truth.outcome.verdict.answer);
        } catch (e) {
          expect(e).toBeInstanceOf(Error);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("that somebody changed is damaged, refused, or still true", () => {
    const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(
        fc.oneof(linearQuestions, branchingQuestions),
        fc.constantFrom(...ENGINES),
        changes,
        (asked, engine, at) => {
          const { posed, outcome, bytes, check } = answered(asked, engine);
          if (bytes === null || outcome.verdict.answer === "unknown") return;
          const forged = Uint8Array.from(bytes);
          for (const [where, byte] of at) forged[where % forged.length] = byte;
          let shown: Shown;
          try {
            shown = readEvidence(forged, posed);
          } catch (e) {
            expect(e).toBeInstanceOf(Damaged);
            return;
          }
          let result: Recheck["result"] = "refused";
          try {
            result = check(shown).result;
          } catch {
            // Whoever checks takes what throws for refused.
          }
          if (result === "checked") expect(shown.answer).toBe(outcome.verdict.answer);
        },
      ),
      { numRuns: 120 },
    );
  });
});

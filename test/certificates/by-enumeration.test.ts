import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../src/logic/random.js";
import type { Property } from "../../src/model/property.js";
import { ltlFormulas } from "../arbitraries/formulas.js";
import type { Question } from "../arbitraries/questions.js";
import { systems } from "../arbitraries/systems.js";
import { satContext } from "../engines/evidence.js";
import { OraclePool } from "../forgeries/forgery.js";
import { linearForgeries } from "../forgeries/linear.js";
import { satKernel } from "../solvers/sat/kernel.js";

/**
 * The oracle is a second checker, which writes out all steps of model and monitor (by-enumeration.ts). Whether a property holds is
 * found out by enumeration too.
 */
describe("the checker of certificates and one that enumerates steps agree on each of many proofs, true, changed and borrowed, about", () => {
  const oracles = new OraclePool(satKernel);
  const formulas = ltlFormulas({ atoms: ["a", "b"], depth: 2 });
  const small = { maxInputs: 2, extraLits: 2, literalResets: true };
  const cases: readonly [name: string, runs: number, questions: fc.Arbitrary<Question & { lits: Lits }>][] = [
    [
      "justice",
      40,
      about({ ...small, maxLatches: 3 }, (lits) => ({ kind: "justice", name: "j", literals: lits.slice(1) })),
    ],
    ["bad states", 60, about({ ...small, maxLatches: 3 }, ([bad]) => ({ kind: "bad", name: "b", literal: bad! }))],
    [
      "LTL",
      80,
      formulas.chain((formula) =>
        about({ ...small, maxLatches: 2, maxInputs: 1, maxFairness: 2 }, ([a, b]) => {
          return {
            kind: "ltl",
            name: "f",
            formula,
            atoms: new Map([
              ["a", a!],
              ["b", b!],
            ]),
          };
        }),
      ),
    ],
  ];

  it.each(cases)("%s", (_, numRuns, questions) => {
    const seen = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(questions, fc.nat(), (question, seed) => {
        for (const forgery of linearForgeries(question, question.lits, new Random(seed), satContext, oracles)) {
          const isAccepted = forgery.judge();
          expect(isAccepted).toBe(forgery.secondOpinion!());
          if (isAccepted) expect(forgery.isTrue).toBe(true);
          if (forgery.isGenuine) expect(isAccepted).toBe(true);
          seen[isAccepted ? "accepted" : "refused"]++;
        }
      }),
      { numRuns },
    );
    expect(seen.accepted).toBeGreaterThan(30);
    expect(seen.refused).toBeGreaterThan(30);
  });
});

type Lits = Parameters<typeof linearForgeries>[1];

function about(shape: Parameters<typeof systems>[0], property: (lits: Lits) => Property) {
  return systems(shape).map(({ model, lits }) => ({ model, lits, property: property(lits) }));
}

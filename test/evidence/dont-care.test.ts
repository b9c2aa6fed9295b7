import fc from "fast-check";
import { expect, it } from "vitest";
import { checkWitness } from "../../src/checkers/check-witness.js";
import { reference } from "../../src/engines/reference.js";
import { dontCares } from "../../src/evidence/dont-care.js";
import { literalsOf } from "../../src/model/property.js";
import { simulate } from "../../src/model/simulate.js";
import { solved } from "../cross-engine/solving.js";
import { randomShortest } from "../solving/shortest-campaign.js";

it("what is called indifferent may be anything, all together: every filling of random counterexamples replays", () => {
  let fillings = 0;
  fc.assert(
    fc.property(
      randomShortest,
      fc.array(fc.nat(1), { minLength: 64, maxLength: 64 }),
      ({ model, property }, values) => {
        const { verdict } = solved(model, property, reference);
        if (verdict.answer !== "fails" || (verdict.by.kind !== "lasso" && verdict.by.kind !== "run")) return;
        const { by } = verdict;
        const free = dontCares(model, by, literalsOf(property));
        if (!free.inputs.includes(1) && !free.latches.includes(1)) return;
        fillings++;
        const filled = (given: Uint8Array, marks: Uint8Array, t: number) =>
          given.map((v, i) => (marks[i] === 1 ? values[(7 * t + i) % 64]! : v));
        const latches = filled(by.steps[0]!.latches, free.latches, 3);
        const inputs = by.steps.map((s, t) => filled(s.inputs, free.inputs, t));
        const steps = simulate(model, latches, inputs);
        expect(checkWitness(model, property, { ...by, steps })).toBeNull();
      },
    ),
    { numRuns: 250 },
  );
  expect(fillings).toBeGreaterThan(3);
});

import fc from "fast-check";
import { expect, it } from "vitest";
import { ltlFormulas } from "../arbitraries/formulas.js";
import { allFillings } from "../evidence/dont-care-campaign.js";
import { randomProgram } from "../program/random-programs.js";
import { randomShortest } from "../solving/shortest-campaign.js";
import { branchingMistake, randomBranching } from "./branching.js";
import { mistakeAbout } from "./campaign.js";
import { programMistake } from "./programs.js";
import { randomVacuity } from "./random-questions.js";

it("says the same of formulas of branching time", async () => {
  await fc.assert(
    fc.asyncProperty(randomBranching, async ({ model, property }) => {
      expect(await branchingMistake(model, property)).toBeNull();
    }),
    { numRuns: 40 },
  );
});

it("says of formulas about random programs what the definitions say", async () => {
  let compared = 0;
  for (const [k, formula] of fc
    .sample(ltlFormulas({ atoms: ["a", "b"], depth: 2 }), { numRuns: 60, seed: 1 })
    .entries()) {
    const mistake = await programMistake(randomProgram(k + 1, { mistakes: false }), formula);
    if (mistake === undefined) continue;
    compared++;
    expect(mistake).toBeNull();
  }
  expect(compared).toBeGreaterThan(3);
});

it("fills what is indifferent in counterexamples of random systems in every way: all of them replay", () => {
  let fillings = 0;
  fc.assert(
    fc.property(randomShortest, ({ model, property }) => {
      const filled = allFillings(model, property);
      if (typeof filled === "string") throw new Error(filled);
      fillings += filled ?? 0;
    }),
    { numRuns: 150 },
  );
  expect(fillings).toBeGreaterThan(3);
});

it("says of formulas that hold in random systems what brute force finds by the definitions", async () => {
  let questions = 0;
  await fc.assert(
    fc.asyncProperty(randomVacuity, async ({ model, property }) => {
      questions++;
      expect(await mistakeAbout(model, property)).toBeNull();
    }),
    { numRuns: 60 },
  );
  expect(questions).toBeGreaterThan(50);
});

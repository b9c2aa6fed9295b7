import fc from "fast-check";
import { expect, it } from "vitest";
import { mistakeAbout } from "./campaign.js";
import { randomVacuity } from "./random-questions.js";

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

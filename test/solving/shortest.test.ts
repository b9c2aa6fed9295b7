import fc from "fast-check";
import { expect, it } from "vitest";
import { compare, randomShortest } from "./shortest-campaign.js";

it("finds behaviours of random systems that are as short as those of an exhaustive search", () => {
  let equal = 0;
  fc.assert(
    fc.property(randomShortest, ({ model, property }) => {
      const compared = compare(model, property);
      expect(compared).not.toMatchObject({ kind: "mistake" });
      if (compared.kind === "equal") equal++;
    }),
    { numRuns: 150 },
  );
  expect(equal).toBeGreaterThan(25);
});

import { expect, it } from "vitest";
import { attemptId } from "../../src/cluster/attempt.js";
import { hashOf } from "../../src/cluster/hash.js";
import { lanesOf } from "../../src/cluster/lanes.js";
import { planNamed } from "../../src/portfolio/plan.js";

it.each(["fair", "dnc"])(
  "a team of %s becomes attempts of one question, for workers that have nothing else to do",
  (engine) => {
    const lanes = lanesOf(planNamed(engine, {}, 1), 5);
    expect(lanes.map(({ engine, isSpare }) => [engine, isSpare])).toEqual(
      Array.from({ length: 8 }, (_, k) => [engine, k > 0]),
    );
    expect(lanes[0]!.options).toEqual({});
    expect(new Set(lanes.map(({ seed }) => seed)).size).toBe(8);
    const names = lanes.map(({ options, seed }) =>
      attemptId({ question: hashOf("q"), engine, options, seed, slice: 1, checkSeconds: null }),
    );
    expect(new Set(names).size).toBe(8);
  },
);

it("options that the user gives hold for all members, and an engine without a team has one lane", () => {
  expect(lanesOf(planNamed("dnc", { share: 0.2 }, 1), 1).map(({ options }) => options.share)).toEqual(
    Array(8).fill(0.2),
  );
  expect(lanesOf(planNamed("gsh", {}, 1), 1)).toHaveLength(1);
});

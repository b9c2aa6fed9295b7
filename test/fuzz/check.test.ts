import { describe, expect, it } from "vitest";
import { fuzzCheck } from "./check.js";

describe("check, as users run it", () => {
  it("agrees with the reference on random systems, and has evidence", async () => {
    const counts = await fuzzCheck({ systems: Number(process.env.FAIRLEAD_RUNS ?? 60), seed: 1, threads: 2 });
    expect(counts.fails).toBeGreaterThan(10);
    expect(counts.holds).toBeGreaterThan(10);
  });
});

import { describe, expect, it } from "vitest";
import { kernelContext } from "../engines/evidence.js";
import { satKernel } from "../solvers/sat/kernel.js";
import { forgeries } from "./campaign.js";
import { OraclePool } from "./forgery.js";

/** The oracles are enumeration (is what it would show so?) and, where there is one, a second checker. */
describe("forged evidence of every format", () => {
  it("is accepted only where what it shows is so, and as a second checker says", () => {
    const oracles = new OraclePool(satKernel);
    const seen = new Map<string, { accepted: number; refused: number }>();
    for (let seed = 1; seed <= 8; seed++)
      for (const forgery of forgeries(seed, kernelContext, oracles)) {
        const isAccepted = forgery.judge();
        const isWrong =
          (isAccepted && !forgery.isTrue) ||
          (forgery.isGenuine && !isAccepted) ||
          (forgery.secondOpinion !== undefined && forgery.secondOpinion() !== isAccepted);
        if (isWrong) throw new Error(`seed ${seed}, ${forgery.format}:\n${forgery.describe()}`);
        const counts = seen.get(forgery.format) ?? { accepted: 0, refused: 0 };
        counts[isAccepted ? "accepted" : "refused"]++;
        seen.set(forgery.format, counts);
      }
    // Of a format that is forged seldom, each forgery may happen to be a proof.
    expect([...seen.values()].filter(({ refused }) => refused > 0).length).toBeGreaterThan(12);
    expect([...seen.values()].reduce((n, { refused }) => n + refused, 0)).toBeGreaterThan(200);
    expect([...seen.values()].reduce((n, { accepted }) => n + accepted, 0)).toBeGreaterThan(200);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fairCyclesByClosure } from "../../src/symbolic/transitive-closure.js";
import { models } from "../arbitraries/systems.js";
import { expectNothingHeld } from "./stopped-work.js";

describe("relations on BDDs", () => {
  it("hold nothing any more when their closure was stopped, wherever that was", () => {
    let stopped = 0;
    fc.assert(
      fc.property(
        models({ maxLatches: 4, maxGates: 20, stateFairness: true }),
        fc.nat({ max: 300 }),
        (model, polls) => {
          const isStopped = expectNothingHeld(model, { composing: true }, polls, (bdd) => {
            for (const _ of fairCyclesByClosure(bdd, bdd.all));
          });
          if (isStopped) stopped++;
        },
      ),
      { numRuns: 200 },
    );
    expect(stopped).toBeGreaterThan(30);
  });
});

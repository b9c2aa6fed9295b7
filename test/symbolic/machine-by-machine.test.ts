import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { explicitSetsOfModel } from "../../src/sets/explicit-sets.js";
import { machineByMachine } from "../../src/symbolic/machine-by-machine.js";
import { closure } from "../../src/symbolic/reach.js";
import { models } from "../arbitraries/systems.js";
import { finish } from "./run.js";

/** Latches dealt to so many machines. */
const deal = (latches: number, machines: number): number[][] =>
  Array.from({ length: machines }, (_, m) =>
    Array.from({ length: latches }, (_, i) => i).filter((i) => i % machines === m),
  ).filter((machine) => machine.length > 0);

describe("reachability machine by machine", () => {
  it("holds the reachable states and is closed under steps; one machine alone is exact", () => {
    fc.assert(
      fc.property(
        models({ maxLatches: 4, maxInputs: 2, stateFairness: true }),
        fc.integer({ min: 1, max: 4 }),
        (model, n) => {
          using sets = explicitSetsOfModel(model);
          const exact = finish(closure(sets, "forward", sets.initial));
          const bound = finish(machineByMachine(sets, deal(model.latches.length, n)));
          expect(sets.subset(exact, bound)).toBe(true);
          expect(sets.subset(sets.post(bound), bound)).toBe(true);
          if (n === 1) expect(sets.equal(bound, exact)).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });
});

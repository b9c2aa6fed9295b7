import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Stopped } from "../../src/limits/stopped.js";
import { bddSets } from "../../src/sets/bdd-sets.js";
import { BddManager } from "../../src/solvers/bdd/manager.js";
import { fairCyclesByClosure } from "../../src/symbolic/transitive-closure.js";
import { models } from "../arbitraries/systems.js";
import { bddModule } from "../solvers/bdd/tables.js";

describe("relations on BDDs", () => {
  it("hold nothing any more when their closure was stopped, wherever that was", () => {
    let stopped = 0;
    fc.assert(
      fc.property(
        models({ maxLatches: 4, maxGates: 20, stateFairness: true }),
        fc.nat({ max: 300 }),
        (model, polls) => {
          let left = Number.POSITIVE_INFINITY;
          const shouldStop = () => (left-- > 0 ? null : "cancelled");
          const manager = new BddManager(bddModule, { shouldStop, pollInterval: 1 });
          const bdd = bddSets(manager, model, { composing: true });
          left = polls;
          try {
            for (const _ of fairCyclesByClosure(bdd, bdd.all));
          } catch (e) {
            if (!(e instanceof Stopped)) throw e;
            stopped++;
          }
          left = Number.POSITIVE_INFINITY;
          bdd[Symbol.dispose]();
          expect(manager.statistics().protections).toBe(0);
        },
      ),
      { numRuns: 200 },
    );
    expect(stopped).toBeGreaterThan(30);
  });
});

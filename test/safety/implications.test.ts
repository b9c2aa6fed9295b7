import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { implications } from "../../src/safety/implications.js";
import { StepRelation } from "../../src/safety/step-relation.js";
import { TransitionSystem } from "../../src/safety/transition-system.js";
import { systems } from "../arbitraries/systems.js";
import { NaiveSystem } from "../sets/naive-system.js";
import { asModel, host, inClause } from "./oracle.js";

const RUNS = Number(process.env.FAIRLEAD_RUNS ?? 300);

describe("implications between latches", () => {
  it("hold in all reachable states, whatever constraints there are", () => {
    let found = 0;
    fc.assert(
      fc.property(systems({ maxLatches: 6, maxInputs: 2 }), ({ model }) => {
        const system = new TransitionSystem(model);
        using relation = new StepRelation(system, host());
        const clauses = implications(relation, 1_000_000);
        found += clauses.length;
        for (const state of reachable(new NaiveSystem(asModel(system, model))))
          for (const clause of clauses) expect(inClause(clause, state)).toBe(true);
      }),
      { numRuns: RUNS },
    );
    expect(found).toBeGreaterThan(RUNS / 2);
  });

  it("are none when there is no time to show them", () => {
    fc.assert(
      fc.property(systems({ maxLatches: 6, maxInputs: 2 }), ({ model }) => {
        using relation = new StepRelation(new TransitionSystem(model), host());
        expect(implications(relation, -1)).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });
});

function reachable(system: NaiveSystem): Set<number> {
  const seen = system.initial();
  for (let size = -1; size !== seen.size; ) {
    size = seen.size;
    for (const s of system.post(seen)) seen.add(s);
  }
  return seen;
}

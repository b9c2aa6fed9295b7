import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BoundedLasso, BoundedReach } from "../../src/safety/bmc.js";
import { type Side, SkeletonQuery } from "../../src/safety/fair/skeleton.js";
import { TransitionSystem } from "../../src/safety/transition-system.js";
import { systems } from "../arbitraries/systems.js";
import { interruptions, persistently } from "./interruptions.js";
import { host } from "./oracle.js";
import { ask, questions } from "./questions.js";

const RUNS = Number(process.env.FAIRLEAD_RUNS ?? 100);
const periods = fc.integer({ min: 1, max: 10 });
const budgets = fc.constantFrom(1, 20, 500, 2000);

describe("bounded queries", () => {
  it("find a shortest run when there is one, however often they are left or stopped", () => {
    fc.assert(
      fc.property(questions, periods, budgets, (question, period, budget) => {
        const { oracle, system, start, target } = ask({ ...question, conditions: false });
        using query = new BoundedReach(system, start, target, host(interruptions(period)));
        const before = start.kind === "successors" ? 1 : 0;
        const distance = oracle.distance();
        for (let turns = 0; query.bound <= (distance ?? 12) + before; turns++) {
          expect(turns).toBeLessThan(10_000);
          const result = persistently(() => query.step(budget));
          if (result === "more") continue;
          expect(oracle.broken(result.run)).toBeNull();
          expect(result.run.steps.length - 1).toBe((distance ?? Number.NaN) + before);
          return;
        }
        expect(distance).toBeNull();
      }),
      { numRuns: RUNS },
    );
  });

  it("find the same lassos, however often they are stopped", () => {
    fc.assert(
      fc.property(systems({ maxLatches: 4, maxFairness: 2 }), periods, ({ model }, period) => {
        const shortest = (shouldStop?: () => "cancelled" | null) => {
          using lassos = new BoundedLasso(new TransitionSystem(model), host(shouldStop));
          while (lassos.bound < 8) {
            const lasso = persistently(() => lassos.decide());
            if (lasso !== null) return lasso.steps.length;
          }
          return null;
        };
        expect(shortest(interruptions(period))).toBe(shortest());
      }),
      { numRuns: RUNS },
    );
  });
});

describe("skeleton queries", () => {
  it("give the same answers, however often they are stopped", () => {
    fc.assert(
      fc.property(
        systems({ maxLatches: 5, maxFairness: 3, extraLits: 1 }),
        fc.nat({ max: 2 }),
        fc.record({ minimize: fc.boolean(), inside: fc.boolean() }),
        periods,
        ({ model, lits }, k, options, period) => {
          const system = new TransitionSystem(model);
          const predicate = system.literal(lits[0]!);
          if (!system.readsLatchesOnly(predicate)) return;
          const answers = (shouldStop?: () => "cancelled" | null) => {
            using query = new SkeletonQuery(system, k, host(shouldStop));
            const all = system.fairness.map((_, b) => b);
            const kind = (side?: Side) => persistently(() => query.find(all, options, side)).kind;
            const before = kind();
            query.addFact({ rule: "split", predicate, closed: "forward" });
            return [before, ...[true, false].map((inside) => kind({ wall: 0, inside })), kind()];
          };
          expect(answers(interruptions(period))).toEqual(answers());
        },
      ),
      { numRuns: RUNS },
    );
  });
});

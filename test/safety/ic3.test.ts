import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ReachQuery } from "../../src/safety/reach-query.js";
import { interruptions, persistently } from "./interruptions.js";
import type { ReachOracle } from "./oracle.js";
import { ask, questions } from "./questions.js";

const RUNS = Number(process.env.FAIRLEAD_RUNS ?? 200);

function finish(query: ReachQuery, budget: number) {
  for (let turns = 0; turns < 100_000; turns++) {
    const result = query.step(budget);
    if (result !== "more") return result;
  }
  throw new Error("the query does not end");
}

function expectRight(result: ReturnType<typeof finish>, oracle: ReachOracle, conditions: boolean) {
  if (result.kind === "separated") {
    expect(oracle.flaw(result.clauses)).toBeNull();
    return;
  }
  expect(oracle.broken(result.run)).toBeNull();
  // Extra conditions restrict proofs; a run may be found that leaves them aside.
  if (!conditions) expect(oracle.reachable()).toBe(true);
}

describe("IC3 queries", () => {
  it("agree with enumeration: any start, any target, with and without conditions on steps", () => {
    fc.assert(
      fc.property(questions, (question) => {
        const { query, relation, oracle } = ask(question);
        expectRight(finish(query, Number.POSITIVE_INFINITY), oracle, question.conditions);
        query[Symbol.dispose]();
        relation[Symbol.dispose]();
      }),
      { numRuns: RUNS },
    );
  });

  it("may be left after any move, and others may run in between", () => {
    fc.assert(
      fc.property(questions, questions, (first, second) => {
        const a = ask(first);
        const b = ask(second);
        const results: { a?: ReturnType<typeof finish>; b?: ReturnType<typeof finish> } = {};
        for (let turn = 0; results.a === undefined || results.b === undefined; turn++) {
          expect(turn).toBeLessThan(100_000);
          const ra = results.a ?? a.query.step(0);
          if (ra !== "more") results.a = ra;
          const rb = results.b ?? b.query.step(0);
          if (rb !== "more") results.b = rb;
        }
        expectRight(results.a, a.oracle, first.conditions);
        expectRight(results.b, b.oracle, second.conditions);
      }),
      { numRuns: Math.ceil(RUNS / 3) },
    );
  });

  it("stay usable when a solver call is stopped, whichever it is", () => {
    fc.assert(
      fc.property(questions, fc.integer({ min: 1, max: 30 }), (question, period) => {
        const { query, oracle } = ask(question, interruptions(period));
        const result = persistently(() => finish(query, 1000));
        expectRight(result, oracle, question.conditions);
      }),
      { numRuns: Math.ceil(RUNS / 3) },
    );
  });
});

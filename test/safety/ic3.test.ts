import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Stopped } from "../../src/limits/stopped.js";
import { IC3_DEFAULTS } from "../../src/safety/ic3/ic3.js";
import { Ic3Session } from "../../src/safety/ic3/session.js";
import type { ReachQuery } from "../../src/safety/reach-query.js";
import { systems } from "../arbitraries/systems.js";
import { interruptions, persistently } from "./interruptions.js";
import { host, ReachOracle } from "./oracle.js";
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

  it("go on with what they learned for another bad literal, wherever the search for one was stopped", () => {
    fc.assert(
      fc.property(
        systems({ maxLatches: 6, maxGates: 40, extraLits: 6 }),
        fc.array(fc.nat({ max: 60 }), { minLength: 6, maxLength: 6 }),
        ({ model, lits }, patience) => {
          using session = new Ic3Session(model, host(), IC3_DEFAULTS);
          const stoppedAfter = (calls: number) => host(() => (calls-- > 0 ? null : "cancelled"));
          for (const [k, bad] of [...lits, ...lits].entries()) {
            const query = session.about(bad, stoppedAfter(patience[k] ?? Number.POSITIVE_INFINITY));
            const target = { kind: "step", lit: session.system.literal(bad) } as const;
            const oracle = new ReachOracle(model, session.system, [], { kind: "resets" }, target);
            try {
              expectRight(finish(query, Number.POSITIVE_INFINITY), oracle, false);
            } catch (e) {
              if (!(e instanceof Stopped && k < patience.length)) throw e;
            }
          }
        },
      ),
      { numRuns: Math.ceil(RUNS / 2) },
    );
  });
});

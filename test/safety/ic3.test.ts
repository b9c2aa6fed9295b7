import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Lit, litOf } from "../../src/logic/lit.js";
import type { Cube } from "../../src/safety/cube.js";
import { Stopped } from "../../src/safety/host.js";
import { Ic3, type Ic3Options } from "../../src/safety/ic3/ic3.js";
import type { ReachQuery, Start, Target } from "../../src/safety/reach-query.js";
import { Relation } from "../../src/safety/relation.js";
import { TransitionSystem } from "../../src/safety/transition-system.js";
import { type RandomSystem, systems } from "../arbitraries/systems.js";
import { host, ReachOracle } from "./oracle.js";

const RUNS = Number(process.env.FAIRLEAD_RUNS ?? 200);

/** A question about a random system, as numbers. */
interface Question {
  readonly system: RandomSystem;
  readonly start: { readonly kind: Start["kind"]; readonly mask: number; readonly values: number };
  readonly target: { readonly kind: Target["kind"]; readonly cubes: readonly { mask: number; values: number }[] };
  readonly conditions: boolean;
  readonly ctg: Ic3Options["ctg"];
  readonly ctp: number;
}

const masks = fc.record({ mask: fc.nat({ max: 63 }), values: fc.nat({ max: 63 }) });
const questions: fc.Arbitrary<Question> = fc.record({
  system: systems({ maxLatches: 6, maxGates: 40, extraLits: 3 }),
  start: fc.record({
    kind: fc.constantFrom<Start["kind"]>("resets", "cube", "successors"),
    mask: fc.nat({ max: 63 }),
    values: fc.nat({ max: 63 }),
  }),
  target: fc.record({
    kind: fc.constantFrom<Target["kind"]>("states", "step"),
    cubes: fc.array(masks, { minLength: 1, maxLength: 2 }),
  }),
  conditions: fc.boolean(),
  ctg: fc.constantFrom<Ic3Options["ctg"]>("off", "on", "dynamic"),
  ctp: fc.nat({ max: 2 }),
});

const cubeOf = (latches: number, { mask, values }: { mask: number; values: number }): Cube =>
  Array.from({ length: latches }, (_, i) => i)
    .filter((i) => (mask >> i) & 1)
    .map((i) => litOf(i + 1, ((values >> i) & 1) === 0));

function ask(question: Question, shouldStop?: () => "cancelled" | null) {
  const { model, lits } = question.system;
  const system = new TransitionSystem(model);
  const extra = lits.map((l) => system.literal(l));
  const conditions: Lit[] = question.conditions ? [extra[2]!] : [];
  const start: Start =
    question.start.kind === "resets"
      ? { kind: "resets" }
      : question.start.kind === "cube"
        ? { kind: "cube", cube: cubeOf(system.latchCount, question.start) }
        : { kind: "successors", cube: cubeOf(system.latchCount, question.start), where: extra[1]! };
  const target: Target =
    question.target.kind === "step"
      ? { kind: "step", lit: extra[0]! }
      : { kind: "states", cubes: question.target.cubes.map((c) => cubeOf(system.latchCount, c)) };
  const relation = new Relation(system, host(shouldStop));
  for (const c of conditions) relation.addCondition(c);
  const query = new Ic3(relation, start, target, { ctg: question.ctg, ctp: question.ctp });
  return { query, relation, oracle: new ReachOracle(model, system, conditions, start, target) };
}

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
        const until = Date.now() + 3000;
        const { query, relation, oracle } = ask(question, () => (Date.now() > until ? "cancelled" : null));
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
        let calls = 0;
        let stops = 0;
        const { query, oracle } = ask(question, () => {
          // Further and further apart, so that the query ends some day.
          if (++calls < period + stops) return null;
          calls = 0;
          stops++;
          return "cancelled";
        });
        let result: ReturnType<typeof finish> | null = null;
        while (result === null) {
          expect(stops).toBeLessThan(10_000);
          try {
            result = finish(query, 1000);
          } catch (e) {
            if (!(e instanceof Stopped)) throw e;
          }
        }
        expectRight(result, oracle, question.conditions);
      }),
      { numRuns: Math.ceil(RUNS / 3) },
    );
  });
});

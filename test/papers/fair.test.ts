import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bakery, synchronousArbiter, treeArbiter } from "../../bench/families/arbiters.js";
import { Builder } from "../../bench/families/builder.js";
import { counter, jumpingCounter, nim } from "../../bench/families/counters.js";
import { hullBound } from "../../bench/families/hull-bounds.js";
import { boundedQueues, servedQueues } from "../../bench/families/queues.js";
import { fair } from "../../src/engines/fair.js";
import { reference } from "../../src/engines/reference.js";
import { not } from "../../src/logic/lit.js";
import type { FairCycleTask, Model } from "../../src/model/model.js";
import { isSubset } from "../../src/safety/cube.js";
import { Ledger } from "../../src/safety/fair/ledger.js";
import { LiteralWalls } from "../../src/safety/fair/literal-walls.js";
import { startFrame } from "../../src/safety/ic3/start.js";
import { ProofRefiner } from "../../src/safety/refine-proof.js";
import { TransitionSystem } from "../../src/safety/transition-system.js";
import { expectRight, flawIn, kernelContext, satContext } from "../engines/evidence.js";
import { decide, plainContext } from "../engines/running.js";
import { ask, questions } from "../safety/questions.js";

const task = (model: Model): FairCycleTask => ({ kind: "fair-cycle", model });
const run = (model: Model, options: { k?: number; minimize?: boolean } = {}) =>
  decide(fair, task(model), { ...options, reach: "none", loops: false }, satContext);

describe("FAIR, Section III-E and Table I", () => {
  it.each([3, 12, 32, 128])("an n-bit counter with latched output needs n + 1 walls and no skeleton (n = %i)", (n) => {
    const verdict = run(counter(n));
    expectRight(task(counter(n)), verdict, "holds");
    expect(verdict.stats).toMatchObject({ walls: n + 1, skeletons: 0 });
  });

  it.each([12, 32, 128])("so does a counter that jumps forward (n = %i)", (n) => {
    const verdict = run(jumpingCounter(n));
    expectRight(task(jumpingCounter(n)), verdict, "holds");
    expect(verdict.stats).toMatchObject({ walls: n + 1, skeletons: 0 });
  });

  it("a counter that may stay where it is fails, by the first skeleton", () => {
    const model = jumpingCounter(64, true);
    const verdict = run(model);
    expectRight(task(model), verdict, "fails");
    expect(verdict.stats).toMatchObject({ skeletons: 1 });
  });

  it.each([
    { k: 0, minimize: false },
    { k: 0, minimize: true },
    { k: 1, minimize: true },
    { k: 2, minimize: true },
  ])("the synchronous arbiter is proved without skeletons (K = $k, minimize $minimize)", (options) => {
    const model = synchronousArbiter(8);
    const verdict = run(model, options);
    expect(flawIn(task(model), verdict)).toBeNull();
    expect(verdict.stats).toMatchObject({ skeletons: 0 });
  });
});

describe("FAIR on its families, against the reference", () => {
  it.each([
    { name: "queues", model: () => boundedQueues(2, 1), answer: "holds" },
    { name: "queues that get items back", model: () => boundedQueues(2, 1, true), answer: "fails" },
    { name: "served queues", model: () => servedQueues(2, 2), answer: "holds" },
    { name: "served queues without a quantum", model: () => servedQueues(2, 2, true), answer: "fails" },
    { name: "heaps", model: () => nim(2, 2), answer: "holds" },
    { name: "heaps with passing", model: () => nim(2, 2, true), answer: "fails" },
    { name: "tree arbiter", model: () => treeArbiter(2), answer: "holds" },
    { name: "bakery", model: () => bakery(2), answer: "holds" },
    { name: "line, unreachable states lead nowhere", model: () => hullBound(4, 4, 3), answer: "holds" },
    { name: "line, unreachable states are fair", model: () => hullBound(4, 4, 2), answer: "holds" },
    { name: "line, with a second position", model: () => hullBound(4, 4, 1), answer: "holds" },
  ] as const)("$name: $answer", ({ model, answer }) => {
    const asked = task(model());
    expect(decide(reference, asked, { states: 1_000_000 }, plainContext).answer).toBe(answer);
    for (const k of [0, 1]) expectRight(asked, run(asked.model, { k }), answer);
  });
});

describe("FAIR, Section II", () => {
  it("weak conditions, which stay once they hold, restrict the search and ask for no states of a skeleton", () => {
    const b = new Builder();
    const weak = [0, 1, 2].map(() => {
      const latch = b.latch();
      b.next(latch, b.or(latch, b.input()));
      return latch;
    });
    const strong = b.latch();
    b.next(strong, b.input());
    for (const l of [...weak, strong]) b.fair(l);
    const system = new TransitionSystem(b.model());
    using ledger = new Ledger(system, satContext, 0);
    expect(ledger.conditions).toEqual([0, 1, 2, 3]);
    for (const wall of new LiteralWalls(ledger, true).find()) ledger.addWall(wall);
    expect(ledger.conditions).toEqual([3]);
    for (const condition of system.fairness.slice(0, 3)) {
      ledger.live.encode(condition);
      expect(ledger.live.solve([not(condition)])).toBe(false);
    }
  });
});

describe("FAIR, Section III-C", () => {
  it("proofs that a lone state cannot come back give up part of it, and part of what follows it", () => {
    const model = servedQueues(2, 2);
    const verdict = run(model, { k: 0 });
    expectRight(task(model), verdict, "holds");
    if (verdict.answer !== "holds" || verdict.by.kind !== "certificate") throw new Error("it has a certificate");
    const kinds = verdict.by.steps.flatMap((s) => (s.rule === "exclude" ? [s.because.kind] : []));
    expect(kinds).toEqual(expect.arrayContaining(["no-start", "no-end"]));
  });
});

describe("FAIR, Section III-D", () => {
  it("proofs stay proofs when they are strengthened, clause by clause, or weakened to what excludes the target", () => {
    const changed = { strengthened: 0, weakened: 0 };
    fc.assert(
      fc.property(questions, (question) => {
        const asked = ask({
          ...question,
          conditions: false,
          target: { kind: "states", cubes: question.target.cubes.slice(0, 1) },
        });
        using query = asked.query;
        using relation = asked.relation;
        const { system, start, target, oracle } = asked;
        const found = query.step(Number.POSITIVE_INFINITY);
        if (found === "more" || found.kind !== "separated" || target.kind !== "states") return;
        const { clauses } = found;
        const refiner = new ProofRefiner(system, relation.solver());
        const strong = refiner.strengthen(clauses, startFrame(relation, start));
        expect(oracle.flaw(strong)).toBeNull();
        expect(strong.every((c) => clauses.some((d) => isSubset(c, d)))).toBe(true);
        const weak = refiner.weaken(clauses, startFrame(relation, start), target.cubes[0]!);
        expect(oracle.flaw(weak)).toBeNull();
        expect(weak.length).toBeLessThanOrEqual(clauses.length);
        const literals = (proof: typeof clauses) => proof.reduce((sum, c) => sum + c.length, 0);
        changed.strengthened += literals(strong) < literals(clauses) ? 1 : 0;
        changed.weakened += weak.length < clauses.length ? 1 : 0;
      }),
      { numRuns: 200 },
    );
    expect(changed.strengthened + changed.weakened).toBeGreaterThan(0);
  });
});

describe("FAIR, Section V", () => {
  it("a proof that a state cannot come back is about all runs, where it holds for them: whichever query ends first", () => {
    const b = new Builder();
    const [high, other] = [b.latch(), b.latch()];
    b.next(high, b.and(other, b.not(other)));
    b.next(other, b.input());
    b.fair(high);
    for (let seed = 1; seed <= 8; seed++) {
      const verdict = decide(
        fair,
        task(b.model()),
        { walls: false, loops: false, reach: "none", k: 0 },
        { ...satContext, seed },
      );
      expectRight(task(b.model()), verdict, "holds");
      if (verdict.answer !== "holds" || verdict.by.kind !== "certificate") throw new Error("it has a certificate");
      expect(verdict.by.steps.map((s) => s.rule)).toEqual(["reach", "done"]);
    }
  });

  /** A clock that stands still leaves the diagrams all the time that they need, once there is a skeleton. */
  const timeless = { ...kernelContext, now: () => 0 };

  it("where fair cycles are out of reach, reachable states from diagrams leave fewer skeletons", () => {
    const model = bakery(2);
    const [without, withThem] = (["none", "bdd"] as const).map((reach) => {
      const verdict = decide(fair, task(model), { reach, loops: false }, timeless);
      expectRight(task(model), verdict, "holds");
      return Number(verdict.stats.skeletons);
    });
    expect(withThem).toBeLessThan(without!);
  });
});

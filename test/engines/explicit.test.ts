import { describe, expect, it } from "vitest";
import { counter } from "../../bench/families/counters.js";
import { boundedQueues } from "../../bench/families/queues.js";
import { couvreur } from "../../src/engines/couvreur.js";
import { cvwy } from "../../src/engines/cvwy.js";
import type { EngineContext } from "../../src/engines/engine.js";
import { nestedEmptiness } from "../../src/engines/nested-emptiness.js";
import type { Progress } from "../../src/limits/progress.js";
import { Aig } from "../../src/logic/aig.js";
import { nodeOf, TRUE } from "../../src/logic/lit.js";
import type { Model } from "../../src/model/model.js";
import { decide, plainContext, running } from "./running.js";

const within = (limits: Partial<EngineContext>): EngineContext => Object.assign(Object.create(plainContext), limits);

const fairCycle = (model: Model) => ({ kind: "fair-cycle", model }) as const;

/** Latches that start with anything and keep it. */
function anyStart(count: number): Model {
  const aig = new Aig();
  const latches = Array.from({ length: count }, () => aig.leaf());
  return {
    aig,
    inputs: [],
    latches: latches.map((l) => ({ node: nodeOf(l), next: l, reset: "free" })),
    constraints: [],
    fairness: [TRUE],
    signals: [],
    modules: [],
  };
}

describe.each([nestedEmptiness, cvwy, couvreur])("$name", (engine) => {
  it("counts what it does", () => {
    const verdict = decide(engine, fairCycle(counter(5)));
    expect(verdict.answer).toBe("holds");
    // The output stays 1 from the last value on.
    expect(verdict.stats).toMatchObject({ states: 64, transitions: 64 });
    expect(verdict.stats.bytes).toBeGreaterThan(0);
  });

  it("gives up beyond the states allowed, and says so", () => {
    const verdict = decide(engine, fairCycle(counter(20)), { states: 1000 });
    expect(verdict).toMatchObject({ answer: "unknown", reason: "bound" });
  });

  it("gives up when the states do not fit into the memory allowed", () => {
    const verdict = decide(engine, fairCycle(counter(20)), {}, within({ memoryLimit: 2 ** 20 }));
    expect(verdict).toMatchObject({ answer: "unknown", reason: "memory" });
  });

  it("refuses more initial states than are allowed before it lists them", () => {
    expect(decide(engine, fairCycle(anyStart(60)))).toMatchObject({ answer: "unknown", reason: "bound" });
  });

  it("stops while it lists initial states", () => {
    let looks = 0;
    const shouldStop = () => (++looks > 3 ? "memory" : null);
    const verdict = decide(engine, fairCycle(anyStart(22)), {}, within({ shouldStop }));
    expect(verdict).toMatchObject({ answer: "unknown", reason: "memory" });
    if (verdict.answer === "unknown") expect(verdict.detail).toContain("while listing initial states");
    expect(looks).toBe(4);
  });

  it("stops when it is told to", () => {
    const verdict = decide(engine, fairCycle(counter(20)), {}, within({ shouldStop: () => "time" }));
    expect(verdict).toMatchObject({ answer: "unknown", reason: "time" });
  });

  it("stops wherever it is, also while it writes the lasso down", () => {
    const stoppedAfter = (patience: number) => {
      let looks = 0;
      const shouldStop = () => (++looks > patience ? "time" : null);
      return decide(engine, fairCycle({ ...counter(12), fairness: [] }), {}, within({ shouldStop }));
    };
    let patience = 0;
    for (; stoppedAfter(patience).answer === "unknown"; patience++)
      expect(stoppedAfter(patience)).toMatchObject({ answer: "unknown", reason: "time" });
    expect(stoppedAfter(patience).answer).toBe("fails");
    expect(patience).toBeGreaterThan(1);
  });

  it("says how far it has come", () => {
    const states: number[] = [];
    const run = running(engine, fairCycle(counter(20)), { states: 2 ** 30 }, plainContext);
    for (let k = 0; k < 3; k++) states.push((run.next().value as Progress).figures.states!);
    run.return(null as never);
    expect(states[0]).toBeGreaterThan(0);
    expect(states[2]).toBeGreaterThan(states[0]!);
  });
});

describe("nested-emptiness with hash values in the place of states", () => {
  it.each(["compact", "bitstate"])("%s: never says that a property holds, but how much was seen", (hash) => {
    const verdict = decide(nestedEmptiness, fairCycle(counter(12)), { hash, field: 1 });
    expect(verdict).toMatchObject({ answer: "unknown", reason: "bound" });
    if (verdict.answer === "unknown") expect(verdict.detail).toMatch(/no fair cycle found.*about 99/);
    expect(verdict.stats.coverage).toBeGreaterThan(0.99);
    expect(verdict.stats.coverage).toBeLessThan(1);
  });

  it.each(["compact", "bitstate"])("%s: finds fair cycles, with the whole lasso", (hash) => {
    const verdict = decide(nestedEmptiness, fairCycle(boundedQueues(3, 2, true)), { hash, field: 1 });
    expect(verdict.answer).toBe("fails");
    if (verdict.answer === "fails") expect(verdict.by.kind).toBe("lasso");
  });

  it("bitstate: refuses a field that is larger than the memory allowed", () => {
    const context = within({ memoryLimit: 2 ** 20 });
    const verdict = decide(nestedEmptiness, fairCycle(counter(12)), { hash: "bitstate", field: 64 }, context);
    expect(verdict).toMatchObject({ answer: "unknown", reason: "memory" });
  });
});

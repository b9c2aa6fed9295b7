import { describe, expect, it } from "vitest";
import { synchronousArbiter } from "../../bench/families/arbiters.js";
import { counter, jumpingCounter } from "../../bench/families/counters.js";
import type { Engine } from "../../src/engines/engine.js";
import { fair } from "../../src/engines/fair.js";
import type { FairCycleTask, Model } from "../../src/model/model.js";
import { expectRight, flawIn, satContext } from "../engines/evidence.js";
import { decide } from "../engines/running.js";

const task = (model: Model): FairCycleTask => ({ kind: "fair-cycle", model });
const run = (model: Model, options: { k?: number; minimize?: boolean } = {}) =>
  decide(fair as Engine, task(model), options, satContext);

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

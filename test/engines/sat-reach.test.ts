import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bmc } from "../../src/engines/bmc.js";
import { ic3 } from "../../src/engines/ic3.js";
import { interpolation } from "../../src/engines/interpolation.js";
import { reference } from "../../src/engines/reference.js";
import type { ReachTask } from "../../src/model/model.js";
import { systems } from "../arbitraries/systems.js";
import { expectRight, flawIn, satContext } from "./evidence.js";
import { decide, plainContext } from "./running.js";

const RUNS = Number(process.env.FAIRLEAD_RUNS ?? 80);

const tasks: fc.Arbitrary<ReachTask> = systems({ maxLatches: 6, maxGates: 40, extraLits: 1 }).map(
  ({ model, lits }): ReachTask => ({ kind: "reach", model, bad: lits[0]! }),
);

describe("engines for reach tasks", () => {
  it.each(["off", "on", "dynamic"])("ic3 (ctg %s) agrees with the reference, and its evidence is checked", (ctg) => {
    fc.assert(
      fc.property(tasks, (task) => {
        const { answer } = decide(reference, task, {}, plainContext);
        expectRight(task, decide(ic3, task, { ctg }, satContext), answer);
      }),
      { numRuns: RUNS },
    );
  });

  it("interpolation agrees with the reference, and its evidence is checked", () => {
    fc.assert(
      fc.property(tasks, (task) => {
        const { answer } = decide(reference, task, {}, plainContext);
        expectRight(task, decide(interpolation, task, {}, satContext), answer);
      }),
      { numRuns: RUNS },
    );
  });

  it("bmc finds the shortest run when there is one, and never proves", () => {
    fc.assert(
      fc.property(tasks, (task) => {
        const expected = decide(reference, task, {}, plainContext);
        const verdict = decide(bmc, task, { bound: 70 }, satContext);
        if (expected.answer === "holds") {
          expect(verdict).toMatchObject({ answer: "unknown", reason: "bound" });
          return;
        }
        expect(verdict.answer).toBe("fails");
        expect(flawIn(task, verdict)).toBeNull();
        // The reference searches breadth first.
        if (expected.answer !== "fails" || verdict.answer !== "fails") throw new Error("no witness");
        if (expected.by.kind !== "run" || verdict.by.kind !== "run") throw new Error("no run");
        expect(verdict.by.steps.length).toBe(expected.by.steps.length);
      }),
      { numRuns: Math.ceil(RUNS / 4) },
    );
  });
});

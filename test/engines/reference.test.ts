import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reference } from "../../src/engines/reference.js";
import type { Ctl } from "../../src/formula/ctl.js";
import { satisfies } from "../../src/formula/words.js";
import { checkLasso, checkRun } from "../../src/verdict/check-lasso.js";
import { fairGraphs, modelOfGraph, models, systems } from "../arbitraries/systems.js";
import { TinySystem } from "../oracles/tiny-system.js";
import { decide } from "./running.js";

const small = { maxLatches: 3, maxInputs: 2, maxFairness: 3 };

describe("reference: fair cycles", () => {
  it("agrees with a search for closed walks on random systems; its lassos replay and have shortest stems", () => {
    fc.assert(
      fc.property(models(small), (model) => {
        const verdict = decide(reference, { kind: "fair-cycle", model });
        const tiny = new TinySystem(model);
        expect(verdict.answer).toBe(tiny.hasFairCycle() ? "fails" : "holds");
        if (verdict.answer !== "fails" || verdict.witness?.kind !== "lasso") return;
        expect(checkLasso(model, verdict.witness)).toEqual({ ok: true, openLatches: [] });
        expect(verdict.witness.loop).toBe(tiny.shortestStem());
      }),
      { numRuns: 300 },
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkLasso, checkLtlLasso, checkRun } from "../../src/checkers/check-lasso.js";
import { reference } from "../../src/engines/reference.js";
import type { Lasso } from "../../src/evidence/verdict.js";
import { parseLtl } from "../../src/formula/parse.js";
import { Aig } from "../../src/logic/aig.js";
import { FALSE, type Lit, nodeOf, not } from "../../src/logic/lit.js";
import type { Model } from "../../src/model/model.js";
import type { Step } from "../../src/model/step.js";
import { models } from "../arbitraries/systems.js";
import { decide } from "../engines/running.js";
import { TinySystem } from "../oracles/tiny-system.js";

/** `on` follows the input `push`, which may not be pressed twice in a row; `parity` counts the steps. */
function button(): { model: Model; push: Lit; on: Lit } {
  const aig = new Aig();
  const [push, on, parity] = [aig.leaf(), aig.leaf(), aig.leaf()];
  const bool = { kind: "bool" } as const;
  const model: Model = {
    aig,
    inputs: [nodeOf(push)],
    latches: [
      { node: nodeOf(on), next: push, reset: FALSE },
      { node: nodeOf(parity), next: not(parity), reset: FALSE },
    ],
    constraints: [not(aig.and(push, on))],
    fairness: [push],
    signals: [
      { name: "push", kind: "input", type: bool, bits: [push] },
      { name: "on", kind: "latch", type: bool, bits: [on] },
      { name: "parity", kind: "latch", type: bool, bits: [parity] },
    ],
    modules: [],
  };
  return { model, push, on };
}

/** Steps as strings `latches/inputs`. */
const steps = (...texts: string[]): Step[] =>
  texts.map((text) => {
    const [latches, inputs] = text.split("/").map((part) => Uint8Array.from(part, Number));
    return { latches: latches!, inputs: inputs! };
  });
const lasso = (loop: number, ...texts: string[]): Lasso => ({ kind: "lasso", loop, steps: steps(...texts) });
const reason = (checked: ReturnType<typeof checkLasso>) => (checked.ok ? "ok" : checked.reason);

describe("checkLasso", () => {
  const { model, on } = button();

  it("accepts a behaviour", () => {
    expect(checkLasso(model, lasso(0, "00/1", "11/0"))).toEqual({ ok: true, openLatches: [] });
    expect(checkLasso(model, lasso(1, "00/0", "01/1", "10/0"), [on])).toEqual({ ok: true, openLatches: [] });
  });

  it("says which step, which signal and what is wrong", () => {
    const reasonOf = (l: Lasso, justice: Lit[] = []) => reason(checkLasso(model, l, justice));
    expect(reasonOf(lasso(2, "00/1", "11/0"))).toBe("the loop starts at step 2, but there are 2 steps");
    expect(reasonOf(lasso(0, "10/0", "01/0"))).toBe("step 0: on is 1, but its reset value is 0");
    expect(reasonOf(lasso(0, "00/1", "01/0"))).toBe("step 1: on is 0, but its next value in the step before is 1");
    expect(reasonOf(lasso(0, "00/1", "11/1"))).toMatch(/^step 1: constraint 0 .* does not hold$/);
    expect(reasonOf(lasso(0, "00/0", "01/1"))).toBe(
      "the loop does not close: on is 0 in step 0, where the loop starts, and 1 after the last step",
    );
    expect(reasonOf(lasso(1, "00/1", "11/0", "00/0", "01/0"))).toMatch(/^the loop does not close: on is 1 in step 1/);
    expect(reasonOf(lasso(0, "00/0", "01/0"))).toBe("fairness 0 (push) never holds in the loop, steps 0 to 1");
    expect(reasonOf(lasso(0, "00/1", "11/0"), [FALSE])).toMatch(/^justice literal 0 /);
    expect(reasonOf(lasso(0, "0/1", "11/0"))).toBe("step 0 has 1 latch values, the model has 2 latches");
    expect(reasonOf(lasso(0, "00/10", "11/0"))).toBe("step 0 has 2 input values, the model has 1 inputs");
    expect(reasonOf(lasso(0, "00/2", "11/0"))).toBe("step 0 has a value that is neither 0 nor 1");
    expect(reasonOf({ kind: "lasso", loop: 0, steps: [] })).toMatch(/there are 0 steps/);
  });

  it("lets a latch that nothing reads go on with its own period, and names it", () => {
    const threeSteps = lasso(0, "00/1", "11/0", "00/0");
    expect(checkLasso(model, threeSteps)).toEqual({ ok: true, openLatches: [1] });
    const parity = (model.latches[1]!.node * 2) as Lit;
    expect(reason(checkLasso(model, threeSteps, [], [parity]))).toMatch(/^the loop does not close: parity/);
  });

  it("evaluates LTL by its semantics", () => {
    const atoms = new Map([["on", on]]);
    const check = (text: string) =>
      reason(checkLtlLasso(model, lasso(0, "00/1", "11/0"), parseLtl(text).formula, atoms));
    expect(check("F G on")).toBe("ok");
    expect(check("G F on")).toBe("the formula holds on this lasso");
    expect(check("G off")).toBe("the formula's atom off means nothing in the model");
    expect(reason(checkLtlLasso(model, lasso(0, "00/0", "01/0"), parseLtl("F on").formula, atoms))).toMatch(
      /^fairness 0/,
    );
  });

  it("agrees with the definition on lassos that were tampered with", () => {
    const changes = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 2 });
    fc.assert(
      fc.property(models({ literalResets: false, maxLatches: 3 }), changes, fc.nat(), (system, flips, at) => {
        const verdict = decide(reference, { kind: "fair-cycle", model: system });
        if (verdict.answer !== "fails" || verdict.by.kind !== "lasso") return;
        const changed: Lasso = {
          kind: "lasso",
          loop: at % 2 === 0 ? verdict.by.loop : at % verdict.by.steps.length,
          steps: verdict.by.steps.map((s) => ({ latches: s.latches.slice(), inputs: s.inputs.slice() })),
        };
        for (const [step, bit] of flips) {
          const s = changed.steps[step % changed.steps.length]!;
          const all = s.latches.length + s.inputs.length;
          const k = bit % all;
          if (k < s.latches.length) s.latches[k]! ^= 1;
          else s.inputs[k - s.latches.length]! ^= 1;
        }
        const checked = checkLasso(system, changed);
        if (checked.ok && checked.openLatches.length > 0) return;
        expect(checked.ok).toBe(isFairLasso(new TinySystem(system), changed));
      }),
      { numRuns: 300 },
    );
  });
});

/** By the definition, on the written-out system. */
function isFairLasso(tiny: TinySystem, { steps: given, loop }: Lasso): boolean {
  const number = (bits: Uint8Array) => bits.reduce((n, b, i) => n | (b << i), 0);
  const states = given.map((s) => number(s.latches));
  const moves = given.map((s, t) =>
    tiny.moves.find(
      (m) => m.from === states[t] && m.inputs === number(s.inputs) && m.to === (states[t + 1] ?? states[loop]),
    ),
  );
  const met = moves.slice(loop).reduce((all, m) => all | (m?.meets ?? 0), 0);
  return (
    tiny.isReset(states[0]!, number(given[0]!.inputs)) &&
    moves.every((m) => m !== undefined) &&
    met === 2 ** tiny.model.fairness.length - 1
  );
}

describe("checkRun", () => {
  const { model, on, push } = button();

  it("accepts a run whose last step shows what it should", () => {
    expect(checkRun(model, { kind: "run", steps: steps("00/1", "11/0") }, on).ok).toBe(true);
    expect(checkRun(model, { kind: "run", steps: steps("00/1") }, push).ok).toBe(true);
  });

  it("says what is wrong", () => {
    const reasonOf = (bad: Lit, ...texts: string[]) =>
      reason(checkRun(model, { kind: "run", steps: steps(...texts) }, bad));
    expect(reasonOf(on)).toBe("the run has no step");
    expect(reasonOf(on, "00/0", "01/0")).toBe("on does not hold in the last step, 1");
    expect(reasonOf(on, "00/1", "11/1")).toMatch(/^step 1: constraint 0/);
    expect(reasonOf(on, "10/0")).toBe("step 0: on is 1, but its reset value is 0");
  });
});

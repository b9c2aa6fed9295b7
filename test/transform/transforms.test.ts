import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkLasso, checkRun } from "../../src/checkers/check-lasso.js";
import { gsh } from "../../src/engines/gsh.js";
import { reference } from "../../src/engines/reference.js";
import { Aig } from "../../src/logic/aig.js";
import { FALSE, nodeOf, not, TRUE } from "../../src/logic/lit.js";
import type { Model } from "../../src/model/model.js";
import { readsInputs } from "../../src/model/reads-inputs.js";
import { hasLiteralReset } from "../../src/model/resets.js";
import { coneOfInfluence } from "../../src/transform/cone.js";
import { mooreForm } from "../../src/transform/moore.js";
import { constantResets } from "../../src/transform/resets.js";
import { compose, type Rewrite } from "../../src/transform/rewrite.js";
import { withoutTraps } from "../../src/transform/traps.js";
import { ctlFormulas } from "../arbitraries/formulas.js";
import { systems } from "../arbitraries/systems.js";
import { solved } from "../cross-engine/solving.js";
import { decide } from "../engines/running.js";
import { TinySystem } from "../oracles/tiny-system.js";

const shape = { maxLatches: 4, maxInputs: 2, maxFairness: 3, literalResets: true, extraLits: 1 };

/** All rewrites of the pipeline, in its order. */
const pipeline = (model: Model, property: Parameters<typeof coneOfInfluence>[1]): Rewrite => {
  const small = coneOfInfluence(model, property);
  const reset = compose(small, constantResets(small.model, property.map(small.literal)));
  return compose(reset, mooreForm(reset.model));
};

describe("rewrites keep fair cycles", () => {
  it("cone, resets and Moore form: same answer as the original by brute force, and lifted lassos replay on it", () => {
    fc.assert(
      fc.property(systems(shape), ({ model }) => {
        const rewritten = pipeline(model, []);
        const verdict = decide(reference, { kind: "fair-cycle", model: rewritten.model });
        expect(verdict.answer).toBe(new TinySystem(model).hasFairCycle() ? "fails" : "holds");
        if (verdict.answer !== "fails" || verdict.by.kind !== "lasso") return;
        expect(checkLasso(model, rewritten.lift.lasso(verdict.by))).toEqual({ ok: true, openLatches: [] });
      }),
      { numRuns: 400 },
    );
  });

  it("and runs to a bad literal, which may read inputs", () => {
    fc.assert(
      fc.property(systems(shape), ({ model, lits: [bad] }) => {
        const rewritten = pipeline(model, [bad!]);
        const literal = rewritten.literal(bad!);
        const verdict = decide(reference, { kind: "reach", model: rewritten.model, bad: literal });
        if (verdict.answer === "fails" && verdict.by.kind === "run") {
          expect(checkRun(model, rewritten.lift.run(verdict.by), bad!)).toEqual({ ok: true, openLatches: [] });
        } else {
          expect(verdict.answer).toBe("holds");
          if (!model.latches.some(hasLiteralReset)) expect(new TinySystem(model).shortestRun(bad!)).toBe(-1);
        }
      }),
      { numRuns: 400 },
    );
  });
});

describe("withoutTraps", () => {
  it("keeps fair cycles, and lassos are those of the original", () => {
    let rewrites = 0;
    fc.assert(
      fc.property(systems({ ...shape, literalResets: false }), fc.boolean(), ({ model }, ahead) => {
        const rewritten = withoutTraps(model, ahead);
        if (rewritten.model !== model) rewrites++;
        const verdict = decide(reference, { kind: "fair-cycle", model: rewritten.model });
        expect(verdict.answer).toBe(new TinySystem(model).hasFairCycle() ? "fails" : "holds");
        if (verdict.answer !== "fails" || verdict.by.kind !== "lasso") return;
        expect(checkLasso(model, rewritten.lift.lasso(verdict.by))).toEqual({ ok: true, openLatches: [] });
      }),
      { numRuns: 400 },
    );
    expect(rewrites).toBeGreaterThan(10);
  });

  it("turns the flag of broken rules into constraints: it falls once and for all, but only after the first step", () => {
    const aig = new Aig();
    const [rule, kept, started] = [aig.leaf(), aig.leaf(), aig.leaf()];
    const model: Model = {
      aig,
      inputs: [nodeOf(rule)],
      latches: [
        { node: nodeOf(kept), next: aig.and(rule, aig.or(not(started), kept)), reset: FALSE },
        { node: nodeOf(started), next: TRUE, reset: FALSE },
      ],
      constraints: [],
      fairness: [kept],
      signals: [],
      modules: [],
    };
    const broken = aig.and(started, not(kept));
    const ahead = aig.and(rule, not(broken));
    const rewritten = withoutTraps(model, true).model;
    expect(rewritten.constraints).toEqual([not(broken), ahead]);
    expect(rewritten.latches[0]!.next).toBe(TRUE);
    const { aig: _, ...rest } = withoutTraps(model, false).model;
    const { aig: __, ...before } = model;
    expect(rest).toEqual({ ...before, constraints: [not(broken)] });
    expect(withoutTraps({ ...model, fairness: [rule] }, true).model.constraints).toEqual([]);
  });
});

describe("constantResets", () => {
  it("leaves no literal reset, adds one latch, and leaves other models alone", () => {
    fc.assert(
      fc.property(systems(shape), ({ model }) => {
        const rewritten = constantResets(model, []).model;
        expect(rewritten.latches.some(hasLiteralReset)).toBe(false);
        if (!model.latches.some(hasLiteralReset)) expect(rewritten).toBe(model);
        else expect(rewritten.latches.length).toBe(model.latches.length + 1);
        expect(rewritten.constraints.length).toBe(model.constraints.length);
      }),
    );
  });

  it("that read an input are as many initial states as it has values, also where time branches", () => {
    const atoms = ["a", "b"];
    const small = { maxLatches: 4, maxInputs: 2, maxFairness: 2, stateFairness: true, extraLits: 2 };
    let both = 0;
    const agree = fc.property(systems(small), ctlFormulas({ atoms, depth: 3 }), ({ model, lits }, formula) => {
      const property = { kind: "ctl", name: "f", formula, atoms: new Map(atoms.map((a, i) => [a, lits[i]!])) } as const;
      // The same states: a latch that resets freely, and one that resets to an input which nothing else reads.
      const aig = model.aig.fork();
      const inputs = [...model.inputs];
      const latches = model.latches.map((l) => {
        if (l.reset !== "free") return l;
        const reset = aig.leaf();
        inputs.push(nodeOf(reset));
        return { ...l, reset };
      });
      if (inputs.length > model.inputs.length) both++;
      for (const engine of [reference, gsh])
        expect(solved({ ...model, aig, inputs, latches }, property, engine).verdict.answer).toBe(
          solved(model, property, reference).verdict.answer,
        );
    });
    fc.assert(agree, { numRuns: 200 });
    expect(both).toBeGreaterThan(50);
  });
});

describe("mooreForm", () => {
  it("leaves conditions on latches only, and leaves other models alone", () => {
    fc.assert(
      fc.property(systems(shape), ({ model }) => {
        const rewritten = mooreForm(model).model;
        expect(rewritten.fairness.some((f) => readsInputs(rewritten, [f]))).toBe(false);
        if (!model.fairness.some((f) => readsInputs(model, [f]))) expect(rewritten).toBe(model);
      }),
    );
  });
});

describe("coneOfInfluence", () => {
  /** A latch that the fairness reads, and a counter of so many bits that nothing reads. */
  function withCounter(bits: number): Model {
    const aig = new Aig();
    const [flip, idle] = [aig.leaf(), aig.leaf()];
    const toggle = aig.leaf();
    const counter = Array.from({ length: bits }, () => aig.leaf());
    const memory = aig.leaf();
    return {
      aig,
      inputs: [nodeOf(idle), nodeOf(flip)],
      latches: [
        ...counter.map((l, i) => ({
          node: nodeOf(l),
          next: aig.xor(l, aig.andAll(counter.slice(0, i))),
          reset: i === 0 ? TRUE : FALSE,
        })),
        { node: nodeOf(toggle), next: aig.xor(toggle, flip), reset: FALSE },
        { node: nodeOf(memory), next: aig.or(memory, not(idle)), reset: "free" },
      ],
      constraints: [],
      fairness: [toggle, not(toggle)],
      signals: [],
      modules: [[0], [...counter.keys()].slice(1), [bits, bits + 1]],
    };
  }
  const fairLasso = (model: Model) => {
    const verdict = decide(reference, { kind: "fair-cycle", model });
    if (verdict.answer !== "fails" || verdict.by.kind !== "lasso") throw new Error("expected a lasso");
    return verdict.by;
  };

  it("keeps what matters, and renumbers modules", () => {
    const { model, literal } = coneOfInfluence(withCounter(3), []);
    expect([model.inputs.length, model.latches.length]).toEqual([1, 1]);
    expect(model.modules).toEqual([[0]]);
    expect(() => literal((withCounter(3).latches[0]!.node * 2) as never)).toThrow(/was not to be kept/);
  });

  it("unrolls a loop until the dropped latches come back", () => {
    const original = withCounter(3);
    const cone = coneOfInfluence(original, []);
    const lasso = fairLasso(cone.model);
    expect(lasso.steps.length - lasso.loop).toBe(3);
    const lifted = cone.lift.lasso(lasso);
    expect(lifted.steps.length - lifted.loop).toBe(24); // the counter's period is 8
    expect(checkLasso(original, lifted)).toEqual({ ok: true, openLatches: [] });
  });

  it("gives the loop once when the dropped latches have a huge period: it closes on the cone", () => {
    const original = withCounter(40);
    const cone = coneOfInfluence(original, []);
    const lasso = fairLasso(cone.model);
    const lifted = cone.lift.lasso(lasso);
    expect(lifted.steps.length).toBe(lasso.steps.length);
    const checked = checkLasso(original, lifted);
    expect(checked.ok).toBe(true);
    if (checked.ok) expect(checked.openLatches.length).toBeGreaterThan(0);
  });

  it("leaves a model alone whose latches and inputs all matter", () => {
    const model = withCounter(1);
    const all = [...model.latches.map((l) => l.node), ...model.inputs].map((n) => (n * 2) as never);
    expect(coneOfInfluence(model, all).model).toBe(model);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ltlToAutomata, ltlToTgba } from "../../src/automata/translate.js";
import { checkLasso, checkLtlLasso } from "../../src/checkers/check-lasso.js";
import { reference } from "../../src/engines/reference.js";
import type { Ltl } from "../../src/formula/ltl.js";
import { parseLtl } from "../../src/formula/parse.js";
import { Aig } from "../../src/logic/aig.js";
import { FALSE, type Lit, nodeOf, not } from "../../src/logic/lit.js";
import type { Model } from "../../src/model/model.js";
import { type ProductOptions, product } from "../../src/transform/product.js";
import { ltlFormulas } from "../arbitraries/formulas.js";
import { systems } from "../arbitraries/systems.js";
import { decide } from "../engines/running.js";
import { restrictedTo } from "../oracles/ltl-encoding.js";

const shape = { maxLatches: 3, maxInputs: 1, maxGates: 10, maxConstraints: 1, maxFairness: 2, extraLits: 3 };

const forms: readonly (ProductOptions & { split?: boolean })[] = [
  { split: true },
  { encoding: "binary" },
  { encoding: "one-hot" },
  { encoding: "binary", acceptance: "state" },
  { encoding: "one-hot", acceptance: "state" },
];

describe("the product with the automaton of a formula", () => {
  it("has a fair behaviour exactly when the model has one that satisfies the formula (oracle: predictions as inputs)", () => {
    fc.assert(
      fc.property(systems(shape), ltlFormulas({ depth: 2 }), fc.nat(forms.length - 1), (system, formula, form) => {
        const { model, lits } = system;
        const atoms = new Map(["a", "b", "c"].map((name, i) => [name, lits[i]!]));
        const automata = forms[form]!.split === true ? ltlToAutomata(formula) : ltlToTgba(formula);
        const { model: both, lift } = product(model, automata, atoms, forms[form]);
        const verdict = decide(reference, { kind: "fair-cycle", model: both });
        const expected = decide(reference, { kind: "fair-cycle", model: restrictedTo(model, formula, atoms) });
        expect(verdict.answer).toBe(expected.answer);
        if (verdict.answer !== "fails" || verdict.by.kind !== "lasso") return;
        const lasso = lift.lasso(verdict.by);
        expect(checkLasso(model, lasso)).toMatchObject({ ok: true });
        const violated: Ltl = { op: "not", arg: formula };
        expect(checkLtlLasso(model, lasso, violated, atoms)).toMatchObject({ ok: true });
      }),
      { numRuns: Number(process.env.FAIRLEAD_FUZZ_RUNS ?? 200) },
    );
  });

  /** A bit that an input may flip. */
  const toggle = (): { model: Model; atoms: Map<string, Lit> } => {
    const aig = new Aig();
    const flip = aig.leaf();
    const bit = aig.leaf();
    const latch = { node: nodeOf(bit), next: aig.xor(bit, flip), reset: FALSE };
    const model: Model = {
      aig,
      inputs: [nodeOf(flip)],
      latches: [latch],
      constraints: [],
      fairness: [],
      signals: [],
      modules: [],
    };
    return {
      model,
      atoms: new Map([
        ["bit", bit],
        ["flip", flip],
      ]),
    };
  };

  const of = (text: string, options?: ProductOptions) => {
    const { model, atoms } = toggle();
    return product(model, ltlToTgba(parseLtl(text).formula), atoms, options).model;
  };

  it("puts the automaton's latches last, as the property's own", () => {
    const model = of("G(flip -> F bit)");
    expect(model.latches.length).toBeGreaterThan(1);
    expect(model.property).toEqual([...model.latches.keys()].slice(1));
  });

  it("calls the latches that an automaton without latches reads the property's own", () => {
    const model = of("G F bit");
    expect(model.latches).toHaveLength(1);
    expect(model.property).toEqual([0]);
  });

  it("needs no choices and no constraints for a deterministic complete automaton", () => {
    const model = of("G(flip -> F bit)");
    expect([model.inputs.length, model.constraints.length, model.fairness.length]).toEqual([1, 0, 1]);
  });

  it("adds a choice where the automaton has one, and a constraint where it can get stuck", () => {
    const model = of("F G bit");
    expect(model.inputs.length).toBe(2);
    expect(model.constraints.length).toBe(1);
  });

  it("makes dead ends of the automaton dead ends of the product", () => {
    const model = of("G !bit");
    expect(model.constraints).toEqual([not((model.latches[0]!.node * 2) as Lit)]);
    expect(model.fairness).toEqual([]);
  });

  it("takes the parts of a conjunction one by one: recurrence is a fairness condition and nothing else", () => {
    const { model, atoms } = toggle();
    const automata = ltlToAutomata(parseLtl("G F bit & G F flip & G F !bit").formula);
    const both = product(model, automata, atoms).model;
    expect([both.latches.length, both.inputs.length, both.constraints.length]).toEqual([1, 1, 0]);
    expect(both.modules).toEqual([]);
    const [bit, flip] = [atoms.get("bit")!, atoms.get("flip")!];
    expect([...both.fairness].sort()).toEqual([bit, flip, not(bit)].sort());
  });

  it("has one latch for each state when one-hot", () => {
    const automaton = ltlToTgba(parseLtl("G(flip -> F bit)").formula);
    const model = of("G(flip -> F bit)", { encoding: "one-hot" });
    expect(model.latches.length).toBe(1 + automaton.edges.length);
  });
});

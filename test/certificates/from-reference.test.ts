import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { counter } from "../../bench/families/counters.js";
import { ltlToTgba } from "../../src/automata/translate.js";
import { checkCertificate } from "../../src/checkers/check-certificate.js";
import { Random } from "../../src/logic/random.js";
import { allStates, fairComponents } from "../../src/reference/components.js";
import { StateGraph } from "../../src/reference/graph.js";
import { proofOfNoFairCycle } from "../../src/reference/proof.js";
import { SatSolver } from "../../src/solvers/sat/solver.js";
import { coneOfInfluence } from "../../src/transform/cone.js";
import { forSets } from "../../src/transform/for-sets.js";
import { mooreForm } from "../../src/transform/moore.js";
import { product } from "../../src/transform/product.js";
import { constantResets } from "../../src/transform/resets.js";
import { compose, type Rewrite } from "../../src/transform/rewrite.js";
import { ltlFormulas } from "../arbitraries/formulas.js";
import { systems } from "../arbitraries/systems.js";
import { satKernel } from "../solvers/sat/kernel.js";
import { certificateFromReference, invariantFromReference } from "./from-reference.js";
import { checkClaim, checkWithKernel } from "./random-prover.js";

const shape = { maxLatches: 4, maxInputs: 2 };
const oracle = () => new SatSolver(satKernel);

describe("proofs from the reference", () => {
  it("are accepted, whichever rules they use", () => {
    let proofs = 0;
    fc.assert(
      fc.property(systems(shape), fc.nat(), ({ model }, seed) => {
        const proof = certificateFromReference(model, new Random(seed));
        if (proof === null) return;
        proofs++;
        expect(checkWithKernel(model, proof, satKernel)).toMatchObject({ result: "checked" });
      }),
      { numRuns: 300 },
    );
    expect(proofs).toBeGreaterThan(50);
  });

  it("are accepted as the engine writes them", () => {
    let proofs = 0;
    fc.assert(
      fc.property(systems(shape), ({ model }) => {
        const graph = new StateGraph(model, model.fairness, {
          states: 1e6,
          memoryLimit: 2 ** 31,
          shouldStop: () => null,
        });
        for (const _ of graph.explore());
        const proof = proofOfNoFairCycle(graph);
        expect(proof === null).toBe(fairComponents(graph, allStates(graph)).isFair.includes(1));
        if (proof === null) return;
        proofs++;
        expect(checkWithKernel(model, proof, satKernel)).toMatchObject({ result: "checked" });
      }),
      { numRuns: 300 },
    );
    expect(proofs).toBeGreaterThan(50);
  });

  it("are left out beyond their budget", () => {
    const model = counter(10);
    const graph = new StateGraph(model, model.fairness, { states: 1e6, memoryLimit: 2 ** 31, shouldStop: () => null });
    for (const _ of graph.explore());
    const budget = { states: 1e4, steps: 1e4, gates: 1e6, edges: 1e9 };
    expect(proofOfNoFairCycle(graph, budget)).not.toBeNull();
    expect(proofOfNoFairCycle(graph, { ...budget, states: 1000 })).toBeNull();
    expect(proofOfNoFairCycle(graph, { ...budget, steps: 1 })).toBeNull();
    expect(proofOfNoFairCycle(graph, { ...budget, gates: 20 })).toBeNull();
    expect(proofOfNoFairCycle(graph, { ...budget, edges: 1000 })).toBeNull();
  });

  it("are accepted as invariants of reachability", () => {
    let proofs = 0;
    fc.assert(
      fc.property(systems({ ...shape, extraLits: 1 }), ({ model, lits: [bad] }) => {
        const proof = invariantFromReference(model, bad!, new Random(1));
        if (proof === null) return;
        proofs++;
        const outcome = checkCertificate({ kind: "unreachable", model, bad: bad! }, proof, { oracle });
        expect(outcome).toMatchObject({ result: "checked" });
      }),
      { numRuns: 200 },
    );
    expect(proofs).toBeGreaterThan(20);
  });

  it("of LTL products are accepted on the model, with the automaton as the monitor", () => {
    let proofs = 0;
    const small = { maxLatches: 3, maxInputs: 1, maxFairness: 2, literalResets: true, extraLits: 2 };
    fc.assert(
      fc.property(systems(small), ltlFormulas({ atoms: ["a", "b"], depth: 2 }), fc.nat(), (system, formula, seed) => {
        const reset = constantResets(system.model, system.lits);
        const atoms = new Map(system.lits.map((l, i) => ["ab"[i]!, reset.literal(l)]));
        const both = compose(reset, product(reset.model, ltlToTgba(formula), atoms));
        const cone = compose(both, coneOfInfluence(both.model, []));
        const moore = compose(cone, mooreForm(cone.model));
        for (const rewritten of [both, cone, moore]) {
          const proof = certificateFromReference(rewritten.model, new Random(seed));
          if (proof === null) continue;
          proofs++;
          const back = rewritten.lift.certificate(proof);
          const claim = { kind: "no-fair-cycle", model: system.model, automaton: true } as const;
          expect(checkClaim(claim, back, satKernel)).toMatchObject({ result: "checked" });
          // Where nothing says that there is an automaton, a monitor that may cut behaviours off is refused.
          const { constraints, fairness } = back.monitor;
          if (constraints.length + fairness.length > 0)
            expect(checkWithKernel(system.model, back, satKernel).result).toBe("rejected");
        }
      }),
      { numRuns: 120 },
    );
    expect(proofs).toBeGreaterThan(20);
  });

  const lifted = (name: string, rewrite: (system: { model: Rewrite["model"] }) => Rewrite) =>
    it(`carried back through ${name} are accepted on the original model`, () => {
      let carried = 0;
      fc.assert(
        fc.property(systems({ ...shape, maxLatches: 3, literalResets: true }), fc.nat(), (system, seed) => {
          const rewritten = rewrite(system);
          const proof = certificateFromReference(rewritten.model, new Random(seed));
          if (proof === null) return;
          carried++;
          const back = rewritten.lift.certificate(proof);
          expect(checkWithKernel(system.model, back, satKernel)).toMatchObject({ result: "checked" });
        }),
        { numRuns: 250 },
      );
      expect(carried).toBeGreaterThan(20);
    });
  lifted("constant resets", ({ model }) => constantResets(model, []));
  lifted("resets and the cone of influence", ({ model }) => {
    const reset = constantResets(model, []);
    return compose(reset, coneOfInfluence(reset.model, []));
  });
  lifted("resets and what sets want: no traps, Moore form", ({ model }) => {
    const reset = constantResets(model, []);
    return compose(reset, forSets(reset.model));
  });
  lifted("resets and the Moore form", ({ model }) => {
    const reset = constantResets(model, []);
    return compose(reset, mooreForm(reset.model));
  });
});

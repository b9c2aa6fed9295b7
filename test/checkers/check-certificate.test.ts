import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CertificateStep, NO_MONITOR } from "../../src/evidence/certificate.js";
import { readCertificate } from "../../src/formats/certificate/read.js";
import { writeCertificate } from "../../src/formats/certificate/write.js";
import { Aig } from "../../src/logic/aig.js";
import { FALSE, type Lit, nodeOf, not, TRUE } from "../../src/logic/lit.js";
import { Random } from "../../src/logic/random.js";
import type { Model } from "../../src/model/model.js";
import { constantResets } from "../../src/transform/resets.js";
import { systems } from "../arbitraries/systems.js";
import { hasFairCycle } from "../certificates/brute-force.js";
import { certificateFromReference } from "../certificates/from-reference.js";
import { mutated, neighbourProof } from "../certificates/mutated-proofs.js";
import { attack, checkClaim, checkWithKernel, PredicateGraph } from "../certificates/random-prover.js";
import { satKernel } from "../solvers/sat/kernel.js";

const withLiterals = systems({ maxLatches: 3, maxInputs: 2, extraLits: 2, literalResets: true });

describe("the rules of certificates are sound", () => {
  it("no sequence of steps found by trial proves a system that has a fair cycle", () => {
    let attacked = 0;
    let proved = 0;
    fc.assert(
      fc.property(systems({ maxLatches: 3, maxInputs: 2, literalResets: true }), fc.nat(), ({ model }, seed) => {
        const { proof } = attack(model, new Random(seed), 20, satKernel);
        if (hasFairCycle(model)) {
          attacked++;
          expect(proof).toBeNull();
        } else if (proof !== null) proved++;
      }),
      { numRuns: 150 },
    );
    // The attack means something only if it meets both kinds, and if it does find proofs where there are some.
    expect(attacked).toBeGreaterThan(20);
    expect(proved).toBeGreaterThan(5);
  });

  it("a proof of a neighbour, as it is or mutated, does not prove a system that has a fair cycle", () => {
    let attacked = 0;
    fc.assert(
      fc.property(withLiterals, fc.nat(), ({ model, lits }, seed) => {
        if (!hasFairCycle(model)) return;
        const random = new Random(seed);
        const proof = neighbourProof(model, lits, random);
        if (proof === null) return;
        for (const wrong of [proof, mutated(proof, random), mutated(mutated(proof, random), random)]) {
          attacked++;
          expect(checkWithKernel(model, wrong, satKernel).result).toBe("rejected");
        }
      }),
      { numRuns: 500 },
    );
    expect(attacked).toBeGreaterThan(50);
  });

  it("a proof survives being written and read", () => {
    let proved = 0;
    fc.assert(
      fc.property(systems({ maxLatches: 3, maxInputs: 2 }), fc.nat(), ({ model }, seed) => {
        const { proof } = attack(model, new Random(seed), 15, satKernel);
        if (proof === null) return;
        proved++;
        const bytes = writeCertificate(proof, { property: "j0" });
        const back = readCertificate(bytes);
        if (back.certificate.kind === "ctl-certificate") throw new Error("another kind of proof was read");
        expect(back.property).toBe("j0");
        expect(checkWithKernel(model, back.certificate, satKernel).result).toBe("checked");
        expect(writeCertificate(back.certificate, { property: "j0" }).length).toBeGreaterThan(0);
      }),
      { numRuns: 100 },
    );
    expect(proved).toBeGreaterThan(5);
  });
});

describe("a proof that nothing bad is reached", () => {
  it("says nothing by what lies on no cycle", () => {
    // x is 1 in the first step and 0 ever after, and bad is x.
    const aig = new Aig();
    const x = aig.leaf();
    const latches = [{ node: nodeOf(x), next: FALSE, reset: TRUE }];
    const model: Model = { aig, inputs: [], latches, constraints: [], fairness: [], signals: [], modules: [] };
    const graph = new PredicateGraph(model);
    const steps: CertificateStep[] = [
      { rule: "exclude", predicate: graph.ofStates([1]), because: { kind: "no-end" } },
      { rule: "split", predicate: graph.ofStates([0]), closed: "forward" },
      { rule: "safe" },
    ];
    const claim = { kind: "unreachable", model, bad: x } as const;
    expect(checkClaim(claim, graph.certificate(steps), satKernel)).toMatchObject({
      step: 2,
      problem: "not true: the bad literal does not hold in a reachable state",
    });
  });
});

describe("a proof by liveness to safety", () => {
  // x toggles, and is met by the condition in every second step; y is 0 for ever.
  const aig = new Aig();
  const [x, y] = [aig.leaf(), aig.leaf()] as const;
  const withFairness = (...fairness: Lit[]): Model => ({
    aig,
    inputs: [],
    latches: [
      { node: nodeOf(x), next: not(x), reset: FALSE },
      { node: nodeOf(y), next: y, reset: FALSE },
    ],
    constraints: [],
    fairness,
    signals: [],
    modules: [],
  });
  /** An `l2s` step over the latches, the flag and the copies. */
  const checked = (model: Model, predicate: (graph: Aig, l: readonly Lit[]) => Lit) => {
    const graph = new Aig();
    const leaves = Array.from({ length: 5 + model.fairness.length }, () => graph.leaf());
    const [first, second, saved, ...rest] = leaves.map(nodeOf);
    const shadow = { saved: saved!, copies: rest.slice(0, 2), seen: rest.slice(2) };
    const step = { rule: "l2s", predicate: predicate(graph, leaves), shadow } as const;
    const leavesOf = { latches: [first!, second!], inputs: [] };
    const proof = { kind: "certificate", aig: graph, ...leavesOf, monitor: NO_MONITOR, steps: [step] } as const;
    return checkWithKernel(model, proof, satKernel);
  };

  it("is an invariant in which no saved state comes back with all conditions seen", () => {
    // y is never 1, so the flag of its condition is never set.
    expect(checked(withFairness(y), (graph, l) => graph.and(not(l[1]!), not(l[5]!)))).toMatchObject({
      result: "checked",
    });
    expect(checked(withFairness(y), () => TRUE)).toMatchObject({
      problem: "not true: the saved state does not come back",
    });
  });

  it("is refused if first steps are not in it, or steps leave it", () => {
    for (const model of [withFairness(x), withFairness(y)]) {
      expect(checked(model, () => FALSE)).toMatchObject({ problem: "not true: P holds in every first step" });
      expect(checked(model, (_, l) => not(l[5]!))).toMatchObject({
        problem: "not true: reachable transitions from P end in P",
      });
      expect(checked(model, (_, l) => not(l[2]!))).toMatchObject({
        problem: "not true: reachable transitions from P end in P",
      });
    }
  });
});

describe("an exclusion", () => {
  it("is refused if its reason is none that there is, as a caller without types may give", () => {
    const aig = new Aig();
    const x = aig.leaf();
    const latches = [{ node: nodeOf(x), next: x, reset: FALSE }];
    const model: Model = { aig, inputs: [], latches, constraints: [], fairness: [], signals: [], modules: [] };
    const graph = new PredicateGraph(model);
    const because = { kind: "noStart" } as unknown as { kind: "no-start" };
    const steps: CertificateStep[] = [
      { rule: "exclude", predicate: graph.ofStates([0, 1]), because },
      { rule: "done", unroll: 0 },
    ];
    const problem = "there is no such reason to exclude P";
    expect(checkWithKernel(model, graph.certificate(steps), satKernel)).toMatchObject({ result: "rejected", problem });
  });
});

describe("predicates that read inputs", () => {
  // x starts as the input, y as its negation, and both stay: x and y are never equal.
  const aig = new Aig();
  const [input, x, y] = [aig.leaf(), aig.leaf(), aig.leaf()] as const;
  const model: Model = {
    aig,
    inputs: [nodeOf(input)],
    latches: [
      { node: nodeOf(x), next: x, reset: input },
      { node: nodeOf(y), next: y, reset: not(input) },
    ],
    constraints: [],
    fairness: [aig.iff(x, y)],
    signals: [],
    modules: [],
  };
  const graph = new PredicateGraph(model);
  const checked = (steps: readonly CertificateStep[]) => checkWithKernel(model, graph.certificate(steps), satKernel);

  it("tie the first state to its inputs in a `reach`", () => {
    const predicate = graph.ofStates([0b01, 0b10]);
    expect(
      checked([
        { rule: "reach", predicate },
        { rule: "done", unroll: 0 },
      ]),
    ).toMatchObject({ result: "checked" });
    const first = graph.ofSteps([
      [0b10, 0],
      [0b01, 1],
    ]);
    // True of the first step, but the input is free in the second.
    expect(checked([{ rule: "reach", predicate: first }])).toMatchObject({
      result: "rejected",
      problem: "not true: reachable transitions from P end in P",
    });
  });

  it("are refused in all other steps", () => {
    const predicate = graph.ofSteps([[0b10, 0]]);
    const steps: CertificateStep[] = [
      { rule: "split", predicate, closed: "forward" },
      { rule: "exclude", predicate, because: { kind: "no-start" } },
    ];
    for (const step of steps)
      expect(checked([step])).toMatchObject({ result: "rejected", problem: "the predicate reads more than latches" });
  });

  it("are what proofs about resets that read inputs are carried back with", () => {
    const plain = constantResets(model, []);
    const proof = certificateFromReference(plain.model, new Random(1));
    expect(checkWithKernel(model, plain.lift.certificate(proof!), satKernel)).toMatchObject({ result: "checked" });
  });
});

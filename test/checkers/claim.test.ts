import { describe, expect, it } from "vitest";
import { checkCertificate } from "../../src/checkers/check-certificate.js";
import { claimOf } from "../../src/checkers/claim.js";
import type { Oracle } from "../../src/checkers/frames.js";
import { KernelOracle } from "../../src/checkers/kernel-oracle.js";
import { violations } from "../../src/checkers/testers.js";
import { type Certificate, NO_MONITOR } from "../../src/evidence/certificate.js";
import { parseLtl } from "../../src/formula/parse.js";
import { Aig } from "../../src/logic/aig.js";
import { FALSE, nodeOf, TRUE } from "../../src/logic/lit.js";
import type { Model } from "../../src/model/model.js";
import type { Property } from "../../src/model/property.js";
import { satKernel } from "../solvers/sat/kernel.js";

/** One input, about which everything asked fails. */
const aig = new Aig();
const input = aig.leaf();
const model: Model = {
  aig,
  inputs: [nodeOf(input)],
  latches: [],
  constraints: [],
  fairness: [],
  signals: [],
  modules: [],
};
const justice: Property = { kind: "justice", name: "j", literals: [input] };
const bad: Property = { kind: "bad", name: "b", literal: input };
const ltl = { kind: "ltl", name: "f", ...parseLtl("G a"), atoms: new Map([["a", input]]) } as const;

/** A certificate beside whose monitor no behaviour is left. */
function cuttingAll(of: Pick<Model, "latches" | "inputs">, rule: "done" | "safe"): Certificate {
  const graph = new Aig();
  const leaves = (n: number) => Array.from({ length: n }, () => nodeOf(graph.leaf()));
  return {
    kind: "certificate",
    aig: graph,
    latches: leaves(of.latches.length),
    inputs: leaves(of.inputs.length),
    monitor: { ...NO_MONITOR, constraints: [FALSE] },
    steps: [rule === "done" ? { rule, unroll: 0 } : { rule }],
  };
}

describe("a certificate must prove its property of the model alone, so that a monitor that cuts behaviours off is refused, for", () => {
  it.each([
    ["justice", justice, cuttingAll(model, "done")],
    ["bad states", bad, cuttingAll(model, "safe")],
    ["a formula, beside testers", ltl, cuttingAll(violations(model, ltl), "done")],
  ])("%s", (_, property, certificate) => {
    const claim = claimOf(model, property, certificate)!;
    expect(checkCertificate(claim, certificate, { oracle: () => new KernelOracle(satKernel) })).toMatchObject({
      result: "rejected",
      problem: "the monitor has constraints or fairness, and may only watch here",
    });
  });
});

describe("a query that is not decided", () => {
  it("leaves a certificate unchecked", () => {
    const certificate = { ...cuttingAll(model, "done"), monitor: NO_MONITOR };
    const undecided: Oracle = { newVar: () => 0, addClause: () => {}, solve: () => "unknown", value: () => undefined };
    const claim = claimOf(model, { ...justice, literals: [TRUE] }, certificate)!;
    expect(checkCertificate(claim, certificate, { oracle: () => undecided })).toMatchObject({ result: "not-checked" });
  });
});

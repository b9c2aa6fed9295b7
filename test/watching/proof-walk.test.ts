import { describe, expect, test } from "vitest";
import { engineNamed } from "../../src/engines/registry.js";
import type { Proof } from "../../src/evidence/ctl-certificate.js";
import { proofIn } from "../../src/evidence/verdict.js";
import { readSmv } from "../../src/formats/smv/read.js";
import { not } from "../../src/logic/lit.js";
import { loadKernels } from "../../src/node/kernels.js";
import { solve } from "../../src/solving/solve.js";
import { checkProof } from "../../src/watching/proof-check.js";
import { proofWalk } from "../../src/watching/proof-walk.js";

const kernels = await loadKernels();
const limits = { shouldStop: () => null, memoryLimit: 2 ** 30 };

/** A lamp that is switched on when somebody presses, and stays on: it is on in the end. */
const LAMP = `MODULE main
VAR lamp : {off, warm, on}; IVAR press : boolean;
ASSIGN init(lamp) := off;
  next(lamp) := case lamp = off & press : warm; lamp = warm : on; TRUE : lamp; esac;
JUSTICE press
LTLSPEC F lamp = on
CTLSPEC AG (lamp = warm -> AX lamp = on)
`;

function proved(engine: string, property: number): { design: ReturnType<typeof readSmv>; proof: Proof } {
  const design = readSmv(LAMP, "lamp.smv");
  const solving = solve(
    design,
    design.properties[property]!,
    engineNamed(engine)!,
    {},
    { ...limits, seed: 1, kernels },
  );
  let step = solving.next();
  while (!step.done) step = solving.next();
  return { design, proof: proofIn(step.value.verdict)! };
}

describe.each(["gsh", "fair", "k-liveness", "l2s"])("a proof by %s", (engine) => {
  const { design, proof } = proved(engine, 0);
  const { model, properties } = design;
  const walk = proofWalk(model, properties[0]!, proof);

  test("is told in as many steps as it has, and ends with what it shows", () => {
    expect(proof.kind === "certificate" && proof.steps.length).toBe(walk.steps.length);
    expect(walk.steps.at(-1)!.says).toMatch(/^So there is no fair cycle/);
  });

  test("names every step while it is checked, in order", () => {
    const asked: number[] = [];
    const onQuery = (step: number) => asked.push(step);
    expect(checkProof(model, properties[0]!, proof, { ...limits, kernels, onQuery }).result).toBe("checked");
    expect([...asked].sort((a, b) => a - b)).toEqual(asked);
    expect(asked.at(-1)).toBe(walk.steps.length - 1);
  });

  test("with a step turned round is refused, by a transition of the lamp, or was not needed", () => {
    if (proof.kind !== "certificate") throw new Error("expected a certificate");
    const seen = proof.steps.map((step, k) => {
      if (!("predicate" in step)) return "no predicate";
      const steps = proof.steps.map((s, i) => (i === k ? { ...step, predicate: not(step.predicate) } : s));
      const check = checkProof(model, properties[0]!, { ...proof, steps }, { ...limits, kernels });
      if (check.result !== "rejected") return check.result;
      const lamp = check.transition?.signals.findIndex(({ name }) => name === "lamp") ?? -1;
      const press = check.transition?.signals.findIndex(({ name }) => name === "press") ?? -1;
      const [from, to] = check.transition!.values;
      if (to === undefined || from === to) return "first step";
      // Oracle: the case expression of the text. A first step is told twice.
      const next = from![lamp] === "off" ? (from![press] === "1" ? "warm" : "off") : "on";
      expect([next, from![lamp]]).toContain(to[lamp]);
      return "refused";
    });
    expect(seen).toContain("refused");
  });
});

test("states are drawn with the first step that excludes them, and described by their values", () => {
  const { design, proof } = proved("gsh", 0);
  const { graph, excluded, steps } = proofWalk(design.model, design.properties[0]!, proof);
  expect(new Set(graph!.values.map((row) => row[graph!.signals.indexOf("lamp")]))).toEqual(
    new Set(["off", "warm", "on"]),
  );
  for (const [state, by] of excluded!.entries()) {
    const having = steps.filter(({ rule, states }) => rule === "exclude" && states!.includes(state));
    expect(by).toBe(having[0]?.number ?? null);
  }
  expect(graph!.isFair.some((fair) => fair)).toBe(false); // it holds
});

test("a model with more states than are drawn is told without them", () => {
  const { design, proof } = proved("gsh", 0);
  const walk = proofWalk(design.model, design.properties[0]!, proof, 2);
  expect([walk.graph, walk.excluded, walk.steps[0]!.states]).toEqual([null, null, null]);
});

test("a proof about branching time says what it shows of each subformula", () => {
  const { design, proof } = proved("gsh", 1);
  const walk = proofWalk(design.model, design.properties[1]!, proof);
  expect(walk.steps.map(({ says }) => says).join("\n")).toMatch(
    /AX\(lamp = on\) holds here: lamp ≠ off\.\n[\s\S]*So .*AG.* holds in every first state/,
  );
  expect(checkProof(design.model, design.properties[1]!, proof, { ...limits, kernels }).result).toBe("checked");
});

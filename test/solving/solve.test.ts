import { describe, expect, it } from "vitest";
import { gsh } from "../../src/engines/gsh.js";
import { reference } from "../../src/engines/reference.js";
import type { Outcome } from "../../src/evidence/outcome.js";
import { readSmv } from "../../src/formats/smv/read.js";
import { parseCtl } from "../../src/formula/parse.js";
import { Aig } from "../../src/logic/aig.js";
import { FALSE, type Lit, nodeOf, not, TRUE } from "../../src/logic/lit.js";
import type { Model } from "../../src/model/model.js";
import type { CtlProperty } from "../../src/model/property.js";
import { solve } from "../../src/solving/solve.js";
import { solved } from "../cross-engine/solving.js";
import { plainContext } from "../engines/running.js";

/** `x` follows the input; `count` is a two-bit counter that nothing asks for. */
function model(constraint: (aig: Aig, x: Lit) => Lit): { model: Model; x: Lit } {
  const aig = new Aig();
  const [set, x, low, high] = [aig.leaf(), aig.leaf(), aig.leaf(), aig.leaf()];
  return {
    x,
    model: {
      aig,
      inputs: [nodeOf(set)],
      latches: [
        { node: nodeOf(low), next: not(low), reset: FALSE },
        { node: nodeOf(high), next: aig.xor(high, low), reset: FALSE },
        { node: nodeOf(x), next: set, reset: FALSE },
      ],
      constraints: [constraint(aig, x)].filter((l) => l !== TRUE),
      fairness: [],
      signals: [],
      modules: [],
    },
  };
}

function ask(text: string, constraint: (aig: Aig, x: Lit) => Lit = () => TRUE): Outcome {
  const { model: m, x } = model(constraint);
  const atoms = new Map([["x", x]]);
  const property: CtlProperty = { kind: "ctl", name: text, formula: parseCtl(text).formula, atoms };
  const run = solve({ model: m, properties: [property] }, property, reference, {}, plainContext);
  for (;;) {
    const { done, value } = run.next();
    if (done) return value;
  }
}

describe("solve: branching properties", () => {
  it("lifts every branch to the user's model, replays it, and calls the answer checked where paths show all of it", () => {
    const outcome = ask("AG (x -> AX x)");
    expect(outcome).toMatchObject({ evidence: "checked", verdict: { answer: "fails", witness: { kind: "tree" } } });
    const { verdict } = outcome;
    if (verdict.answer !== "fails" || verdict.witness?.kind !== "tree") throw new Error("expected a tree");
    const [branch] = verdict.witness.branches;
    // The counter goes on where the path left it.
    expect(branch!.tree.path.steps.map((s) => [...s.latches].join(""))).toEqual(["101", "010"]);
  });

  it("does not call checked what rests on the absence of paths", () => {
    expect(ask("AG EF (x & !x)")).toMatchObject({ evidence: "none", verdict: { answer: "fails" } });
    expect(ask("EF (x & !x)")).toMatchObject({ evidence: "none", verdict: { answer: "fails", witness: null } });
  });

  it("says why an answer is uncertified", () => {
    const why = (text: string) => ask(text).notes.join();
    expect(why("AG EF (x & !x)")).toBe("uncertified: behaviours show only a part of why it fails");
    expect(why("EF (x & !x)")).toBe("uncertified: no behaviour shows why it fails");
    expect(why("AG (x | !x)")).toMatch(/^uncertified: reference answers in branching time, without proofs/);
    expect(why("AG EF (x | !x)")).toMatch(/^uncertified: certificates are about linear time/);
  });

  it("tells the user when an initial state has no fair path", () => {
    const outcome = ask("AF x", (_, x) => x);
    expect(outcome.verdict.answer).toBe("holds");
    expect(outcome.notes[0]).toBe(
      "no initial state has a fair path: where there is none, every A formula holds and no E formula does",
    );
    expect(ask("AF x").notes).toEqual([]);
  });

  it("takes latch values that no constraint allows for no states", () => {
    // Two of eight codes are initial states.
    const text = "MODULE main VAR x: 0..5; ASSIGN init(x) := {1, 4}; next(x) := x; CTLSPEC EX (x = 1 | x = 4)";
    const { model, properties } = readSmv(text, "codes.smv");
    const expected = { initialStates: 2, initialStatesWithoutFairPath: 0 };
    for (const engine of [reference, gsh]) {
      const { verdict, notes } = solved(model, properties[0]!, engine);
      expect(verdict.answer).toBe("holds");
      expect(notes.join()).not.toContain("fair path");
      expect(verdict.stats).toMatchObject(expected);
    }
  });
});

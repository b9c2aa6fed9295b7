import { describe, expect, it } from "vitest";
import type { Engine } from "../../src/engines/engine.js";
import { gsh } from "../../src/engines/gsh.js";
import { reference } from "../../src/engines/reference.js";
import { rlive } from "../../src/engines/rlive.js";
import type { Outcome } from "../../src/evidence/outcome.js";
import { proofIn, witnessIn } from "../../src/evidence/verdict.js";
import { readSmv } from "../../src/formats/smv/read.js";
import { parseCtl, parseLtl } from "../../src/formula/parse.js";
import { Aig } from "../../src/logic/aig.js";
import { FALSE, type Lit, litOf, nodeOf, not, TRUE } from "../../src/logic/lit.js";
import type { Model } from "../../src/model/model.js";
import type { CtlProperty } from "../../src/model/property.js";
import { solved } from "../cross-engine/solving.js";
import { withCounter } from "../cross-engine/written-evidence.js";
import { treeIn } from "../engines/evidence.js";

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

function ask(text: string, constraint: (aig: Aig, x: Lit) => Lit = () => TRUE, engine: Engine = reference): Outcome {
  const { model: m, x } = model(constraint);
  return askAbout(text, m, x, engine);
}

function askAbout(text: string, m: Model, x: Lit, engine: Engine): Outcome {
  const atoms = new Map([["x", x]]);
  const property: CtlProperty = { kind: "ctl", name: text, formula: parseCtl(text).formula, atoms };
  return solved(m, property, engine);
}

describe("solve: branching properties", () => {
  it("lifts every branch to the user's model, replays it, and calls the answer checked where paths show all of it", () => {
    const outcome = ask("AG (x -> AX x)");
    expect(outcome).toMatchObject({ evidence: "checked", verdict: { answer: "fails", shown: { kind: "tree" } } });
    const [branch] = treeIn(outcome.verdict)!.branches;
    // The counter goes on where the path left it.
    expect(branch!.tree.path.steps.map((s) => [...s.latches].join(""))).toEqual(["101", "010"]);
  });

  it.each([reference, gsh])(
    "shows by a proof of $name what no path can: that there is none, or always one",
    (engine) => {
      const asked = (text: string) => ask(text, undefined, engine);
      expect(asked("AG EF (x & !x)")).toMatchObject({ evidence: "checked", verdict: { answer: "fails" } });
      expect(asked("EF (x & !x)")).toMatchObject({ evidence: "checked", verdict: { answer: "fails" } });
      expect(witnessIn(asked("EF (x & !x)").verdict)).toBeNull();
      expect(asked("AG EF x")).toMatchObject({ evidence: "checked", verdict: { answer: "holds" } });
      expect(asked("AF x")).toMatchObject({
        evidence: "checked",
        verdict: { answer: "fails", by: { kind: "ctl-certificate" }, shown: { kind: "tree" } },
      });
      // The counter, which nothing asks for, is not in the model that the proof was found on.
      const { verdict } = asked("EX EX x");
      expect(proofIn(verdict)?.latches.length).toBe(3);
    },
  );

  it("takes a proof in linear time for one of a formula that linear time can say", () => {
    expect(ask("AG (x | !x)", undefined, rlive)).toMatchObject({
      evidence: "checked",
      verdict: { answer: "holds", by: { kind: "certificate" } },
      notes: [],
    });
    expect(ask("AG x", undefined, rlive)).toMatchObject({ evidence: "checked", verdict: { answer: "fails" } });
    expect(ask("EG !x", undefined, rlive)).toMatchObject({ evidence: "checked", verdict: { answer: "holds" } });
  });

  it("says why an answer is uncertified: proofs are carried back to resets that are literals, unless steps read their inputs too", () => {
    const { model: m, x } = model(() => TRUE);
    const starting = (reset: Lit) => {
      const latches = m.latches.map((l, i) => (i === 1 ? { ...l, reset } : l));
      const { evidence, notes } = askAbout("AG EF x", { ...m, latches }, litOf(m.latches[1]!.node), reference);
      return { evidence, notes };
    };
    expect(starting(not(x))).toEqual({ evidence: "checked", notes: [] });
    expect(starting(litOf(m.inputs[0]!))).toEqual({
      evidence: "none",
      notes: [
        "uncertified: proofs of CTL formulas are not carried back to models in which steps read an input that a reset reads",
      ],
    });
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
    const initialStates = { all: 2, withoutFairPath: 0 };
    for (const engine of [reference, gsh]) {
      const { verdict, notes } = solved(model, properties[0]!, engine);
      expect(verdict).toMatchObject({ answer: "holds", initialStates });
      expect(notes.join()).not.toContain("fair path");
    }
  });
});

describe("solve: counterexamples beside a counter that a formula names without depending on it", () => {
  /** An input p, and a counter of 14 bits. */
  const named = withCounter(model(() => TRUE).model, 14);
  const ask14 = (text: string): Outcome => {
    const atoms = new Map([
      ["p", litOf(named.inputs[0]!)],
      ["high", litOf(named.latches.at(-1)!.node)],
    ]);
    return solved(named, { kind: "ltl", name: text, ...parseLtl(text), atoms }, reference);
  };

  it("close without it where what is said of it cancels out in a step", () => {
    expect(ask14("G (p | (high & !high))")).toMatchObject({ evidence: "checked", verdict: { answer: "fails" } });
  });

  it("are left out, and that is said, where it comes back too late", () => {
    expect(ask14("G p & (F high | G !high)")).toMatchObject({
      evidence: "none",
      verdict: { answer: "fails" },
      notes: [
        "uncertified: no behaviour shows why it fails; " +
          "the loop comes back too late on latches that the formula reads, though nothing depends on them",
      ],
    });
  });
});

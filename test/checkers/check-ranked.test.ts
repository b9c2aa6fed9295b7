import { describe, expect, it } from "vitest";
import { checkRanked } from "../../src/checkers/check-ranked.js";
import { KernelOracle } from "../../src/checkers/kernel-oracle.js";
import { readAiger } from "../../src/formats/aiger/to-design.js";
import { isRankedWitness, readRankedWitness } from "../../src/formats/ranked/read.js";
import { satKernel } from "../solvers/sat/kernel.js";

const bytes = (text: string) => new TextEncoder().encode(text);

/** What the checker says of a witness for all properties of a model, in one word or sentence. */
function judged(modelText: string, witnessText: string, oracle = () => new KernelOracle(satKernel)): string {
  const { model, properties } = readAiger(bytes(modelText));
  const counts = { inputs: model.inputs.length, latches: model.latches.length };
  const claim = {
    model,
    bad: properties.flatMap((p) => (p.kind === "bad" ? [p.literal] : [])),
    justice: properties.flatMap((p) => (p.kind === "justice" ? [p.literals] : [])),
  };
  const witness = readRankedWitness(bytes(witnessText), counts);
  const check = checkRanked(claim, witness, oracle);
  return check.result === "checked" ? "checked" : `${check.result}: ${check.problem.split(":")[0]}`;
}

/** A lamp that stays on once `press` has lit it: it is not switched on infinitely often. */
const LAMP = "aag 4 1 1 0 2 0 0 1 0\n2\n4 7\n1\n8\n6 5 3\n8 5 2\n";
/** A lamp that can be switched off: it is. */
const SWITCH = "aag 4 1 1 0 2 0 0 1 0\n2\n4 2\n1\n8\n6 5 3\n8 5 2\n";

describe("a witness ranks states by whether the lamp is lit, a pair being behind unless it is lit in the second alone, and says so by", () => {
  it.each([
    [
      "the default, that a next literal is the latch of the second state",
      "aag 4 1 1 0 2 0 0 1 0\n2\n4 7\n1\n8\n6 5 3\n8 7 5\n",
    ],
    ["a symbol that has an input stand for it", "aag 5 2 1 0 2 0 0 1 0\n2\n4\n6 9\n1\n10\n8 7 3\n10 7 4\nl0 < 4\n"],
    ["a comment", "aag 5 2 1 0 2 0 0 1 0\n2\n4\n6 9\n1\n10\n8 7 3\n10 7 4\nc\nINTERVENTION 1\n6 4\n"],
    [
      "a comment about a gate",
      "aag 6 1 1 0 4 0 0 1 0\n2\n4 7\n1\n12\n6 5 3\n8 5 4\n10 9 9\n12 11 5\nc\nINTERVENTION 1\n5 10\n",
    ],
    ["symbols for both mappings", "aag 5 2 1 0 2 0 0 1 0\n2\n4\n6 9\n1\n10\n8 7 3\n10 7 4\ni0 = 2\nl0 = 4 < 4\n"],
  ])("%s", (_, witness) => {
    expect(judged(LAMP, witness)).toBe("checked");
    expect(judged(SWITCH, witness)).toBe("rejected: Transition");
  });
});

describe("each obligation is needed:", () => {
  it.each([
    ["Reset: the witness starts elsewhere", LAMP, "aag 4 1 1 0 2 0 0 1 0\n2\n4 7 1\n1\n8\n6 5 3\n8 7 5\n"],
    ["Transition: it moves otherwise", LAMP, "aag 4 1 1 0 2 0 0 1 0\n2\n4 4\n1\n8\n6 5 3\n8 7 5\n"],
    ["Safety: it is not bad where the model is", "aag 1 1 0 0 0 1\n2\n2\n", "aag 1 1 0 0 0 1\n2\n0\n"],
    ["Base: its invariant does not hold at first", LAMP, "aag 4 1 1 0 2 1 0 1 0\n2\n4 7\n5\n1\n8\n6 5 3\n8 7 5\n"],
    ["Inductive: its invariant does not stay", LAMP, "aag 4 1 1 0 2 1 0 1 0\n2\n4 7\n4\n1\n8\n6 5 3\n8 7 5\n"],
    [
      "Liveness: a signal holds where the condition is met",
      LAMP,
      "aag 4 1 1 0 2 0 0 1 0\n2\n4 7\n1\n0\n6 5 3\n8 7 5\n",
    ],
    ["Decrease: a step is not behind", LAMP, "aag 4 1 1 0 2 0 0 1 0\n2\n4 7\n1\n1\n6 5 3\n8 7 5\n"],
    [
      "Signals: an extra signal that says nothing of the model",
      "aag 1 0 1 0 0 0 0 1 0\n2 2\n1\n3\n",
      "aag 1 0 1 0 0 0 0 1 0\n2 2\n2\n1\n0\n",
    ],
  ])("%s", (name, model, witness) => {
    expect(judged(model, witness)).toBe(`rejected: ${name.split(":")[0]}`);
  });

  it("a condition that the witness does not speak of has a signal that always holds, as the format says", () => {
    const twice = "aag 4 1 1 0 2 0 0 1 0\n2\n4 7\n2\n8\n1\n6 5 3\n8 5 2\n";
    const once = "aag 4 1 1 0 2 0 0 1 0\n2\n4 7\n1\n8\n6 5 3\n8 7 5\n";
    expect(judged(LAMP, once)).toBe("checked");
    expect(judged(twice, once)).toBe("rejected: Liveness");
  });

  it("what the solver cannot decide is not checked", () => {
    class Undecided extends KernelOracle {
      override solve(): "unknown" {
        return "unknown";
      }
    }
    expect(judged(LAMP, LAMP, () => new Undecided(satKernel))).toBe("not-checked: Reset was not decided");
  });

  it("Closure and Consistent: a toggle that claims to be behind itself, with signals that take turns", () => {
    // The lamp blinks, which each of two conditions meets in every second step.
    const blinking = "aag 1 0 1 0 0 0 0 1 0\n2 3\n2\n2\n3\n";
    // The signals: the latch is 1, the latch is 0. Always one of them holds.
    expect(judged(blinking, "aag 1 0 1 0 0 0 0 1 0\n2 3\n2\n3\n2\nc\nINTERVENTION 0\n")).toBe("rejected: Liveness");
    expect(judged(blinking, "aag 1 0 1 0 0 0 0 1 0\n2 3\n2\n2\n3\nc\nINTERVENTION 0\n")).toBe("rejected: Consistent");
    // One signal: the two states differ. A step makes them differ, and the step after it does not.
    const differ = "aag 5 1 1 0 3 0 0 1 0\n2\n4 5\n1\n10\n6 4 3\n8 5 2\n10 7 9\nl0 < 2\n";
    expect(judged("aag 1 0 1 0 0 0 0 1 0\n2 3\n1\n0\n", differ)).toBe("rejected: Closure");
  });
});

describe("a mapping cuts nothing off:", () => {
  const TURNS_BAD = "aag 1 0 1 0 0 1\n2 1 0\n2\n";
  /** b is always the opposite of a, and both are never 1. */
  const OPPOSITES = "aag 3 0 2 0 1 1\n2 3\n4 2 1\n6\n6 4 2\n";

  it("latches may be functions of the witness, where they are shown to be", () => {
    expect(judged(OPPOSITES, "aag 1 0 1 0 0 1\n2 3\n0\nc\nMAPPING 2\n2 2\n3 4\n")).toBe("checked");
    expect(judged(OPPOSITES, "aag 2 0 1 0 1 1\n2 3\n0\n4 3 3\nc\nMAPPING 2\n2 2\n4 4\n")).toBe("checked");
    expect(judged(OPPOSITES, "aag 1 0 1 0 0 1\n2 3\n0\nc\nMAPPING 2\n2 2\n0 4\n")).toBe("rejected: Mapping");
  });

  it("a latch of the model is not a constant because the mapping says so", () => {
    expect(judged(TURNS_BAD, "aag 0 0 0 0 0 1\n0\nc\nMAPPING 1\n0 2\n")).toBe("rejected: Mapping");
  });

  it("nor is it one at first, because it is one later", () => {
    const bright = "aag 1 0 1 0 0 1\n2 0 1\n2\n";
    expect(judged(bright, "aag 0 0 0 0 0 1\n0\nc\nMAPPING 1\n0 2\n")).toBe("rejected: Mapping");
  });

  it("two latches of the model are not one because the mapping says so", () => {
    // a stays 0 and b stays 1: where both were one, that would be no state.
    const apart = "aag 3 0 2 0 1 1\n2 2\n4 4 1\n6\n6 4 3\n";
    expect(judged(apart, "aag 1 0 1 0 0 1\n2 2\n0\nc\nMAPPING 2\n2 2\n2 4\n")).toBe("rejected: Mapping");
  });

  it("an input of the model may not be chosen by the witness", () => {
    expect(judged("aag 1 1 0 0 0 1\n2\n2\n", "aag 0 0 0 0 0 1\n0\nc\nMAPPING 1\n0 2\n")).toBe("rejected: Mapping");
  });

  it("gates of the model are not mapped", () => {
    const both = "aag 3 2 0 0 1 1\n2\n4\n6\n6 2 4\n";
    expect(judged(both, "aag 0 0 0 0 0 1\n0\nc\nMAPPING 1\n0 6\n")).toMatch(/^rejected: the mapping names literal 6/);
  });

  it("latches may become inputs of the witness", () => {
    // a toggles and is forgotten; b is never 1.
    const model = "aag 3 0 2 0 1 1\n2 3\n4 6\n4\n6 4 2\n";
    expect(judged(model, "aag 3 1 1 0 1 1\n2\n4 6\n4\n6 4 2\ni0 = 2\nl0 = 4\n")).toBe("checked");
  });
});

describe("resets may be functions:", () => {
  /** Two latches start with the value of an input and keep it: they never differ. */
  const same = (reset: number) => `aag 6 1 2 0 3 1\n2\n4 4 2\n6 6 ${reset}\n13\n8 7 4\n10 6 5\n12 11 9\n`;

  it("of inputs and of other latches", () => {
    expect(judged(same(2), same(2))).toBe("checked");
    expect(judged(same(2), same(4))).toBe("checked");
    expect(judged(same(2), same(3))).toBe("rejected: Reset");
  });

  it("but not of themselves", () => {
    expect(judged(same(2), same(7))).toBe("rejected: the first value of a latch of the witness depends on itself");
    // Each of two latches starts with the other's value.
    const round = "aag 6 1 2 0 3 1\n2\n4 4 6\n6 6 4\n13\n8 7 4\n10 6 5\n12 11 9\n";
    expect(judged(same(2), round)).toBe("rejected: the first value of a latch of the witness depends on itself");
  });
});

describe("a file that is not a witness is an error of input:", () => {
  it.each([
    ["inputs and latches are not numbered in order", "aag 2 1 1 0 0 1\n4\n2 2\n2\n", /numbered one after the other/],
    ["a mapping is not complete", "aag 0 0 0 0 0 1\n0\nc\nMAPPING 2\n0 2\n", /two literals in line 2 of MAPPING/],
    ["a mapping says no number", "aag 0 0 0 0 0 1\n0\nc\nMAPPING all\n0 2\n", /a number after MAPPING/],
    ["a mapped literal is not there", "aag 0 0 0 0 0 1\n0\nc\nMAPPING 1\n8 2\n", /no literal 8/],
    [
      "a constant stands for a latch",
      "aag 1 0 1 0 0 1\n2 2\n2\nc\nINTERVENTION 1\n2 1\n",
      /literal 1 cannot stand for literal 2/,
    ],
  ])("%s", (_, witness, problem) => {
    expect(() => judged("aag 1 0 1 0 0 1\n2 2\n2\n", witness)).toThrow(problem);
  });

  it("certificates of ours and traces are not taken for one", () => {
    expect(isRankedWitness(bytes("aag 0 0 0 0 0\nc\nfairlead certificate 1\n"))).toBe(false);
    expect(isRankedWitness(bytes("1\nb0\n0\n.\n"))).toBe(false);
    expect(isRankedWitness(bytes("aig 0 0 0 0 0\n"))).toBe(true);
  });
});

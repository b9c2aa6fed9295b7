import { describe, expect, it } from "vitest";
import { verifyWitness } from "../../src/cli/verification.js";
import { gsh } from "../../src/engines/gsh.js";
import { reference } from "../../src/engines/reference.js";
import { rlive } from "../../src/engines/rlive.js";
import type { Outcome } from "../../src/evidence/outcome.js";
import { readAiger } from "../../src/formats/aiger/to-design.js";
import { readWitnesses } from "../../src/formats/aiger/witness.js";
import { readSmv } from "../../src/formats/smv/read.js";
import type { StopSignal } from "../../src/limits/stopped.js";
import type { Design } from "../../src/model/property.js";
import { rankedWithin } from "../../src/node/ranked-task.js";
import { packDesign, packOutcome } from "../../src/portfolio/transport.js";
import { solve } from "../../src/solving/solve.js";
import { context, solved } from "../cross-engine/solving.js";
import { withCounter } from "../cross-engine/written-evidence.js";

// No clock: limits are met at a poll, by its number.

/** Limits that are met when they are asked for the n-th time, and from then on. */
class MetAt {
  polls = 0;

  constructor(private readonly at: number) {}

  readonly shouldStop = (): StopSignal | null => (++this.polls >= this.at ? "time" : null);
}

const NEVER = Number.POSITIVE_INFINITY;

/** What the engine says of the first property when its evidence may be looked at for so many polls. */
function solvedFor(
  polls: number,
  design: Design,
  engine = reference,
): { outcome: Outcome; told: string[]; polled: number } {
  const limits = new MetAt(polls);
  const told: string[] = [];
  const onAnswer = (answer: string) => told.push(answer);
  const { model, properties } = design;
  const given = { ...context, shouldStopChecking: limits.shouldStop, onAnswer };
  const solving = solve({ model, properties }, properties[0]!, engine, {}, given);
  for (;;) {
    const { done, value } = solving.next();
    if (done) return { outcome: value, told, polled: limits.polls };
  }
}

/** A lamp that may be switched at any time, beside a counter of eight bits that nothing reads: a lasso closes on it after 256 steps. */
function besideCounter(specification: string): Design {
  const { model, properties } = readSmv(`MODULE main VAR lamp: boolean; ${specification}`, "lamp.smv");
  return { model: withCounter(model, 8), properties };
}

describe("an answer whose evidence is stopped on its way to the given model, or while it is replayed there,", () => {
  it.each([
    ["LTL", "LTLSPEC F lamp", "fails"],
    ["an invariant", "INVARSPEC !lamp", "fails"],
    ["CTL, where the formula of linear time says the opposite", "ASSIGN init(lamp) := TRUE; CTLSPEC EG lamp", "holds"],
  ])("is told before, and kept without evidence: %s", (_, specification, answer) => {
    const design = besideCounter(specification);
    const engine = specification.includes("CTL") ? rlive : reference;
    const { polled, outcome } = solvedFor(NEVER, design, engine);
    expect(outcome).toMatchObject({ verdict: { answer }, evidence: "checked" });
    const seen = new Set<string>();
    for (let n = 1; n <= polled + 1 && !seen.has("checked"); n++) {
      const stopped = solvedFor(n, design, engine);
      expect(stopped.told).toEqual([answer]);
      expect(stopped.outcome.verdict.answer).toBe(answer);
      seen.add(stopped.outcome.evidence);
      if (stopped.outcome.evidence === "none")
        expect(stopped.outcome.notes).toEqual(["uncertified: its evidence was not checked: too little time"]);
    }
    // Stopped at once there is none; stopped while it is made shorter there is.
    expect([...seen]).toEqual(["none", "checked"]);
  });

  it("stops at the poll that says so", () => {
    const design = besideCounter("LTLSPEC F lamp");
    for (const n of [1, 2, 5, 7]) expect(solvedFor(n, design).polled).toBe(n);
  });
});

describe("a proof that is stopped on its way to ranks", () => {
  it("does not become a ranked witness, and that is said, at whichever poll it is", () => {
    // A lamp that stays on once it is lit: it is not switched on infinitely often.
    const lamp = "aag 4 1 1 0 2 0 0 1 0\n2\n4 7\n1\n8\n6 5 3\n8 5 2\nj0 again\n";
    const design = readAiger(new TextEncoder().encode(lamp));
    const outcome = packOutcome(solved(design.model, design.properties[0]!, gsh));
    const question = { design: packDesign(design), property: 0, outcome, kernels: context.kernels };
    const converted = (limits: MetAt) =>
      rankedWithin(question, { shouldStop: limits.shouldStop, memoryLimit: context.memoryLimit });
    const whole = new MetAt(NEVER);
    expect(converted(whole)).toMatchObject({ result: "checked" });
    expect(whole.polls).toBeGreaterThan(3);
    for (let n = 1; n <= whole.polls; n++) expect(converted(new MetAt(n))).toMatchObject({ result: "none" });
    expect(converted(new MetAt(1))).toEqual({
      result: "none",
      problem: "there is too little time to write it as ranks",
    });
  });
});

describe("a counterexample of somebody else that takes long to replay", () => {
  /** An input that the only latch takes over: bad where it is 1; and a loop is fair where it is 1 again and again. */
  const MODEL = "aag 2 1 1 0 0 1 0 1 0\n2\n4 2\n4\n1\n4\n";

  it.each(["b0", "j0"])("is not decided when a limit is met: %s", (name) => {
    const design = readAiger(new TextEncoder().encode(MODEL));
    const steps = name === "b0" ? `${"0\n".repeat(999)}1\n0\n` : "1\n".repeat(1000);
    const [witness] = readWitnesses(`1\n${name}\n0\n${steps}.\n`, design.model);
    const verified = (limits: MetAt) =>
      verifyWitness(design, witness!, undefined, {
        oracle: () => expect.unreachable(),
        shouldStop: limits.shouldStop,
      })[0]!;
    const whole = new MetAt(NEVER);
    expect(verified(whole)).toMatchObject({ result: "valid", claim: "fails" });
    expect(whole.polls).toBeGreaterThan(10);
    for (let n = 1; n <= whole.polls; n++) {
      const limits = new MetAt(n);
      expect(verified(limits)).toMatchObject({
        result: "undecided",
        problem: "there was too little time to replay it",
      });
      expect(limits.polls).toBe(n);
    }
  });
});

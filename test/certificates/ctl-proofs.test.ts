import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkCtl } from "../../src/checkers/check-ctl.js";
import { gsh } from "../../src/engines/gsh.js";
import { reference } from "../../src/engines/reference.js";
import type { CtlCertificate, CtlClaim, CtlWay } from "../../src/evidence/ctl-certificate.js";
import type { Verdict } from "../../src/evidence/verdict.js";
import { readCertificate } from "../../src/formats/certificate/read.js";
import { writeCertificate } from "../../src/formats/certificate/write.js";
import { parseCtl } from "../../src/formula/parse.js";
import { Aig } from "../../src/logic/aig.js";
import { FALSE, type Lit, nodeOf, not, TRUE } from "../../src/logic/lit.js";
import { Random } from "../../src/logic/random.js";
import type { Model } from "../../src/model/model.js";
import { SatSolver } from "../../src/solvers/sat/solver.js";
import { ctlFormulas } from "../arbitraries/formulas.js";
import { systems } from "../arbitraries/systems.js";
import { kernelContext } from "../engines/evidence.js";
import { decide } from "../engines/running.js";
import { satKernel } from "../solvers/sat/kernel.js";
import { atomsOf } from "./ctl-atoms.js";
import { acceptsByEnumeration, claimsAreTrue, isTrueClaim } from "./ctl-by-enumeration.js";
import { mutatedCtl } from "./mutated-ctl-proofs.js";

const oracle = () => new SatSolver(satKernel);
const shape = { maxLatches: 4, maxInputs: 2, extraLits: 2 };
const formulas = ctlFormulas({ atoms: ["a", "b"], depth: 3 });

const proofIn = (verdict: Verdict) => {
  if (verdict.answer === "unknown" || verdict.by.kind !== "ctl-certificate") throw new Error("no proof");
  return verdict.by;
};

describe("proofs of CTL formulas", () => {
  it.each([reference, gsh])("are given by $name for every answer, and accepted by both checkers", (engine) => {
    fc.assert(
      fc.property(systems(shape), formulas, (system, formula) => {
        const { model } = system;
        const atoms = atomsOf(system);
        const verdict = decide(engine, { kind: "ctl", model, formula, atoms }, {}, kernelContext);
        const proof = proofIn(verdict);
        expect(proof.fails !== null).toBe(verdict.answer === "fails");
        expect(checkCtl(model, { formula, atoms }, proof, { oracle })).toMatchObject({ result: "checked" });
        expect(acceptsByEnumeration(model, formula, atoms, proof)).toBe(true);
        expect(claimsAreTrue(model, formula, atoms, proof)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it("mean the same when they are written and read again", () => {
    fc.assert(
      fc.property(systems(shape), formulas, (system, formula) => {
        const { model } = system;
        const atoms = atomsOf(system);
        const proof = proofIn(decide(reference, { kind: "ctl", model, formula, atoms }));
        const file = readCertificate(writeCertificate(proof, { property: "some formula" }));
        if (file.certificate.kind !== "ctl-certificate") throw new Error("another kind of proof was read");
        expect(file.property).toBe("some formula");
        expect(file.certificate.fails).toEqual(proof.fails);
        expect(checkCtl(model, { formula, atoms }, file.certificate, { oracle })).toMatchObject({ result: "checked" });
      }),
      { numRuns: 40 },
    );
  });

  it("that were changed are accepted only where every set they claim is right", () => {
    let [refused, accepted] = [0, 0];
    fc.assert(
      fc.property(systems(shape), formulas, fc.nat(), (system, formula, seed) => {
        const { model } = system;
        const atoms = atomsOf(system);
        const random = new Random(seed);
        const proof = proofIn(decide(reference, { kind: "ctl", model, formula, atoms }));
        for (let k = 0; k < 6; k++) {
          const wrong = mutatedCtl(proof, random);
          const isAccepted = checkCtl(model, { formula, atoms }, wrong, { oracle }).result === "checked";
          expect(isAccepted).toBe(acceptsByEnumeration(model, formula, atoms, wrong));
          isAccepted ? accepted++ : refused++;
          if (!isAccepted) continue;
          expect(isTrueClaim(model, formula, atoms, wrong.fails !== null)).toBe(true);
          expect(claimsAreTrue(model, formula, atoms, wrong)).toBe(true);
        }
      }),
      { numRuns: 50 },
    );
    expect(refused).toBeGreaterThan(60);
    expect(accepted).toBeGreaterThan(10);
  });

  it("of one formula do not prove another that is false", () => {
    fc.assert(
      fc.property(systems(shape), formulas, formulas, (system, formula, other) => {
        const { model } = system;
        const atoms = atomsOf(system);
        const proof = proofIn(decide(reference, { kind: "ctl", model, formula, atoms }));
        const isAccepted = checkCtl(model, { formula: other, atoms }, proof, { oracle }).result === "checked";
        if (isAccepted) expect(isTrueClaim(model, other, atoms, proof.fails !== null)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});

describe("a proof of a CTL formula is refused", () => {
  /** One latch x that takes the input; the constraint, where there is one, forbids to set it. */
  const follower = (given: { constrained?: boolean; reset?: (input: Lit) => Lit | "free" } = {}) => {
    const aig = new Aig();
    const [input, x] = [aig.leaf(), aig.leaf()];
    const reset = given.reset?.(input) ?? (0 as Lit);
    const model: Model = {
      aig,
      inputs: [nodeOf(input)],
      latches: [{ node: nodeOf(x), next: input, reset }],
      constraints: given.constrained ? [not(input)] : [],
      fairness: [],
      signals: [],
      modules: [],
    };
    return {
      model,
      atoms: new Map([
        ["x", x],
        ["set", input],
      ]),
    };
  };
  const proofOf = (text: string, { model, atoms }: ReturnType<typeof follower>) =>
    proofIn(decide(reference, { kind: "ctl", model, formula: parseCtl(text).formula, atoms }));
  const check = (text: string, { model, atoms }: ReturnType<typeof follower>, proof: ReturnType<typeof proofOf>) =>
    checkCtl(model, { formula: parseCtl(text).formula, atoms }, proof, { oracle });

  it("if a choice breaks a constraint", () => {
    const proof = proofOf("EX x", follower());
    expect(check("EX x", follower(), proof).result).toBe("checked");
    expect(check("EX x", follower({ constrained: true }), proof)).toMatchObject({
      result: "rejected",
      problem: "not true: the choice is allowed",
    });
  });

  it("if there are more initial states than it knows of", () => {
    const proof = proofOf("!x", follower());
    expect(check("!x", follower(), proof).result).toBe("checked");
    expect(check("!x", follower({ reset: () => "free" }), proof)).toMatchObject({
      problem: "not true: the formula is shown in every initial state",
    });
  });

  it("if the state in which the formula fails is not initial", () => {
    const proof = proofOf("x", follower());
    expect(check("x", follower(), proof).result).toBe("checked");
    expect(check("x", follower({ reset: () => 1 as Lit }), proof)).toMatchObject({
      problem: "the state in which the formula fails is not initial",
    });
  });

  it("if a reset reads an input that steps read too, which is then a part of the initial state", () => {
    const proof = proofOf("true", follower());
    expect(check("true", follower({ reset: (input) => input }), proof)).toMatchObject({
      problem: "a reset reads an input that steps read too",
    });
  });

  it("if an atom reads an input", () => {
    expect(check("set", follower(), proofOf("x", follower()))).toMatchObject({
      problem: "the atom set reads an input",
    });
  });

  it("if a rank only seems to become smaller", () => {
    const proof = proofOf("EF x", follower());
    const [k, claim] = [...proof.parts].at(-1)!;
    const flat = { ...claim, ways: claim.ways.map((way) => ({ ...way, rank: [] })) };
    expect(check("EF x", follower(), { ...proof, parts: new Map([...proof.parts, [k, flat]]) })).toMatchObject({
      problem: "not true: the choice leads nearer",
    });
  });

  it("if it leaves a condition out", () => {
    const { model, atoms } = follower();
    const twice = { ...model, fairness: [atoms.get("x")!, not(atoms.get("x")!)] };
    const formula = parseCtl("EG true").formula;
    const proof = proofIn(decide(reference, { kind: "ctl", model: twice, formula, atoms }));
    expect(checkCtl(twice, { formula, atoms }, proof, { oracle }).result).toBe("checked");
    const once = proofOf("EG true", follower());
    expect(checkCtl(twice, { formula, atoms }, once, { oracle })).toMatchObject({
      problem: "expected a choice for each of 2 goals, not 1",
    });
  });

  describe("which shows less than it claims:", () => {
    const aig = new Aig();
    const [input, x] = [aig.leaf(), aig.leaf()];
    const claim = (predicate: Lit, more: Partial<CtlClaim> = {}): CtlClaim => ({
      predicate,
      ways: [],
      proof: [],
      ...more,
    });
    /** To set x in every state. */
    const setting: CtlWay = { rank: [], choice: [TRUE] };
    const proof = (...parts: (readonly [number, CtlClaim])[]): CtlCertificate => ({
      kind: "ctl-certificate",
      aig,
      latches: [nodeOf(x)],
      inputs: [nodeOf(input)],
      fails: null,
      reach: TRUE,
      fair: null,
      unfair: null,
      parts: new Map(parts),
    });
    const everywhere = claim(TRUE);
    const noneStarts = [{ rule: "reach", predicate: FALSE } as const, { rule: "done", unroll: 0 } as const];

    // Parts are numbered with operands first: of E p U q, 0 and 1 are the operands.
    it.each([
      [
        "EX p to a state where p holds, but no fair behaviour is shown",
        "EX x",
        proof([1, claim(TRUE, { ways: [setting] })]),
        "the choice leads to the operand",
      ],
      [
        "E p U q through states without p",
        "E[false U x]",
        proof([2, claim(TRUE, { ways: [{ rank: [not(x)], choice: [TRUE] }] })]),
        "the first operand holds",
      ],
      [
        "E p U q to a state where q holds, but no fair behaviour is shown",
        "EF x",
        proof([2, claim(TRUE, { ways: [{ rank: [not(x)], choice: [TRUE] }] })]),
        "the choice leads nearer",
      ],
      [
        "E p R q through states without q",
        "EG x",
        proof([2, claim(TRUE, { ways: [setting] })]),
        "the second operand holds",
      ],
      ["AX p beside a step to a state where it does not hold", "AX x", proof([1, everywhere]), "every fair successor"],
      ["A p R q in states without q", "AG x", proof([2, everywhere]), "the second operand holds"],
      ["A p R q that a step leaves", "AG !x", proof([2, claim(not(x))]), "what goes on does so in P"],
    ])("%s", (_, text, forged, obligation) => {
      expect(check(text, follower(), forged)).toMatchObject({
        result: "rejected",
        problem: expect.stringContaining(obligation),
      });
    });

    it("E p R q to a state where p holds, but nothing goes on", () => {
      const { model, atoms } = follower();
      const ending = { model: { ...model, constraints: [not(atoms.get("x")!)] }, atoms };
      const forged = proof([2, claim(TRUE, { ways: [setting] })]);
      expect(check("E[x R true]", ending, forged)).toMatchObject({ problem: "not true: the choice is allowed" });
    });

    it("A p U q where a fair cycle lies in states that are not initial", () => {
      const forged = proof([3, claim(TRUE, { proof: noneStarts })], [4, everywhere]);
      expect(check("AG AF x", follower({ reset: () => TRUE }), forged)).toMatchObject({
        result: "rejected",
        problem: expect.stringContaining("no fair cycle: step 0"),
      });
    });
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkWitness } from "../../src/checkers/check-witness.js";
import { claimOf } from "../../src/checkers/claim.js";
import { pathClaim } from "../../src/checkers/path-formula.js";
import type { Lasso } from "../../src/evidence/verdict.js";
import { parseCtl, parseLtl } from "../../src/formula/parse.js";
import { Aig } from "../../src/logic/aig.js";
import { FALSE, litOf, nodeOf } from "../../src/logic/lit.js";
import { Random } from "../../src/logic/random.js";
import type { Latch, Model } from "../../src/model/model.js";
import type { Property } from "../../src/model/property.js";
import type { Step } from "../../src/model/step.js";
import { ctlFormulas } from "../arbitraries/formulas.js";
import { systems } from "../arbitraries/systems.js";
import { isTrueClaim } from "../certificates/ctl-by-enumeration.js";
import { randomLasso } from "../forgeries/random-walk.js";

describe("a behaviour that is accepted for a CTL formula", () => {
  it("shows what is so, in random systems, with one initial state and with several", () => {
    const seen = { holds: 0, fails: 0 };
    const shape = { maxLatches: 3, maxInputs: 1, maxFairness: 1, stateFairness: true, extraLits: 2 };
    fc.assert(
      fc.property(systems(shape), ctlFormulas({ atoms: ["a", "b"], depth: 2 }), fc.nat(), (system, formula, seed) => {
        const { model, lits } = system;
        const atoms = new Map(lits.map((l, i) => ["ab"[i]!, l]));
        const random = new Random(seed);
        for (let n = 0; n < 4; n++) {
          const lasso = randomLasso(model, random);
          const property: Property = { kind: "ctl", name: "f", formula, atoms };
          if (lasso === null || checkWitness(model, property, lasso) !== null) continue;
          const { shows } = pathClaim(model, { formula, atoms })!;
          expect(isTrueClaim(model, formula, atoms, shows === "fails")).toBe(true);
          seen[shows]++;
        }
      }),
      { numRuns: 600 },
    );
    expect(seen.holds).toBeGreaterThan(30);
    expect(seen.fails).toBeGreaterThan(30);
  });
});

describe("a behaviour is refused", () => {
  /** x takes the input. */
  const follower = (reset: Latch["reset"]) => {
    const aig = new Aig();
    const [input, x] = [aig.leaf(), aig.leaf()];
    const latches = [{ node: nodeOf(x), next: input, reset }];
    const model: Model = {
      aig,
      inputs: [nodeOf(input)],
      latches,
      constraints: [],
      fairness: [],
      signals: [],
      modules: [],
    };
    return { model, x };
  };
  const steps: Step[] = [{ latches: Uint8Array.of(0), inputs: Uint8Array.of(0) }];

  it("for justice and LTL, if it is finite", () => {
    const { model, x } = follower(FALSE);
    const justice: Property = { kind: "justice", name: "j", literals: [] };
    const ltl: Property = { kind: "ltl", name: "f", ...parseLtl("G x"), atoms: new Map([["x", x]]) };
    for (const property of [justice, ltl]) {
      expect(checkWitness(model, property, { kind: "run", steps })).toBe("expected a lasso");
      expect(checkWitness(model, property, { kind: "lasso", steps, loop: 0 })).toBeNull();
    }
  });

  it("for an E formula, if there are further initial states, of which it says nothing", () => {
    const lasso: Lasso = { kind: "lasso", steps, loop: 0 };
    const asked = ({ x }: ReturnType<typeof follower>): Property => {
      return { kind: "ctl", name: "f", ...parseCtl("EG !x"), atoms: new Map([["x", x]]) };
    };
    const [one, two] = [follower(FALSE), follower("free")];
    expect(checkWitness(one.model, asked(one), lasso)).toBeNull();
    expect(checkWitness(two.model, asked(two), lasso)).toBe("a path alone does not decide this branching property");
  });

  it("for an E formula, if it reads an input: that may be something else at first", () => {
    const { model } = follower(FALSE);
    const atoms = new Map([["in", litOf(model.inputs[0]!)]]);
    for (const input of [0, 1]) {
      const path = [0, input].map((x) => ({ latches: Uint8Array.of(x), inputs: Uint8Array.of(input) }));
      const lasso: Lasso = { kind: "lasso", steps: path, loop: 1 };
      const property: Property = { kind: "ctl", name: "f", ...parseCtl(`${input ? "" : "!"}in & EX true`), atoms };
      expect(checkWitness(model, property, lasso)).toBe("a path alone does not decide this branching property");
      expect(claimOf(model, property)).toBeNull();
    }
  });
});

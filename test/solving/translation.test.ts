import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCertificate } from "../../src/formats/certificate/read.js";
import { writeCertificate } from "../../src/formats/certificate/write.js";
import type { Ltl } from "../../src/formula/ltl.js";
import { Random } from "../../src/logic/random.js";
import type { LtlProperty } from "../../src/model/property.js";
import { SatSolver } from "../../src/solvers/sat/solver.js";
import { translated } from "../../src/solving/prepare.js";
import { notTheTranslation } from "../../src/solving/translation.js";
import { ltlFormulas } from "../arbitraries/formulas.js";
import { systems } from "../arbitraries/systems.js";
import { certificateFromReference } from "../certificates/from-reference.js";
import { context } from "../cross-engine/solving.js";

const oracle = () => new SatSolver(context.kernels.sat);

describe("the automaton that a certificate embeds", () => {
  it("is known again after the file was read, and that of another formula is not taken for it", () => {
    const seen = { own: 0, others: 0 };
    const formulas = ltlFormulas({ atoms: ["a", "b"], depth: 2 });
    const small = { maxLatches: 3, maxInputs: 1, maxFairness: 2, literalResets: true, extraLits: 2 };
    fc.assert(
      fc.property(systems(small), formulas, formulas, fc.nat(), ({ model, lits }, formula, another, seed) => {
        const atoms = new Map(lits.map((l, i) => ["ab"[i]!, l]));
        const asked = (f: Ltl): LtlProperty => ({ kind: "ltl", name: "f", formula: f, atoms });
        const translation = translated(model, asked(formula), () => null);
        if ("unsupported" in translation) throw new Error(translation.unsupported);
        const proof = certificateFromReference(translation.model, new Random(seed));
        if (proof === null) return;
        const bytes = writeCertificate(translation.lift.certificate(proof), { property: "f" });
        const { certificate } = readCertificate(bytes);
        if (certificate.kind !== "certificate") throw new Error("another kind of proof was read");
        const isOwn = (f: Ltl) => notTheTranslation(model, asked(f), certificate, oracle) === null;
        expect(isOwn(formula)).toBe(true);
        seen.own++;
        // Only an automaton with the same functions passes: then the other formula's proof is this one.
        if (isOwn(another)) return;
        seen.others++;
      }),
      { numRuns: 120 },
    );
    expect(seen.own).toBeGreaterThan(20);
    expect(seen.others).toBeGreaterThan(10);
  });
});

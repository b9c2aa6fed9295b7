import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCertificate } from "../../src/formats/certificate/read.js";
import { writeCertificate } from "../../src/formats/certificate/write.js";
import { Random } from "../../src/logic/random.js";
import { systems } from "../arbitraries/systems.js";
import { hasFairCycle } from "../certificates/brute-force.js";
import { mutated, neighbourProof } from "../certificates/mutated-proofs.js";
import { attack, checkWithKernel } from "../certificates/random-prover.js";
import { satKernel } from "../solvers/sat/kernel.js";

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
      fc.property(systems({ maxLatches: 3, maxInputs: 2, extraLits: 2 }), fc.nat(), ({ model, lits }, seed) => {
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
        expect(back.property).toBe("j0");
        expect(checkWithKernel(model, back.certificate, satKernel).result).toBe("checked");
        expect(writeCertificate(back.certificate, { property: "j0" }).length).toBeGreaterThan(0);
      }),
      { numRuns: 100 },
    );
    expect(proved).toBeGreaterThan(5);
  });
});

import type { CertificateStep } from "../../src/evidence/certificate.js";
import type { CtlCertificate, CtlClaim, CtlWay } from "../../src/evidence/ctl-certificate.js";
import type { Aig } from "../../src/logic/aig.js";
import { FALSE, type Lit, litOf, not, TRUE } from "../../src/logic/lit.js";
import type { Random } from "../../src/logic/random.js";

/**
 * The proof with one thing changed: a predicate negated, widened or narrowed, ranks or choices exchanged, bent or dropped, a way
 * or a step left out, a claim moved to another subformula, another state or the opposite claimed.
 */
export function mutatedCtl(proof: CtlCertificate, random: Random): CtlCertificate {
  const aig = proof.aig.fork();
  const bent = (l: Lit) => bend(aig, proof.latches, l, random);
  const claims = [...proof.parts];
  const at = random.below(Math.max(1, claims.length));
  const parts = (claim: (c: CtlClaim) => CtlClaim) =>
    new Map(claims.map(([k, c], i) => [k, i === at ? claim(c) : c] as const));
  const aClaim = (c: CtlClaim) => changed(c, bent, random);
  switch (random.below(9)) {
    case 0:
      return { ...proof, aig, reach: bent(proof.reach) };
    case 1:
      return { ...proof, aig, fair: proof.fair && aClaim(proof.fair) };
    case 2:
      return { ...proof, aig, unfair: proof.unfair && aClaim(proof.unfair) };
    case 3:
      return { ...proof, aig, fair: proof.fair && { ...proof.fair, predicate: TRUE } };
    case 4:
      return { ...proof, aig, unfair: proof.unfair ? { ...proof.unfair, predicate: TRUE } : aClaim(EMPTY) };
    case 5: {
      // The states of one subformula are claimed for another.
      const other = claims[random.below(Math.max(1, claims.length))];
      return {
        ...proof,
        aig,
        parts: parts((c) => (other === undefined ? c : { ...other[1], predicate: c.predicate })),
      };
    }
    case 6: {
      const latches = proof.latches.map(() => random.below(2));
      const inputs = new Uint8Array(proof.inputs.length);
      return { ...proof, aig, fails: proof.fails === null ? { latches: Uint8Array.from(latches), inputs } : null };
    }
    default:
      return { ...proof, aig, parts: parts(aClaim) };
  }
}

const EMPTY: CtlClaim = { predicate: TRUE, ways: [], proof: [{ rule: "done", unroll: 0 }] };

function changed(claim: CtlClaim, bent: (l: Lit) => Lit, random: Random): CtlClaim {
  const { predicate, ways, proof } = claim;
  switch (random.below(6)) {
    case 0:
      return { ...claim, predicate: bent(predicate) };
    case 1:
      return { ...claim, predicate: TRUE };
    case 2:
      return { ...claim, ways: without(ways, random) };
    case 3:
      return { ...claim, proof: without(proof, random) };
    case 4:
      return { ...claim, proof: proof.map((s) => changedStep(s, bent, random)) };
    default:
      return { ...claim, ways: ways.map((way) => changedWay(way, bent, random)) };
  }
}

function changedWay({ rank, choice }: CtlWay, bent: (l: Lit) => Lit, random: Random): CtlWay {
  const at = random.below(Math.max(1, choice.length));
  switch (random.below(4)) {
    case 0:
      return { rank: rank.map(bent), choice };
    case 1:
      return { rank: rank.slice(1), choice };
    case 2:
      return { rank: [...rank].reverse(), choice };
    default:
      return { rank, choice: choice.map((l, i) => (i === at ? bent(l) : l)) };
  }
}

function changedStep(step: CertificateStep, bent: (l: Lit) => Lit, random: Random): CertificateStep {
  return "predicate" in step && random.below(2) === 0 ? { ...step, predicate: bent(step.predicate) } : step;
}

const without = <T>(list: readonly T[], random: Random): T[] => {
  const at = random.below(Math.max(1, list.length));
  return list.filter((_, i) => i !== at);
};

function bend(aig: Aig, latches: readonly number[], l: Lit, random: Random): Lit {
  const node = latches[random.below(Math.max(1, latches.length))];
  const latch = node === undefined ? TRUE : litOf(node);
  return [not(l), TRUE, FALSE, aig.or(l, latch), aig.and(l, not(latch)), aig.xor(l, latch)][random.below(6)]!;
}

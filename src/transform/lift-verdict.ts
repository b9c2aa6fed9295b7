import { isCtlCertificate, type Proof } from "../evidence/ctl-certificate.js";
import type { Lift, Verdict, Witness } from "../evidence/verdict.js";
import { liftTree } from "./lift-tree.js";

/** A verdict about a rewritten model, said of the original. */
export function liftVerdict(lift: Lift, verdict: Verdict): Verdict {
  switch (verdict.answer) {
    case "unknown":
      return verdict;
    case "holds":
      return { ...verdict, certificate: verdict.certificate && liftProof(lift, verdict.certificate) };
    case "fails":
      return { ...verdict, witness: verdict.witness && liftWitness(lift, verdict.witness) };
  }
}

/** A proof that has no way back is none. */
export function liftProof(lift: Lift, proof: Proof): Proof | null {
  return isCtlCertificate(proof) ? (lift.ctl?.(proof) ?? null) : lift.certificate(proof);
}

export function liftWitness(lift: Lift, witness: Witness): Witness {
  switch (witness.kind) {
    case "lasso":
      return lift.lasso(witness);
    case "run":
      return lift.run(witness);
    case "tree":
      return liftTree(lift, witness);
  }
}

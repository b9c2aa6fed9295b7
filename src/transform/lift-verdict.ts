import type { Proof } from "../evidence/ctl-certificate.js";
import { type Decided, type Evidence, type Lift, none, type Verdict, type Witness } from "../evidence/verdict.js";
import type { Stopping } from "../limits/stopped.js";
import { liftTree } from "./lift-tree.js";

/** A verdict about a rewritten model, said of the original. */
export function liftVerdict(lift: Lift, verdict: Decided, limits?: Stopping): Decided;
export function liftVerdict(lift: Lift, verdict: Verdict, limits?: Stopping): Verdict;
export function liftVerdict(lift: Lift, verdict: Verdict, limits?: Stopping): Verdict {
  if (verdict.answer === "unknown") return verdict;
  const { by, shown } = verdict;
  return {
    ...verdict,
    by: liftEvidence(lift, by, limits),
    ...(shown !== undefined && { shown: liftWitness(lift, shown, limits) }),
  };
}

/** Evidence of any kind about a rewritten model, about the original. A proof that has no way back is none. */
function liftEvidence(lift: Lift, evidence: Evidence, limits?: Stopping): Evidence {
  switch (evidence.kind) {
    case "certificate":
    case "ctl-certificate":
      return liftProof(lift, evidence) ?? none(NO_WAY_BACK);
    case "none":
      return evidence;
    default:
      return liftWitness(lift, evidence, limits);
  }
}

const NO_WAY_BACK =
  "proofs of CTL formulas are not carried back to models in which steps read an input that a reset reads";

export const liftProof = (lift: Lift, proof: Proof): Proof | null =>
  proof.kind === "ctl-certificate" ? (lift.ctl?.(proof) ?? null) : lift.certificate(proof);

export function liftWitness(lift: Lift, witness: Witness, limits?: Stopping): Witness {
  switch (witness.kind) {
    case "lasso":
      return lift.lasso(witness, limits);
    case "run":
      return lift.run(witness, limits);
    case "tree":
      return liftTree(lift, witness, limits);
  }
}

import { type CertificateCheck, checkCertificate } from "../checkers/check-certificate.js";
import { checkCtl } from "../checkers/check-ctl.js";
import { claimOf } from "../checkers/claim.js";
import { KernelOracle } from "../checkers/kernel-oracle.js";
import type { Proof } from "../evidence/ctl-certificate.js";
import { pathTrace, type Trace } from "../evidence/trace.js";
import type { Limits } from "../limits/stopped.js";
import type { Kernels } from "../logic/kernel-module.js";
import type { Model } from "../model/model.js";
import type { Property } from "../model/property.js";

/** What a check of a proof said. A transition that breaks it is told in the user's terms. */
export type ProofCheck =
  | Exclude<CertificateCheck, { result: "rejected" }>
  | (Omit<Extract<CertificateCheck, { result: "rejected" }>, "transition"> & { readonly transition: Trace | null });

/** What it takes. */
export interface ProofCheckOptions extends Limits {
  readonly kernels: Pick<Kernels, "sat">;
  /** Told each obligation before it is checked; steps are numbered as in `proofWalk`. */
  onQuery?(step: number, obligation: string): void;
}

/**
 * Checks all obligations of a proof on the model, one after the other, up to the first that does not hold. About a formula: the
 * automaton that a certificate may embed is taken as it is.
 */
export function checkProof(model: Model, property: Property, proof: Proof, options: ProofCheckOptions): ProofCheck {
  const { kernels, ...rest } = options;
  const means = { ...rest, oracle: () => new KernelOracle(kernels.sat, rest) };
  const check = checked(model, property, proof, means);
  if (check.result !== "rejected") return check;
  return { ...check, transition: check.transition && traceOfTransition(model, check.transition) };
}

function checked(
  model: Model,
  property: Property,
  proof: Proof,
  means: Parameters<typeof checkCertificate>[2],
): CertificateCheck {
  if (proof.kind === "ctl-certificate") {
    if (property.kind === "ctl") return checkCtl(model, property, proof, means);
    return refused("its proof is about a CTL formula, and this property is none");
  }
  const claim = claimOf(model, property, proof);
  return claim === null ? refused("there are no proofs in linear time of this formula") : checkCertificate(claim, proof, means); // biome-ignore format: one line
}

const refused = (problem: string): CertificateCheck => ({ result: "rejected", step: 0, problem, transition: null });

/** The checker's steps have the model's latches and inputs first, then those of what runs beside it. */
function traceOfTransition(model: Model, transition: readonly [StepOf, StepOf]): Trace {
  const steps = transition.map(({ latches, inputs }) => ({
    latches: latches.subarray(0, model.latches.length),
    inputs: inputs.subarray(0, model.inputs.length),
  }));
  return pathTrace(model, { kind: "run", steps });
}

type StepOf = { readonly latches: Uint8Array; readonly inputs: Uint8Array };

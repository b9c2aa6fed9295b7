import {
  checkProof,
  type Model,
  not,
  type Proof,
  type ProofCheck,
  type Property,
  proofWalk,
  readCertificate,
  TRUE,
} from "fairlead";
import { kernels } from "./kernels.js";
import type { News, ProofOptions, Tampering } from "./protocol.js";

/** Tells what a proof says, then checks it as it is, or as it was changed. */
export async function walkProof(
  model: Model,
  property: Property,
  options: ProofOptions,
  tell: (news: News) => void,
): Promise<ProofCheck> {
  const { certificate } = readCertificate(new TextEncoder().encode(options.certificate));
  tell({ type: "walk", walk: proofWalk(model, property, certificate) });
  const given = options.tampered === null ? certificate : tamperedWith(certificate, options.tampered);
  return checkProof(model, property, given, {
    kernels: await kernels(),
    shouldStop: () => null, // the page ends the worker
    memoryLimit: options.megabytes * 2 ** 20,
    onQuery: (step, text) => tell({ type: "obligation", step, text }),
  });
}

/** A step that is left out says nothing any more, and keeps its number. Of proofs about branching time the first one can be changed. */
function tamperedWith(proof: Proof, { step, how }: Tampering): Proof {
  if (proof.kind === "ctl-certificate") return { ...proof, reach: how === "omit" ? TRUE : not(proof.reach) };
  const steps = proof.steps.map((s, k) => {
    if (k !== step || !("predicate" in s)) return s;
    return how === "omit" ? ({ rule: "reach", predicate: TRUE } as const) : { ...s, predicate: not(s.predicate) };
  });
  return { ...proof, steps };
}

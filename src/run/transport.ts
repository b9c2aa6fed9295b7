import { Aig } from "../logic/aig.js";
import type { Model } from "../model/model.js";
import type { Design } from "../model/property.js";
import type { Certificate } from "../verdict/certificate.js";
import type { Outcome } from "../verdict/outcome.js";

/** Values with graphs in them, as plain data that the structured clone between workers keeps whole. */
type Packed<T> = T extends Aig
  ? { readonly packedAig: Int32Array }
  : T extends { aig: Aig }
    ? Omit<T, "aig"> & { readonly aig: { readonly packedAig: Int32Array } }
    : T;

export type PackedDesign = Omit<Design, "model"> & { readonly model: Packed<Model> };

export function packDesign(design: Design): PackedDesign {
  return { ...design, model: { ...design.model, aig: { packedAig: design.model.aig.save() } } };
}

export function unpackDesign(packed: PackedDesign): Design {
  return { ...packed, model: { ...packed.model, aig: Aig.load(packed.model.aig.packedAig) } };
}

export type PackedOutcome = Omit<Outcome, "verdict"> & { readonly verdict: unknown };

export function packOutcome(outcome: Outcome): PackedOutcome {
  const { verdict } = outcome;
  if (verdict.answer !== "holds" || verdict.certificate === null) return outcome;
  const certificate = { ...verdict.certificate, aig: { packedAig: verdict.certificate.aig.save() } };
  return { ...outcome, verdict: { ...verdict, certificate } };
}

/** Only for what `packOutcome` made. */
export function unpackOutcome(packed: PackedOutcome): Outcome {
  const outcome = packed as Outcome;
  if (outcome.verdict.answer !== "holds" || outcome.verdict.certificate === null) return outcome;
  const certificate = outcome.verdict.certificate as unknown as Packed<Certificate>;
  const aig = Aig.load(certificate.aig.packedAig);
  return { ...outcome, verdict: { ...outcome.verdict, certificate: { ...certificate, aig } } };
}

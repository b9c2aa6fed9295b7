import type { Proof } from "../evidence/ctl-certificate.js";
import type { Outcome } from "../evidence/outcome.js";
import { proofIn, type Verdict } from "../evidence/verdict.js";
import { Aig, type ReadonlyAig } from "../logic/aig.js";
import type { Model } from "../model/model.js";
import type { Design } from "../model/property.js";

/** A value with a graph in it, as plain data that the structured clone between workers keeps whole. */
type Packed<T extends { aig: ReadonlyAig }> = Omit<T, "aig"> & { readonly aig: { readonly packedAig: Int32Array } };

/** `key` is the same for the same model only. */
export type PackedDesign = Omit<Design, "model"> & { readonly model: Packed<Model>; readonly key: number };

export function packDesign(design: Design): PackedDesign {
  const { model } = design;
  return { ...design, model: { ...model, aig: { packedAig: model.aig.save() } }, key: keyOf(model) };
}

const keys = new WeakMap<Model, number>();
let lastKey = 0;

function keyOf(model: Model): number {
  const known = keys.get(model);
  if (known !== undefined) return known;
  keys.set(model, ++lastKey);
  return lastKey;
}

export function unpackDesign(packed: PackedDesign): Design {
  return { ...packed, model: { ...packed.model, aig: Aig.load(packed.model.aig.packedAig) } };
}

export type PackedOutcome = Omit<Outcome, "verdict"> & { readonly verdict: unknown };

export function packOutcome(outcome: Outcome): PackedOutcome {
  return { ...outcome, verdict: withCertificate(outcome.verdict, (c) => ({ ...c, aig: { packedAig: c.aig.save() } })) };
}

/** Only for what `packOutcome` made. */
export function unpackOutcome(packed: PackedOutcome): Outcome {
  const outcome = packed as Outcome;
  const verdict = withCertificate(outcome.verdict, (c) => {
    const { packedAig } = (c as unknown as Packed<Proof>).aig;
    return { ...c, aig: Aig.load(packedAig) };
  });
  return { ...outcome, verdict: verdict as Verdict };
}

/** The verdict with its certificate, if it has one, replaced. */
function withCertificate(verdict: Verdict, replace: (c: Proof) => unknown): unknown {
  const proof = proofIn(verdict);
  return proof === null ? verdict : { ...verdict, by: replace(proof) };
}

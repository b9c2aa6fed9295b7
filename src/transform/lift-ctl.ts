import type { CertificateStep } from "../evidence/certificate.js";
import type { CtlCertificate, CtlClaim } from "../evidence/ctl-certificate.js";
import { Aig, AigCopier } from "../logic/aig.js";
import { FALSE, type Lit, nodeOf } from "../logic/lit.js";
import type { Model } from "../model/model.js";
import type { Step } from "../model/step.js";

/**
 * A proof about a part of a model, said of the whole: `latches` and `inputs` are the indices of those that were kept, in order. What
 * was dropped restricts nothing, so every choice may give a dropped input any value; it is 0.
 */
export function liftCtl(
  c: CtlCertificate,
  whole: Model,
  kept: { readonly latches: readonly number[]; readonly inputs: readonly number[] },
  first: (step: Step) => Step,
): CtlCertificate {
  const aig = new Aig();
  const latches = whole.latches.map(() => aig.leaf());
  const inputs = whole.inputs.map(() => aig.leaf());
  const leafOf = new Map(c.latches.map((node, i) => [node, latches[kept.latches[i]!]!]));
  const copier = new AigCopier(c.aig, aig, (node) => {
    const l = leafOf.get(node);
    if (l === undefined) throw new Error("a predicate of a CTL proof reads more than latches");
    return l;
  });
  const copy = (l: Lit) => copier.copy(l);
  const place = new Map(kept.inputs.map((whole, part) => [whole, part]));
  const choice = (chosen: readonly Lit[]) =>
    inputs.map((_, i) => {
      const part = place.get(i);
      return part === undefined ? FALSE : copy(chosen[part]!);
    });
  const step = (s: CertificateStep): CertificateStep => ("predicate" in s ? { ...s, predicate: copy(s.predicate) } : s);
  const claim = ({ predicate, ways, proof }: CtlClaim): CtlClaim => ({
    predicate: copy(predicate),
    ways: ways.map((way) => ({ rank: way.rank.map(copy), choice: choice(way.choice) })),
    proof: proof.map(step),
  });
  return {
    kind: "ctl-certificate",
    aig,
    latches: latches.map(nodeOf),
    inputs: inputs.map(nodeOf),
    fails: c.fails && first(c.fails),
    reach: copy(c.reach),
    fair: c.fair && claim(c.fair),
    unfair: c.unfair && claim(c.unfair),
    parts: new Map([...c.parts].map(([k, part]) => [k, claim(part)])),
  };
}

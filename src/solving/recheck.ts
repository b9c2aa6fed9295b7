import { type CertificateCheck, checkCertificate } from "../checkers/check-certificate.js";
import { checkCtl } from "../checkers/check-ctl.js";
import { checkTree } from "../checkers/check-tree.js";
import { checkWitness } from "../checkers/check-witness.js";
import { claimOf } from "../checkers/claim.js";
import type { Oracle } from "../checkers/frames.js";
import { pathClaim } from "../checkers/path-formula.js";
import { type Certificate, isRelative } from "../evidence/certificate.js";
import type { Proof } from "../evidence/ctl-certificate.js";
import type { Witness } from "../evidence/verdict.js";
import type { Limits } from "../limits/stopped.js";
import { askingOf } from "../model/asking.js";
import type { Model } from "../model/model.js";
import type { LtlProperty, Property } from "../model/property.js";
import { notTheTranslation } from "./translation.js";

/** What somebody says of a property, and what is to show it. */
export interface Claimed {
  readonly model: Model;
  readonly property: Property;
  readonly answer: "holds" | "fails";
  readonly witness: Witness | null;
  readonly proof: Proof | null;
}

export type Recheck =
  /** `relativeTo`: what has to be believed besides. */
  | { readonly result: "checked"; readonly relativeTo: string | null }
  /** It is wrong, and whoever sent it should not have. */
  | { readonly result: "refused"; readonly problem: string }
  /** It could not be found out, or it shows a part only. */
  | { readonly result: "undecided"; readonly problem: string };

export interface RecheckMeans {
  oracle(): Oracle;
  readonly shouldStop: Limits["shouldStop"];
}

/**
 * Does evidence from somebody who is not trusted show the answer? Nothing is taken from them but the evidence: also the automaton
 * that a proof about a formula embeds is compared with the translation.
 *
 * `posed`: the same claim about the model in which it was asked, of which `claimed` is the lifted one. The automaton is made there.
 */
export function recheck(claimed: Claimed, posed: Claimed, means: RecheckMeans): Recheck {
  const byProof = claimed.proof === null ? null : recheckProof(claimed, posed, claimed.proof, means);
  if (byProof?.result === "checked" || byProof?.result === "refused") return byProof;
  const byWitness = claimed.witness === null ? null : recheckWitness(claimed, claimed.witness);
  return byWitness ?? byProof ?? refused("nothing shows it");
}

const refused = (problem: string): Recheck => ({ result: "refused", problem });
const CHECKED: Recheck = { result: "checked", relativeTo: null };

function recheckWitness({ model, property, answer }: Claimed, witness: Witness): Recheck {
  if (witness.kind === "tree") {
    if (property.kind !== "ctl") return refused("a tree says nothing of a linear property");
    if (answer !== "fails") return refused("a tree shows that a formula fails");
    const checked = checkTree(model, property.formula, property.atoms, witness);
    if (!checked.ok) return refused(`its behaviour does not replay: ${checked.reason}`);
    return checked.shown === "shown"
      ? CHECKED
      : { result: "undecided", problem: "behaviours show only a part of why it fails" };
  }
  const shows = property.kind === "ctl" ? (pathClaim(model, property)?.shows ?? null) : "fails";
  if (shows !== answer) return refused(`a behaviour does not show that it ${answer}`);
  const problem = checkWitness(model, property, witness);
  return problem === null ? CHECKED : refused(`its behaviour does not replay: ${problem}`);
}

function recheckProof(claimed: Claimed, posed: Claimed, proof: Proof, means: RecheckMeans): Recheck {
  const { model, property, answer } = claimed;
  if (proof.kind === "ctl-certificate") {
    if (property.kind !== "ctl") return refused("its proof is about a CTL formula, and this property is none");
    if ((proof.fails === null) !== (answer === "holds")) return refused("its proof is of the opposite");
    return ofCheck(checkCtl(model, property, proof, means), null);
  }
  const linear = askingOf(model, property).linear;
  const shows = linear?.opposite ? "fails" : "holds";
  if (shows !== answer) return refused(`a proof in linear time does not show that it ${answer}`);
  const claim = claimOf(model, property, proof);
  if (claim === null) return refused("there are no proofs in linear time of this formula");
  const checked = checkCertificate(claim, proof, means);
  if (checked.result !== "checked" || !isRelative(proof)) return ofCheck(checked, null);
  const other = otherAutomaton(posed, means);
  return other ?? ofCheck(checked, "the translation of the formula to the automaton that it embeds");
}

/** Null where the automaton is the translation of the formula. */
function otherAutomaton({ model, property, proof }: Claimed, means: RecheckMeans): Recheck | null {
  const formula = linearOf(model, property);
  if (formula === null || proof === null || proof.kind === "ctl-certificate")
    return refused("its proof embeds an automaton");
  const certificate: Certificate = proof;
  const other = notTheTranslation(model, formula, certificate, () => means.oracle(), means.shouldStop);
  if (other === null) return null;
  return { result: other.undecided ? "undecided" : "refused", problem: other.problem };
}

function linearOf(model: Model, property: Property): LtlProperty | null {
  return property.kind === "ltl" ? property : (askingOf(model, property).linear?.asked ?? null);
}

function ofCheck(check: CertificateCheck, relativeTo: string | null): Recheck {
  switch (check.result) {
    case "checked":
      return { result: "checked", relativeTo };
    case "rejected":
      return refused(`its proof does not check: step ${check.step}: ${check.problem}`);
    case "not-checked":
      return { result: "undecided", problem: "there was no time or no memory to check all of its proof" };
  }
}

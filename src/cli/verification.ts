import { type CertificateCheck, checkCertificate } from "../checkers/check-certificate.js";
import { checkCtl } from "../checkers/check-ctl.js";
import type { Checked } from "../checkers/check-lasso.js";
import { checkRanked } from "../checkers/check-ranked.js";
import { checkPath } from "../checkers/check-witness.js";
import { claimOf } from "../checkers/claim.js";
import type { Oracle } from "../checkers/frames.js";
import { pathClaim } from "../checkers/path-formula.js";
import { Replay } from "../checkers/replay.js";
import { isRelative } from "../evidence/certificate.js";
import type { CtlCertificate } from "../evidence/ctl-certificate.js";
import { lassosOf, type ReadWitness, referredTo, runTo } from "../formats/aiger/witness.js";
import { readCertificate } from "../formats/certificate/read.js";
import { readRankedWitness } from "../formats/ranked/read.js";
import { goOn, type Limits, Stopped, unlessStopped } from "../limits/stopped.js";
import { litOf } from "../logic/lit.js";
import { askingOf } from "../model/asking.js";
import { influencedBy, influenceOn } from "../model/influence.js";
import { rootsOf } from "../model/model.js";
import { type Design, literalsOf, type Property } from "../model/property.js";
import type { EvidenceKind, Verification } from "../present/verification.js";
import { notTheTranslation } from "../solving/translation.js";
import { InputError } from "../text/input-error.js";
import { UsageError } from "./exit.js";

/** Who decides queries, and when to give up. */
export interface Means {
  oracle(): Oracle;
  readonly shouldStop: Limits["shouldStop"];
}

/**
 * What the witness claims of each property that it is about. `wanted` names the property where the file does not; where it does,
 * others are not asked about, and there may be none left.
 */
export function verifyWitness(
  design: Design,
  witness: ReadWitness,
  wanted: string | undefined,
  means: Means,
): Verification[] {
  return subjectsOf(design, witness, wanted).map((property) => {
    if (witness.answer !== "fails")
      return { property: property.name, claim: witness.answer, by: null, result: "undecided" };
    const { claim, by } = claimOfPath(design, property);
    const head = { property: property.name, claim, by };
    const checked = unlessStopped(() => replay(design, property, witness, means));
    if (checked instanceof Stopped)
      return { ...head, result: "undecided", problem: `there was too little ${checked.reason} to replay it` };
    if (!checked.ok) return { ...head, result: "not valid", problem: checked.reason };
    const names = new Replay(design.model, []);
    const openLatches = influencedBy(design.model, checked.openLatches).map((i) =>
      names.name(litOf(design.model.latches[i]!.node)),
    );
    return { ...head, result: "valid", ...(openLatches.length > 0 && { openLatches }) };
  });
}

function subjectsOf(design: Design, witness: ReadWitness, wanted: string | undefined): Property[] {
  const { properties, formula } = witness;
  if (properties.length === 0) return [chosen(design, wanted ?? formula ?? undefined)];
  const named = properties.map((r) => referredTo(design.properties, r) ?? missing(`${r.kind} ${r.index}`));
  const asked = wanted === undefined ? null : chosen(design, wanted);
  return named.filter((property) => asked === null || property === asked);
}

/** A behaviour shows that a property fails, but that an E formula holds. */
function claimOfPath({ model }: Design, property: Property): { claim: "holds" | "fails"; by: EvidenceKind } {
  const isExample = property.kind === "ctl" && pathClaim(model, property)?.shows === "holds";
  return isExample ? { claim: "holds", by: "example" } : { claim: "fails", by: "counterexample" };
}

type Counterexample = ReadWitness & { readonly answer: "fails" };

/** Where the file does not say which step follows the last, one that makes the claim true is enough. */
function replay({ model }: Design, property: Property, witness: Counterexample, means: Means): Checked {
  const { stimulus, loop, contradiction, mayRepeat = false } = witness;
  if (contradiction !== undefined) return { ok: false, reason: contradiction };
  if (property.kind === "bad") return checkPath(model, property, runTo(model, stimulus, property.literal), means);
  const matters = influenceOn(model, [...rootsOf(model), ...literalsOf(property)]).latches;
  let problem: Checked | null = null;
  const withoutLast = { ...stimulus, inputs: stimulus.inputs.slice(0, -1) };
  for (const steps of mayRepeat && withoutLast.inputs.length > 0 ? [stimulus, withoutLast] : [stimulus])
    for (const lasso of lassosOf(model, steps, matters, loop)) {
      goOn(means);
      const checked = checkPath(model, property, lasso, means);
      if (checked.ok) return checked;
      problem ??= checked;
      // A longer loop meets every condition that a shorter one does: only a formula can tell them apart otherwise.
      if (property.kind === "justice") break;
    }
  return problem ?? { ok: false, reason: "no state comes back: there is no loop" };
}

/** What came of a certificate, and what it says where it is wrong. */
export interface CertificateVerification {
  readonly verification: Verification;
  readonly check: CertificateCheck | null;
}

export function verifyCertificate(
  design: Design,
  bytes: Uint8Array,
  wanted: string | undefined,
  means: Means,
): CertificateVerification {
  const { certificate, property: name } = readCertificate(bytes);
  const property = chosen(design, wanted ?? name);
  if (certificate.kind === "ctl-certificate") return verifyCtl(design, property, certificate, means);
  const linear = askingOf(design.model, property).linear;
  const claim = claimOf(design.model, property, certificate);
  if (claim === null) throw new UsageError(`there are no proofs in linear time for ${property.name}`);
  const head: Pick<Verification, "property" | "claim" | "by"> = linear?.opposite
    ? { property: property.name, claim: "fails", by: "refutation" }
    : { property: property.name, claim: "holds", by: "proof" };

  const check = checkCertificate(claim, certificate, { oracle: means.oracle });
  if (check.result !== "checked") {
    const result = check.result === "rejected" ? "not valid" : "undecided";
    return { check, verification: { ...head, result, problem: `step ${check.step}: ${check.problem}` } };
  }
  const formula = property.kind === "ltl" ? property : linear?.asked;
  if (!isRelative(certificate) || formula === undefined)
    return { check, verification: { ...head, result: "valid", queries: check.queries } };
  const other = notTheTranslation(design.model, formula, certificate, means.oracle, means.shouldStop);
  if (other !== null) {
    const result = other.undecided ? "undecided" : "not valid";
    return { check: null, verification: { ...head, result, problem: other.problem } };
  }
  const relativeTo = "the translation of the formula to the automaton that it embeds";
  return { check, verification: { ...head, result: "valid", queries: check.queries, relativeTo } };
}

/** A proof about branching time says itself whether the formula holds or fails. */
function verifyCtl(
  { model }: Design,
  property: Property,
  certificate: CtlCertificate,
  means: Means,
): CertificateVerification {
  const head: Pick<Verification, "property" | "claim" | "by"> =
    certificate.fails === null
      ? { property: property.name, claim: "holds", by: "proof" }
      : { property: property.name, claim: "fails", by: "refutation" };
  if (property.kind !== "ctl") {
    const problem = "it is a proof about a CTL formula, and this property is none";
    return { check: null, verification: { ...head, result: "not valid", problem } };
  }
  const check = checkCtl(model, property, certificate, { oracle: means.oracle });
  if (check.result === "checked") return { check, verification: { ...head, result: "valid", queries: check.queries } };
  const result = check.result === "rejected" ? "not valid" : "undecided";
  return { check, verification: { ...head, result, problem: check.problem } };
}

/**
 * What a ranked witness shows: that all bad-state and justice properties hold, or the one that is wanted, as if the file had no
 * other.
 */
export function verifyRanked(
  { model, properties }: Design,
  bytes: Uint8Array,
  wanted: string | undefined,
  means: Means,
): Verification[] {
  const witness = readRankedWitness(bytes, { inputs: model.inputs.length, latches: model.latches.length });
  const subjects = wanted === undefined ? properties : [chosen({ model, properties }, wanted)];
  const bad = subjects.filter((p) => p.kind === "bad");
  const justice = subjects.filter((p) => p.kind === "justice");
  const about = [...bad, ...justice];
  if (about.length < subjects.length && about.length === 0)
    throw new UsageError(
      "a ranked witness is about bad states and justice: 'fairlead convert' makes such a file of a formula",
    );
  if (about.length === 0) return [];
  const claim = { model, bad: bad.map((p) => p.literal), justice: justice.map((p) => p.literals) };
  const check = checkRanked(claim, witness, means.oracle);
  const together = about.length > 1 ? `; it was taken to be about all ${about.length}, --property chooses one` : "";
  return about.map(({ name }): Verification => {
    const head = { property: name, claim: "holds", by: "proof" } as const;
    if (check.result === "checked") return { ...head, result: "valid", queries: check.queries };
    const problem = check.problem + together;
    return { ...head, result: check.result === "rejected" ? "not valid" : "undecided", problem };
  });
}

function chosen(design: Design, name: string | undefined): Property {
  if (name === undefined && design.properties.length === 1) return design.properties[0]!;
  if (name === undefined) throw new UsageError("which property? say --property NAME");
  const byNumber = /^\d+$/.test(name) ? design.properties[Number(name)] : undefined;
  const [byName, ...others] = [...design.properties.keys()].filter((k) => design.properties[k]!.name === name);
  if (others.length > 0)
    throw new UsageError(`several properties are called '${name}': say --property ${[byName, ...others].join(" or ")}`);
  return (byName === undefined ? byNumber : design.properties[byName]) ?? missing(name);
}

function missing(name: string): never {
  throw new InputError("property-missing", `the model has no property '${name}'`);
}

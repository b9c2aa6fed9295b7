import { checkCertificate } from "../../src/checkers/check-certificate.js";
import { checkCtl } from "../../src/checkers/check-ctl.js";
import { claimOf } from "../../src/checkers/claim.js";
import type { EngineContext } from "../../src/engines/engine.js";
import type { Proof } from "../../src/evidence/ctl-certificate.js";
import { readCertificate } from "../../src/formats/certificate/read.js";
import { writeCertificate } from "../../src/formats/certificate/write.js";
import type { Lit } from "../../src/logic/lit.js";
import type { Random } from "../../src/logic/random.js";
import type { Property } from "../../src/model/property.js";
import { InputError } from "../../src/text/input-error.js";
import type { Question } from "../arbitraries/questions.js";
import { isTrueClaim } from "../certificates/ctl-by-enumeration.js";
import { mutate } from "../fuzz/mutate.js";
import type { Forgery, OraclePool } from "./forgery.js";
import { holdsByEnumeration, linearProofs } from "./linear.js";

/** Files of our certificates in linear time with bytes, numbers and lines changed, or parts of another certificate in them. */
export function* fileForgeries(
  question: Question,
  extra: readonly Lit[],
  random: Random,
  context: EngineContext,
  oracles: OraclePool,
  changes = 6,
): Iterable<Forgery> {
  const { model, property } = question;
  const isTrue = holdsByEnumeration(model, property);
  const proofs = [...linearProofs(question, extra, isTrue, random, context, 1)].map((p) => p.certificate);
  yield* changedFiles(question, proofs, (of) => (of.kind === "ctl" ? false : isTrue), random, oracles, changes);
}

/** The same of proofs about CTL formulas. */
export function* ctlFileForgeries(
  question: Question,
  proofs: readonly Proof[],
  random: Random,
  oracles: OraclePool,
  changes = 6,
): Iterable<Forgery> {
  const truth = (of: Property, fails: boolean) =>
    of.kind === "ctl" && isTrueClaim(question.model, of.formula, of.atoms, fails);
  yield* changedFiles(question, proofs, truth, random, oracles, changes);
}

function* changedFiles(
  { model, property }: Question,
  proofs: readonly Proof[],
  isTrue: (property: Property, fails: boolean) => boolean,
  random: Random,
  oracles: OraclePool,
  changes: number,
): Iterable<Forgery> {
  const files = proofs.map((proof) => writeCertificate(proof, { property: property.name }));
  for (const file of files)
    for (let n = 0; n < changes; n++) {
      const bytes = mutate(file, random, files);
      const proof = readOrNull(bytes);
      if (proof === null) continue;
      const fails = proof.kind === "ctl-certificate" && proof.fails !== null;
      yield {
        format: `certificate file, ${property.kind}`,
        judge: () => accepts({ model, property }, proof, oracles),
        isTrue: isTrue(property, fails),
        isGenuine: false,
        describe: () => `${model}\n${JSON.stringify(property)}\n${new TextDecoder().decode(bytes)}`,
      };
    }
}

function readOrNull(bytes: Uint8Array): Proof | null {
  try {
    return readCertificate(bytes).certificate;
  } catch (e) {
    if (e instanceof InputError) return null;
    throw e;
  }
}

function accepts({ model, property }: Question, proof: Proof, oracles: OraclePool): boolean {
  const options = { oracle: oracles.fresh() };
  if (proof.kind === "ctl-certificate")
    return property.kind === "ctl" && checkCtl(model, property, proof, options).result === "checked";
  const claim = claimOf(model, property, proof);
  // Beside an automaton a proof is relative: whether that is the formula's is another question.
  if (claim === null || (claim.kind === "no-fair-cycle" && claim.automaton)) return false;
  return checkCertificate(claim, proof, options).result === "checked";
}

import type { CertificateCheck } from "../checkers/check-certificate.js";
import { pathTrace } from "../evidence/trace.js";
import { type ReadWitness, readWitnesses } from "../formats/aiger/witness.js";
import { isBtor2Witness, readBtor2Witnesses } from "../formats/btor2/read-witness.js";
import { isCertificate } from "../formats/certificate/read.js";
import { isRankedWitness } from "../formats/ranked/read.js";
import type { Design } from "../model/property.js";
import { type PackedDesign, unpackDesign } from "../portfolio/transport.js";
import { traceText } from "../present/text.js";
import { type Verification, type VerifyJson, verificationText } from "../present/verification.js";
import { forJson } from "../text/escape.js";
import { InputError } from "../text/input-error.js";
import { EXIT } from "./exit.js";
import { deadlineOf, type OracleFlags, oracles } from "./oracles.js";
import { type Means, verifyCertificate, verifyRanked, verifyWitness } from "./verification.js";

export interface VerifyOptions extends OracleFlags {
  readonly property?: string;
  readonly expect?: "holds" | "fails";
  readonly json?: boolean;
}

/** What is to be said of evidence, and the status that says the same. */
interface Judgement {
  readonly lines: readonly string[];
  readonly status: number;
}

/** Checks a witness, a certificate or a ranked witness circuit, the content of the file called `evidence`. */
export async function verify(given: {
  readonly design: PackedDesign;
  readonly bytes: Uint8Array;
  readonly evidence: string;
  readonly options: VerifyOptions;
}): Promise<Judgement> {
  const { bytes, options } = given;
  const deadline = deadlineOf(options);
  const shouldStop = () => (performance.now() > deadline ? ("time" as const) : null);
  try {
    return judge(unpackDesign(given.design), bytes, options, { shouldStop, oracle: await oracles(options, deadline) });
  } catch (e) {
    throw e instanceof InputError ? e.in(given.evidence) : e;
  }
}

function judge(design: Design, bytes: Uint8Array, flags: VerifyOptions, means: Means): Judgement {
  const results: Verification[] = [];
  const lines: string[] = [];
  let check: CertificateCheck | null = null;
  if (isCertificate(bytes)) {
    const verified = verifyCertificate(design, bytes, flags.property, means);
    results.push(verified.verification);
    check = verified.check;
  } else if (isRankedWitness(bytes)) results.push(...verifyRanked(design, bytes, flags.property, means));
  else {
    for (const witness of witnessesIn(new TextDecoder().decode(bytes), design))
      results.push(...verifyWitness(design, witness, flags.property, means));
    if (results.length === 0)
      throw new InputError("property-missing", `it is about another property than '${flags.property}'`);
  }

  const judged = results.map((r) => (flags.expect === undefined ? r : expecting(r, flags.expect)));
  if (flags.json) lines.push(forJson({ results: judged } satisfies VerifyJson, 1));
  else {
    for (const r of judged) lines.push(verificationText(r));
    if (judged.length === 0) lines.push("nothing to show: the model has no properties");
    if (check?.result === "rejected" && check.transition !== null) lines.push(transitionText(design, check.transition));
  }
  const statuses = judged.map(statusOf);
  return { lines, status: statuses.includes(EXIT.fails) ? EXIT.fails : Math.max(EXIT.holds, ...statuses) };
}

/** In BTOR2's format only for files of BTOR2; in AIGER's for any. */
function witnessesIn(text: string, design: Design): ReadWitness[] {
  const { words } = design;
  return words !== undefined && isBtor2Witness(text)
    ? readBtor2Witnesses(text, { ...design, words })
    : readWitnesses(text, design.model);
}

const expecting = (r: Verification, expected: "holds" | "fails"): Verification =>
  r.claim === expected ? r : { ...r, expected };

const STATUS = { valid: EXIT.holds, "not valid": EXIT.fails, undecided: EXIT.unknown } as const;

const statusOf = (r: Verification): number => (r.expected === undefined ? STATUS[r.result] : EXIT.fails);

/** The part of a transition that is the model's. */
function transitionText({ model }: Design, transition: TransitionOf<CertificateCheck>): string {
  const steps = transition.map(({ latches, inputs }) => ({
    latches: latches.subarray(0, model.latches.length),
    inputs: inputs.subarray(0, model.inputs.length),
  }));
  return traceText(pathTrace(model, { kind: "run", steps }));
}

type TransitionOf<C> = C extends { transition: infer T | null } ? Exclude<T, null> : never;

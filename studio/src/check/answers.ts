import {
  answerLine,
  type Design,
  notesOf,
  type Outcome,
  type Property,
  proofIn,
  remarkText,
  type Shown,
  shown,
  spokenAnswer,
  traceOf,
  whyMet,
  witnessIn,
  writeCertificate,
} from "fairlead";
import type { Answer } from "./protocol.js";

/** The answer about a circuit, for the views. */
export function answerOf({ model }: Design, property: Property, outcome: Outcome): Answer {
  const told = shown(
    outcome,
    (witness) => traceOf(model, property, witness),
    (remark) => remarkText(model, remark),
    spokenAnswer(property, outcome.verdict.answer),
  );
  const witness = witnessIn(outcome.verdict);
  const path = witness === null || witness.kind === "tree" ? null : witness;
  return {
    ...dataOf(told),
    reasons: path === null ? null : whyMet(model, property, path),
    proof: proofText(property, outcome),
  };
}

/** Larger ones are not shown. */
const MOST_PROOF_BYTES = 4_000_000;

function proofText({ name }: Property, { verdict, evidence }: Outcome): string | null {
  const proof = evidence === "none" ? null : proofIn(verdict);
  if (proof === null) return null;
  const bytes = writeCertificate(proof, { property: name });
  return bytes.length > MOST_PROOF_BYTES ? null : new TextDecoder().decode(bytes);
}

/** The same of anything: nothing is known of why conditions are met. */
export const plainAnswer = (told: Shown): Answer => ({ ...dataOf(told), reasons: null, proof: null });

function dataOf(told: Shown): Omit<Answer, "reasons" | "proof"> {
  const { engine, seconds } = told.outcome;
  return { answer: told.answer, ...answerLine(told), engine, seconds, notes: notesOf(told), trace: told.trace };
}

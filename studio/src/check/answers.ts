import {
  answerView,
  type Design,
  type Outcome,
  type Property,
  proofIn,
  remarkText,
  type Shown,
  shown,
  spokenAnswer,
  traceOf,
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
  return { ...answerView(told, { model, property, outcome }), proof: proofText(property, outcome) };
}

/** Larger ones are not shown. */
const MOST_PROOF_BYTES = 4_000_000;

function proofText({ name }: Property, { verdict, evidence }: Outcome): string | null {
  const proof = evidence === "none" ? null : proofIn(verdict);
  if (proof === null) return null;
  const bytes = writeCertificate(proof, { property: name });
  return bytes.length > MOST_PROOF_BYTES ? null : new TextDecoder().decode(bytes);
}

/** The same about a program. */
export const plainAnswer = (told: Shown): Answer => ({ ...answerView(told, null), proof: null });

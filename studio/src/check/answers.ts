import {
  answerView,
  type Design,
  type Outcome,
  type ProgramSubject,
  type ProgramWitness,
  type Property,
  proofIn,
  remarkText,
  type Shown,
  shown,
  spokenAnswer,
  type Told,
  traceOf,
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
  const view = answerView(told, { model, property, outcome });
  return { ...view, proof: proofText(property.name, outcome), witness: witnessIn(outcome.verdict) };
}

/** Larger ones are not shown. */
const MOST_PROOF_BYTES = 4_000_000;

function proofText<W extends Told>(property: string, { verdict, evidence }: Outcome<W>): string | null {
  const proof = evidence === "none" ? null : proofIn(verdict);
  if (proof === null) return null;
  const bytes = writeCertificate(proof, { property });
  return bytes.length > MOST_PROOF_BYTES ? null : new TextDecoder().decode(bytes);
}

/** The same about a program. */
export function programAnswer(told: Shown, outcome: Outcome<ProgramWitness>, subject: ProgramSubject): Answer {
  const behaviour = witnessIn(outcome.verdict);
  const reasons = behaviour && subject.reasons(behaviour);
  const isCircuit = subject.circuit(0) !== null;
  const proof = isCircuit ? proofText(subject.questions[0]!, outcome) : null;
  return { ...answerView(told, null), reasons, proof, witness: null };
}

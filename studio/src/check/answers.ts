import {
  answerLine,
  type Design,
  notesOf,
  type Outcome,
  type Property,
  remarkText,
  type Shown,
  shown,
  spokenAnswer,
  traceOf,
  whyMet,
  witnessIn,
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
  return { ...dataOf(told), reasons: path === null ? null : whyMet(model, property, path) };
}

/** The same of anything: nothing is known of why conditions are met. */
export const plainAnswer = (told: Shown): Answer => ({ ...dataOf(told), reasons: null });

function dataOf(told: Shown): Omit<Answer, "reasons"> {
  const { engine, seconds } = told.outcome;
  return { answer: told.answer, ...answerLine(told), engine, seconds, notes: notesOf(told), trace: told.trace };
}

import type { Verdict } from "../evidence/verdict.js";
import type { Property } from "../model/property.js";

/** An answer in the user's words: what is to be covered neither holds nor fails. */
export type SpokenAnswer = Verdict["answer"] | "covered" | "uncoverable";

/** The answer to a property. A run to what is to be covered is what the user hopes for, and a proof that there is none is bad news. */
export function spokenAnswer(property: Property, answer: Verdict["answer"]): SpokenAnswer {
  if (property.kind !== "bad" || !property.isCover || answer === "unknown") return answer;
  return answer === "fails" ? "covered" : "uncoverable";
}

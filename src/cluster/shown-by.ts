import type { Verdict } from "../evidence/verdict.js";
import type { Shown } from "./evidence.js";

/** What a verdict can show of itself; null where that is nothing. */
export function shownBy(verdict: Verdict): Shown | null {
  if (verdict.answer === "unknown") return null;
  const { answer } = verdict;
  const [witness, proof] =
    verdict.answer === "fails"
      ? [verdict.witness, verdict.refutation ?? null]
      : [verdict.example ?? null, verdict.certificate];
  return witness === null && proof === null ? null : { answer, witness, proof };
}

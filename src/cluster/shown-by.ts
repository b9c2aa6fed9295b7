import { type Decided, proofIn, type Verdict, witnessIn } from "../evidence/verdict.js";
import type { Shown } from "./evidence.js";

/** What a verdict can show of itself; null where that is nothing. */
export function shownBy(verdict: Verdict): Shown | null {
  if (verdict.answer === "unknown") return null;
  const [witness, proof] = [witnessIn(verdict), proofIn(verdict)];
  return witness === null && proof === null ? null : { answer: verdict.answer, witness, proof };
}

/** The verdict that it shows. Pre: it shows something. */
export function verdictOf({ answer, witness, proof }: Shown): Decided {
  if (proof !== null) return { answer, by: proof, ...(witness !== null && { shown: witness }), stats: {} };
  return { answer, by: witness!, stats: {} };
}

import { proofIn, type Verdict, witnessIn } from "../evidence/verdict.js";
import type { Shown } from "./evidence.js";

/** What a verdict can show of itself; null where that is nothing. */
export function shownBy(verdict: Verdict): Shown | null {
  const [witness, proof] = [witnessIn(verdict), proofIn(verdict)];
  if (verdict.answer === "unknown" || (witness === null && proof === null)) return null;
  return { answer: verdict.answer, witness, proof };
}

import { KernelOracle } from "../checkers/kernel-oracle.js";
import type { EvidenceLevel } from "../evidence/outcome.js";
import type { Kernels } from "../logic/kernel-module.js";
import { type PackedDesign, type PackedOutcome, packOutcome, unpackDesign } from "../portfolio/transport.js";
import { recheck } from "../solving/recheck.js";
import { readEvidence } from "./evidence.js";
import { questionOf, readQuestion } from "./question.js";
import { verdictOf } from "./shown-by.js";

/** What somebody sent, and what they were asked. */
export interface SentEvidence {
  /** As the user gave it. */
  readonly design: PackedDesign;
  readonly property: number;
  /** What the worker said: evidence for something else is refused. */
  readonly answer: "holds" | "fails";
  readonly evidence: Uint8Array;
  readonly version: string;
  readonly kernels: Kernels;
  readonly seconds: number;
  readonly memoryBytes: number;
}

export type SentCheck =
  | { readonly result: "checked"; readonly evidence: EvidenceLevel; readonly outcome: PackedOutcome }
  | { readonly result: "refused" | "undecided"; readonly problem: string };

/** Checks evidence on the original model. Called by name in a thread of its own: it can take long. */
export function recheckEvidence(sent: SentEvidence): SentCheck {
  const { design: packed, property: index, answer, version, seconds, memoryBytes } = sent;
  const { model, properties } = unpackDesign(packed);
  const property = properties[index]!;
  const question = questionOf({ model }, property, version);
  const posed = readQuestion(question.bytes, version);
  const until = performance.now() + 1000 * seconds;
  const limits = { shouldStop: () => (performance.now() > until ? ("time" as const) : null), memoryLimit: memoryBytes };
  const oracle = () => new KernelOracle(sent.kernels.sat, limits);
  try {
    const shown = readEvidence(sent.evidence, posed.model);
    if (shown.answer !== answer) return { result: "refused", problem: "its evidence is for the opposite" };
    const lifted = question.lift(shown);
    const claimed = { model, property, ...lifted };
    const asked = { model: posed.model, property: posed.properties[0]!, ...shown };
    const check = recheck(claimed, asked, { oracle, shouldStop: limits.shouldStop });
    if (check.result !== "checked") return check;
    const evidence = check.relativeTo === null ? "checked" : "relative";
    const notes = check.relativeTo === null ? [] : [`the proof is relative to ${check.relativeTo}`];
    const outcome = { engine: "", verdict: verdictOf(lifted), evidence, seconds: 0, notes } as const;
    return { result: "checked", evidence, outcome: packOutcome(outcome) };
  } catch (e) {
    // Nothing that somebody else sent can be our mistake: what does not even fit is refused.
    return { result: "refused", problem: e instanceof Error ? e.message : String(e) };
  }
}

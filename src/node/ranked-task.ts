import { checkRanked } from "../checkers/check-ranked.js";
import { KernelOracle } from "../checkers/kernel-oracle.js";
import type { RankedWitness } from "../evidence/ranked-witness.js";
import { proofIn } from "../evidence/verdict.js";
import { type Limits, Stopped } from "../limits/stopped.js";
import type { Kernels } from "../logic/kernel-module.js";
import { type PackedDesign, type PackedOutcome, unpackDesign, unpackOutcome } from "../portfolio/transport.js";
import { DoesNotFit, rankedWitness } from "../solving/ranked.js";

/** An answer whose proof is to become a ranked witness. `property`: its index. */
export interface RankedQuestion {
  readonly design: PackedDesign;
  readonly property: number;
  readonly outcome: PackedOutcome;
  readonly kernels: Kernels;
  readonly seconds: number;
  readonly memoryBytes: number;
}

/** A witness that was checked; why the proof does not become one; or what is wrong with the witness that it became. */
export type RankedConversion =
  | { readonly result: "checked"; readonly witness: RankedWitness }
  | { readonly result: "none" | "wrong"; readonly problem: string };

/** Called by name in a thread of its own: it can take long. */
export function convertToRanked(question: RankedQuestion): RankedConversion {
  const until = performance.now() + 1000 * question.seconds;
  const shouldStop = () => (performance.now() > until ? ("time" as const) : null);
  return rankedWithin(question, { shouldStop, memoryLimit: question.memoryBytes });
}

/** The same, for as long as the limits say. */
export function rankedWithin(
  question: Omit<RankedQuestion, "seconds" | "memoryBytes">,
  limits: Limits,
): RankedConversion {
  const { model, properties } = unpackDesign(question.design);
  const property = properties[question.property]!;
  const proof = proofIn(unpackOutcome(question.outcome).verdict);
  if (property.kind !== "bad" && property.kind !== "justice") return none("it is about a formula");
  if (proof === null || proof.kind === "ctl-certificate") return none("there is none");
  const oracle = () => new KernelOracle(question.kernels.sat, limits);
  const claim =
    property.kind === "bad"
      ? { model, bad: [property.literal], justice: [] }
      : { model, bad: [], justice: [property.literals] };
  try {
    const witness = rankedWitness(model, property, proof, oracle, limits);
    const check = checkRanked(claim, witness, oracle);
    if (check.result === "rejected") return { result: "wrong", problem: check.problem };
    return check.result === "checked" ? { result: "checked", witness } : none(check.problem);
  } catch (e) {
    if (e instanceof DoesNotFit) return none(e.message);
    if (e instanceof Stopped) return none(`there is too little ${e.reason} to write it as ranks`);
    throw e;
  }
}

const none = (problem: string): RankedConversion => ({ result: "none", problem });

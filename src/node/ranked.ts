import { checkRanked } from "../checkers/check-ranked.js";
import { KernelOracle } from "../checkers/kernel-oracle.js";
import type { OptionValues } from "../engines/engine.js";
import type { Proof } from "../evidence/ctl-certificate.js";
import { InternalError, type Outcome } from "../evidence/outcome.js";
import type { RankedWitness } from "../evidence/ranked-witness.js";
import { proofIn } from "../evidence/verdict.js";
import type { BadStateProperty, Design, JusticeProperty } from "../model/property.js";
import type { AskOptions } from "../portfolio/subject.js";
import { DoesNotFit, rankedWitness } from "../solving/ranked.js";
import { ArgumentError, expectProperty, having } from "../text/argument-error.js";
import { check } from "./check.js";
import { loadKernels } from "./kernels.js";

/** A ranked witness that was checked, and whose proof it is; or why there is none. */
export type RankedProof =
  | { readonly witness: RankedWitness; readonly engine: string; readonly provedAgain?: string }
  | { readonly witness: null; readonly problem: string };

/** Engines whose proofs fit, for those whose own do not. */
const AGAIN: readonly { readonly engine: string; readonly options: OptionValues }[] = [
  { engine: "fair", options: { k: 0 } },
  { engine: "rlive", options: {} },
  { engine: "k-liveness", options: {} },
  { engine: "gsh", options: {} },
];

/** What one of several engines may use of an open budget, in seconds. */
const SLICE = 60;

/**
 * A ranked witness for a property that holds, for the file that has this property alone. A proof that does not fit is looked for
 * again, by other engines, each for as long as `seconds` says; `provedAgain` then says why.
 *
 * @example
 * ```ts
 * import { writeRankedWitness } from "fairlead";
 * import { check, loadDesign, proveRanked } from "fairlead/node";
 *
 * const design = await loadDesign("examples/arbiter-fair.aag");
 * const ranked = await proveRanked(design, 0, await check(design, 0));
 * console.log(new TextDecoder().decode(writeRankedWitness(ranked.witness, "j0")).startsWith("aag ")); // true
 * ```
 */
export async function proveRanked(
  design: Design,
  index: number,
  outcome: Outcome,
  options: AskOptions = {},
): Promise<RankedProof> {
  expectProperty("proveRanked", design, index);
  if (!having("engine", "verdict")(outcome))
    throw new ArgumentError("proveRanked", "outcome", "what check returns", outcome);
  const { engine, verdict } = outcome;
  const property = design.properties[index]!;
  if (property.kind !== "bad" && property.kind !== "justice")
    return { witness: null, problem: "a ranked witness is about bad states and justice, not about formulas" };
  if (verdict.answer !== "holds") return { witness: null, problem: "only what holds has one" };
  const { sat } = await loadKernels();
  const convert = (certificate: Proof | null) => converted(design, property, certificate, sat, options.seconds);
  const first = convert(proofIn(verdict));
  if (typeof first !== "string") return { witness: first, engine };
  const { signal, seconds = SLICE, memoryBytes, threads, seed } = options;
  for (const other of AGAIN) {
    if (signal?.aborted) break;
    const limits = {
      seconds,
      ...(memoryBytes !== undefined && { memoryBytes }),
      ...(threads !== undefined && { threads }),
    };
    const more = { ...(seed !== undefined && { seed }), ...(signal !== undefined && { signal }) };
    const outcome = await check(design, index, { ...limits, ...more, ...other, vacuity: false });
    if (outcome.verdict.answer === "fails")
      throw new InternalError(`${engine} says that ${property.name} holds, and ${other.engine} that it fails`);
    if (outcome.verdict.answer !== "holds") continue;
    const witness = convert(proofIn(outcome.verdict));
    if (typeof witness !== "string")
      return { witness, engine: other.engine, provedAgain: `the proof of ${engine} does not fit: ${first}` };
  }
  return {
    witness: null,
    problem: `the proof of ${engine} does not fit: ${first}; and other engines found none that does`,
  };
}

/** A witness that is checked, or why this proof does not become one. */
function converted(
  { model }: Design,
  property: BadStateProperty | JusticeProperty,
  certificate: Proof | null,
  sat: WebAssembly.Module,
  seconds = Number.POSITIVE_INFINITY,
): RankedWitness | string {
  if (certificate === null || certificate.kind === "ctl-certificate") return "there is none";
  const deadline = performance.now() + 1000 * Math.max(10, seconds);
  const oracle = () => new KernelOracle(sat, { shouldStop: () => (performance.now() > deadline ? "time" : null) });
  try {
    const witness = rankedWitness(model, property, certificate, oracle);
    const claim =
      property.kind === "bad"
        ? { model, bad: [property.literal], justice: [] }
        : { model, bad: [], justice: [property.literals] };
    const check = checkRanked(claim, witness, oracle);
    if (check.result === "rejected") throw new InternalError(`the ranked witness does not check: ${check.problem}`);
    return check.result === "checked" ? witness : check.problem;
  } catch (e) {
    if (e instanceof DoesNotFit) return e.message;
    throw e;
  }
}

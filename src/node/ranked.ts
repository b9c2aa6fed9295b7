import type { OptionValues } from "../engines/engine.js";
import { InternalError, type Outcome } from "../evidence/outcome.js";
import type { RankedWitness } from "../evidence/ranked-witness.js";
import { Stopped } from "../limits/stopped.js";
import type { Design } from "../model/property.js";
import { type AskOptions, DEFAULT_MEMORY } from "../portfolio/subject.js";
import { packDesign, packOutcome } from "../portfolio/transport.js";
import { checkingTime } from "../solving/checking-time.js";
import { ArgumentError, expectProperty, having } from "../text/argument-error.js";
import { check } from "./check.js";
import { loadKernels } from "./kernels.js";
import type { RankedConversion, RankedQuestion } from "./ranked-task.js";
import { runTask } from "./tasks.js";

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
const TASK = new URL("./ranked-task.js", import.meta.url);
/** It looks at the clock itself, and has something to say when the time is over. */
const GRACE_SECONDS = 0.5;

/**
 * A ranked witness for a property that holds, for the file that has this property alone. A proof that does not fit is looked for
 * again, by other engines, which have `seconds` together; `provedAgain` then says why. To write a proof as ranks and to check them may take as
 * long as the check of a proof (`checkSeconds`).
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
  const first = await converted(design, index, outcome, options);
  if (typeof first !== "string") return { witness: first, engine };
  if (options.signal?.aborted) return { witness: null, problem: "interrupted" };
  for await (const proof of otherProofs(design, index, options)) {
    if (proof.verdict.answer === "fails")
      throw new InternalError(`${engine} says that ${property.name} holds, and ${proof.engine} that it fails`);
    const witness = await converted(design, index, proof, options);
    if (typeof witness !== "string")
      return { witness, engine: proof.engine, provedAgain: `the proof of ${engine} does not fit: ${first}` };
  }
  return {
    witness: null,
    problem: `the proof of ${engine} does not fit: ${first}; and other engines found none that does`,
  };
}

/** What other engines answer, one after the other. Who is done early leaves its time to the next. */
async function* otherProofs(design: Design, index: number, options: AskOptions): AsyncGenerator<Outcome> {
  const { signal, seconds = SLICE * AGAIN.length, memoryBytes, threads, seed, checkSeconds } = options;
  const deadline = performance.now() + 1000 * seconds;
  const limits = {
    ...(memoryBytes !== undefined && { memoryBytes }),
    ...(threads !== undefined && { threads }),
    ...(seed !== undefined && { seed }),
    ...(checkSeconds !== undefined && { checkSeconds }),
    ...(signal !== undefined && { signal }),
  };
  for (const [k, other] of AGAIN.entries()) {
    const left = (deadline - performance.now()) / 1000;
    if (signal?.aborted || left <= 0) return;
    const asked = { ...limits, ...other, seconds: left / (AGAIN.length - k), vacuity: false };
    const outcome = await check(design, index, asked);
    if (outcome.verdict.answer !== "unknown") yield outcome;
  }
}

/** A witness that is checked, or why this proof does not become one. In a thread: this one stays awake. */
async function converted(
  design: Design,
  property: number,
  outcome: Outcome,
  { checkSeconds, signal, memoryBytes = DEFAULT_MEMORY }: AskOptions,
): Promise<RankedWitness | string> {
  const seconds = checkingTime(1000 * outcome.seconds, checkSeconds) / 1000;
  const question: RankedQuestion = {
    design: packDesign(design),
    property,
    outcome: packOutcome(outcome),
    kernels: await loadKernels(),
    seconds,
    memoryBytes,
  };
  const limits = { seconds: seconds + GRACE_SECONDS, memoryBytes, ...(signal !== undefined && { signal }) };
  try {
    const conversion = (await runTask(TASK, "convertToRanked", question, limits)) as RankedConversion;
    if (conversion.result === "wrong")
      throw new InternalError(`the ranked witness does not check: ${conversion.problem}`);
    return conversion.result === "checked" ? conversion.witness : conversion.problem;
  } catch (e) {
    if (e instanceof Stopped) return e.message;
    throw e;
  }
}

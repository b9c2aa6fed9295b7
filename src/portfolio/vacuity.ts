import { KernelOracle } from "../checkers/kernel-oracle.js";
import type { Outcome } from "../evidence/outcome.js";
import type { Vacuity } from "../evidence/vacuity.js";
import { witnessIn } from "../evidence/verdict.js";
import type { Design } from "../model/property.js";
import { CircuitVacuity } from "../vacuity/circuit.js";
import { demandsNotNeeded } from "../vacuity/not-needed.js";
import type { Ask } from "../vacuity/tautology.js";
import { planFor, planToFind } from "./plan.js";
import { type Host, type PortfolioOptions, runPlan } from "./portfolio.js";

/** So long it may take in any case, in seconds. Of a property that fails, the answer should not wait for what is said beside it. */
const LEAST = { holds: 3, fails: 0.5 };

/** In seconds, where nobody says how long: what an answer is worth is asked for as long as it took. */
export const examiningTime = (answer: "holds" | "fails", spent: number, checkSeconds?: number, share = 1): number =>
  checkSeconds ?? Math.max(share * LEAST[answer], spent);

/** What goes on after the engines, who say no more. */
export function sayWhatIsExamined(answer: "holds" | "fails", { onEvent }: PortfolioOptions): void {
  const what =
    answer === "holds" ? "asking whether it holds for a good reason" : "looking for fairness that is missing";
  onEvent?.("vacuity", { what, figures: {} });
}

/** So much work in any case, for each question, where runs are deterministic. */
const WORK = 20_000;
/** Looking at a proof again happens on the caller's thread: no longer than this, in milliseconds, and not for large models. */
const LOOKING = 300;
const LARGE = 50_000;

/** Properties of a design together may take so much longer than their answers, in seconds; afterwards each has a tenth of what it would have in any case. */
const TOGETHER = 15;
const LATER = 0.1;

/** What was learned about a design serves its other properties. `beyond`: the seconds that this took longer than the answers. */
const known = new WeakMap<Design, { readonly about: CircuitVacuity; beyond: number }>();

/**
 * What it is worth that a property holds: asked by the same engines as the property, for as long as its answer took (or as
 * `checkSeconds` says). Null for properties that do not hold, whose counterexamples are remembered.
 */
export async function vacuityOf(
  design: Design,
  index: number,
  outcome: Outcome,
  limits: PortfolioOptions,
  host: Host,
): Promise<Vacuity | null> {
  const state = known.get(design) ?? { about: new CircuitVacuity(design), beyond: 0 };
  known.set(design, state);
  const { about } = state;
  const { verdict } = outcome;
  if (verdict.answer === "fails") about.learn(witnessIn(verdict));
  if (verdict.answer !== "holds") return null;
  const property = design.properties[index]!;
  sayWhatIsExamined("holds", limits);
  const share = state.beyond < TOGETHER ? 1 : LATER;
  const started = performance.now();
  const deadline = started + 1000 * examiningTime("holds", outcome.seconds, limits.checkSeconds, share);
  // What is not vacuous has a behaviour that shows it.
  const vacuity = await about.examine(property, askerFor(limits, host, deadline, planToFind));
  state.beyond += Math.max((performance.now() - started) / 1000 - outcome.seconds, 0);
  const { kernels } = host;
  const { by: proof } = verdict;
  if (kernels === null || proof.kind !== "certificate") return vacuity;
  if (vacuity.noBehaviour || design.model.aig.size > LARGE) return vacuity;
  const until = performance.now() + LOOKING;
  let asked = 0;
  const isOver = limits.deterministic ? () => ++asked > LOOKING : () => performance.now() > until;
  const oracle = () => new KernelOracle(kernels.sat, { shouldStop: () => (isOver() ? "time" : null) });
  const notNeeded = await demandsNotNeeded(design, property, proof, oracle);
  return { ...vacuity, notNeeded: notNeeded.map((d) => d.name) };
}

/** Asks in the ordinary way, with the engines that suit the question, until the time is over. */
export function askerFor(
  { threads, memoryBytes, seed, signal, deterministic }: PortfolioOptions,
  host: Host,
  deadline: number,
  planned = planFor,
): Ask {
  return async (design) => {
    const plan = planned(design, design.properties[0]!);
    if (deterministic) {
      const options = { threads, memoryBytes, seed, seconds: 0, deterministic, work: WORK, ...(signal && { signal }) };
      return (await runPlan(design, 0, plan, options, host)).verdict;
    }
    const seconds = (deadline - performance.now()) / 1000;
    if (seconds <= 0 || signal?.aborted) return { answer: "unknown", reason: "time", detail: "", stats: {} };
    const options = { threads, memoryBytes, seed, seconds, ...(signal !== undefined && { signal }) };
    return (await runPlan(design, 0, plan, options, host)).verdict;
  };
}

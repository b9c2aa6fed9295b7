import { proofIn } from "../evidence/verdict.js";
import { loadKernels } from "../node/kernels.js";
import { type AnswerView, answerView } from "../watching/answer-view.js";
import { checkProof, type ProofCheck } from "../watching/proof-check.js";
import { type ProofWalk, proofWalk } from "../watching/proof-walk.js";
import { type CircuitAnswer, type ShownAnswer, shownOf } from "./answered.js";

/** What a page shows of an answer. */
export interface PageAnswer extends AnswerView {
  readonly proof: { readonly walk: ProofWalk; readonly check: ProofCheck } | null;
}

/** Values of a trace that a page gets: browsers would choke on more. */
const MOST_VALUES = 500_000;
/** Gates of a proof that is shown. */
const MOST_GATES = 200_000;
const CHECK_MS = 10_000;

export function pageAnswer(told: ShownAnswer, circuit: CircuitAnswer | null): AnswerView {
  const about = circuit && { model: circuit.design.model, property: circuit.property, outcome: circuit.outcome };
  const view = answerView(told, about);
  const values = (view.trace?.values.length ?? 0) * (view.trace?.signals.length ?? 0);
  if (values <= MOST_VALUES) return view;
  return { ...view, trace: null, reasons: null, notes: [...view.notes, "the behaviour is too long for a page"] };
}

/** With the proof gone through and checked once more, where there is one. */
export async function circuitPageAnswer(circuit: CircuitAnswer): Promise<PageAnswer> {
  const { design, property, outcome } = circuit;
  const view = pageAnswer(shownOf(circuit), circuit);
  const proof = outcome.evidence === "none" ? null : proofIn(outcome.verdict);
  if (proof === null) return { ...view, proof: null };
  if (proof.aig.size > MOST_GATES)
    return { ...view, proof: null, notes: [...view.notes, "the proof is too long for a page"] };
  const end = performance.now() + CHECK_MS;
  const check = checkProof(design.model, property, proof, {
    kernels: await loadKernels(),
    shouldStop: () => (performance.now() > end ? "time" : null),
    memoryLimit: 2 ** 30,
  });
  return { ...view, proof: { walk: proofWalk(design.model, property, proof), check } };
}

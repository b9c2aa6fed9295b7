import type { Outcome } from "../evidence/outcome.js";
import type { Witness } from "../evidence/verdict.js";
import { none, proofIn, witnessIn } from "../evidence/verdict.js";
import { Stopped } from "../limits/stopped.js";
import { packDesign, packOutcome } from "../portfolio/transport.js";
import { checkingTime } from "../solving/checking-time.js";
import { forJson, forTerminal } from "../text/escape.js";
import { type AnswerForm, answerText, wantsWhy } from "./answer-text.js";
import { type PageAnswer, pageAnswer } from "./answer-view.js";
import { type Answered, type CircuitAnswer, shownOf } from "./answered.js";
import { apart, Budgets } from "./apart.js";
import { type EvidenceKind, type EvidenceText, evidenceText, type TraceForm, traceFile } from "./evidence-text.js";

/** What showing and writing an answer may take: as much as its check, and the memory of the command. */
export interface ShowLimits {
  readonly checkTime?: number;
  readonly memory?: number;
  readonly signal?: AbortSignal;
}

/** Values and gates that are looked at in a tenth of a second, about: with more, a thread of its own does it. */
const LONG = 200_000;
const SECONDS_AFTER_INTERRUPT = 0.2;

/** An answer as text. Where that takes too much, without the counterexample, and a note says so. */
export async function shownAnswer(answered: Answered, form: AnswerForm, limits: ShowLimits): Promise<string> {
  const { circuit } = answered;
  if (circuit === null || !isLong(circuit)) return answerText(answered.shown(wantsWhy(form)), form);
  const { outcome } = circuit;
  try {
    return await apart("answer", { ...packed(circuit), form }, budgetsFor(outcome, limits), "");
  } catch (e) {
    if (!(e instanceof Stopped)) throw e;
    const note = `its behaviour has ${stepsOf(witnessIn(outcome.verdict))} steps and is not shown${e.message}`;
    return answerText(shownOf({ ...circuit, outcome: withoutBehaviour(outcome, note) }), form);
  }
}

/** An answer for a page, as JSON. A circuit's is made in a thread of its own, since its proof is gone through again. */
export async function viewOfAnswer(answered: Answered, limits: ShowLimits): Promise<string> {
  const { circuit } = answered;
  if (circuit === null) {
    const view = pageAnswer(answered.shown(), null);
    const reasons = view.trace && (answered.reasons?.() ?? null);
    return forJson({ ...view, reasons, proof: await proofOfProgram(answered, limits) });
  }
  const { outcome } = circuit;
  try {
    return await apart("view", packed(circuit), budgetsFor(outcome, limits), "");
  } catch (e) {
    if (!(e instanceof Stopped)) throw e;
    const note = `its evidence is not shown${e.message}`;
    const told = shownOf({ ...circuit, outcome: withoutBehaviour(outcome, note) });
    return forJson({ ...pageAnswer(told, null), proof: null });
  }
}

/** Null where it takes too long to go through it again, as where there is none. */
async function proofOfProgram({ proved }: Answered, limits: ShowLimits): Promise<PageAnswer["proof"]> {
  if (!proved) return null;
  try {
    const view = await apart("view", packed(proved), budgetsFor(proved.outcome, limits), "");
    return (JSON.parse(view) as PageAnswer).proof;
  } catch (e) {
    if (!(e instanceof Stopped)) throw e;
    return null;
  }
}

/** What a file of evidence holds. Throws `Stopped` where that takes too much. */
export async function writtenEvidence(
  kind: EvidenceKind,
  answered: Answered,
  limits: ShowLimits,
  form: TraceForm = {},
): Promise<EvidenceText> {
  const { circuit } = answered;
  if (circuit === null) {
    if (kind === "certificate") throw new Error("a certificate is about a circuit");
    if (kind === "witness") return noCircuit(answered.property);
    return traceFile(kind, answered.shown(), form);
  }
  if (!isLong(circuit)) return evidenceText(kind, circuit, form);
  return apart("evidence", { ...packed(circuit), kind, form }, budgetsFor(circuit.outcome, limits), "not written");
}

/** Witnesses are about circuits, which a program with functions does not have. */
const noCircuit = (property: string): EvidenceText => ({
  content: null,
  said: [`no witness to write: ${forTerminal(property)} is about a program that is no circuit, since it has functions`],
});

function budgetsFor({ seconds }: Outcome, { checkTime, memory, signal }: ShowLimits): Budgets {
  const most = memory !== undefined && { memory };
  // What is known when an interrupt comes is still shown, if that is quickly done.
  if (signal?.aborted) return new Budgets({ time: SECONDS_AFTER_INTERRUPT, ...most });
  return new Budgets({ time: checkingTime(seconds * 1000, checkTime) / 1000, ...most }, signal);
}

function packed({ file, design, property, outcome }: CircuitAnswer) {
  const index = design.properties.indexOf(property);
  return { file, design: packDesign(design), property: index, outcome: packOutcome(outcome) };
}

function isLong({ design, outcome }: CircuitAnswer): boolean {
  const gates = proofIn(outcome.verdict)?.aig.size ?? 0;
  // The loop of a witness may be gone round until all latches have come back.
  return stepsOf(witnessIn(outcome.verdict)) * design.model.aig.size + gates > LONG;
}

function stepsOf(witness: Witness | null): number {
  if (witness === null) return 0;
  if (witness.kind !== "tree") return witness.steps.length;
  return witness.branches.reduce((sum, b) => sum + stepsOf(b.tree), witness.path.steps.length);
}

function withoutBehaviour(outcome: Outcome, note: string): Outcome {
  const { verdict } = outcome;
  const shown = verdict.answer === "unknown" ? verdict : { ...verdict, by: none(note) };
  return { ...outcome, notes: [...outcome.notes, note], verdict: shown };
}

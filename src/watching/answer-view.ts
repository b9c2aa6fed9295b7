import type { Outcome } from "../evidence/outcome.js";
import type { Trace } from "../evidence/trace.js";
import { witnessIn } from "../evidence/verdict.js";
import { whyMet } from "../evidence/why-met.js";
import type { Model } from "../model/model.js";
import type { Property } from "../model/property.js";
import { type AnswerLine, answerLine, notesOf } from "../present/outcome.js";
import type { Shown } from "../present/shown.js";
import type { SpokenAnswer } from "../present/spoken.js";

/** An answer as the views of pages show it: plain data. */
export interface AnswerView extends AnswerLine {
  readonly answer: SpokenAnswer;
  readonly engine: string;
  readonly seconds: number;
  readonly notes: readonly string[];
  /** The counterexample, or the example of what holds because there is one. */
  readonly trace: Trace | null;
  /** Why the conditions of the trace are met: see `whyMet`. */
  readonly reasons: ReturnType<typeof whyMet> | null;
}

/** What an answer about a circuit is about. */
export interface AboutCircuit {
  readonly model: Model;
  readonly property: Property;
  readonly outcome: Outcome;
}

/** `circuit`: null where it is about a program. */
export function answerView(told: Shown, circuit: AboutCircuit | null): AnswerView {
  const { engine, seconds } = told.outcome;
  const rest = { answer: told.answer, engine, seconds, notes: notesOf(told), trace: told.trace };
  return { ...answerLine(told), ...rest, reasons: circuit && reasonsOf(circuit) };
}

/** Trees have no single path. */
function reasonsOf({ model, property, outcome }: AboutCircuit): AnswerView["reasons"] {
  const witness = witnessIn(outcome.verdict);
  return witness === null || witness.kind === "tree" ? null : whyMet(model, property, witness);
}

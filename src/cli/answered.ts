import type { Outcome } from "../evidence/outcome.js";
import { traceOf } from "../evidence/trace.js";
import { type Told, witnessIn } from "../evidence/verdict.js";
import { inWords } from "../formula/in-words.js";
import type { Design, Property } from "../model/property.js";
import type { SourcePlace } from "../model/symbols.js";
import { explanationOf } from "../present/explanation.js";
import { type Shown, shown } from "../present/shown.js";
import type { Specification } from "../present/smv-trace.js";
import { type SpokenAnswer, spokenAnswer } from "../present/spoken.js";
import { remarkText } from "../present/vacuity.js";
import type { AnswerView } from "../watching/answer-view.js";

/** A question about what a file holds, and its answer. */
export interface Answered {
  readonly file: string;
  readonly property: string;
  /** Where it stands in the source, if that says so. */
  readonly place: SourcePlace | null;
  readonly outcome: Outcome<Told>;
  readonly answer: SpokenAnswer;
  /** Where the file holds a circuit: the formats of circuits need it, and a thread can make its trace. */
  readonly circuit: CircuitAnswer | null;
  /** Of a program: the circuit that its proof is about, and why the conditions of its behaviour are met. */
  readonly proved?: CircuitAnswer | null;
  readonly reasons?: () => AnswerView["reasons"];
  /** Where it holds a program: its circuit, as `fairlead convert` makes it, and the property there. Throws where it has none. */
  asCircuit?(): { readonly design: Design; readonly property: number };
  /** With its trace, which takes as long as the behaviour is. */
  shown(why?: boolean): ShownAnswer;
}

/** An answer and what it shows. */
export interface ShownAnswer extends Shown {
  readonly file: string;
  readonly property: string;
  readonly specification: Specification;
  /** The signals of its model, which may be named where there is no trace. */
  signalNames?(): readonly string[];
  /** Of a formula: what it asks, in plain words. */
  readonly asked?: string;
  /** Where the source asks it. */
  readonly source?: SourcePlace;
}

/** A property of a circuit, and its answer. */
export interface CircuitAnswer {
  readonly file: string;
  readonly design: Design;
  readonly property: Property;
  readonly outcome: Outcome;
}

/** `why`: with the reasons for what the behaviour shows. */
export function shownOf({ file, design, property, outcome }: CircuitAnswer, why = false): ShownAnswer {
  const { model } = design;
  const behaviour = why ? witnessIn(outcome.verdict) : null;
  return {
    ...(behaviour && { explanation: explanationOf(model, property, behaviour) }),
    file,
    property: property.name,
    ...((property.kind === "ltl" || property.kind === "ctl") && { asked: inWords(property.formula) }),
    ...(property.source && { source: property.source }),
    signalNames: () => model.signals.map((s) => s.name),
    specification: { kind: property.kind, text: property.text ?? property.name },
    ...shown(
      outcome,
      (witness) => traceOf(model, property, witness),
      (remark) => remarkText(model, remark),
      spokenAnswer(property, outcome.verdict.answer),
    ),
  };
}

export function answeredOf(circuit: CircuitAnswer): Answered {
  const { file, property, outcome } = circuit;
  const answer = spokenAnswer(property, outcome.verdict.answer);
  const place = property.source ?? null;
  return { file, property: property.name, place, outcome, answer, circuit, shown: (why) => shownOf(circuit, why) };
}

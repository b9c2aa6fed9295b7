import { degeneralized, stateBased } from "../automata/acceptance.js";
import { ltlToTgba } from "../automata/translate.js";
import { type Converted, outputFormatOf, reencodeAiger } from "../formats/convert.js";
import { writeHoa } from "../formats/hoa/write.js";
import { parseLtl } from "../formula/parse.js";
import { Stopped } from "../limits/stopped.js";
import { designIn, type LoadOptions } from "../loading/load.js";
import {
  type PackedDesign,
  type PackedOutcome,
  packDesign,
  unpackDesign,
  unpackOutcome,
} from "../portfolio/transport.js";
import { automatonDot, automatonText } from "../present/automaton.js";
import type { FormulaText } from "../reading/questions.js";
import { forJson } from "../text/escape.js";
import { InputError } from "../text/input-error.js";
import { formulasAsJustice } from "../transform/formulas-as-justice.js";
import { type AnswerForm, answerText, wantsWhy } from "./answer-text.js";
import { circuitPageAnswer } from "./answer-view.js";
import { type CircuitAnswer, shownOf } from "./answered.js";
import { type EvidenceKind, type EvidenceText, evidenceText, type TraceForm } from "./evidence-text.js";
import { stateGraph, stateGraphDot, stateGraphSvg } from "./state-graph.js";

// What commands do that can take long: called by name in a thread of its own (apart.ts), with plain data.

export { verify } from "./verify.js";

/** An answer as data that a thread can be given. `property`: its index. */
interface PackedAnswer {
  readonly file: string;
  readonly design: PackedDesign;
  readonly property: number;
  readonly outcome: PackedOutcome;
}

function unpacked({ file, design: packed, property, outcome }: PackedAnswer): CircuitAnswer {
  const design = unpackDesign(packed);
  return { file, design, property: design.properties[property]!, outcome: unpackOutcome(outcome) };
}

export function answer(given: PackedAnswer & { readonly form: AnswerForm }): string {
  return answerText(shownOf(unpacked(given), wantsWhy(given.form)), given.form);
}

/** As JSON: results of tasks are plain data. */
export async function view(given: PackedAnswer): Promise<string> {
  return forJson(await circuitPageAnswer(unpacked(given)));
}

export function evidence(
  given: PackedAnswer & { readonly kind: EvidenceKind; readonly form: TraceForm },
): EvidenceText {
  return evidenceText(given.kind, unpacked(given), given.form);
}

export async function read(given: {
  readonly bytes: Uint8Array;
  readonly file: string;
  readonly questions: readonly FormulaText[];
  readonly options: LoadOptions;
}): Promise<PackedDesign> {
  return packDesign(await designIn(given.bytes, given.file, given.questions, given.options));
}

/** `output`: the file's name, whose ending says the format. */
export function convert({ design, output }: { readonly design: PackedDesign; readonly output: string }): Converted {
  const format = outputFormatOf(output)!;
  const whole = unpackDesign(design);
  return format.write(format.hasFormulas ? whole : formulasAsJustice(whole));
}

/** AIGER to AIGER keeps everything as it is written. */
export function reencode(given: {
  readonly bytes: Uint8Array;
  readonly input: string;
  readonly encoding: "ascii" | "binary";
}): Converted {
  return naming(given.input, () => ({ bytes: reencodeAiger(given.bytes, given.encoding), leftOut: [] }));
}

/** The states of a small model: for Graphviz, and as a picture with a title. */
export function drawStates(given: {
  readonly design: PackedDesign;
  readonly states: number;
  readonly memoryBytes: number;
  readonly title: string;
}): { readonly dot: string; readonly svg: string } {
  const { states, memoryBytes: memoryLimit, title } = given;
  const found = stateGraph(unpackDesign(given.design), { states, memoryLimit, shouldStop: () => null });
  return { dot: stateGraphDot(found), svg: stateGraphSvg(found, title) };
}

/** The automaton of a formula of LTL as text. With too little time it is larger than need be. */
export function translate(given: {
  readonly formula: string;
  readonly seconds: number;
  readonly isSingle: boolean;
  readonly isStateBased: boolean;
  readonly as: "hoa" | "dot" | "text";
}): string {
  const { formula: text } = given;
  const deadline = performance.now() + given.seconds * 1000;
  return naming("formula", () => {
    const general = ltlToTgba(parseLtl(text).formula, {
      shouldStop: () => (performance.now() > deadline ? "time" : null),
    });
    const single = given.isSingle ? degeneralized(general) : general;
    const automaton = given.isStateBased ? stateBased(single) : single;
    if (given.as === "hoa") return writeHoa(automaton, text);
    return given.as === "dot" ? automatonDot(automaton, text) : automatonText(automaton);
  });
}

function naming<T>(source: string, work: () => T): T {
  try {
    return work();
  } catch (e) {
    if (!(e instanceof InputError)) throw e;
    // Nothing is wrong with the formula.
    throw e.code === "automaton-time" ? new Stopped("time", e.problem) : e.in(source);
  }
}

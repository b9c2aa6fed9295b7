import type { SourcePlace } from "../model/symbols.js";
import { resultJson } from "../present/json.js";
import { outcomeText } from "../present/outcome.js";
import { inRadix, type Radix } from "../present/radix.js";
import { namesCalled, noSuchSignal, signalsNamed, withSignals } from "../present/selection.js";
import { smvReport } from "../present/smv-trace.js";
import { listed } from "../present/verification.js";
import { forJson, forTerminal } from "../text/escape.js";
import type { ShownAnswer } from "./answered.js";
import { coloursIf } from "./colours.js";

/** How an answer is shown. `number`: of the trace, among NuSMV's. */
export type AnswerForm =
  | ({ readonly as: "text"; readonly isColoured: boolean } & HowMuch)
  | ({ readonly as: "json" } & HowMuch)
  | { readonly as: "nusmv"; readonly number: number };

export interface HowMuch {
  readonly why?: boolean;
  /** Say in words what is asked, as `why` does too. */
  readonly echo?: boolean;
  readonly radix?: Radix;
  /** Signals that are shown, by name; all that matter when absent. */
  readonly signals?: readonly string[];
  /** Also those that may be anything. */
  readonly all?: boolean;
}

const withRadix = (answer: ShownAnswer, radix: Radix): ShownAnswer => ({
  ...answer,
  trace: answer.trace && inRadix(answer.trace, radix),
});

/** Whether the reasons are needed: to be shown, or to know what may be left out. */
export const wantsWhy = (form: AnswerForm): boolean =>
  form.as !== "nusmv" && (form.why === true || (form.as === "text" && form.signals === undefined && !form.all));

/** What is shown of a trace, and what a user should know about the rest. */
function selected(answer: ShownAnswer, form: HowMuch & AnswerForm): ShownAnswer {
  const { trace, explanation, outcome } = answer;
  if (form.as === "nusmv") return answer;
  if (form.signals !== undefined) {
    const names = trace?.signals.map((s) => s.name) ?? answer.signalNames?.();
    const unknown = names === undefined ? [] : namesCalled(names, form.signals).unknown;
    const notes = unknown.map((name) => noSuchSignal(name, names!));
    const shownOfIt = trace && signalsNamed(trace, form.signals);
    return { ...answer, shownOfIt, outcome: { ...outcome, notes: [...outcome.notes, ...notes] } };
  }
  if (trace === null) return answer;
  const hidden = new Set(explanation?.anything);
  // The moves of a program say what they change, whether it matters or not.
  if (
    trace.moves !== undefined ||
    form.as === "json" ||
    form.all ||
    hidden.size === 0 ||
    hidden.size === trace.signals.length
  )
    return answer;
  const names = [...hidden].map((k) => trace.signals[k]!.name);
  const note = `not shown, since they may be anything (--all shows them): ${listed(names)}`;
  const shownOfIt = withSignals(trace, (k) => !hidden.has(k));
  return { ...answer, shownOfIt, outcome: { ...outcome, notes: [...outcome.notes, note] } };
}

/** An answer with its counterexample, on one or many lines. */
export function answerText(given: ShownAnswer, form: AnswerForm): string {
  const answer = selected("radix" in form && form.radix !== undefined ? withRadix(given, form.radix) : given, form);
  const { file, property, specification, outcome, trace, asked, source } = answer;
  switch (form.as) {
    case "text": {
      const name = `${forTerminal(file)}: ${forTerminal(property)}`;
      const { explanation, ...rest } = answer;
      const words = (form.why || form.echo) && asked !== undefined ? [`asked${placeText(source)}: ${asked}`] : [];
      return outcomeText(name, form.why ? answer : rest, coloursIf(form.isColoured), words);
    }
    case "json":
      return forJson(resultJson({ file, property, ...(asked && { asked }), ...(source && { source }) }, answer), 1);
    case "nusmv":
      return smvReport(specification, outcome.verdict, trace, form.number);
  }
}

function placeText(source: SourcePlace | undefined): string {
  if (source === undefined) return "";
  return ` in line ${source.line}${source.file === undefined ? "" : ` of ${forTerminal(source.file)}`}`;
}

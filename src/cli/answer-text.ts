import { resultJson } from "../present/json.js";
import { outcomeText } from "../present/outcome.js";
import { smvReport } from "../present/smv-trace.js";
import { forJson, forTerminal } from "../text/escape.js";
import type { ShownAnswer } from "./answered.js";
import { coloursIf } from "./colours.js";

/** How an answer is shown. `number`: of the trace, among NuSMV's. */
export type AnswerForm =
  | { readonly as: "text"; readonly isColoured: boolean; readonly why?: boolean }
  | { readonly as: "json"; readonly why?: boolean }
  | { readonly as: "nusmv"; readonly number: number };

/** Whether the reasons are shown as well. */
export const wantsWhy = (form: AnswerForm): boolean => "why" in form && form.why === true;

/** An answer with its counterexample, on one or many lines. */
export function answerText(answer: ShownAnswer, form: AnswerForm): string {
  const { file, property, specification, outcome, trace } = answer;
  switch (form.as) {
    case "text": {
      const name = `${forTerminal(file)}: ${forTerminal(property)}`;
      return outcomeText(name, answer, coloursIf(form.isColoured));
    }
    case "json":
      return forJson(resultJson({ file, property }, answer), 1);
    case "nusmv":
      return smvReport(specification, outcome.verdict, trace, form.number);
  }
}

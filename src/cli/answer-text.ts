import { resultJson } from "../present/json.js";
import { outcomeText } from "../present/outcome.js";
import { inRadix, type Radix } from "../present/radix.js";
import { smvReport } from "../present/smv-trace.js";
import { forJson, forTerminal } from "../text/escape.js";
import type { ShownAnswer } from "./answered.js";
import { coloursIf } from "./colours.js";

/** How an answer is shown. `number`: of the trace, among NuSMV's. */
export type AnswerForm =
  | { readonly as: "text"; readonly isColoured: boolean; readonly why?: boolean; readonly radix?: Radix }
  | { readonly as: "json"; readonly why?: boolean; readonly radix?: Radix }
  | { readonly as: "nusmv"; readonly number: number };

const withRadix = (answer: ShownAnswer, radix: Radix): ShownAnswer => ({
  ...answer,
  trace: answer.trace && inRadix(answer.trace, radix),
});

/** Whether the reasons are shown as well. */
export const wantsWhy = (form: AnswerForm): boolean => "why" in form && form.why === true;

/** An answer with its counterexample, on one or many lines. */
export function answerText(given: ShownAnswer, form: AnswerForm): string {
  const answer = "radix" in form && form.radix !== undefined ? withRadix(given, form.radix) : given;
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

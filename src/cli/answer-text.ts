import { resultJson } from "../present/json.js";
import { outcomeText } from "../present/outcome.js";
import { smvReport } from "../present/smv-trace.js";
import { forJson } from "../text/escape.js";
import { coloursIf } from "./colours.js";
import type { Answered } from "./evidence-text.js";

/** How an answer is shown. `number`: of the trace, among NuSMV's. */
export type AnswerForm =
  | { readonly as: "text"; readonly isColoured: boolean }
  | { readonly as: "json" }
  | { readonly as: "nusmv"; readonly number: number };

/** An answer with its counterexample, on one or many lines. */
export function answerText({ file, design, property, outcome }: Answered, form: AnswerForm): string {
  const { model } = design;
  switch (form.as) {
    case "text":
      return outcomeText(file, model, property, outcome, coloursIf(form.isColoured));
    case "json":
      return forJson(resultJson(file, model, property, outcome), 1);
    case "nusmv":
      return smvReport(model, property, outcome.verdict, form.number);
  }
}

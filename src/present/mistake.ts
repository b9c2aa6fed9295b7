import { MistakeAfterRun, ModelError } from "../program/model-error.js";
import { traceText } from "./text.js";

/** An error as it is, but a mistake of a program with the run to it in its message. */
export function mistakeInWords(e: unknown): unknown {
  if (!(e instanceof MistakeAfterRun)) return e;
  return new ModelError(e.code, `${e.problem}\nafter\n${traceText(e.run)}`.trimEnd(), e.place, e.cause, e.written);
}

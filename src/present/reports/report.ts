import type { SourcePlace } from "../../model/symbols.js";
import type { CheckJson, ResultJson } from "../json.js";

/** All that a run of `check` found out: what every report is made from. */
export interface Report {
  readonly version: string;
  /** What was run: the command and its arguments. */
  readonly command: readonly string[];
  readonly complete: boolean;
  readonly results: readonly Reported[];
  readonly problems: NonNullable<CheckJson["problems"]>;
  readonly notBegun: NonNullable<CheckJson["notBegun"]>;
}

/** One answer. */
export interface Reported {
  readonly result: ResultJson;
  /** Where the property stands, if a source says so. */
  readonly place: SourcePlace | null;
  readonly judgement: Judgement;
  /** What should have been found, where that is something else. */
  readonly expected?: string | null;
  /** In full, as people read it. */
  readonly text: string;
  /** For pages: what their views show, as data. */
  readonly view?: unknown;
}

/** Is it what one hopes for? `doubtful`: it holds, but says nothing. */
export type Judgement = "good" | "wrong" | "doubtful" | "open";

/** An answer in a few words. */
export function headline(reported: Reported): string {
  const { expected = null } = reported;
  return expected === null ? found(reported) : `${found(reported)} (expected: ${expected})`;
}

function found({ result, judgement }: Reported): string {
  const { answer, reason, detail } = result;
  if (answer === "unknown") return [`unknown: ${reason}`, detail].filter(Boolean).join(", ");
  const isVacuous = result.vacuity?.answer === "vacuous";
  const what = answer === "uncoverable" ? "cannot be covered" : isVacuous ? "holds vacuously" : answer;
  return judgement === "wrong" && result.witness !== undefined ? `${what}: ${loopText(result.witness)}` : what;
}

/** Where a counterexample goes round. */
export function loopText({ steps, loop }: NonNullable<ResultJson["witness"]>): string {
  const last = steps.length - 1;
  if (loop === undefined) return `a run of ${steps.length} steps`;
  return loop === last ? `a loop at step ${loop}, for ever` : `a loop from step ${loop} to ${last}, for ever`;
}

/** Where to point a reader to: the file that the text is in. */
export const fileOf = ({ result, place }: Reported): string => place?.file ?? result.file;

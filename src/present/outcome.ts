import type { Trace } from "../evidence/trace.js";
import { proofIn, type Stats, type Told, type Verdict } from "../evidence/verdict.js";
import { forMessage } from "../text/escape.js";
import { explanationText } from "./explanation.js";
import { lackingNotes } from "./lacking.js";
import type { Shown } from "./shown.js";
import { traceText } from "./text.js";
import { vacuityNotes } from "./vacuity.js";

/** How words are made to stand out; the identity where there is no colour. */
export interface Colours {
  green(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
  dim(text: string): string;
}

/** An answer in a few words, how good the news is, and how it is known. */
export interface AnswerLine {
  readonly words: string;
  readonly tone: "good" | "bad" | "open";
  readonly how: string;
}

export function answerLine({ outcome, answer, trace }: Omit<Shown, "vacuity" | "remarks">): AnswerLine {
  const { verdict, evidence, vacuity } = outcome;
  if (answer === "covered") return { words: "covered", tone: "good", how: "run replayed" };
  if (answer === "uncoverable") return { words: "cannot be covered", tone: "bad", how: EVIDENCE[evidence] };
  switch (verdict.answer) {
    case "holds": {
      const how = trace === null ? `${visited(verdict.stats)}${EVIDENCE[evidence]}` : "as this behaviour shows";
      return vacuity?.answer === "vacuous"
        ? { words: "holds vacuously", tone: "open", how }
        : { words: "holds", tone: "good", how };
    }
    case "unknown":
      return { words: "unknown", tone: "open", how: [verdict.reason, verdict.detail].filter(Boolean).join(", ") };
    case "fails": {
      const isStuck = trace?.moves?.isDeadlock === true;
      const words = isStuck ? "cannot be relied on: the system has a deadlock" : "fails";
      if (proofIn(verdict) !== null) return { words, tone: "bad", how: EVIDENCE[evidence] };
      const how = evidence === "checked" ? "counterexample replayed" : trace === null ? "without a counterexample" : "";
      return { words, tone: "bad", how };
    }
  }
}

/** What a user should know beside the answer, a sentence each. */
export function notesOf({ outcome, trace, remarks }: Pick<Shown, "outcome" | "trace" | "remarks">): string[] {
  const worth = outcome.vacuity === undefined ? [] : vacuityNotes(outcome.vacuity);
  const lacking = outcome.lacking === undefined ? [] : lackingNotes(outcome.lacking);
  return [...lengthNotes(outcome.verdict, trace), ...outcome.notes, ...lacking, ...worth, ...remarks];
}

/** Where a shortest behaviour was asked for: whether this is one. */
function lengthNotes(verdict: Verdict<Told>, trace: Trace | null): string[] {
  if (verdict.answer === "unknown" || verdict.shortest === undefined || trace === null) return [];
  const { noneBelow, stoppedBy } = verdict.shortest;
  // A run of a program has a state more than it has steps.
  const extra = trace.moves !== undefined && trace.loop === null ? 1 : 0;
  const length = trace.values.length - extra;
  const many = (n: number) => `${n} step${n === 1 ? "" : "s"}`;
  const parts = trace.loop === null ? "" : ` (stem ${trace.loop}, loop ${length - trace.loop})`;
  if (stoppedBy === null) return [`a shortest one: none has fewer than ${many(noneBelow - extra)}${parts}`];
  return [
    `it has ${many(length)}${parts}; none has fewer than ${many(noneBelow - extra)}, and others were not looked for: ${stoppedBy}`,
  ];
}

/** An answer for people: one line, what was asked in other words, notes, then the counterexample. */
export function outcomeText(name: string, shown: Shown, c: Colours, asked: readonly string[] = []): string {
  const { engine, seconds } = shown.outcome;
  const { words, tone, how } = answerLine(shown);
  const colour = { good: c.green, bad: c.red, open: c.yellow }[tone];
  const known = how === "" ? "" : `${words === "unknown" ? ":" : ","} ${forMessage(how)}`;
  const notes = notesOf(shown).map((note) => `note: ${forMessage(note)}\n`);
  const why = shown.trace && shown.explanation ? explanationText(shown.explanation, shown.trace) : "";
  const { shownOfIt = shown.trace } = shown;
  const behaviour = shownOfIt === null ? "" : traceText(shownOfIt) + why;
  const question = asked.map((text) => `${forMessage(text)}\n`).join("");
  return `${name} ${colour(words)}${known} ${c.dim(`(${engine}, ${seconds.toFixed(2)} s)`)}\n${question}${notes.join("")}${behaviour}`;
}

const EVIDENCE = {
  checked: "proof checked",
  relative: "proof checked relative to the formula's translation",
  none: "uncertified",
} as const;

/** Where all states of a program were visited: how many. */
function visited({ systemStates, productStates }: Stats): string {
  if (systemStates !== undefined) return `all ${systemStates} states visited, `;
  return productStates === undefined ? "" : `all ${productStates} states of the product with the formula visited, `;
}

import { proofIn, type Stats } from "../evidence/verdict.js";
import { forMessage } from "../text/escape.js";
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

/** An answer for people: one line, then the counterexample. */
export function outcomeText(name: string, { outcome, answer, trace, remarks }: Shown, c: Colours): string {
  const { verdict, evidence, vacuity } = outcome;
  const how = c.dim(`(${outcome.engine}, ${outcome.seconds.toFixed(2)} s)`);
  const worth = vacuity === undefined ? [] : vacuityNotes(vacuity);
  const notes = [...outcome.notes, ...worth, ...remarks].map((note) => `note: ${forMessage(note)}\n`).join("");
  const behaviour = trace === null ? "" : traceText(trace);
  if (answer === "covered") return `${name} ${c.green("covered")}, run replayed ${how}\n${notes}${behaviour}`;
  if (answer === "uncoverable") return `${name} ${c.red("cannot be covered")}, ${EVIDENCE[evidence]} ${how}\n${notes}`;
  switch (verdict.answer) {
    case "holds": {
      const why = trace === null ? `${visited(verdict.stats)}${EVIDENCE[evidence]}` : "as this behaviour shows";
      const holds = vacuity?.answer === "vacuous" ? c.yellow("holds vacuously") : c.green("holds");
      return `${name} ${holds}, ${why} ${how}\n${notes}${behaviour}`;
    }
    case "unknown":
      return `${name} ${c.yellow("unknown")}: ${forMessage([verdict.reason, verdict.detail].filter(Boolean).join(", "))} ${how}\n${notes}`;
    case "fails": {
      const isStuck = trace?.moves?.isDeadlock === true;
      const head = `${name} ${isStuck ? `cannot be relied on: the system has a ${c.red("deadlock")}` : c.red("fails")}`;
      if (proofIn(verdict) !== null) return `${head}, ${EVIDENCE[evidence]} ${how}\n${notes}${behaviour}`;
      const replayed = evidence === "checked" ? ", counterexample replayed" : "";
      if (trace === null) return `${head}${replayed || ", without a counterexample"} ${how}\n${notes}`;
      return `${head}${replayed} ${how}\n${notes}${behaviour}`;
    }
  }
}

export const EVIDENCE = {
  checked: "proof checked",
  relative: "proof checked relative to the formula's translation",
  none: "uncertified",
} as const;

/** Where all states of a program were visited: how many. */
function visited({ systemStates, productStates }: Stats): string {
  if (systemStates !== undefined) return `all ${systemStates} states visited, `;
  return productStates === undefined ? "" : `all ${productStates} states of the product with the formula visited, `;
}

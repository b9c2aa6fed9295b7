import type { EvidenceLevel } from "../evidence/outcome.js";
import type { UnknownReason } from "../evidence/verdict.js";
import { forTerminal } from "../text/escape.js";
import type { SpokenAnswer } from "./spoken.js";

/** An answer, in short. */
export interface Row {
  readonly file: string;
  readonly property: string;
  readonly answer: SpokenAnswer;
  /** Of an answer that is unknown. */
  readonly reason: UnknownReason | null;
  readonly evidence: EvidenceLevel;
  readonly engine: string;
  readonly seconds: number;
  readonly isVacuous: boolean;
}

/** Longer names are cut in the middle: what tells properties apart is at either end. */
const WIDEST = 48;

/** All answers at a glance, and how many there are of each. */
export function summaryTable(rows: readonly Row[]): string {
  const cells = rows.map(({ file, property, answer, isVacuous, reason, evidence, engine, seconds }) => [
    cut(file),
    cut(property),
    isVacuous ? "vacuous" : answer,
    reason ?? WORDS[evidence],
    engine,
    `${seconds.toFixed(2)} s`,
  ]);
  const head = ["file", "property", "answer", "evidence", "engine", "time"];
  const widths = head.map((title, k) => Math.max(title.length, ...cells.map((row) => row[k]!.length)));
  const line = (row: readonly string[]) =>
    row.map((cell, k) => (k === row.length - 1 ? cell.padStart(widths[k]!) : cell.padEnd(widths[k]!))).join("  ");
  return `${[line(head), ...cells.map(line), countsOf(rows)].join("\n")}\n`;
}

const WORDS = { checked: "checked", relative: "relative", none: "uncertified" } as const;

function countsOf(rows: readonly Row[]): string {
  const count = (answer: string) => rows.filter((r) => r.answer === answer).length;
  const seconds = rows.reduce((sum, r) => sum + r.seconds, 0);
  const vacuous = rows.filter((r) => r.isVacuous).length;
  const vacuously = vacuous === 0 ? "" : ` (${vacuous} vacuously)`;
  const [covered, not] = [count("covered"), count("uncoverable")];
  const covers = covered + not === 0 ? "" : `${covered} covered, ${not} uncoverable, `;
  return `${count("holds")} hold${vacuously}, ${count("fails")} fail, ${covers}${count("unknown")} unknown, ${seconds.toFixed(2)} s`;
}

function cut(text: string): string {
  const shown = forTerminal(text);
  if (shown.length <= WIDEST) return shown;
  const half = (WIDEST - 1) >> 1;
  return forTerminal(`${shown.slice(0, half)}…${shown.slice(-half)}`);
}

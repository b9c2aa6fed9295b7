import type { Outcome } from "../evidence/outcome.js";
import { none, type UnknownReason } from "../evidence/verdict.js";
import type { Design, Property } from "../model/property.js";
import type { Plan } from "../portfolio/plan.js";
import type { PortfolioOptions } from "../portfolio/portfolio.js";
import { unpackOutcome } from "../portfolio/transport.js";
import type { Report } from "./attempt.js";
import type { Lane } from "./lanes.js";
import type { Question } from "./question.js";
import type { SentCheck } from "./recheck-task.js";

// What whoever asked is told in the end.

/** A question, and what came of it so far. */
export interface AskedQuestion {
  readonly design: Design;
  readonly index: number;
  readonly property: Property;
  readonly plan: Plan;
  readonly question: Question;
  readonly lanes: readonly Lane[];
  readonly options: PortfolioOptions;
  readonly since: number;
  /** By lane: what its last attempt came to. */
  readonly reports: Map<number, Report>;
  /** By lane: the outcome that was checked. */
  readonly outcomes: Map<number, Outcome>;
  /** What the user should know of those who were not believed, and how often. */
  readonly complaints: Map<string, number>;
}

/** A lane whose answer came without evidence. */
export interface Uncertified {
  readonly lane: number;
  readonly answer: "holds" | "fails";
}

/** What was checked here, with what the worker says of it. */
export function checkedOutcome(
  asked: AskedQuestion,
  lane: number,
  report: Report,
  check: SentCheck & { result: "checked" },
): Outcome {
  const outcome = unpackOutcome(check.outcome);
  const said = report.kind === "answer" ? report.notes : [];
  return {
    ...outcome,
    verdict: { ...outcome.verdict, stats: report.stats ?? {} },
    engine: asked.lanes[lane]!.engine,
    seconds: report.seconds,
    notes: [
      ...outcome.notes,
      ...said.filter((n) => !outcome.notes.includes(n)).map((n) => `${report.worker} says: ${n}`),
    ],
  };
}

/** An answer that nothing shows. */
export function uncertified(asked: AskedQuestion, { lane, answer }: Uncertified, isTrusted: boolean): Outcome {
  const report = asked.reports.get(lane)!;
  const { engine } = asked.lanes[lane]!;
  const why = report.kind === "answer" && report.why !== "" ? `: ${report.why}` : "";
  if (!isTrusted) {
    const detail = `by ${report.worker}, which says that it ${answer}${why}`;
    return { ...unknown("uncertified", detail, engine, report.seconds), notes: notesOf(asked) };
  }
  const verdict = { answer, by: none(`${report.worker} sent nothing that shows it`), stats: {} };
  const notes = [`uncertified: ${report.worker} is trusted${why}`, ...notesOf(asked)];
  return { engine, verdict, evidence: "none", seconds: report.seconds, notes };
}

/** Nobody answered: what those say who came to an end. Null: none did. */
export function withoutAnswer(asked: AskedQuestion): Outcome | null {
  const { reports, plan, lanes, options } = asked;
  const notes = notesOf(asked);
  const seconds = [...reports.values()].reduce((sum, r) => sum + r.seconds, 0);
  const last = [...reports.values()].filter((r) => r.kind === "unknown").at(-1);
  if (last === undefined) {
    const isRefused = [...reports.values()].some((r) => r.kind === "answer");
    return isRefused ? { ...unknown("uncertified", "all evidence was refused", plan.name, seconds), notes } : null;
  }
  const ran = [...reports]
    .filter(([, r]) => r.kind === "unknown" && r.reason === "time")
    .map(([k]) => lanes[k]!.engine);
  const tried = [...new Set(ran)].join(", ");
  const inTime = `${tried} did not answer in ${Number(options.seconds.toFixed(1))} s`;
  const outcome =
    tried === "" ? unknown(last.reason, last.detail, plan.name, seconds) : unknown("time", inTime, plan.name, seconds);
  return { ...outcome, notes };
}

/** How often it was said with this time. */
export function complain({ complaints }: Pick<AskedQuestion, "complaints">, note: string): number {
  const times = (complaints.get(note) ?? 0) + 1;
  complaints.set(note, times);
  return times;
}

export const notesOf = ({ complaints }: Pick<AskedQuestion, "complaints">): readonly string[] =>
  [...complaints].map(([note, times]) => (times === 1 ? note : `${note} (${times} times)`));

export const unknown = (reason: UnknownReason, detail: string, engine: string, seconds: number): Outcome => ({
  engine,
  verdict: { answer: "unknown", reason, detail, stats: {} },
  evidence: "none",
  seconds,
  notes: [],
});

import type { Reported } from "../../src/cluster/attempt.js";
import type { Hash } from "../../src/cluster/hash.js";
import {
  type Answer,
  advance,
  type CheckResult,
  isQuiet,
  type LaneTerms,
  type QuestionTerms,
  type Race,
  type RaceEvent,
  START,
} from "../../src/cluster/race.js";

/** An engine on a question: how many seconds it needs, and what it says then. */
export interface Script {
  readonly needs: number;
  readonly says: Reported;
  /** What comes of the check of its evidence. */
  readonly check?: CheckResult;
}

export const HASH = "0".repeat(64) as Hash;
export const says = (answer: Answer, evidence: Hash | null = HASH): Reported => ({
  kind: "answer",
  answer,
  evidence,
  why: "",
  notes: [],
});
export const UNKNOWN: Reported = { kind: "unknown", reason: "bound", detail: "" };
export const LOST: Reported = { kind: "error", detail: "gone" };
const TIME: Reported = { kind: "unknown", reason: "time", detail: "" };

export const lane = (isSpare = false) => ({ share: 1, setup: 0, isSpare });
export const question = (lanes: readonly LaneTerms[], seconds = 1000, priority = 0): QuestionTerms => ({
  lanes,
  firstSlice: 1,
  growth: 4,
  seconds,
  priority,
});
export const termsOf = (lanes: readonly number[], seconds = 1000): readonly QuestionTerms[] =>
  lanes.map((n) =>
    question(
      Array.from({ length: n }, () => lane()),
      seconds,
    ),
  );

export interface Played {
  readonly race: Race;
  /** `12 submit 0.1 4s`: when what was done about which lane of which question. */
  readonly log: readonly string[];
  /** When each question was settled, in seconds. */
  readonly settledAt: ReadonlyMap<number, number>;
  /** Work of all slots, in seconds. */
  readonly work: number;
}

interface Running {
  readonly question: number;
  readonly lane: number;
  readonly round: number;
  readonly endsAt: number;
  readonly report: Reported;
}

/** A race on a virtual clock: so many slots take attempts in the order in which they were submitted. Reports may come twice. */
export function play(
  terms: readonly QuestionTerms[],
  scripts: readonly (readonly Script[])[],
  slots: number,
  options: { readonly twice?: boolean; readonly checkSeconds?: number } = {},
): Played {
  let race = START;
  const log: string[] = [];
  const settledAt = new Map<number, number>();
  const waiting: (Omit<Running, "endsAt"> & { readonly seconds: number })[] = [];
  let running: Running[] = [];
  const checks: { readonly at: number; readonly event: RaceEvent }[] = [];
  let now = 0;
  let work = 0;
  const take = (event: RaceEvent): void => {
    const next = advance(race, event);
    race = next.race;
    for (const action of next.actions) {
      const { question } = action;
      if (action.type === "settle") settledAt.set(question, now);
      if (action.type === "cancel") {
        const isOut = (r: { readonly question: number; readonly lane: number }) =>
          r.question === question && action.lanes.includes(r.lane);
        running = running.filter((r) => !isOut(r));
        for (let i = waiting.length - 1; i >= 0; i--) if (isOut(waiting[i]!)) waiting.splice(i, 1);
      }
      if (action.type === "check") {
        const result = scripts[question]![action.lane]!.check ?? "checked";
        const at = now + (options.checkSeconds ?? 0);
        checks.push({ at, event: { type: "checked", question, lane: action.lane, result } });
      }
      if (action.type === "submit") {
        const script = scripts[question]![action.lane]!;
        const { seconds, round } = action.attempt;
        const fits = script.needs <= seconds;
        waiting.push({
          question,
          lane: action.lane,
          round,
          report: fits ? script.says : TIME,
          seconds: Math.min(seconds, script.needs),
        });
      }
      const where = "lane" in action ? `${question}.${action.lane}` : `${question}`;
      log.push(`${now} ${action.type} ${where}${action.type === "submit" ? ` ${action.attempt.seconds}s` : ""}`);
    }
  };
  for (const asked of terms) take({ type: "asked", terms: asked });
  take({ type: "capacity", slots });
  while (!isQuiet(race)) {
    while (running.length < slots && waiting.length > 0) {
      const { seconds, ...next } = waiting.shift()!;
      work += seconds;
      running.push({ ...next, endsAt: now + seconds });
    }
    const nextCheck = Math.min(...checks.map((c) => c.at));
    const nextEnd = Math.min(...running.map((r) => r.endsAt));
    if (nextCheck === Number.POSITIVE_INFINITY && nextEnd === Number.POSITIVE_INFINITY)
      throw new Error(`nothing is under way, and it is not over:\n${log.join("\n")}`);
    now = Math.min(nextCheck, nextEnd);
    const check = checks.findIndex((c) => c.at === now);
    if (check >= 0) {
      take(checks.splice(check, 1)[0]!.event);
      continue;
    }
    const ended = running.find((r) => r.endsAt === now)!;
    running = running.filter((r) => r !== ended);
    const { question, lane, round, report } = ended;
    const event: RaceEvent = { type: "report", question, lane, round, report };
    take(event);
    if (options.twice) take(event);
  }
  return { race, log, settledAt, work };
}

import type { Outcome } from "../../src/evidence/outcome.js";
import { none } from "../../src/evidence/verdict.js";
import type { Plan } from "../../src/portfolio/plan.js";
import {
  advance,
  conclusionOf,
  type LaneReport,
  type Schedule,
  type ScheduleEvent,
  scheduleOf,
  type Terms,
} from "../../src/portfolio/scheduler.js";

export const HOLDS = { answer: "holds", by: none("a test has none"), stats: {} } as const;
export const FAILS = { answer: "fails", by: none("a test has none"), stats: {} } as const;
export const UNKNOWN = { answer: "unknown", reason: "bound", detail: "too deep", stats: {} } as const;

export const outcomeOf = (
  engine: string,
  verdict: Outcome["verdict"],
  evidence: Outcome["evidence"] = "checked",
): Outcome => ({ engine, verdict, evidence, seconds: 0, notes: [] });

export const planOf = (...engines: string[]): Plan => ({
  name: "auto",
  lines: engines.map((engine) => ({ engine, options: {}, share: 1 })),
  firstSlice: 0.1,
  growth: 2,
  setup: 0,
});

export const TERMS = { threads: 1, seconds: 20, memoryBytes: 2 ** 30, leastWait: 1000 } as const;

/** An engine as its host sees it. Times are milliseconds in which it runs. */
export interface Script {
  /** Until it has an answer, dies or throws. */
  readonly work: number;
  readonly end: Outcome | { readonly died: string; readonly limit?: "memory" };
  /** For the check of its evidence. */
  readonly check?: number;
  /** It does not see that it should stop. */
  readonly isDeaf?: boolean;
}

interface Player {
  readonly script: Script;
  done: number;
  isRunning: boolean;
  isTold: boolean;
  hasVerdict: boolean;
  isGone: boolean;
}

export interface Played {
  /** `120 start 0`: when what was done about which lane. */
  readonly log: readonly string[];
  readonly reports: readonly { readonly lane: number; readonly report: LaneReport }[];
  readonly result: Outcome | Error;
  /** When the run was over, and when the last worker was. */
  readonly finishedAt: number;
  readonly quietAt: number;
  /** How long each engine ran. */
  readonly ran: readonly number[];
  /** The most that ran at once. */
  readonly most: number;
}

/** Something that happens at a time, beside what the engines do. */
export interface Happening {
  readonly at: number;
  readonly event: ScheduleEvent;
}

/** A run of the scheduler in which time passes only where something is due: every event is at its exact time. */
export function play(
  given: Partial<Terms> & Pick<Terms, "plan">,
  scripts: readonly Script[],
  happenings: readonly Happening[] = [],
): Played {
  const players = scripts.map(
    (script): Player => ({ script, done: 0, isRunning: false, isTold: false, hasVerdict: false, isGone: false }),
  );
  const log: string[] = [];
  const reports: Played["reports"][number][] = [];
  const ahead = [...happenings].sort((a, b) => a.at - b.at);
  let schedule: Schedule = scheduleOf({ ...TERMS, ...given }, 0);
  let [now, tickAt, finishedAt, most] = [0, 0, -1, 0];
  let result: Outcome | Error = new Error("it did not finish");

  const take = (event: ScheduleEvent): void => {
    const before = JSON.stringify(schedule);
    const old = schedule;
    const advanced = advance(old, event, now);
    if (JSON.stringify(old) !== before) throw new Error("a schedule was changed");
    ({ schedule, tickAt } = advanced);
    for (const action of advanced.actions) {
      if (action.type === "report") reports.push(action);
      else log.push([now, action.type, ..."lane" in action ? [action.lane] : []].join(" ")); // biome-ignore format: one line
      if (action.type === "finish") {
        finishedAt = now;
        result = action.error ?? concluded(schedule);
      } else if (action.type !== "report") command(players[action.lane]!, action.type);
    }
    most = Math.max(most, players.filter((p) => p.isRunning && !p.isTold && !p.hasVerdict).length);
  };
  const command = (player: Player, type: string): void => {
    if (type === "terminate") player.isGone = true;
    if (type === "stop") player.isTold = true;
    player.isRunning = !player.isGone && type !== "pause" && !(player.isTold && player.script.isDeaf !== true);
    if (player.isTold && player.script.isDeaf !== true && !player.isGone) {
      player.isGone = true;
      const lane = players.indexOf(player);
      const verdict = { answer: "unknown", reason: "cancelled", detail: "", stats: {} } as const;
      ahead.push({ at: now, event: { type: "checked", lane, outcome: outcomeOf("stopped", verdict, "none") } });
      ahead.sort((a, b) => a.at - b.at);
    }
  };
  /** When an engine has something to say next, if it runs on. */
  const sayingAt = ({ script, isRunning, done, hasVerdict }: Player): number =>
    isRunning ? now + script.work + (hasVerdict ? (script.check ?? 0) : 0) - done : Number.POSITIVE_INFINITY;
  const say = (player: Player): void => {
    const lane = players.indexOf(player);
    const { end } = player.script;
    if ("died" in end) {
      Object.assign(player, { isGone: true, isRunning: false });
      take({ type: "stopped", lane, detail: end.died, limit: end.limit ?? null });
    } else if (end.verdict.answer !== "unknown" && !player.hasVerdict) {
      player.hasVerdict = true;
      take({ type: "verdict", lane, answer: end.verdict.answer });
    } else {
      Object.assign(player, { isGone: true, isRunning: false });
      take({ type: "checked", lane, outcome: end });
    }
  };

  take({ type: "started" });
  for (let turn = 0; turn < 10_000; turn++) {
    const saying = players.map(sayingAt);
    const next = Math.min(tickAt, ahead[0]?.at ?? Number.POSITIVE_INFINITY, ...saying);
    if (next === Number.POSITIVE_INFINITY)
      return { log, reports, result, finishedAt, quietAt: now, ran: players.map((p) => p.done), most };
    for (const player of players) if (player.isRunning) player.done += next - now;
    now = next;
    const speaker = players[saying.indexOf(next)];
    if (ahead[0] !== undefined && ahead[0].at <= now) take(ahead.shift()!.event);
    else if (speaker !== undefined) say(speaker);
    else take({ type: "tick" });
  }
  throw new Error("the run does not end");
}

function concluded(schedule: Schedule): Outcome | Error {
  try {
    return conclusionOf(schedule, "");
  } catch (e) {
    return e as Error;
  }
}

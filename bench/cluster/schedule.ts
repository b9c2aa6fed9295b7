import type { Reported } from "../../dist/cluster/attempt.js";
import { hashOf } from "../../dist/cluster/hash.js";
import { advance, isQuiet, type RaceEvent, START } from "../../dist/cluster/race.js";
import type { Constants } from "./constants.js";
import type { RecordedQuestion } from "./recorded.js";

/** A suite on so many workers, as the schedule would have it. */
export interface Simulated {
  readonly seconds: number;
  readonly attempts: number;
  readonly answered: number;
  /** Shares of the time in which they had something to do. */
  readonly workers: number;
  readonly store: number;
  readonly asker: number;
}

/** A resource with some servers, each doing one thing at a time. */
class Servers {
  private readonly free: number[];
  busy = 0;

  constructor(count: number) {
    this.free = Array.from({ length: count }, () => 0);
  }

  /** When work that comes now is done. */
  done(now: number, seconds: number): number {
    const first = this.free.indexOf(Math.min(...this.free));
    const end = Math.max(now, this.free[first]!) + seconds;
    this.free[first] = end;
    this.busy += seconds;
    return end;
  }
}

/** Events in the order of their times: a binary heap. */
class Agenda {
  private readonly heap: { readonly at: number; happen(): void }[] = [];

  add(at: number, happen: () => void): void {
    const { heap } = this;
    let k = heap.push({ at, happen }) - 1;
    for (let up = (k - 1) >> 1; k > 0 && heap[up]!.at > heap[k]!.at; k = up, up = (k - 1) >> 1)
      [heap[up], heap[k]] = [heap[k]!, heap[up]!];
  }

  next(): { readonly at: number; happen(): void } | undefined {
    const { heap } = this;
    const [first] = heap;
    const last = heap.pop();
    if (heap.length === 0 || last === undefined) return first;
    heap[0] = last;
    for (let k = 0; ; ) {
      const [l, r] = [2 * k + 1, 2 * k + 2];
      let least = k;
      if (l < heap.length && heap[l]!.at < heap[least]!.at) least = l;
      if (r < heap.length && heap[r]!.at < heap[least]!.at) least = r;
      if (least === k) return first;
      [heap[k], heap[least]] = [heap[least]!, heap[k]!];
      k = least;
    }
  }
}

const ANSWER: Reported = { kind: "answer", answer: "holds", evidence: hashOf("evidence"), why: "", notes: [] };
const TIME: Reported = { kind: "unknown", reason: "time", detail: "" };
const BOUND: Reported = { kind: "unknown", reason: "bound", detail: "" };

/** The race itself, on a virtual clock: each attempt passes the store twice, and each answer the machine that asked. */
export function simulated(
  questions: readonly RecordedQuestion[],
  workers: number,
  constants: Constants,
  askerCores: number,
): Simulated {
  const agenda = new Agenda();
  const store = new Servers(1);
  const asker = new Servers(askerCores);
  const waiting: {
    readonly question: number;
    readonly lane: number;
    readonly round: number;
    readonly slice: number;
  }[] = [];
  const gone = new Set<string>();
  const running = new Map<string, { readonly since: number; isOver: boolean }>();
  let [race, now, idle, attempts, searching] = [START, 0, workers, 0, 0];
  const key = (question: number, lane: number) => `${question} ${lane}`;

  const end = (name: string) => {
    const search = running.get(name);
    if (search === undefined) return;
    running.delete(name);
    search.isOver = true;
    searching += now - search.since;
    idle++;
  };
  const start = () => {
    while (idle > 0 && waiting.length > 0) {
      const { question, lane, round, slice } = waiting.shift()!;
      const name = key(question, lane);
      if (gone.has(name)) continue;
      idle--;
      const { seconds, isAnswer } = questions[question]!.lanes[lane]!;
      const takes = seconds === null ? slice : Math.min(seconds, slice);
      const report = seconds === null || seconds > slice ? TIME : isAnswer ? ANSWER : BOUND;
      const search = { since: now, isOver: false };
      running.set(name, search);
      agenda.add(now + takes, () => {
        if (search.isOver) return;
        end(name);
        const told = store.done(now, constants.storeSeconds / 2);
        agenda.add(told, () => take({ type: "report", question, lane, round, report }));
        start();
      });
    }
  };
  const take = (event: RaceEvent) => {
    const next = advance(race, event);
    race = next.race;
    for (const action of next.actions) {
      const { question } = action;
      if (action.type === "cancel")
        for (const lane of action.lanes) {
          gone.add(key(question, lane));
          end(key(question, lane));
        }
      if (action.type === "check") {
        const { lane } = action;
        const done = asker.done(now, constants.askerSeconds);
        agenda.add(done, () => take({ type: "checked", question, lane, result: "checked" }));
      }
      if (action.type === "submit") {
        attempts++;
        const { round, seconds: slice } = action.attempt;
        const there = store.done(now, constants.storeSeconds / 2);
        agenda.add(there, () => {
          waiting.push({ question, lane: action.lane, round, slice });
          start();
        });
      }
    }
    start();
  };
  for (const { terms } of questions) take({ type: "asked", terms });
  take({ type: "capacity", slots: workers });
  while (!isQuiet(race)) {
    const next = agenda.next();
    if (next === undefined) throw new Error("nothing is under way, and it is not over");
    now = next.at;
    next.happen();
  }
  const answered = race.questions.filter((q) => q.state.kind === "decided").length;
  return {
    seconds: now,
    attempts,
    answered,
    workers: searching / (workers * now),
    store: store.busy / now,
    asker: asker.busy / (askerCores * now),
  };
}

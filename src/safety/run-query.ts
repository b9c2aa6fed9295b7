import type { Stats, Verdict } from "../evidence/verdict.js";
import { Stopped } from "../limits/stopped.js";
import type { Reached, ReachQuery, Separated } from "./reach-query.js";

/** What a query tells in between. */
export interface Progress {
  readonly what: string;
  readonly figures: Readonly<Record<string, number>>;
}

/** Propagations between two reports. */
const SLICE = 500_000;

/** Works on a query until it is answered, and reports now and then; `before` each slice others may be listened to. */
export function* runQuery(
  what: string,
  query: ReachQuery,
  further: () => Readonly<Record<string, number>> = () => ({}),
  before: () => void = () => {},
): Generator<Progress, Reached | Separated> {
  for (;;) {
    before();
    const result = query.step(SLICE);
    yield { what, figures: { ...further(), ...query.figures() } };
    if (result !== "more") return result;
  }
}

/** A search that was stopped ends with an ordinary verdict. */
export function* untilStopped<P>(search: Generator<P, Verdict>, stats: () => Stats): Generator<P, Verdict> {
  try {
    return yield* search;
  } catch (e) {
    if (!(e instanceof Stopped)) throw e;
    return { answer: "unknown", reason: e.reason, detail: "", stats: stats() };
  }
}

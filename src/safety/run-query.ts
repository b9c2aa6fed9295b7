import type { Figures, Progress } from "../limits/progress.js";
import type { Reached, ReachQuery, Separated } from "./reach-query.js";

/** Propagations between two reports. */
const SLICE = 500_000;

/** Works on a query until it is answered, and reports now and then; `before` each slice others may be listened to. */
export function* runQuery(
  what: string,
  query: ReachQuery,
  further: () => Figures = () => ({}),
  before: () => void = () => {},
): Generator<Progress, Reached | Separated> {
  for (;;) {
    before();
    const result = query.step(SLICE);
    yield { what, figures: { ...further(), ...query.figures() } };
    if (result !== "more") return result;
  }
}

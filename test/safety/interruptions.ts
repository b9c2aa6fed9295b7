import { Stopped } from "../../src/limits/stopped.js";

/** Stops every so many calls, further and further apart, so that whatever is interrupted ends some day. */
export function interruptions(period: number): () => "cancelled" | null {
  let calls = 0;
  let stops = 0;
  return () => {
    if (++calls < period + stops) return null;
    calls = 0;
    stops++;
    return "cancelled";
  };
}

/** Asks again whenever the question was stopped. */
export function persistently<T>(question: () => T): T {
  for (let stops = 0; stops < 10_000; stops++) {
    try {
      return question();
    } catch (e) {
      if (!(e instanceof Stopped)) throw e;
    }
  }
  throw new Error("the question does not end");
}

import type { AskOptions } from "fairlead";
import type { CheckOptions, EngineProgress } from "./protocol.js";

/** Each has kernels and a copy of the model. */
const MOST_THREADS = 4;

/** What the user allows, and how engines tell how far they are. */
export function limitsOf(
  { engine, seconds, megabytes }: CheckOptions,
  said: (progress: EngineProgress) => void,
): AskOptions {
  const started = performance.now();
  const say = (name: string, rest: Partial<EngineProgress>) =>
    said({ engine: name, at: performance.now() - started, what: "", figures: [], ...rest });
  return {
    engine,
    threads: Math.max(1, Math.min(navigator.hardwareConcurrency, MOST_THREADS)),
    seconds,
    memoryBytes: megabytes * 2 ** 20,
    onEvent: (name, { what, figures }) => say(name, { what, figures: Object.entries(figures) }),
    onPause: (name) => say(name, { isPaused: true }),
    onEnd: (name, ended) => say(name, { ended: ended instanceof Error ? ended.message : ended.verdict.answer }),
  };
}

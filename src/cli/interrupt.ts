import { Stopped } from "../limits/stopped.js";
import { endBy } from "./at-end.js";

/** What the first Ctrl-C aborts. */
export interface Interrupt {
  readonly signal: AbortSignal;
  /**
   * Work that does not look at the signal while it goes on, such as reading a file. Where `isNothingKnown` yet that could be shown,
   * Ctrl-C then ends the process at once, as it would any other; else the work is abandoned, and `Stopped` thrown.
   */
  during<T>(isNothingKnown: boolean, work: () => Promise<T>): Promise<T>;
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Runs `work`, which the first Ctrl-C stops; a second one ends the process. */
export async function withInterrupt<T>(work: (interrupt: Interrupt) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const onInterrupt = (signal: NodeJS.Signals) => {
    if (controller.signal.aborted) endBy(signal);
    controller.abort();
  };
  const listen = () => {
    for (const signal of SIGNALS) process.on(signal, onInterrupt);
  };
  const ignore = () => {
    for (const signal of SIGNALS) process.off(signal, onInterrupt);
  };
  const aborted = new Promise<never>((_, reject) => {
    controller.signal.addEventListener("abort", () => reject(new Stopped("cancelled")));
  });
  aborted.catch(() => {}); // where nobody waits
  listen();
  try {
    return await work({
      signal: controller.signal,
      async during(isNothingKnown, blocking) {
        if (!isNothingKnown) return Promise.race([blocking(), aborted]);
        ignore();
        try {
          return await blocking();
        } finally {
          listen();
        }
      },
    });
  } finally {
    ignore();
    // What was abandoned does not keep the process: a pipe that nobody writes to, for instance.
    if (controller.signal.aborted) setTimeout(() => process.exit(), 100).unref();
  }
}

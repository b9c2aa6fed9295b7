import { EXIT } from "./exit.js";

/** What the first Ctrl-C aborts. */
export interface Interrupt {
  readonly signal: AbortSignal;
  /**
   * Work that does not look at the signal while it goes on, such as reading a file. Where nothing `isNothingKnown` yet that could
   * be shown, Ctrl-C then ends the process at once, as it would any other.
   */
  during<T>(isNothingKnown: boolean, work: () => Promise<T>): Promise<T>;
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Runs `work`, which the first Ctrl-C stops; a second one ends the process. */
export async function withInterrupt<T>(work: (interrupt: Interrupt) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const onInterrupt = () => {
    if (controller.signal.aborted) process.exit(EXIT.unknown);
    controller.abort();
  };
  const listen = () => {
    for (const signal of SIGNALS) process.on(signal, onInterrupt);
  };
  const ignore = () => {
    for (const signal of SIGNALS) process.off(signal, onInterrupt);
  };
  listen();
  try {
    return await work({
      signal: controller.signal,
      async during(isNothingKnown, blocking) {
        if (!isNothingKnown) return blocking();
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
  }
}

import type { Figures } from "./progress.js";

/** What the surroundings say to work that must end now. */
export type StopSignal = "time" | "memory" | "cancelled";

/** Why work ends before it is done, although nothing is wrong with what was asked. `bound`: a number that was set, of states, gates, nodes. */
export type StopReason = StopSignal | "bound";

/** What work may take. Whoever works long polls it, and throws `Stopped`. */
export interface Limits {
  /** Why to stop now, or null. Asked often: cheap. */
  readonly shouldStop: () => StopSignal | null;
  /** In bytes. */
  readonly memoryLimit: number;
  /**
   * Milliseconds, for whoever shares out time by what things took. Absent: those of the machine. Where answers must not depend on
   * how busy that is, they are counted in work: one for each time that `shouldStop` is asked.
   */
  readonly now?: () => number;
}

/** What work that can only be told to stop polls. */
export type Stopping = Partial<Pick<Limits, "shouldStop">>;

/** The time by which work is shared out. */
export const timeOf = ({ now }: Partial<Pick<Limits, "now">>): number => now?.() ?? performance.now();

/** Thrown out of work that met a limit. What was asked stays as it was: ask again with more room, or give up. */
export class Stopped extends Error {
  override readonly name = "Stopped";

  constructor(
    readonly reason: StopReason,
    /** What a person should know beside the reason. */
    readonly detail = "",
    /** How far the work was. */
    readonly figures: Figures = {},
  ) {
    super(detail || `stopped: ${reason}`);
  }
}

/** Throws where work must end now. */
export function goOn({ shouldStop }: Stopping, detail = ""): void {
  const reason = shouldStop?.() ?? null;
  if (reason !== null) throw new Stopped(reason, detail);
}

/** The same in a loop whose turns are short, in every 64th. */
export function goOnInTurn(turn: number, limits: Stopping): void {
  if (turn % 64 === 0) goOn(limits);
}

/** What the work gives, or why it was stopped. */
export function unlessStopped<T>(work: () => T): T | Stopped {
  try {
    return work();
  } catch (e) {
    if (e instanceof Stopped) return e;
    throw e;
  }
}

/** What the search finds, or why it was stopped. */
export function* untilStopped<P, T>(search: Generator<P, T>): Generator<P, T | Stopped> {
  try {
    return yield* search;
  } catch (e) {
    if (e instanceof Stopped) return e;
    throw e;
  }
}

/** The search; when it is stopped, its figures go with the reason. */
export function* withFigures<P, T>(search: Generator<P, T>, figures: () => Figures): Generator<P, T> {
  const result = yield* untilStopped(search);
  if (result instanceof Stopped) throw new Stopped(result.reason, result.detail, figures());
  return result;
}

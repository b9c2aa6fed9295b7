/** Why work ends before it is done, although nothing is wrong with what was asked. */
export type StopReason = "time" | "memory" | "cancelled";

/** Thrown out of work that met a limit. What was asked stays as it was: ask again with more room, or give up. */
export class Stopped extends Error {
  override readonly name = "Stopped";

  constructor(
    readonly reason: StopReason,
    message = `stopped: ${reason}`,
  ) {
    super(message);
  }
}

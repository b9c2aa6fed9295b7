/** The exit statuses that scripts rely on. */
export const EXIT = {
  holds: 0,
  fails: 1,
  unknown: 2,
  usage: 64,
  input: 65,
  internal: 70,
} as const;

/** The command line itself is wrong. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

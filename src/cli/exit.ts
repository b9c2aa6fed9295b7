import type { Verdict } from "../evidence/verdict.js";

/** The exit statuses that scripts rely on. */
export const EXIT = {
  holds: 0,
  fails: 1,
  unknown: 2,
  usage: 64,
  input: 65,
  internal: 70,
} as const;

/**
 * The status of a command that asked for these answers. An interrupt that cut the work short is 2 whatever is known by then:
 * what was asked is not answered, and a script must not take the rest for all.
 */
export function statusOf(answers: readonly Verdict["answer"][], isCutShort: boolean): number {
  if (!isCutShort && answers.includes("fails")) return EXIT.fails;
  return isCutShort || answers.includes("unknown") ? EXIT.unknown : EXIT.holds;
}

/** The command line itself is wrong. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

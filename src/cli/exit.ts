import type { SpokenAnswer } from "../present/spoken.js";

/** The exit statuses that scripts rely on: 0, 1 and 2 are verdicts, all others are by the convention of sysexits.h. */
export const EXIT = {
  holds: 0,
  fails: 1,
  unknown: 2,
  usage: 64,
  input: 65,
  internal: 70,
  system: 71,
  cannotCreate: 73,
  inputOutput: 74,
  /** As the shell says that a process ended by SIGPIPE. */
  closedPipe: 141,
} as const;

export const VERDICTS =
  "0 all hold or are covered, 1 something fails or cannot be covered, 2 nothing fails but something is unknown";

/** For the help of a command whose own statuses are these; docs/reference/exit-status.md says more. */
export const exitHelp = (own: string): string =>
  `\nExit status: ${own};\n` +
  "64 wrong usage, 65 bad input, 70 internal error, 71 the machine gives too little memory, 73 a file cannot be created, 74 input or output error.";

/**
 * The status of a command that found these answers and met these problems. Something that fails is 1 whatever else was not
 * answered: an interrupt or another file that cannot be read does not make it undone. Only an internal error counts for more.
 */
export function statusOf(answers: readonly SpokenAnswer[], problems: readonly number[] = []): number {
  if (problems.includes(EXIT.internal)) return EXIT.internal;
  if (answers.includes("fails") || answers.includes("uncoverable")) return EXIT.fails;
  if (problems.length > 0) return Math.max(...problems);
  return answers.includes("unknown") ? EXIT.unknown : EXIT.holds;
}

/** The command line itself is wrong. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** What was asked for cannot be written. */
export class OutputError extends Error {
  override readonly name = "OutputError";

  constructor(
    message: string,
    readonly status: typeof EXIT.cannotCreate | typeof EXIT.inputOutput,
  ) {
    super(message);
  }
}

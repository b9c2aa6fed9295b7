import { spawnSync } from "node:child_process";

const MAX_OUTPUT = 2 ** 28;

/**
 * What a SAT solver that is installed on this machine prints for a query in DIMACS' format, which it gets on standard
 * input. `command` may have arguments. Throws when it cannot be started.
 */
export function runExternalSolver(command: string, dimacs: string, seconds: number): string {
  const [program, ...args] = command.trim().split(/\s+/);
  const timeout = Number.isFinite(seconds) ? { timeout: Math.max(1, Math.round(seconds * 1000)) } : {};
  const { error, stdout } = spawnSync(program!, args, {
    input: dimacs,
    encoding: "utf8",
    maxBuffer: MAX_OUTPUT,
    ...timeout,
  });
  // A solver that is stopped, or that does not read its input, has no answer; one that is not there is an error.
  if (error !== undefined && "code" in error && (error.code === "ENOENT" || error.code === "EACCES")) throw error;
  return stdout ?? "";
}

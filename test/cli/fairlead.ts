import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";

export { counterAag } from "./counter.js";

/** The built command line; `npm test` builds before it tests. */
export const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

export const example = (name: string): string => fileURLToPath(new URL(`../../examples/${name}`, import.meta.url));

export interface Finished {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a user types after `fairlead`, and what they see in a pipe. `during` may meddle with the running process. */
export function fairlead(args: readonly string[], during?: (process: ChildProcess) => void): Promise<Finished> {
  return run(process.execPath, [MAIN, ...args], during);
}

/** A log of CI, which is a pipe for all that it says of itself. */
const { FORCE_COLOR: _, NO_COLOR: __, ...environment } = process.env;
const PLAIN = { ...environment, CI: "true" };

export function run(
  command: string,
  args: readonly string[],
  during?: (process: ChildProcess) => void,
  cwd?: string,
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: PLAIN });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (data) => {
      stdout += data;
    });
    child.stderr.on("data", (data) => {
      stderr += data;
    });
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, stdout, stderr }));
    during?.(child);
  });
}

/** A folder that is gone after the tests of this file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-cli-"));
  folders.push(folder);
  return folder;
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A file with the given text in a folder of its own. */
export function fileWith(name: string, text: string | Uint8Array): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, text);
  return file;
}

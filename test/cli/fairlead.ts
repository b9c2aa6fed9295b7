import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";

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

/** A counter of so many bits whose top bit is asked to rise infinitely often: small to write, long to enumerate. */
export function counterAag(bits: number): string {
  const latches: string[] = [];
  const gates: string[] = [];
  let carry = 1; // the literal that says that all lower bits are 1
  let next = bits + 1;
  const and = (a: number, b: number): number => {
    gates.push(`${2 * next} ${Math.max(a, b)} ${Math.min(a, b)}`);
    return 2 * next++;
  };
  for (let i = 1; i <= bits; i++) {
    const bit = 2 * i;
    const both = carry === 1 ? bit : and(bit, carry);
    const neither = carry === 1 ? 0 : and(bit + 1, carry + 1);
    latches.push(`${bit} ${carry === 1 ? bit + 1 : and(both + 1, neither + 1)}`);
    carry = both;
  }
  const header = `aag ${next - 1} 0 ${bits} 0 ${gates.length} 0 0 1 0`;
  return `${[header, ...latches, "1", carry, ...gates].join("\n")}\n`;
}

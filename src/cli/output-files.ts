import { constants } from "node:fs";
import { access, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { UsageError } from "./exit.js";

/** Writes a file; what is wrong with it is said in words. */
export async function writeOutput(file: string, content: string | Uint8Array): Promise<void> {
  try {
    await writeFile(file, content);
  } catch (e) {
    throw notWritable(file, e);
  }
}

/** Says that files cannot be written before the work, not after it. Nothing is created. */
export async function expectWritable(files: readonly (string | undefined)[]): Promise<void> {
  for (const file of files) {
    if (file === undefined) continue;
    const found = await stat(file).catch(() => null);
    if (found?.isDirectory()) throw notWritable(file, { code: "EISDIR" });
    const folder = await stat(dirname(file)).catch(() => null);
    if (!folder?.isDirectory()) throw notWritable(file, { code: "ENOTDIR" });
    await access(found === null ? dirname(file) : file, constants.W_OK).catch((e: unknown) => {
      throw notWritable(file, e);
    });
  }
}

function notWritable(file: string, e: unknown): UsageError {
  const code = typeof e === "object" && e !== null && "code" in e ? String(e.code) : String(e);
  return new UsageError(`${file} cannot be written: ${PROBLEMS[code] ?? code}`);
}

const PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such folder",
  ENOTDIR: "there is no such folder",
  EISDIR: "it is a folder",
  EACCES: "not allowed",
  EPERM: "not allowed",
  EROFS: "not allowed",
  ENOSPC: "no space is left",
};

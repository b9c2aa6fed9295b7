import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { InputError } from "../text/input-error.js";

let standard: Promise<Uint8Array> | null = null;

/** It comes once, and may be asked for twice. */
function standardInput(): Promise<Uint8Array> {
  standard ??= buffer(process.stdin);
  return standard;
}

/** The content of a file, or of standard input for `-`; what is wrong with it is said in words. */
export async function readBytes(file: string): Promise<Uint8Array> {
  try {
    return await (file === "-" ? standardInput() : readFile(file));
  } catch (e) {
    const code = e instanceof Error && "code" in e ? e.code : undefined;
    const problems: Record<string, string> = {
      ENOENT: "no such file",
      EISDIR: "is a folder",
      EACCES: "may not be read",
    };
    throw new InputError("file-read", problems[String(code)] ?? String(e), null, file);
  }
}

/** UTF-8 where it is that, else one character for each byte. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("latin1").decode(bytes);
  }
}

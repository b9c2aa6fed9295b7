import { readFile } from "node:fs/promises";
import { InputError } from "../formats/text.js";

/** The content of a file; what is wrong with it is said in words. */
export async function readBytes(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
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

import { readFile } from "node:fs/promises";
import { readAiger } from "../formats/aiger/to-design.js";
import { InputError } from "../formats/text.js";
import type { Design } from "../model/property.js";

type Reader = (bytes: Uint8Array, file: string) => Design | Promise<Design>;

/** Which reader takes which file name. */
const READERS: readonly { readonly pattern: RegExp; readonly read: Reader }[] = [
  { pattern: /\.(aig|aag)$/i, read: (bytes) => readAiger(bytes) },
];

export const isModelFile = (file: string): boolean => READERS.some((r) => r.pattern.test(file));

/** Reads a model by the ending of its name. Errors carry the file's name. */
export async function loadDesign(file: string): Promise<Design> {
  const reader = READERS.find((r) => r.pattern.test(file));
  const bytes = await readBytes(file);
  try {
    if (reader !== undefined) return await reader.read(bytes, file);
    if (isAiger(bytes)) return readAiger(bytes);
  } catch (e) {
    throw e instanceof InputError ? e.in(file) : e;
  }
  throw new InputError("file-format", "not a kind of file that is known here (.aig, .aag)", null, file);
}

export async function readBytes(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (e) {
    const code = e instanceof Error && "code" in e ? e.code : undefined;
    const problem =
      code === "ENOENT"
        ? "no such file"
        : code === "EISDIR"
          ? "is a folder"
          : code === "EACCES"
            ? "may not be read"
            : String(e);
    throw new InputError("file-read", problem, null, file);
  }
}

export const isAiger = (bytes: Uint8Array): boolean => /^a[ai]g /.test(new TextDecoder().decode(bytes.subarray(0, 4)));

import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { InputError } from "../text/input-error.js";

/**
 * The files in a folder that are wanted by name, at any depth, each once whatever links lead to it. Links are followed, but not to
 * what contains the folder itself. Pipes and devices are not files.
 */
export async function filesIn(folder: string, isWanted: (name: string) => boolean): Promise<string[]> {
  const files: string[] = [];
  const root = await realpath(folder);
  const seen = new Set([root]);
  const isNew = (real: string): boolean => !seen.has(real) && !`${root}${sep}`.startsWith(`${real}${sep}`);
  const walk = async (at: string): Promise<void> => {
    for (const entry of await entriesOf(at)) {
      const path = join(at, entry.name);
      const real = await realpath(path).catch(() => null);
      if (real === null) {
        if (isWanted(path)) files.push(path); // the reader says what is wrong with it
        continue;
      }
      if (!isNew(real)) continue;
      const found = await stat(real);
      if (found.isDirectory() || (found.isFile() && isWanted(path))) seen.add(real);
      if (found.isDirectory()) await walk(path);
      else if (seen.has(real)) files.push(path);
    }
  };
  await walk(folder);
  return files.sort();
}

/** Links come last: a file that has a name of its own here is called by it. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((e: unknown) => {
    const isForbidden = e instanceof Error && "code" in e && (e.code === "EACCES" || e.code === "EPERM");
    throw new InputError("file-read", isForbidden ? "may not be read" : String(e), null, folder);
  });
  return entries.sort((a, b) => Number(a.isSymbolicLink()) - Number(b.isSymbolicLink()));
}

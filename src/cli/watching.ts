import { type FSWatcher, watch } from "node:fs";
import { basename, dirname, extname, resolve } from "node:path";
import { isProgramFile } from "../loading/program-files.js";
import { InputError } from "../text/input-error.js";
import type { CheckFlags } from "./check-flags.js";
import { checkFiles } from "./checking.js";
import { EXIT } from "./exit.js";
import type { Interrupt } from "./interrupt.js";

/** After a change, so long without another one. */
const QUIET_MS = 100;

/** Checks files, or a suite, again whenever one of the files changes. What cannot be read may be readable after the next change. */
export async function checkAgainAndAgain(
  paths: readonly string[],
  flags: CheckFlags,
  interrupt: Interrupt,
): Promise<number> {
  let files: readonly string[] = [...paths, ...(flags.config === undefined ? [] : [flags.config])];
  for (;;) {
    // From before they are read on, so that no change is missed.
    let watch = new FileWatch(files);
    const onFiles = (read: readonly string[]) => {
      files = read;
      watch.close();
      watch = new FileWatch(files);
    };
    try {
      const status = await checkFiles(paths, flags, interrupt, { onFiles }).catch(unreadable);
      if (interrupt.signal.aborted) return status;
      process.stderr.write(`waiting for changes of ${files.length === 1 ? "1 file" : `${files.length} files`}\n`);
      if (!(await watch.changed(interrupt.signal))) return status;
    } finally {
      watch.close();
    }
  }
}

function unreadable(e: unknown): number {
  if (!(e instanceof InputError)) throw e;
  process.stderr.write(`${e.message}\n`);
  return EXIT.input;
}

/** Notices changes of files from the moment on that it is made. */
class FileWatch {
  private readonly watchers: FSWatcher[] = [];
  private hasChanged = false;
  private tell = () => {};

  constructor(files: readonly string[]) {
    // Folders, since editors put a new file in the place of the old one.
    const folders = new Map<string, string[]>();
    for (const file of files.map((f) => resolve(f))) {
      const folder = dirname(file);
      folders.set(folder, [...(folders.get(folder) ?? []), basename(file)]);
    }
    for (const [folder, names] of folders)
      this.watchers.push(
        watch(folder, (_, name) => {
          if (name === null || !matters(name, names)) return;
          this.hasChanged = true;
          this.tell();
        }),
      );
  }

  /** Waits for a change since it was made, and until there are no more for a moment; false when the signal comes first. */
  async changed(signal: AbortSignal): Promise<boolean> {
    const happens = (ms: number | null) =>
      new Promise<void>((resolve) => {
        const timer = ms === null ? undefined : setTimeout(resolve, ms);
        this.tell = () => {
          clearTimeout(timer);
          resolve();
        };
        signal.addEventListener("abort", () => this.tell(), { once: true });
      });
    while (!this.hasChanged && !signal.aborted) await happens(null);
    while (this.hasChanged && !signal.aborted) {
      this.hasChanged = false;
      await happens(QUIET_MS);
    }
    return !signal.aborted;
  }

  close(): void {
    for (const watcher of this.watchers) watcher.close();
  }
}

/** A program may import others of its kind beside it. */
const matters = (name: string, names: readonly string[]): boolean =>
  names.includes(name) || names.some((n) => isProgramFile(n) && extname(n) === extname(name));

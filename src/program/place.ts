import type { Position } from "../text/input-error.js";

/** A place in an author's file. */
export interface FilePlace extends Position {
  /** A path, or the address of a script in a page. */
  readonly file: string;
}

/** Where a function of this package was called, found out when somebody asks: most places are never shown. */
export class CallPlace {
  private readonly trace: { stack?: string } = {};
  private known: FilePlace | null | undefined;

  constructor() {
    if (!canCapture) return;
    // The author's frame may lie below many of this package.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 50;
    Error.captureStackTrace(this.trace, CallPlace);
    Error.stackTraceLimit = stackTraceLimit;
  }

  get(): FilePlace | null {
    this.known ??= firstOutside(this.trace.stack ?? "");
    return this.known;
  }
}

const FRAME = /((?:file:\/\/|https?:\/\/)?(?:[A-Za-z]:)?\/[^\s():]*(?::\d+\/[^\s():]*)?):(\d+):(\d+)\)?$/;

/** Folders of this package, with source maps and without. */
const own = new Set([folderOf(import.meta.url), folderOf(frames(new Error().stack ?? "")[0]?.file ?? "")]);

/** Engines other than V8 have no stack that is cheap to keep: places are then unknown. */
const canCapture = typeof Error.captureStackTrace === "function";

function firstOutside(stack: string): FilePlace | null {
  return frames(stack).find(({ file }) => !own.has(folderOf(file)) && !file.startsWith("node:")) ?? null;
}

function frames(stack: string): FilePlace[] {
  return stack.split("\n").flatMap((text): FilePlace[] => {
    const found = FRAME.exec(text.trim());
    return found === null ? [] : [{ file: pathOf(found[1]!), line: Number(found[2]), column: Number(found[3]) }];
  });
}

function pathOf(file: string): string {
  return file.startsWith("file://") ? decodeURIComponent(file.slice(7)) : file;
}

function folderOf(file: string): string {
  const path = pathOf(file);
  return path.slice(0, path.lastIndexOf("/") + 1);
}

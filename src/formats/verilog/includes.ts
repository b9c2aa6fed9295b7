import type { Token } from "./scan.js";

/** A place in a text that names another file: `` `include "path" ``, `$readmemh("path", …)`. */
export interface FileReference {
  readonly kind: "include" | "data";
  /** Null where it is not a text in quotation marks. */
  readonly path: string | null;
  /** What is to be replaced by another name. */
  readonly start: number;
  readonly end: number;
}

export function* fileReferences(tokens: readonly Token[]): Generator<FileReference> {
  for (const [i, t] of tokens.entries()) {
    const isInclude = t.text === "`include";
    if (!isInclude && !/^\$readmem[bh]$/.test(t.text)) continue;
    const named = tokens[isInclude ? i + 1 : i + 2];
    if (named === undefined || named.kind === "end") continue;
    const path = named.kind === "string" ? named.text.slice(1, -1) : null;
    yield { kind: isInclude ? "include" : "data", path, start: named.start, end: named.end };
  }
}

/** The text with other names for the files that it names. */
export function renameFiles(text: string, tokens: readonly Token[], rename: (r: FileReference) => string): string {
  let out = "";
  let done = 0;
  for (const reference of fileReferences(tokens)) {
    out += `${text.slice(done, reference.start)}"${rename(reference)}"`;
    done = reference.end;
  }
  return out + text.slice(done);
}

import type { Design } from "../model/property.js";
import type { SourcePlace } from "../model/symbols.js";
import { forMessage, forTerminal } from "../text/escape.js";

/** Says on standard error what a reader remarked on. */
export function showNotices(file: string, { notices = [] }: Design): void {
  for (const { text, source } of notices) note(file, source, text);
}

/** Says which questions of the file are not answered. Their number. */
export function showRefused(file: string, { refused = [] }: Design): number {
  for (const { why, source } of refused) note(file, source, `${why}: this question is not answered`);
  return refused.length;
}

function note(file: string, { file: other, line, column }: SourcePlace, text: string): void {
  process.stderr.write(`${forTerminal(other ?? file)}:${line}:${column}: note: ${forMessage(text)}\n`);
}

import type { Design } from "../model/property.js";
import { forMessage, forTerminal } from "../text/escape.js";

/** Says on standard error what a reader remarked on. The number of questions of the file that are not answered. */
export function showNotices(file: string, { notices = [] }: Design): number {
  for (const { text, source } of notices)
    process.stderr.write(
      `${forTerminal(source.file ?? file)}:${source.line}:${source.column}: note: ${forMessage(text)}\n`,
    );
  return notices.filter((n) => n.unanswered).length;
}

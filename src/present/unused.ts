import type { ProgramReport } from "../program/report.js";
import { forTerminal } from "../text/escape.js";

/** What a system of a file has for nothing, and how many states it has. */
export interface UnusedIn {
  readonly system: string;
  /** Null where it could not be found out, and why. */
  readonly report: Omit<ProgramReport, "toString"> | null;
  readonly why?: string;
}

export function unusedText(file: string, { system, report, why = "" }: UnusedIn): string {
  const about = `${forTerminal(file)}: ${forTerminal(system)}: `;
  if (report === null) return `${about}not known what is unused: ${forTerminal(why)}\n`;
  const [first, ...lines] = String(report).split("\n");
  return `${[about + first, ...lines.map((line) => `  ${forTerminal(line)}`)].join("\n")}\n`;
}

import { forTerminal } from "../text/escape.js";

/** A run on other machines, in short. */
export interface RunRow {
  readonly run: string;
  /** By ISO 8601. */
  readonly started: string;
  readonly state: "running" | "left" | "done" | "cancelled";
  readonly asked: number;
  readonly settled: number;
  readonly files: readonly string[];
}

const MOST_FILES = 3;

/** Runs, the oldest first. */
export function runsTable(rows: readonly RunRow[]): string {
  if (rows.length === 0) return "no runs\n";
  const cells = rows.map(({ run, started, state, asked, settled, files }) => [
    forTerminal(run),
    started.slice(0, 19).replace("T", " "),
    state,
    `${settled}/${asked}`,
    listed(files),
  ]);
  const head = ["run", "started (UTC)", "state", "answered", "files"];
  const widths = head.map((title, k) => Math.max(title.length, ...cells.map((row) => row[k]!.length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, k) => cell.padEnd(widths[k]!))
      .join("  ")
      .trimEnd();
  return `${[head, ...cells].map(line).join("\n")}\n`;
}

function listed(files: readonly string[]): string {
  const shown = files.slice(0, MOST_FILES).map(forTerminal);
  const more = files.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

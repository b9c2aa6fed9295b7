import { among, Damaged, type Fields, list, parsed, record, text, whole } from "./shape.js";

/** By identity: what was asked, and how far it is. */
export const RUNS = "runs";
/** By identity: somebody attends to the run. */
export const ASKERS = "askers";
export const ASKER_SECONDS = 10;

/** What a run is about, so that it can be asked again: files and formulas, as they were given. */
export interface RunEntry {
  readonly version: string;
  /** Milliseconds since 1970, by the clock of whoever asked. */
  readonly started: number;
  readonly files: readonly string[];
  /** Options of the command, by name. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly asked: number;
  readonly settled: number;
  readonly state: "running" | "left" | "done" | "cancelled";
}

export const writeRun = (entry: RunEntry): string => JSON.stringify(entry);

/** Null where nobody wrote it who could be understood. */
export function readRun(given: string | null): RunEntry | null {
  if (given === null) return null;
  try {
    const fields: Fields = record(parsed(given, "a run"), "a run");
    return {
      version: text(fields.version, "its version", 50),
      started: whole(fields.started, "its start", 0, Number.MAX_SAFE_INTEGER),
      files: list(fields.files, "its files").map((file) => text(file, "a file", 10_000)),
      flags: record(fields.flags, "its options"),
      asked: whole(fields.asked, "its questions", 0, Number.MAX_SAFE_INTEGER),
      settled: whole(fields.settled, "its answers", 0, Number.MAX_SAFE_INTEGER),
      state: among(fields.state, ["running", "left", "done", "cancelled"], "its state"),
    };
  } catch (e) {
    if (e instanceof Damaged) return null;
    throw e;
  }
}

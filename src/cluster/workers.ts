import { Damaged, parsed, record, text, whole } from "./shape.js";
import type { WorkerEntry } from "./tables.js";

/** No machine has more, and no table of workers makes us submit without end. */
const MOST_THREADS = 1024;
const MOST_SLOTS = 4096;

/** Who takes attempts, as the table says. */
export function workersIn(table: ReadonlyMap<string, string>): ReadonlyMap<string, WorkerEntry> {
  return new Map([...table].flatMap(([name, entry]) => entryOf(name, entry)));
}

function entryOf(name: string, entry: string): readonly (readonly [string, WorkerEntry])[] {
  try {
    const fields = record(parsed(entry, "a worker"), "a worker");
    const threads = whole(fields.threads, "its threads", 1, MOST_THREADS);
    return [[text(name, "its name"), { threads, version: text(fields.version, "its version", 50) }]];
  } catch (e) {
    if (e instanceof Damaged) return [];
    throw e;
  }
}

/** Attempts that can run at once. */
export function slotsOf(table: ReadonlyMap<string, string>, version: string): number {
  const own = [...workersIn(table).values()].filter((w) => w.version === version);
  return Math.min(
    MOST_SLOTS,
    own.reduce((sum, w) => sum + w.threads, 0),
  );
}

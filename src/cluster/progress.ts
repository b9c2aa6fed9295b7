import type { Progress } from "../limits/progress.js";
import { forTerminal } from "../text/escape.js";
import { recordOf } from "../text/record.js";
import { Damaged, record, text } from "./shape.js";

const MOST_FIGURES = 20;

/** What an engine far away is doing; null where that cannot be read. */
export function readProgress(given: unknown): { readonly worker: string; readonly progress: Progress } | null {
  try {
    const fields = record(given, "progress");
    const figures = Object.entries(record(fields.figures, "figures")).flatMap(([name, value]) =>
      typeof value === "number" ? [[forTerminal(text(name, "a figure", 50)), value] as const] : [],
    );
    return {
      worker: forTerminal(text(fields.worker, "a worker", 200)),
      progress: {
        what: forTerminal(text(fields.what, "what it does", 200)),
        figures: recordOf(figures.slice(0, MOST_FIGURES)),
      },
    };
  } catch (e) {
    if (e instanceof Damaged) return null;
    throw e;
  }
}

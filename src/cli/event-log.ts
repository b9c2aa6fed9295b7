import type { Outcome } from "../evidence/outcome.js";
import type { Progress } from "../limits/progress.js";
import { statsJson } from "../present/json.js";
import { forJson } from "../text/escape.js";

/** What is being asked, as events name it. */
export interface About {
  readonly file: string;
  readonly property: string;
}

/** What engines do, as it happens. */
export interface Report {
  event(about: About, engine: string, event: Progress): void;
  pause(about: About, engine: string): void;
  end(about: About, engine: string, ending: Outcome | Error): void;
}

/** One JSON object a line, by schema/event.schema.json. */
export class EventLog implements Report {
  constructor(private readonly stream: NodeJS.WritableStream) {}

  event(about: About, engine: string, { what, figures }: Progress): void {
    this.write({ ...about, engine, type: "event", what, figures });
  }

  pause(about: About, engine: string): void {
    this.write({ ...about, engine, type: "pause" });
  }

  end(about: About, engine: string, ending: Outcome | Error): void {
    if (ending instanceof Error) this.write({ ...about, engine, type: "lost", reason: ending.message });
    else {
      const { verdict, evidence, seconds } = ending;
      const why = verdict.answer === "unknown" ? { reason: verdict.reason } : { evidence };
      this.write({ ...about, engine, type: "end", answer: verdict.answer, ...why, seconds, stats: statsJson(verdict) });
    }
  }

  private write(line: object): void {
    this.stream.write(`${forJson(line)}\n`);
  }
}

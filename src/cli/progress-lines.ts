import type { Progress } from "../limits/progress.js";
import { atEnd } from "./at-end.js";
import type { About, Report } from "./event-log.js";

/** Events are shown no more often than this. */
const INTERVAL_MS = 120;
/** What goes on is shown this long after it began, and again and again: within half a second, whatever it is. */
const TIMER_MS = 400;

/** Time as progress lines use it. */
export interface Timing {
  now(): number;
  /** Calls something again and again; returns what ends that. */
  every(ms: number, call: () => void): () => void;
}

const MACHINE: Timing = {
  now: () => performance.now(),
  every(ms, call) {
    const timer = setInterval(call, ms).unref();
    return () => clearInterval(timer);
  },
};

/** One calm line for each running engine on a terminal; nothing in a pipe. */
export class ProgressLines implements Report, Disposable {
  private readonly lines = new Map<string, string>();
  private shown = 0;
  private heading: string | null = null;
  private stopTimer: (() => void) | null = null;
  private last = Number.NEGATIVE_INFINITY;
  private readonly started: number;
  private readonly callOff = atEnd(() => this.clear());

  constructor(
    private readonly stream: NodeJS.WriteStream,
    private readonly timing: Timing = MACHINE,
  ) {
    this.started = timing.now();
  }

  /** What is asked now, above what the engines do; it is shown also while these have nothing to say. */
  asking(what: string): void {
    if (!this.stream.isTTY) return;
    this.heading = what;
    this.stopTimer ??= this.timing.every(TIMER_MS, () => this.draw());
  }

  /** What an engine is doing; shown at most a few times a second. */
  event(_about: About, engine: string, event: Progress): void {
    if (!this.stream.isTTY) return;
    this.lines.set(engine, describe(engine, event));
    const now = this.timing.now();
    if (now - this.last < INTERVAL_MS) return;
    this.last = now;
    this.draw();
  }

  /** Another engine's turn: the line goes, and comes back. */
  pause(_about: About, engine: string): void {
    if (this.lines.delete(engine) && this.stream.isTTY) this.draw();
  }

  end(about: About, engine: string): void {
    this.pause(about, engine);
  }

  /** While something goes on that has no events, such as reading a file: what it is, with a clock, unless it is short. */
  async during<T>(what: string, work: () => Promise<T>): Promise<T> {
    if (!this.stream.isTTY) return work();
    this.lines.set(what, what);
    const stop = this.timing.every(TIMER_MS, () => this.draw());
    try {
      return await work();
    } finally {
      stop();
      this.clear();
    }
  }

  /** No engine runs: results can be printed. */
  clear(): void {
    this.lines.clear();
    this.heading = null;
    this.stopTimer?.();
    this.stopTimer = null;
    if (this.stream.isTTY) this.erase();
  }

  [Symbol.dispose](): void {
    this.clear();
    this.callOff();
  }

  private draw(): void {
    this.erase();
    const seconds = ((this.timing.now() - this.started) / 1000).toFixed(1);
    const width = this.stream.columns || 80; // 0: nobody told the terminal
    const lines = [...(this.heading === null ? [] : [this.heading]), ...this.lines.values()];
    for (const line of lines) this.stream.write(`${`${seconds}s ${line}`.slice(0, width - 1)}\n`);
    this.shown = lines.length;
  }

  private erase(): void {
    // From the first column: Ctrl-C shows as ^C, and the cursor stands behind it.
    if (this.shown > 0) this.stream.write(`\r\x1b[${this.shown}A\x1b[0J`);
    this.shown = 0;
  }
}

function describe(engine: string, event: Progress): string {
  const figures = Object.entries(event.figures).map(([name, value]) => `${name} ${short(value)}`);
  return [`${engine}: ${event.what}`, ...figures].join(", ");
}

function short(value: number): string {
  if (!Number.isInteger(value)) return value.toPrecision(3);
  return Math.abs(value) < 1e6 ? `${value}` : `${(value / 1e6).toFixed(1)}M`;
}

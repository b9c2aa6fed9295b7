import { setImmediate } from "node:timers/promises";
import { type Condition, StepReader, type TraceRow } from "../evidence/trace.js";
import { Stopped, type StopReason } from "../limits/stopped.js";
import type { Model } from "../model/model.js";
import type { Step } from "../model/step.js";
import { type Radix, valuesInRadix } from "../present/radix.js";
import { StepLines } from "../present/text.js";
import { type DumpedTrace, ValueChangeDump } from "../present/vcd.js";
import type { RunEnd } from "../safety/random-run.js";

/** Where the steps of a run go, as they are made. */
export interface RunOutputs {
  text(text: string): Promise<void>;
  vcd?(text: string): Promise<void>;
}

/** How far a run came, and why not further: it has the steps that were asked for, it ended, or a budget did. */
export interface Ran {
  readonly steps: number;
  readonly end: RunEnd | StopReason | null;
}

/** Signals go on being heard, this often. */
const BREATHE_MS = 50;
/** Writes to a file come in pieces of this size. */
const PIECE = 2 ** 16;

/** Shows a run step by step and keeps none of it: it can be as long as one likes. It ends where the goal holds. */
export async function showRun(
  model: Model,
  run: Generator<Step, RunEnd>,
  most: number,
  outputs: RunOutputs,
  { goal, radix = "dec" }: { readonly goal?: Condition; readonly radix?: Radix } = {},
): Promise<Ran> {
  const conditions = goal === undefined ? [] : [goal];
  const reader = new StepReader(model, conditions);
  const { signals } = reader;
  const lines = new StepLines(signals);
  const dump = new DumpInPieces({ signals, conditions, loop: null, ...originOf(model) }, outputs.vcd);
  const breathe = breather();
  let steps = 0;
  try {
    for (; steps < most; steps++) {
      const next = run.next();
      if (next.done) return { steps, end: next.value };
      const row = reader.read(next.value);
      const isGoal = row.met.length > 0;
      const values = valuesInRadix(signals, row.values, row.bits, radix);
      await outputs.text(`${lines.next(steps, values, isGoal ? `  -- ${goal!.name}` : "").join("\n")}\n`);
      await dump.step(row, steps);
      if (isGoal) return { steps: steps + 1, end: "goal" };
      await breathe();
    }
    return { steps, end: null };
  } catch (e) {
    if (!(e instanceof Stopped)) throw e;
    return { steps, end: e.reason };
  } finally {
    await dump.end();
  }
}

const originOf = ({ origin }: Model) => origin && { origin };

/** Lets signals be heard, now and then. */
function breather(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < BREATHE_MS) return;
    await setImmediate();
    last = performance.now();
  };
}

class DumpInPieces {
  private readonly dump: ValueChangeDump;
  private piece = "";

  constructor(
    trace: DumpedTrace,
    private readonly write: RunOutputs["vcd"],
  ) {
    this.dump = new ValueChangeDump(trace);
  }

  async step(row: TraceRow, number: number): Promise<void> {
    if (this.write === undefined) return;
    this.piece += this.dump.step(row, number);
    if (this.piece.length >= PIECE) await this.flush();
  }

  async end(): Promise<void> {
    this.piece += this.dump.end();
    await this.flush();
  }

  private async flush(): Promise<void> {
    const { piece } = this;
    this.piece = "";
    await this.write?.(piece);
  }
}

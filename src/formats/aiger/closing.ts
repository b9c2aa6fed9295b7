import type { Lasso } from "../../evidence/verdict.js";
import { influencedBy } from "../../model/influence.js";
import type { Model } from "../../model/model.js";
import { Simulator } from "../../model/simulate.js";

/** How a lasso is written so that its last step leads back to an earlier one. */
export interface Closing {
  /** How often the loop is gone round in the file. */
  readonly turns: number;
  /** The step of the file that follows its last one. */
  readonly loop: number;
  /** Latches, by index, that do not come back: nothing that is asked reads them. Empty unless that would take too long. */
  readonly open: readonly number[];
}

export interface ClosingLimits {
  /** Steps of the file. */
  readonly steps?: number;
  /** Values of inputs in the file. */
  readonly values?: number;
  /** Nodes of the graph times steps simulated: some ten seconds. */
  readonly work?: number;
}

/** The loop gone round once. */
export const onceRound = ({ loop }: Lasso, open: readonly number[] = []): Closing => ({ turns: 1, loop, open });

/**
 * Goes round the loop, always with its inputs, until every latch of the model has come back. What the loop shows depends on
 * latches that come back in each turn, so every turn shows it. A lasso for which that takes too long stays as it is.
 */
export function closingOf(model: Model, lasso: Lasso, limits: ClosingLimits = {}): Closing {
  const open = openLatches(model, lasso);
  if (open.length === 0) return onceRound(lasso);
  const { steps = 1e6, values = 1e8, work = 3e9 } = limits;
  const period = lasso.steps.length - lasso.loop;
  const longest = Math.min(steps, Math.floor(values / Math.max(1, model.inputs.length)));
  const most = Math.floor((longest - lasso.loop) / period);
  const turn = new Turns(model, lasso, Math.floor(work / (model.aig.size * period)));
  const cycle = cycleOf(turn, most);
  if (cycle === null) return onceRound(lasso, influencedBy(model, open));
  return { turns: cycle.start + cycle.length, loop: lasso.loop + cycle.start * period, open: [] };
}

/** Latches that differ where the loop begins and after the last step. */
function openLatches(model: Model, { steps, loop }: Lasso): number[] {
  const sim = new Simulator(model);
  sim.load(steps.at(-1)!);
  sim.evaluate();
  return [...model.latches.keys()].filter((i) => (sim.next(i) & 1) !== steps[loop]!.latches[i]);
}

/** The latches at the beginning of each turn; each depends on the one before alone. */
class Turns {
  private readonly sim: Simulator;
  private readonly inputs: readonly Uint8Array[];
  readonly first: Int32Array;

  constructor(
    model: Model,
    { steps, loop }: Lasso,
    /** How many turns may be simulated. */
    private left: number,
  ) {
    this.sim = new Simulator(model);
    this.inputs = steps.slice(loop).map((s) => s.inputs);
    this.first = Int32Array.from(steps[loop]!.latches, (v) => -v);
  }

  /** Null when there were too many. */
  after(latches: Int32Array): Int32Array | null {
    if (this.left-- <= 0) return null;
    this.sim.latches.set(latches);
    for (const inputs of this.inputs) {
      this.sim.loadInputs(inputs);
      this.sim.evaluate();
      this.sim.advance();
    }
    return this.sim.latches.slice();
  }
}

/**
 * The first turn that is met again, and after how many turns (Brent): null when the two together are more than `most`. Keeps
 * two states, however many are met.
 */
function cycleOf(turns: Turns, most: number): { readonly start: number; readonly length: number } | null {
  let kept = turns.first;
  let here = turns.after(kept);
  let length = 1;
  // At most `most` turns until the cycle is entered, then at most twice around it.
  for (let power = 1; here !== null && !isSame(kept, here); length++) {
    if (length === power) {
      if (power > 2 * most) return null;
      kept = here;
      power *= 2;
      length = 0;
    }
    here = turns.after(here);
  }
  let ahead: Int32Array | null = here === null ? null : turns.first;
  for (let i = 0; i < length && ahead !== null; i++) ahead = turns.after(ahead);
  let behind: Int32Array | null = turns.first;
  let start = 0;
  for (; ahead !== null && behind !== null && !isSame(ahead, behind); start++) {
    if (start + length > most) return null;
    ahead = turns.after(ahead);
    behind = turns.after(behind);
  }
  return ahead === null || behind === null || start + length > most ? null : { start, length };
}

const isSame = (a: Int32Array, b: Int32Array): boolean => a.every((v, i) => v === b[i]);

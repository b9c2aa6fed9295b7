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
  const most = Math.min((longest - lasso.loop) / period, work / (model.aig.size * period));
  const cycle = cycleOf(new Turns(model, lasso), Math.floor(most));
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

/** The latches at the beginning of each turn, one after the other. */
class Turns {
  private readonly sim: Simulator;
  private readonly inputs: readonly Uint8Array[];

  constructor(
    model: Model,
    private readonly lasso: Lasso,
  ) {
    this.sim = new Simulator(model);
    this.inputs = lasso.steps.slice(lasso.loop).map((s) => s.inputs);
    this.toFirst();
  }

  get latches(): Int32Array {
    return this.sim.latches;
  }

  toFirst(): void {
    this.sim.load(this.lasso.steps[this.lasso.loop]!);
  }

  next(): void {
    for (const inputs of this.inputs) {
      this.sim.loadInputs(inputs);
      this.sim.evaluate();
      this.sim.advance();
    }
  }
}

/**
 * The first turn that is met again, and after how many turns; null when none is within `most`. Each turn is known by its hash
 * value, and what looks like a meeting is looked at once more.
 */
function cycleOf(turns: Turns, most: number): { readonly start: number; readonly length: number } | null {
  const seen = new Map<number, number>();
  for (let k = 0; k <= most; k++, turns.next()) {
    const key = hashOf(turns.latches);
    const start = seen.get(key);
    if (start === undefined) seen.set(key, k);
    else return isMet(turns, start, k) ? { start, length: k - start } : null;
  }
  return null;
}

function isMet(turns: Turns, start: number, now: number): boolean {
  turns.toFirst();
  for (let k = 0; k < start; k++) turns.next();
  const latches = turns.latches.slice();
  for (let k = start; k < now; k++) turns.next();
  return latches.every((v, i) => v === turns.latches[i]);
}

/** 53 bits: among 10^6 states two have the same value once in ten thousand times. */
function hashOf(words: Int32Array): number {
  let [a, b] = [0x9e3779b9, 0x85ebca6b];
  for (const word of words) {
    a = Math.imul(a ^ word, 0x2c1b3c6d) ^ (a >>> 15);
    b = Math.imul(b + word, 0x297a2d39) ^ (b >>> 13);
  }
  return (a >>> 0) * 2 ** 21 + (b >>> 11);
}

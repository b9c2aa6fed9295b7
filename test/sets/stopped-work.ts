import { expect } from "vitest";
import { Stopped } from "../../src/limits/stopped.js";
import type { Model } from "../../src/model/model.js";
import { type BddScope, bddSets } from "../../src/sets/bdd-sets.js";
import { BddManager } from "../../src/solvers/bdd/manager.js";
import { bddModule } from "../solvers/bdd/tables.js";

/** Works on the sets of a model, and stops that after so many polls: whatever it held is given back. Whether it was stopped. */
export function expectNothingHeld(
  model: Model,
  options: Parameters<typeof bddSets>[2],
  polls: number,
  work: (sets: BddScope) => void,
): boolean {
  let left = Number.POSITIVE_INFINITY;
  const shouldStop = () => (left-- > 0 ? null : "cancelled");
  const manager = new BddManager(bddModule, { shouldStop, pollInterval: 1 });
  const sets = bddSets(manager, model, options);
  let isStopped = false;
  left = polls;
  try {
    work(sets);
  } catch (e) {
    if (!(e instanceof Stopped)) throw e;
    isStopped = true;
  }
  left = Number.POSITIVE_INFINITY;
  sets[Symbol.dispose]();
  expect(manager.statistics().protections).toBe(0);
  return isStopped;
}

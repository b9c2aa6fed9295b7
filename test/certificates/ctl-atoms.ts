import { type Lit, litOf, TRUE } from "../../src/logic/lit.js";
import { readsInputs } from "../../src/model/reads-inputs.js";
import type { RandomSystem } from "../arbitraries/systems.js";

/** Literals for the atoms a and b of a formula: of the random ones those that read latches only, else a latch. */
export function atomsOf({ model, lits }: RandomSystem): Map<string, Lit> {
  const meaning = (i: number): Lit => {
    const l = lits[i]!;
    const latch = model.latches[i % Math.max(1, model.latches.length)];
    return !readsInputs(model, [l]) ? l : latch === undefined ? TRUE : litOf(latch.node);
  };
  return new Map([
    ["a", meaning(0)],
    ["b", meaning(1)],
  ]);
}

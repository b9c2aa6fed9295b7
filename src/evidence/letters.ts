import type { Lit } from "../logic/lit.js";
import type { Model } from "../model/model.js";
import { Simulator } from "../model/simulate.js";
import type { Step } from "../model/step.js";

/** Which atoms hold in each step. */
export function lettersOf(model: Model, steps: readonly Step[], atoms: ReadonlyMap<string, Lit>) {
  const simulator = new Simulator(model, { watch: [...atoms.values()], latches: [] });
  const letters = steps.map((step) => {
    simulator.load(step);
    simulator.evaluate();
    return new Set([...atoms].flatMap(([name, l]) => (simulator.bit(l) === 1 ? [name] : [])));
  });
  return { length: steps.length, holds: (atom: string, t: number): boolean => letters[t]!.has(atom) };
}

import type { Declaration } from "../evidence/lacking.js";
import type { Lasso } from "../evidence/verdict.js";
import { supportOf } from "../logic/aig.js";
import { type Lit, nodeOf, not } from "../logic/lit.js";
import { influenceOn } from "../model/influence.js";
import type { Model } from "../model/model.js";
import { Simulator } from "../model/simulate.js";

/** A fairness condition that a model does not have. */
export interface UndeclaredCondition extends Declaration {
  readonly literal: Lit;
}

/**
 * What the environment chooses the same way in all steps of a loop: signals of one bit that read inputs only (a process that never runs is one) and
 * influence what is observed. That the other value comes again and again is a condition that excludes the loop.
 */
export function heldChoices(model: Model, { steps, loop }: Lasso, observed: readonly Lit[]): UndeclaredCondition[] {
  const inputs = new Set(model.inputs);
  const influence = influenceOn(model, [...model.constraints, ...model.fairness, ...observed]);
  const matters = new Set(model.inputs.filter((_, i) => influence.inputs[i] === 1));
  const seen = new Set<number>();
  const choices = model.signals.filter(({ bits }) => {
    const [bit] = bits;
    if (bits.length !== 1 || bit === undefined || seen.has(nodeOf(bit))) return false;
    seen.add(nodeOf(bit));
    const leaves = supportOf(model.aig, bits);
    return leaves.some((n) => matters.has(n)) && leaves.every((n) => inputs.has(n));
  });
  const simulator = new Simulator(model, { watch: choices.map((s) => s.bits[0]!), latches: [] });
  const values = steps.slice(loop).map((step) => {
    simulator.load(step);
    simulator.evaluate();
    return choices.map((s) => simulator.bit(s.bits[0]!));
  });
  return choices.flatMap(({ name, bits: [bit] }, k) => {
    const value = values[0]![k]!;
    if (values.some((row) => row[k] !== value)) return [];
    return [
      {
        literal: value === 1 ? not(bit!) : bit!,
        name: `fairness of ${value === 1 ? "!" : ""}${name}`,
        broken: `${name} is ${value} in every step of the loop`,
      },
    ];
  });
}

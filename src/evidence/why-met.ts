import { type Lit, litOf, nodeOf, not } from "../logic/lit.js";
import type { Model } from "../model/model.js";
import type { Property } from "../model/property.js";
import { Simulator } from "../model/simulate.js";
import { conditionsFor } from "./trace.js";
import type { Lasso, Run } from "./verdict.js";

/** Gates that are looked at, over all steps: beyond them nothing is explained. */
const MOST_LOOKED_AT = 5_000_000;

/**
 * Why the conditions of a trace are met: `[step][k]` belongs to `met[step][k]` and has positions of signals. Whatever all others
 * are, the condition holds in a step in which these have the values that they have there. A named signal is a reason by itself;
 * a condition that has a name is explained by what it is made of.
 */
export function whyMet(
  model: Model,
  property: Property,
  path: Lasso | Run,
): readonly (readonly (readonly number[])[])[] {
  const literals = conditionsFor(model, property).map((c) => c.literal);
  const simulator = new Simulator(model, { watch: literals, latches: [] });
  const explanation = new Explanation(model, (l) => simulator.bit(l) === 1);
  return path.steps.map((step) => {
    simulator.load(step);
    simulator.evaluate();
    return literals.filter((l) => simulator.bit(l) === 1).map((l) => explanation.of(l));
  });
}

class Explanation {
  /** By node: the first signal that it is a bit of. */
  private readonly signalOf = new Map<number, number>();
  private looked = 0;

  constructor(
    private readonly model: Model,
    private readonly holds: (l: Lit) => boolean,
  ) {
    model.signals.forEach(({ bits }, k) => {
      for (const bit of bits) if (!this.signalOf.has(nodeOf(bit))) this.signalOf.set(nodeOf(bit), k);
    });
  }

  /** The signals that make a literal true. An and that is true needs both sides; one that is false, one side that is. */
  of(root: Lit): readonly number[] {
    const { aig } = this.model;
    const reasons = new Set<number>();
    const seen = new Set<number>();
    const open = [nodeOf(root)];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (seen.has(node) || ++this.looked > MOST_LOOKED_AT) continue;
      seen.add(node);
      const signal = node === nodeOf(root) && aig.isGate(node) ? undefined : this.signalOf.get(node);
      if (signal !== undefined) reasons.add(signal);
      else if (aig.isGate(node)) open.push(...this.reasonsOfGate(node, seen));
    }
    return [...reasons].sort((a, b) => a - b);
  }

  private reasonsOfGate(node: number, seen: ReadonlySet<number>): number[] {
    const sides = [this.model.aig.fanin0(node), this.model.aig.fanin1(node)];
    if (this.holds(litOf(node))) return sides.map(nodeOf);
    const wrong = sides.filter((l) => this.holds(not(l))).map(nodeOf);
    const cheap = (n: number): boolean => seen.has(n) || this.signalOf.has(n);
    return [wrong.find(cheap) ?? wrong[0]!];
  }
}

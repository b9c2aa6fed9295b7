import type { Random } from "../../src/logic/random.js";
import type { Model } from "../../src/model/model.js";

/** A system like another one: a constraint or condition less, another next value or reset. */
export function neighbour(model: Model, random: Random): Model {
  const without = <T>(list: readonly T[]): T[] => {
    const at = random.below(Math.max(1, list.length));
    return list.filter((_, i) => i !== at);
  };
  const k = random.below(model.latches.length);
  const change = (latch: Partial<Model["latches"][number]>): Model => ({
    ...model,
    latches: model.latches.map((l, i) => (i === k ? { ...l, ...latch } : l)),
  });
  switch (random.below(4)) {
    case 0:
      return { ...model, constraints: without(model.constraints) };
    case 1:
      return { ...model, fairness: without(model.fairness) };
    case 2:
      return change({ reset: "free" });
    default:
      return change({ next: model.latches[random.below(model.latches.length)]!.next });
  }
}

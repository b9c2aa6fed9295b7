import type { Model } from "../../src/model/model.js";
import { NaiveSystem } from "../sets/naive-system.js";

/**
 * Is there a reachable fair cycle? By the definition: some reachable set of states that all reach each other has, for
 * every condition, a transition inside it that meets the condition. For a handful of latches.
 */
export function hasFairCycle(model: Model): boolean {
  const system = new NaiveSystem(model);
  // A reset may read the inputs of the first step, which then has to be taken with them.
  const second = system.transitions.filter(([from, , inputs]) => system.isFirst(from, inputs)).map(([, to]) => to);
  const reachable = closure(system, new Set(second));
  const conditions = model.fairness;
  for (const s of reachable) {
    const forward = closure(system, system.post(new Set([s])));
    if (!forward.has(s)) continue;
    const component = new Set([...forward].filter((t) => closure(system, system.post(new Set([t]))).has(s)));
    const inside = system.transitions.filter(([from, to]) => component.has(from) && component.has(to));
    if (conditions.every((c) => inside.some(([from, , inputs]) => system.holds(c, from, inputs)))) return true;
  }
  return false;
}

function closure(system: NaiveSystem, from: ReadonlySet<number>): Set<number> {
  const seen = new Set(from);
  for (let size = -1; size !== seen.size; ) {
    size = seen.size;
    for (const t of system.post(seen)) seen.add(t);
  }
  return seen;
}

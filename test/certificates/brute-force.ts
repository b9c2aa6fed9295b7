import type { Model } from "../../src/model/model.js";
import { NaiveSystem } from "../sets/naive-system.js";

/**
 * Is there a reachable fair cycle? By the definition: some reachable set of states that all reach each other has, for
 * every condition, a transition inside it that meets the condition. For a handful of latches.
 */
export function hasFairCycle(model: Model): boolean {
  const system = new NaiveSystem(model);
  const reachable = closure(system, system.initial());
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

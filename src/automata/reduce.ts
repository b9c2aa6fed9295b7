import { withoutBisimilarStates } from "./bisimulation.js";
import type { Budget } from "./budget.js";
import { reduceByReverseSimulation, reduceBySimulation } from "./simulation.js";
import { edgeCount, isDeterministic, stateCount, type Tgba } from "./tgba.js";
import { withFewerAcceptanceSets, withoutUselessStates } from "./trim.js";

/** Simulation in both directions and the removal of useless states, edges and marks, as long as they help. */
export function reduce(automaton: Tgba, budget: Budget): Tgba {
  let result = trimmed(withoutBisimilarStates(trimmed(automaton), budget));
  for (;;) {
    const before = result;
    result = trimmed(reduceBySimulation(result, budget));
    result = trimmed(reduceByReverseSimulation(result, budget));
    if (stateCount(result) === stateCount(before) && edgeCount(result) === edgeCount(before)) break;
  }
  return withFewerAcceptanceSets(result, "none");
}

/** Without useless states and acceptance sets. Marks of edges that cannot lie on a cycle stay: they help simulation. */
export function trimmed(automaton: Tgba): Tgba {
  return withFewerAcceptanceSets(withoutUselessStates(automaton), "kept");
}

/** Fewer states; then deterministic, which spares the product choices; then fewer edges and acceptance sets. */
export function isSmaller(a: Tgba, b: Tgba): boolean {
  const sizes = (x: Tgba) => [stateCount(x), isDeterministic(x) ? 0 : 1, edgeCount(x), x.acceptanceSets];
  const [sa, sb] = [sizes(a), sizes(b)];
  const i = sa.findIndex((size, k) => size !== sb[k]);
  return i >= 0 && sa[i]! < sb[i]!;
}

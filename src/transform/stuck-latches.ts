import { FALSE, litOf, not, TRUE } from "../logic/lit.js";
import type { Model } from "../model/model.js";
import { ownValues, type SignalValues } from "../model/signal-values.js";
import { TernarySimulator } from "../model/simulate.js";

/** Simulation stops being cheap when the model is large and its values settle late. */
const MAX_WORK = 50_000_000;

/**
 * Latches that never leave their reset value, as three-valued simulation sees it: from reset, with all inputs unknown,
 * each step's values are joined with those before until nothing changes. A step from any such state then leads to
 * another one, so that the constants found are preserved together.
 */
export function stuckLatches(model: Model): SignalValues {
  const { latches } = model;
  const values = ownValues(model.aig);
  const sim = new TernarySimulator(model);
  const stuck = latches.map(({ reset }) => reset === TRUE || reset === FALSE);
  let count = stuck.filter(Boolean).length;
  for (let work = 0; count > 0; work += model.aig.size) {
    if (work > MAX_WORK) return { values, facts: [] };
    latches.forEach(({ reset }, i) => {
      sim.setLatch(i, stuck[i] && reset === FALSE ? 0 : -1, stuck[i] && reset === TRUE ? 0 : -1);
    });
    sim.evaluate();
    const before = count;
    latches.forEach(({ next, reset }, i) => {
      if (!stuck[i] || sim.mayBe(reset === TRUE ? not(next) : next) === 0) return;
      stuck[i] = false;
      count--;
    });
    if (count === before) break;
  }
  const facts = latches.flatMap(({ node, reset }, i) => {
    if (!stuck[i] || reset === "free") return [];
    values[node] = reset;
    return [[litOf(node), reset] as const];
  });
  return { values, facts };
}

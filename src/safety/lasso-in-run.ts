import type { Lasso, Run } from "../evidence/verdict.js";
import { StepSimulator, type TransitionSystem } from "./transition-system.js";

/**
 * A fair lasso that a run contains by chance: a state that comes back with every condition met in between. The run may
 * be one of a model with further latches and inputs: the system's own come first.
 */
export function lassoInRun(system: TransitionSystem, run: Run): Lasso | null {
  const steps = run.steps.map((s) => ({
    latches: s.latches.subarray(0, system.latchCount),
    inputs: s.inputs.subarray(0, system.inputCount),
  }));
  const simulator = new StepSimulator(system);
  // By condition: the last step so far that met it.
  const lastMet = system.fairness.map(() => -1);
  const firstAt = new Map<string, number>();
  for (const [k, step] of steps.entries()) {
    const state = step.latches.join("");
    const loop = firstAt.get(state);
    if (loop === undefined) firstAt.set(state, k);
    else if (lastMet.every((met) => met >= loop)) return { kind: "lasso", steps: steps.slice(0, k), loop };
    simulator.load(step);
    for (const [j, condition] of system.fairness.entries()) if (simulator.value(condition) === 1) lastMet[j] = k;
  }
  return null;
}

import { BoundedLasso, BoundedReach } from "../safety/bmc.js";
import { type SolverHost, Stopped } from "../safety/host.js";
import { TransitionSystem } from "../safety/transition-system.js";
import type { Engine } from "./engine.js";

const OPTIONS = {
  bound: { kind: "number", min: 0, max: 1e6, default: 1e6, help: "give up beyond runs of this many transitions" },
} as const;

/** Unrolls the model further and further: finds shortest counterexamples, and proves nothing. */
export const bmc: Engine<typeof OPTIONS> = {
  name: "bmc",
  summary: "bounded model checking: unrolls the model until a run or a lasso fits; finds the shortest, proves nothing",
  paper: "Biere, Cimatti, Clarke and Zhu, Symbolic model checking without BDDs (1999)",
  handles: ["fair-cycle", "reach"],
  options: OPTIONS,
  *run(task, options, context) {
    const host: SolverHost = {
      module: context.kernels.sat,
      memory: context.memoryLimit,
      shouldStop: () => context.shouldStop(),
    };
    const system = new TransitionSystem(task.model);
    using search =
      task.kind === "reach" ? new BoundedReach(system, system.literal(task.bad), host) : new BoundedLasso(system, host);
    const stats = () => ({ bound: search.bound, gates: search.size, propagations: search.spent() });
    try {
      while (search.bound <= options.bound) {
        const why = context.shouldStop();
        if (why !== null) throw new Stopped(why);
        yield { what: "unrolling", figures: stats() };
        const witness = search.step();
        if (witness !== null) return { answer: "fails", witness, stats: stats() };
      }
    } catch (e) {
      if (!(e instanceof Stopped)) throw e;
      return { answer: "unknown", reason: e.reason, detail: `no counterexample below ${search.bound}`, stats: stats() };
    }
    return {
      answer: "unknown",
      reason: "bound",
      detail: `no counterexample of at most ${options.bound} transitions`,
      stats: stats(),
    };
  },
};

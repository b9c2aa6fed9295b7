import type { Verdict } from "../evidence/verdict.js";
import { Stopped } from "../limits/stopped.js";
import { fingerprint } from "../model/fact.js";
import { BoundedLasso, BoundedReach } from "../safety/bmc.js";
import { untilStopped } from "../safety/drive.js";
import { solverHost } from "../safety/host.js";
import { TransitionSystem } from "../safety/transition-system.js";
import type { Engine, EngineEvent } from "./engine.js";

const OPTIONS = {
  bound: { kind: "number", min: 0, max: 1e6, default: 1e6, help: "give up beyond runs of this many transitions" },
} as const;

/** Unrolls the model further and further: finds shortest counterexamples, and proves nothing. */
export const bmc: Engine<typeof OPTIONS> = {
  name: "bmc",
  summary: "unrolls the model until a run or a lasso fits: finds the shortest, proves nothing",
  paper: "Biere, Cimatti, Clarke and Zhu, Symbolic model checking without BDDs (1999)",
  handles: ["fair-cycle", "reach"],
  options: OPTIONS,
  *run(task, options, context) {
    const host = solverHost(context);
    const system = new TransitionSystem(task.model);
    using bounded =
      task.kind === "reach"
        ? new BoundedReach(system, { kind: "resets" }, { kind: "step", lit: system.literal(task.bad) }, host)
        : new BoundedLasso(system, host);
    const about = context.facts === undefined ? "" : fingerprint(task.model);
    const stats = () => ({ bound: bounded.bound, gates: bounded.size, propagations: bounded.spent() });
    function* search(): Generator<EngineEvent, Verdict> {
      while (bounded.bound <= options.bound) {
        yield { what: "unrolling", figures: stats() };
        const why = context.shouldStop();
        if (why !== null) throw new Stopped(why);
        const witness = bounded.decide();
        if (witness !== null) return { answer: "fails", witness, stats: stats() };
        context.facts?.publish({ kind: "no-counterexample", about, transitions: bounded.bound - 1 });
      }
      const detail = `no counterexample of at most ${options.bound} transitions`;
      return { answer: "unknown", reason: "bound", detail, stats: stats() };
    }
    return yield* untilStopped(search(), stats);
  },
};

import type { FairCycleTask } from "../model/model.js";
import { certificateOf } from "../safety/certificates.js";
import { untilStopped } from "../safety/drive.js";
import { Fair } from "../safety/fair/fair.js";
import { solverHost } from "../safety/host.js";
import { TransitionSystem } from "../safety/transition-system.js";
import type { Verdict } from "../verdict/verdict.js";
import type { Engine, EngineEvent } from "./engine.js";

const OPTIONS = {
  k: { kind: "number", min: 0, max: 8, default: 0, help: "unrollings around each state of a skeleton" },
  minimize: { kind: "flag", default: true, help: "prefer skeletons with few states" },
} as const;

/** Connects candidate states to a lasso, or learns from the failure where no fair cycle can be. */
export const fair: Engine<typeof OPTIONS> = {
  name: "fair",
  summary: "tries to connect states that meet all conditions; each failure becomes a wall that no fair cycle crosses",
  paper: "Bradley, Somenzi, Hassan and Zhang, An incremental approach to model checking progress properties (2011)",
  handles: ["fair-cycle"],
  options: OPTIONS,
  *run(task, options, context) {
    const system = new TransitionSystem((task as FairCycleTask).model);
    using fair = new Fair(system, solverHost(context), { ...options, seed: context.seed });
    const stats = () => fair.figures();
    function* search(): Generator<EngineEvent, Verdict> {
      const result = yield* fair.search();
      if (result.kind === "lasso") return { answer: "fails", witness: result.lasso, stats: stats() };
      return { answer: "holds", certificate: certificateOf(system, result.steps), stats: stats() };
    }
    return yield* untilStopped(search(), stats);
  },
};

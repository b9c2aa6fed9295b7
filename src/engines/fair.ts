import type { FairCycleTask } from "../model/model.js";
import { certificateOf } from "../safety/certificates.js";
import { untilStopped } from "../safety/drive.js";
import { Fair } from "../safety/fair/fair.js";
import { solverHost } from "../safety/host.js";
import { TransitionSystem } from "../safety/transition-system.js";
import { reachablePredicate } from "../symbolic/reachable-predicate.js";
import type { Verdict } from "../verdict/verdict.js";
import type { Engine, EngineEvent } from "./engine.js";

const OPTIONS = {
  k: { kind: "number", min: 0, max: 8, default: 0, help: "unrollings around each state of a skeleton" },
  minimize: { kind: "flag", default: true, help: "prefer skeletons with few states" },
  unroll: {
    kind: "number",
    min: 0,
    max: 8,
    default: 0,
    help: "unrollings when a side of a wall is asked for skeletons",
  },
  walls: {
    kind: "choice",
    values: ["off", "literals", "conditions", "gates"],
    default: "conditions",
    help: "predicates tried as walls without a skeleton: none; latches; conditions too; gates over latches too",
  },
  constrain: {
    kind: "choice",
    values: ["none", "clauses", "all"],
    default: "clauses",
    help: "walls with skeletons on both sides that constrain cycle queries: none, single clauses, all",
  },
  refine: { kind: "flag", default: true, help: "make proofs more general and smaller before they become facts" },
  upgrade: {
    kind: "flag",
    default: true,
    help: "turn walls that are inductive from reset into reachability assertions",
  },
  weak: { kind: "flag", default: true, help: "drop conditions that hold wherever a fair cycle can still be" },
  stem: { kind: "choice", values: ["one", "any"], default: "one", help: "the stem leads to one state, or to any" },
  cycles: {
    kind: "choice",
    values: ["ring", "all"],
    default: "ring",
    help: "connect each state to the next, or to all",
  },
  vary: { kind: "flag", default: true, help: "let another query begin in each race" },
  reach: {
    kind: "choice",
    values: ["none", "bdd"],
    default: "none",
    help: "begin with all that BDDs say is reachable",
  },
} as const;

/** Connects candidate states to a lasso, or learns from the failure where no fair cycle can be. */
export const fair: Engine<typeof OPTIONS> = {
  name: "fair",
  summary: "tries to connect states that meet all conditions; each failure becomes a wall that no fair cycle crosses",
  paper: "Bradley, Somenzi, Hassan and Zhang, An incremental approach to model checking progress properties (2011)",
  handles: ["fair-cycle"],
  options: OPTIONS,
  *run(task, options, context) {
    const { model } = task as FairCycleTask;
    const system = new TransitionSystem(model);
    using fair = new Fair(system, solverHost(context), { ...options, seed: context.seed });
    const stats = () => fair.figures();
    function* search(): Generator<EngineEvent, Verdict> {
      if (options.reach === "bdd") {
        const reachable = yield* reachablePredicate(model, context, system.graph, system.latches());
        if (reachable !== null) fair.assume(reachable);
      }
      const result = yield* fair.search();
      if (result.kind === "lasso") return { answer: "fails", witness: result.lasso, stats: stats() };
      return { answer: "holds", certificate: certificateOf(system, result.steps), stats: stats() };
    }
    return yield* untilStopped(search(), stats);
  },
};

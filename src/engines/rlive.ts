import type { Lasso } from "../evidence/verdict.js";
import { withFigures } from "../limits/stopped.js";
import { monitoredCertificate } from "../safety/certificates.js";
import { Rlive } from "../safety/rlive.js";
import { SharedInvariants } from "../safety/shared-invariants.js";
import { StepRelation } from "../safety/step-relation.js";
import { TransitionSystem } from "../safety/transition-system.js";
import { foldFairness } from "../transform/k-liveness.js";
import { engine, type Search } from "./engine.js";

/** Looks for an event, from there for the next one, and so on; learns where no next one can be reached. */
export const rlive = engine({
  name: "rlive",
  summary: "searches for a lasso event by event, and avoids the states from which no further event can be reached",
  suits: "proofs and deep counterexamples",
  paper: "Xia, Cimatti, Griggio and Li, Avoiding the shoals: a new approach to liveness checking (2024)",
  options: {},
  decides: {
    *"fair-cycle"(task, _options, context) {
      const { model } = task;
      const folded = foldFairness(model);
      const system = new TransitionSystem(folded.model);
      using relation = new StepRelation(system, context);
      const latches = model.latches.length;
      const flags = folded.model.latches.slice(latches).map((_, i) => system.latch(latches + i));
      const shared = new SharedInvariants(context.facts, model, relation);
      const rlive = new Rlive(relation, system.literal(folded.event), flags, shared);
      const stats = () => ({ ...rlive.figures(), propagations: relation.spent() });
      function* search(): Search {
        const result = yield* rlive.search();
        if (result.kind === "lasso")
          return { answer: "fails", by: withoutFlags(result.lasso, latches), stats: stats() };
        const parts = { latches, inputs: model.inputs.length, monitors: flags.length };
        return { answer: "holds", by: monitoredCertificate(system, parts, result.steps), stats: stats() };
      }
      return yield* withFigures(search(), stats);
    },
  },
});

const withoutFlags = (lasso: Lasso, latches: number): Lasso => ({
  ...lasso,
  steps: lasso.steps.map((s) => ({ ...s, latches: s.latches.subarray(0, latches) })),
});

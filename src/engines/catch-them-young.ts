import type { Verdict } from "../evidence/verdict.js";
import type { Progress } from "../limits/progress.js";
import { catchThemYoung } from "../symbolic/catch-them-young.js";
import type { SymbolicSession } from "../symbolic/session.js";
import { engine } from "./engine.js";
import { onSets } from "./on-sets.js";

/** Forward and backward reachability from every condition, then trimming, until nothing changes. */
export const catchThemYoungEngine = engine({
  name: "catch-them-young",
  summary: "narrows the states of fair cycles down from both sides on BDDs; meant for properties that hold",
  suits: "properties that hold, with many conditions",
  paper: "Hardin, Kurshan, Shukla and Vardi, A new heuristic for bad cycle detection using BDDs (1997)",
  options: {},
  decides: {
    *"fair-cycle"(task, _options, context) {
      return yield* onSets(task.model, context, fairCycle);
    },
  },
});

function* fairCycle(session: SymbolicSession): Generator<Progress, Verdict> {
  using s = session.sets.open();
  const reached = yield* session.reachable();
  const removed = session.proof.removed.bind(session.proof);
  return yield* session.ofHull(yield* catchThemYoung(s.view({ care: reached }), reached, { removed }));
}

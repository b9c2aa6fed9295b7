import type { Verdict } from "../evidence/verdict.js";
import type { Progress } from "../limits/progress.js";
import { emersonLei } from "../symbolic/emerson-lei.js";
import type { SymbolicSession } from "../symbolic/session.js";
import { engine } from "./engine.js";
import { onSets } from "./on-sets.js";

/** The textbook nested fixpoint, for comparison. */
export const el = engine({
  name: "el",
  summary: "the nested fixpoint of Emerson and Lei on BDDs, condition by condition",
  suits: "a baseline to compare with",
  paper: "Emerson and Lei, Efficient model checking in fragments of the propositional mu-calculus (1986)",
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
  const hull = yield* emersonLei(s.view({ care: reached }), reached, {
    removed: session.proof.removed.bind(session.proof),
  });
  return yield* session.ofHull(hull);
}

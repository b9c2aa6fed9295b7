import type { Verdict } from "../evidence/verdict.js";
import type { Progress } from "../limits/progress.js";
import { chain } from "../symbolic/chain.js";
import type { SymbolicSession } from "../symbolic/session.js";
import { engine } from "./engine.js";
import { onSets } from "./on-sets.js";

/** Takes components apart along chains of forward sets. */
export const chainEngine = engine({
  name: "chain",
  summary: "enumerates components on BDDs in a linear number of steps, along chains of forward sets",
  suits: "few components, large ones among them",
  paper:
    "Larsen, Schmidt, Steensgaard, van de Pol and Pavlogiannis, A truly symbolic linear-time algorithm for SCC decomposition (2023)",
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
  return yield* session.ofRegion(yield* chain(s.view({ care: reached }), reached, { log: session.proof, given: [] }));
}

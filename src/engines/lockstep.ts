import type { Verdict } from "../evidence/verdict.js";
import type { Progress } from "../limits/progress.js";
import type { Bdd } from "../solvers/bdd/manager.js";
import { lockstep } from "../symbolic/lockstep.js";
import type { SymbolicSession } from "../symbolic/session.js";
import type { Fronts } from "../symbolic/two-way-search.js";
import { engine, type OptionsOf } from "./engine.js";
import { onSets } from "./on-sets.js";

const OPTIONS = {
  trim: { kind: "flag", default: false, help: "first take away states without predecessors or successors" },
  early: {
    kind: "flag",
    default: true,
    help: "stop as soon as what both searches have met is fair, before the component is complete",
  },
} as const;

/** Takes components apart one by one, and stops when one is seen to be fair. */
export const lockstepEngine = engine({
  name: "lockstep",
  summary: "enumerates components on BDDs by forward and backward search in lockstep, with early termination",
  suits: "few components, of which a fair one is found early",
  paper:
    "Bloem, Gabow and Somenzi, An algorithm for strongly connected component analysis in n log n symbolic steps (2000)",
  options: OPTIONS,
  decides: {
    *"fair-cycle"(task, options, context) {
      const search = (session: SymbolicSession) => fairCycle(session, options);
      return yield* onSets(task.model, context, search);
    },
  },
});

function* fairCycle(session: SymbolicSession, options: OptionsOf<typeof OPTIONS>): Generator<Progress, Verdict> {
  using s = session.sets.open();
  const reached = yield* session.reachable();
  const simplified = s.view({ care: reached });
  session.show("start", () => [["V", reached]]);
  const watching = {
    stepped: ({ seed, forward, backward, all }: Fronts<Bdd>) =>
      session.show("step", () => [
        ["V", all],
        ["F(v)", forward],
        ["B(v)", backward],
        ["v", seed],
      ]),
    found: (scc: Bdd, fair: boolean) => session.show(fair ? "fair component" : "component", () => [["SCC", scc]]),
  };
  const search = lockstep(simplified, reached, { ...options, ...watching, log: session.proof, given: [] });
  return yield* session.ofRegion(yield* search);
}

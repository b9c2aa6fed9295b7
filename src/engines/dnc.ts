import { type Jump, Line, type PolicyName, type WorkOrder } from "../symbolic/dnc/policy.js";
import { type ReachMode, Refinement } from "../symbolic/dnc/refinement.js";
import { submodulesOf } from "../symbolic/dnc/submodules.js";
import type { Progress } from "../symbolic/progress.js";
import { inSession, type SymbolicSession } from "../symbolic/session.js";
import { concreteLasso, lassoThroughHull } from "../symbolic/trace.js";
import { liftVerdict } from "../transform/lift-verdict.js";
import { mooreForm } from "../transform/moore.js";
import type { Verdict } from "../verdict/verdict.js";
import type { Engine, OptionsOf } from "./engine.js";

const OPTIONS = {
  policy: {
    kind: "choice",
    values: ["two-level", "popcorn", "lightning", "adaptive"],
    default: "popcorn",
    help: "which parts are looked at before the whole system: the property only; more and more submodules; each new one alone first; more and more, then the jump",
  },
  jump: {
    kind: "choice",
    values: ["direct", "cartesian", "one-step"],
    default: "cartesian",
    help: "adaptive policy: what comes before the whole system: nothing; each other submodule alone; each with all before",
  },
  share: {
    kind: "number",
    min: 0,
    max: 1,
    default: 0.3,
    help: "submodules are added while they hold at most this share of all latches",
  },
  cluster: { kind: "number", min: 1, max: 1000, default: 8, help: "latches of a submodule, at most" },
  order: {
    kind: "choice",
    values: ["fifo", "lifo", "strength"],
    default: "fifo",
    help: "which set is refined next: level by level, depth first, or the weakest",
  },
  reach: {
    kind: "choice",
    values: ["exact", "levels", "approximate", "none"],
    default: "levels",
    help: "reachable states: of the whole system first; of each part in turn; of the parts only; not used",
  },
  by: {
    kind: "choice",
    values: ["lockstep", "chain"],
    default: "lockstep",
    help: "how sets are taken apart",
  },
  most: { kind: "number", min: 1, max: 100_000, default: 200, help: "sets of a decomposition, at most" },
  "weak-first": {
    kind: "flag",
    default: true,
    help: "weak and terminal sets are checked on the whole system at once",
  },
} as const;

type Options = OptionsOf<typeof OPTIONS>;

/** Refines sets that may hold fair cycles on growing parts of the system. */
export const dnc: Engine<typeof OPTIONS> = {
  name: "dnc",
  summary: "refines suspect sets of states on growing parts of the system, and drops those that cannot be fair",
  paper: "Wang, Bloem, Hachtel, Ravi and Somenzi, Compositional SCC analysis for language emptiness (2006)",
  handles: ["fair-cycle"],
  options: OPTIONS,
  *run(task, options, context) {
    const moore = mooreForm(task.model);
    const search = (session: SymbolicSession) => fairCycle(session, options);
    return liftVerdict(moore.lift, yield* inSession(moore.model, context, search));
  },
};

function* fairCycle(session: SymbolicSession, options: Options): Generator<Progress, Verdict> {
  const { model, sets, proof } = session;
  const submodules = submodulesOf(model, options.cluster);
  const line = new Line(submodules, {
    policy: options.policy as PolicyName,
    jump: options.jump as Jump,
    share: options.share,
  });
  const refinement = new Refinement(
    sets,
    proof,
    line,
    model.latches.length,
    {
      order: options.order as WorkOrder,
      reach: options.reach as ReachMode,
      by: options.by as "lockstep" | "chain",
      most: options.most,
      weakFirst: options["weak-first"],
    },
    () => session.reachable(),
  );
  const { hull, onTheWay, tree, ending } = yield* refinement.run();
  const stats = { submodules: submodules.length, ...refinement.figures, ending, tree };
  if (hull === null || onTheWay === null) return session.holds(stats);
  const lasso = yield* lassoThroughHull(sets, hull, "forward", { within: onTheWay });
  return session.fails(concreteLasso(sets, lasso), stats);
}

import type { CtlTask } from "../model/model.js";
import type { Scope } from "../sets/state-sets.js";
import type { Bdd } from "../solvers/bdd/manager.js";
import { FairCtl } from "../symbolic/ctl.js";
import { CtlWitness } from "../symbolic/ctl-witness.js";
import { type Hull, sccHull } from "../symbolic/hull.js";
import type { Progress } from "../symbolic/progress.js";
import { makeSchedule, type ScheduleName, type Tenses } from "../symbolic/schedules.js";
import { inSession, type SymbolicSession } from "../symbolic/session.js";
import { forSets } from "../transform/for-sets.js";
import { liftVerdict } from "../transform/lift-verdict.js";
import { mooreForm } from "../transform/moore.js";
import type { Verdict } from "../verdict/verdict.js";
import type { Engine, OptionsOf } from "./engine.js";

const OPTIONS = {
  schedule: {
    kind: "choice",
    values: ["el", "el2", "hh", "random"],
    default: "el2",
    help: "order of the operators: EU and EX in turn, all EUs and then EG, both tenses alternating, or at random",
  },
  tense: {
    kind: "choice",
    values: ["future", "past", "both"],
    default: "future",
    help: "search backwards (EU, EX), forwards (ES, EY), or both ways",
  },
  dc: {
    kind: "choice",
    values: ["low", "medium", "high"],
    default: "high",
    help: "use of unreachable states as don't cares: in the relation; with frontiers; in the sets as well",
  },
} as const;

type Options = OptionsOf<typeof OPTIONS>;

/** Takes away what lies on no fair cycle, operator by operator, until nothing changes. */
export const gsh: Engine<typeof OPTIONS> = {
  name: "gsh",
  summary: "computes a hull of all fair cycles on BDDs, by any schedule of EU, EX, ES and EY",
  paper: "Somenzi, Ravi and Bloem, Analysis of symbolic SCC hull algorithms (2002)",
  handles: ["fair-cycle", "ctl"],
  options: OPTIONS,
  *run(task, options, context) {
    const prepared = task.kind === "ctl" ? mooreForm(task.model) : forSets(task.model);
    const search = (session: SymbolicSession) =>
      task.kind === "ctl" ? ctl(session, task, options, context.seed) : fairCycle(session, options, context.seed);
    return liftVerdict(prepared.lift, yield* inSession(prepared.model, context, search));
  },
};

function* fairCycle(session: SymbolicSession, options: Options, seed: number): Generator<Progress, Verdict> {
  return yield* session.ofHull(yield* reachableHull(session, options, seed));
}

/** GSH, Fig. 1, from the reachable states, with the don't-care levels of Section 6. The hull lives in the session. */
export function* reachableHull(
  session: SymbolicSession,
  options: Options,
  seed: number,
): Generator<Progress, Hull<Bdd>> {
  using s = session.sets.open();
  const reached = yield* session.reachable();
  const simplified = s.view({ care: reached });
  const tense = options.tense as Tenses;
  const schedule = makeSchedule(options.schedule as ScheduleName, tense, s.conditions.length, seed);
  session.proof.careFor(reached);
  const removed = session.proof.removed.bind(session.proof);
  // Only in the future tense do arguments outside the reachable states do no harm.
  const everywhere = tense === "future" && options.dc !== "high";
  const hull = yield* sccHull<Bdd>(simplified, everywhere ? s.all : reached, schedule, {
    contextual: everywhere || tense === "past",
    frontiers: options.dc !== "low",
    ...(options.dc === "high" && tense !== "past" ? { argumentCare: reached } : {}),
    removed,
  });
  return { ...hull, states: s.keep(s.and(hull.states, reached)) };
}

/** Fair CTL among the reachable states; EG is the hull, always in the future tense. */
function* ctl(session: SymbolicSession, task: CtlTask, options: Options, seed: number): Generator<Progress, Verdict> {
  using s = session.sets.open();
  const reached = yield* session.reachable();
  const inside = s.view({ care: reached, within: reached });
  const checker = ctlChecker(inside, task, options, seed);
  const satisfied = yield* checker.states(task.formula);
  const stats = {
    initialStates: s.count(inside.initial),
    initialStatesWithoutFairPath: s.count(s.minus(inside.initial, yield* checker.fair())),
  };
  const violating = s.minus(inside.initial, satisfied);
  if (s.isEmpty(violating)) return { answer: "holds", certificate: null, stats: session.stats(stats) };
  const runsGoOn = task.model.constraints.length + task.model.fairness.length === 0;
  const witness = new CtlWitness(inside, checker, runsGoOn);
  return session.fails(yield* witness.counterexample(s.pick(violating), task.formula), stats);
}

/** Evaluates the formula's parts in the scope. */
export function ctlChecker(sets: Scope<Bdd>, task: CtlTask, options: Options, seed: number): FairCtl<Bdd> {
  const atoms = new Map([...task.atoms].map(([name, lit]) => [name, sets.where(lit)] as const));
  return new FairCtl(sets, atoms, {
    schedule: () => makeSchedule(options.schedule as ScheduleName, "future", sets.conditions.length, seed),
    frontiers: options.dc !== "low",
  });
}

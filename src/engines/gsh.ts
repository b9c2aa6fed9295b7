import type { CtlCertificate } from "../evidence/ctl-certificate.js";
import { type NoEvidence, none, type Verdict } from "../evidence/verdict.js";
import type { Progress } from "../limits/progress.js";
import { Stopped, unlessStopped, untilStopped } from "../limits/stopped.js";
import type { CtlTask, Model, Task } from "../model/model.js";
import { stateConstraints } from "../model/reads-inputs.js";
import type { BddScope } from "../sets/bdd-sets.js";
import type { Scope } from "../sets/state-sets.js";
import type { Bdd } from "../solvers/bdd/manager.js";
import { FairCtl } from "../symbolic/ctl.js";
import { CtlProver } from "../symbolic/ctl-proof.js";
import { CtlSession } from "../symbolic/ctl-session.js";
import { CtlWitness } from "../symbolic/ctl-witness.js";
import { type Hull, sccHull } from "../symbolic/hull.js";
import { polled } from "../symbolic/limit.js";
import { operatorText } from "../symbolic/operators.js";
import { makeSchedule } from "../symbolic/schedules.js";
import { type SessionEnd, type SymbolicSession, searchIn } from "../symbolic/session.js";
import { liftWitness } from "../transform/lift-verdict.js";
import { mooreForm } from "../transform/moore.js";
import { type EngineContext, engine, type OptionsOf, type OptionValues } from "./engine.js";
import { onSets } from "./on-sets.js";

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
  until: {
    kind: "choice",
    values: ["one-tense", "all-tenses"],
    default: "one-tense",
    help: "with both tenses, stop when one of them has no more effect, or when neither has",
  },
  dc: {
    kind: "choice",
    values: ["low", "medium", "high"],
    default: "high",
    help: "use of unreachable states as don't cares: in the relation; with frontiers; in the sets as well",
  },
  reach: {
    kind: "choice",
    values: ["exact", "approximate", "none"],
    default: "exact",
    help: "states to start from: the reachable ones; a bound on them, machine by machine; all (the reachable ones are then computed only if need be, and never in the future tense)",
  },
  order: {
    kind: "choice",
    values: ["force", "force-once"],
    default: "force",
    help: "first order of variables: by FORCE from both ends of the depth-first one, or from one",
  },
  moves: {
    kind: "flag",
    default: true,
    help: "where one part of the system moves at a time: closures part by part, in the order of saturation",
  },
} as const;

type Options = OptionsOf<typeof OPTIONS>;

/** Takes away what lies on no fair cycle, operator by operator, until nothing changes. */
export const gsh = engine({
  name: "gsh",
  summary: "computes a hull of all fair cycles on BDDs, by any schedule of EU, EX, ES and EY",
  suits: "models whose reachable states BDDs can represent; fair CTL",
  paper: "Somenzi, Ravi and Bloem, Analysis of symbolic SCC hull algorithms (2002)",
  options: OPTIONS,
  refuses,
  decides: {
    *"fair-cycle"(task, options, context) {
      const search = (session: SymbolicSession) => fairCycle(session, options, context.seed);
      return yield* onSets(task.model, context, search, { order: options.order, moves: options.moves });
    },
    ctl: ctlVerdict,
  },
});

/** Settings that would change nothing. */
function refuses(given: OptionValues, kind: Task["kind"] | null): string | null {
  const tense = given.tense ?? OPTIONS.tense.default;
  if (kind === "ctl") {
    const idle = ["tense", "until", "reach"].find((name) => Object.hasOwn(given, name));
    if (idle !== undefined)
      return `${idle} has no effect on CTL: EG is a hull in the future tense among reachable states`;
    const first = ["order", "moves"].find((name) => Object.hasOwn(given, name));
    if (first !== undefined) return `${first} has no effect on CTL: diagrams are kept for the next question`;
    if (given.dc !== undefined && given.dc !== "low") return "in CTL dc=medium and dc=high are what is done anyway";
  }
  if (given.schedule === "hh" && tense !== "both") return "schedule=hh alternates the tenses: it needs tense=both";
  if (given.until !== undefined && tense !== "both") return "until chooses between two tenses: it needs tense=both";
  if (given.dc === "high" && tense === "past")
    return "dc=high simplifies what EX is applied to: the past tense has none";
  return null;
}

function* fairCycle(session: SymbolicSession, options: Options, seed: number): Generator<Progress, Verdict> {
  return yield* session.ofHull(yield* reachableHull(session, options, seed));
}

/** GSH, Fig. 1, with the don't-care levels of Section 6. The hull holds reachable states, and lives in the session. */
export function* reachableHull(
  session: SymbolicSession,
  options: Options,
  seed: number,
): Generator<Progress, Hull<Bdd>> {
  using s = session.sets.open();
  const start = yield* startOf(session, options.reach);
  session.proof.careFor(start);
  const tense = options.tense;
  // Only in the future tense do arguments outside the reachable states do no harm.
  const everywhere = tense === "future" && options.dc !== "high";
  const contextual = everywhere || tense === "past";
  const hull = yield* hullWithin(s, start, everywhere ? s.all : start, contextual, options, seed, session);
  if (options.reach === "none" && tense === "future") return decidedInFuture(session, s, hull);
  const states = s.keep(s.and(hull.states, start));
  if (options.reach === "exact" || s.isEmpty(states)) return { ...hull, states };
  // What a bound has let through may be out of reach: once more, from what is not.
  const reached = yield* session.reachable();
  session.proof.careFor(reached);
  const again = yield* hullWithin(s, reached, s.and(states, reached), false, options, seed, session);
  s.keep(again.states);
  return { ...again, iterations: hull.iterations + again.iterations };
}

/**
 * A hull of all states in the future tense is F, the states where a fair behaviour starts: an initial one is among them, or
 * nothing reachable is, since no step leads into F from outside.
 */
function decidedInFuture({ sets, proof }: SymbolicSession, s: Scope<Bdd>, { states, ...hull }: Hull<Bdd>): Hull<Bdd> {
  if (s.intersects(states, sets.initial)) return { ...hull, states: s.keep(s.hold(states)) };
  if (!s.isEmpty(states)) proof.reachable(() => s.minus(s.all, states));
  return { ...hull, states: sets.empty };
}

/** States that hold all reachable ones and are closed under steps. */
function* startOf(session: SymbolicSession, reach: string): Generator<Progress, Bdd> {
  if (reach === "exact") return yield* session.reachable();
  return reach === "none" ? session.sets.all : yield* session.bound(MOST_LATCHES);
}

/** Of a machine whose reachable states are computed apart from those of others. */
const MOST_LATCHES = 16;

/** The hull from `start`; what lies outside `care` does not matter. */
function* hullWithin(
  s: Scope<Bdd>,
  care: Bdd,
  start: Bdd,
  contextual: boolean,
  options: Options,
  seed: number,
  session: SymbolicSession,
): Generator<Progress, Hull<Bdd>> {
  const { proof } = session;
  const tense = options.tense;
  session.show("start", () => [["Z", start]]);
  const schedule = makeSchedule(options.schedule, tense, s.conditions.length, seed);
  return yield* sccHull<Bdd>(s.view({ care }), start, schedule, {
    contextual,
    until: options.until,
    frontiers: options.dc !== "low",
    ...(options.dc === "high" && tense !== "past" ? { argumentCare: care } : {}),
    // States that went in the future tense have no step to what is left: without an initial state in it, it is out of reach.
    ...(options.reach === "none" && tense === "future" && { isEnough: (z) => !s.intersects(z, s.initial) }),
    removed: proof.removed.bind(proof),
    applied: (operator, z) => session.show(operatorText(operator), () => [["Z", z]]),
  });
}

/** In the session of the last formula about the same model, if there is one; it is left for the next formula. */
function* ctlVerdict(task: CtlTask, options: Options, context: EngineContext): Generator<Progress, Verdict> {
  const { model } = task;
  const { sessions } = context;
  const give = () => {
    const left = sessions?.take(model);
    const session = left instanceof CtlSession ? left : newCtlSession(model, context);
    session.askedBy(context);
    return session;
  };
  const search = (session: CtlSession) => ctl(session, task, options, context);
  const takeBack = (session: CtlSession, end: SessionEnd) => {
    if (sessions !== undefined && end !== null && session.isWorthKeeping(end)) sessions.put(model, session);
    else session[Symbol.dispose]();
  };
  return yield* searchIn(context, give, search, takeBack);
}

function newCtlSession(asked: Model, host: EngineContext): CtlSession {
  const { model, lift } = mooreForm(asked);
  return new CtlSession(model, host, lift);
}

/** Fair CTL among the reachable states; EG is the hull, always in the future tense. */
function* ctl(
  session: CtlSession,
  task: CtlTask,
  options: Options,
  context: EngineContext,
): Generator<Progress, Verdict> {
  const inside = yield* session.reachableSystem();
  using s = inside.open();
  const checker = ctlChecker(s, task, options, context.seed, session.fair);
  const satisfied = yield* checker.states(task.formula);
  session.fair ??= s.keep(yield* checker.fair());
  const initial = stateConstraints(task.model).reduce((states, c) => s.and(states, s.where(c)), s.initial);
  const initialStates = { all: s.count(initial), withoutFairPath: s.count(s.minus(initial, session.fair)) };
  const violating = s.minus(s.initial, satisfied);
  if (s.isEmpty(violating)) {
    const by = yield* ctlProof(session, s, checker, task, null, context);
    return { answer: "holds", by, initialStates, stats: session.stats() };
  }
  // More can be shown of a state from which a fair path starts.
  const onPaths = s.and(violating, session.fair);
  const state = s.pick(s.isEmpty(onPaths) ? violating : onPaths);
  const runsGoOn = task.model.constraints.length + task.model.fairness.length === 0;
  const tree = yield* new CtlWitness(s, checker, runsGoOn).counterexample(state, task.formula);
  const by = yield* ctlProof(session, s, checker, task, state, context);
  // Proofs speak of the given model already.
  const lifted = tree && unlessStopped(() => liftWitness(session.lift, tree, context));
  const shown = lifted !== null && !(lifted instanceof Stopped) && { shown: lifted };
  return { answer: "fails", by, ...shown, initialStates, stats: session.stats() };
}

/** The answer is known by now: whatever stops the search for a proof of it leaves it without one. */
function* ctlProof(
  session: CtlSession,
  sets: BddScope,
  checker: FairCtl<Bdd>,
  { formula, model }: CtlTask,
  violating: Bdd | null,
  context: EngineContext,
): Generator<Progress, CtlCertificate | NoEvidence> {
  using prover = new CtlProver(sets, session.sets, session.model.latches.length, checker, model);
  const found = yield* untilStopped(polled(prover.proof(formula, violating), context));
  if (found instanceof Stopped) return none(`the search for its proof was stopped: ${found.reason}`);
  return typeof found === "string" ? none(found) : found;
}

/** Evaluates the formula's parts in the scope. */
export function ctlChecker(
  sets: Scope<Bdd>,
  task: CtlTask,
  options: Pick<Options, "schedule" | "dc">,
  seed: number,
  fair: Bdd | null = null,
): FairCtl<Bdd> {
  const atoms = new Map([...task.atoms].map(([name, lit]) => [name, sets.where(lit)] as const));
  return new FairCtl(sets, atoms, {
    schedule: () => makeSchedule(options.schedule, "future", sets.conditions.length, seed),
    frontiers: options.dc !== "low",
    fair,
  });
}

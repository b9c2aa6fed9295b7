import type { Certificate } from "../evidence/certificate.js";
import { type Decided, type NoEvidence, none, type Stats, type Verdict } from "../evidence/verdict.js";
import type { Progress } from "../limits/progress.js";
import { goOn, Stopped, untilStopped } from "../limits/stopped.js";
import { AigCopier } from "../logic/aig.js";
import { FALSE, type Lit, nodeOf, TRUE } from "../logic/lit.js";
import type { Latch, Model } from "../model/model.js";
import { readsInputs } from "../model/reads-inputs.js";
import type { Step } from "../model/step.js";
import { safetyCertificate } from "../safety/certificates.js";
import { clausalInvariant } from "../safety/clausal-invariant.js";
import { TransitionSystem } from "../safety/transition-system.js";
import type { Scope } from "../sets/state-sets.js";
import type { Bdd } from "../solvers/bdd/manager.js";
import { unless } from "../symbolic/limit.js";
import { OnionRings } from "../symbolic/reach.js";
import { inSession, type SymbolicSession } from "../symbolic/session.js";
import { concreteSteps } from "../symbolic/trace.js";
import { recordOf } from "../text/record.js";
import { liftVerdict } from "../transform/lift-verdict.js";
import { localQuestions } from "../transform/local-questions.js";
import { unchanged } from "../transform/rewrite.js";
import { withoutSafeTraps } from "../transform/traps.js";
import { type EngineContext, engine, type Search } from "./engine.js";

const OPTIONS = {
  local: {
    kind: "flag",
    default: true,
    help: "ask first about parts of what is bad, each without constraints that do not concern it",
  },
} as const;

/** Collects the states that can be reached, ring by ring, until one is bad or none is new. */
export const forward = engine({
  name: "forward",
  summary: "collects the reachable states on BDDs, nearest first, until one is bad or none is new",
  suits: "bad states of models whose reachable states BDDs can represent",
  paper: "Burch, Clarke, McMillan, Dill and Hwang, Symbolic model checking: 10^20 states and beyond (1992)",
  options: OPTIONS,
  decides: {
    *reach({ model: given, bad }, { local }, context) {
      const model = { ...given, fairness: [], modules: [] };
      const ends = model.constraints.length === 0 && !readsInputs(model, [bad]) ? "state" : "step";
      const free = ends === "state" ? withoutSafeTraps(model, bad) : unchanged(model);
      const question: Question = { model: free.model, bad, ends };
      const verdict = (local ? yield* byParts(question, context) : null) ?? (yield* whole(question, context));
      return liftVerdict(free.lift, verdict, context);
    },
  },
});

/** Whether a bad literal can hold after some steps: in a `state` whose next step does not matter, or in a `step`, under the constraints and with inputs. */
interface Question {
  readonly model: Model;
  readonly bad: Lit;
  readonly ends: "state" | "step";
}

/** BDD nodes that are made for each part at most. */
const MOST_FOR_PART = 3_000_000;

/** A proof for every part, put together; null when a part is reached, or takes too long. */
function* byParts(question: Question, context: EngineContext): Generator<Progress, Decided | null> {
  const system = new TransitionSystem(question.model);
  const invariants: Lit[] = [];
  const figures: Stats[] = [];
  for (const { rewrite, bad } of localQuestions(question.model, question.bad, () => goOn(context))) {
    const part = whole({ ...question, model: rewrite.model, bad }, context);
    const verdict = yield* untilStopped(within(MOST_FOR_PART, part));
    if (verdict instanceof Stopped && verdict.reason !== "memory") throw verdict;
    if (verdict === null || verdict instanceof Stopped) return null;
    if (verdict.answer !== "holds" || verdict.by.kind !== "certificate") return null;
    invariants.push(invariantOf(rewrite.lift.certificate(verdict.by), system));
    figures.push(verdict.stats ?? {});
  }
  if (invariants.length === 0) return null;
  return { answer: "holds", by: safetyCertificate(system, system.graph.andAll(invariants)), stats: ofParts(figures) };
}

/** Work adds up; what was held at a time does not; and the states of parts are not those of the whole. */
function ofParts(figures: readonly Stats[]): Stats {
  const sum = new Map<string, number>();
  let peakNodes = 0;
  for (const { reachableStates: _, peakNodes: peak, ...work } of figures) {
    peakNodes = Math.max(peakNodes, Number(peak));
    for (const [name, count] of Object.entries(work)) sum.set(name, (sum.get(name) ?? 0) + Number(count));
  }
  return { parts: figures.length, ...recordOf(sum), peakNodes };
}

/** The search, given up when it has made so many nodes. */
const within = (nodes: number, search: Search): Generator<Progress, Verdict | null> =>
  unless(({ figures }) => (figures.createdNodes ?? 0) > nodes, search);

/** The invariant of a certificate, in the system's own graph. */
function invariantOf({ aig, latches, steps }: Certificate, system: TransitionSystem): Lit {
  const indexOf = new Map(latches.map((node, i) => [node, i]));
  const copier = new AigCopier(aig, system.graph, (node) => system.latch(indexOf.get(node)!));
  return system.graph.andAll(steps.map((s) => (s.rule === "reach" ? copier.copy(s.predicate) : TRUE)));
}

function whole(question: Question, context: EngineContext): Search {
  const { model, bad, ends } = question;
  if (ends === "state") return inSession(model, context, (session) => toState(session, question, context));
  const aig = model.aig.fork();
  const alarm = aig.leaf();
  const latches: Latch[] = [...model.latches, { node: nodeOf(alarm), next: bad, reset: FALSE }];
  return inSession({ ...model, aig, latches }, context, (session) => toAlarm(session, question, alarm, context));
}

/** To a bad state in which every input is as good as any other. */
function* toState(session: SymbolicSession, question: Question, context: EngineContext): Search {
  const { sets, model } = session;
  const inputs = new Uint8Array(model.inputs.length);
  const last = (state: Bdd): Step => ({ latches: sets.values(state), inputs });
  return yield* search(session, sets, sets.where(question.bad), question, context, (path) => [
    ...concreteSteps(sets, path.slice(0, -1), path.at(-1) as Bdd),
    last(path.at(-1) as Bdd),
  ]);
}

/** `bad` may read inputs, and constraints may: a further latch is up one step later. Where that can be, a state is bad. */
function* toAlarm(session: SymbolicSession, question: Question, alarm: Lit, context: EngineContext): Search {
  const { sets } = session;
  const { latches } = question.model;
  const alarmed = sets.where(alarm);
  using own = sets.view({ latches: latches.map((_, i) => i) });
  const steps = (path: readonly Bdd[]) =>
    concreteSteps(sets, path, alarmed).map((s) => ({ ...s, latches: s.latches.slice(0, latches.length) }));
  return yield* search(session, own, own.cover(sets.pre(alarmed)), question, context, steps);
}

function* search(
  session: SymbolicSession,
  sets: Scope<Bdd>,
  bad: Bdd,
  question: Question,
  context: EngineContext,
  concrete: (path: readonly Bdd[]) => Step[],
): Search {
  using s = sets.open();
  const rings = new OnionRings(s, "forward", s.initial);
  const path = yield* rings.pathTo(bad);
  if (path !== null) return session.fails({ kind: "run", steps: concrete(path) });
  const stats = session.stats({ reachableStates: s.count(rings.all()) });
  return { answer: "holds", by: yield* proof(session, s, rings.all(), question, context), stats };
}

/** Clauses are tried beyond the number of BDD nodes by so many. */
const FURTHER_CLAUSES = 1000;
/** A diagram that is larger than this is not written down. */
const MOST_NODES = 100_000;

/** The clauses that a proof needs of the reachable states, or, where these are too many, their diagram. */
function* proof(
  session: SymbolicSession,
  sets: Scope<Bdd>,
  reached: Bdd,
  { model, bad, ends }: Question,
  context: EngineContext,
): Generator<Progress, Certificate | NoEvidence> {
  const system = new TransitionSystem(model);
  const nodes = sets.size(reached);
  const end = system.graph.andAll([system.literal(bad), ...(ends === "step" ? system.constraints : [])]);
  const states = session.sets.cubeTest(reached);
  const clauses = yield* clausalInvariant(system, context, end, states, nodes + FURTHER_CLAUSES);
  if (clauses !== null) return safetyCertificate(system, system.predicate(clauses));
  if (nodes > MOST_NODES) return none(`its invariant has more than ${MOST_NODES} BDD nodes`);
  return safetyCertificate(system, sets.toAig(reached, system.graph, system.latches()));
}

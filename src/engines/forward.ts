import { none } from "../evidence/verdict.js";
import { FALSE, type Lit, nodeOf } from "../logic/lit.js";
import type { Latch, Model } from "../model/model.js";
import { readsInputs } from "../model/reads-inputs.js";
import type { Step } from "../model/step.js";
import { safetyCertificate } from "../safety/certificates.js";
import { TransitionSystem } from "../safety/transition-system.js";
import type { Scope } from "../sets/state-sets.js";
import type { Bdd } from "../solvers/bdd/manager.js";
import { OnionRings } from "../symbolic/reach.js";
import { inSession, type SymbolicSession } from "../symbolic/session.js";
import { concreteSteps } from "../symbolic/trace.js";
import { liftVerdict } from "../transform/lift-verdict.js";
import { withoutSafeTraps } from "../transform/traps.js";
import { engine, type Search } from "./engine.js";

/** Collects the states that can be reached, ring by ring, until one is bad or none is new. */
export const forward = engine({
  name: "forward",
  summary: "collects the reachable states on BDDs, nearest first, until one is bad or none is new",
  suits: "bad states of models whose reachable states BDDs can represent",
  paper: "Burch, Clarke, McMillan, Dill and Hwang, Symbolic model checking: 10^20 states and beyond (1992)",
  options: {},
  decides: {
    *reach(task, _options, context) {
      const { model: given, bad } = task;
      const model = { ...given, fairness: [], modules: [] };
      if (model.constraints.length === 0 && !readsInputs(model, [bad])) {
        const free = withoutSafeTraps(model, bad);
        const verdict = inSession(free.model, context, (session) => toState(session, bad));
        return liftVerdict(free.lift, yield* verdict, context);
      }
      const aig = model.aig.fork();
      const alarm = aig.leaf();
      const latches: Latch[] = [...model.latches, { node: nodeOf(alarm), next: bad, reset: FALSE }];
      const watched = { ...model, aig, latches };
      return yield* inSession(watched, context, (session) => toAlarm(session, model, alarm));
    },
  },
});

/** To a bad state in which every input is as good as any other. */
function* toState(session: SymbolicSession, bad: Lit): Search {
  const { sets, model } = session;
  const inputs = new Uint8Array(model.inputs.length);
  const last = (state: Bdd): Step => ({ latches: sets.values(state), inputs });
  return yield* search(session, sets, sets.where(bad), model, (path) => [
    ...concreteSteps(sets, path.slice(0, -1), path.at(-1) as Bdd),
    last(path.at(-1) as Bdd),
  ]);
}

/** `bad` may read inputs, and constraints may: a further latch is up one step later. Where that can be, a state is bad. */
function* toAlarm(session: SymbolicSession, model: Model, alarm: Lit): Search {
  const { sets } = session;
  const alarmed = sets.where(alarm);
  using own = sets.view({ latches: model.latches.map((_, i) => i) });
  const steps = (path: readonly Bdd[]) =>
    concreteSteps(sets, path, alarmed).map((s) => ({ ...s, latches: s.latches.slice(0, model.latches.length) }));
  return yield* search(session, own, own.cover(sets.pre(alarmed)), model, steps);
}

/** An invariant that is larger than this is not written down. */
const MOST_NODES = 100_000;

function* search(
  session: SymbolicSession,
  sets: Scope<Bdd>,
  bad: Bdd,
  model: Model,
  concrete: (path: readonly Bdd[]) => Step[],
): Search {
  using s = sets.open();
  const rings = new OnionRings(s, "forward", s.initial);
  const path = yield* rings.pathTo(bad);
  if (path !== null) return session.fails({ kind: "run", steps: concrete(path) });
  const reached = rings.all();
  const stats = session.stats({ reachableStates: s.count(reached) });
  if (s.size(reached) > MOST_NODES)
    return { answer: "holds", by: none(`its invariant has more than ${MOST_NODES} BDD nodes`), stats };
  const system = new TransitionSystem(model);
  const invariant = s.toAig(reached, system.graph, system.latches());
  return { answer: "holds", by: safetyCertificate(system, invariant), stats };
}

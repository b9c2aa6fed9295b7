import type { Certificate } from "../evidence/certificate.js";
import { none } from "../evidence/verdict.js";
import { withFigures } from "../limits/stopped.js";
import type { Lit } from "../logic/lit.js";
import type { FairCycleTask } from "../model/model.js";
import type { Step } from "../model/step.js";
import { BoundedReach } from "../safety/bmc.js";
import { certificateOf } from "../safety/certificates.js";
import { Ic3 } from "../safety/ic3/ic3.js";
import { LocalReach } from "../safety/local-reach.js";
import { runQuery } from "../safety/run-query.js";
import { StepRelation } from "../safety/step-relation.js";
import { TransitionSystem } from "../safety/transition-system.js";
import { OnionRings } from "../symbolic/reach.js";
import { inSession, type SymbolicSession } from "../symbolic/session.js";
import { livenessToSafety, type SafetyEncoding } from "../transform/liveness-to-safety.js";
import { type EngineContext, engine, type Search } from "./engine.js";

const OPTIONS = {
  by: {
    kind: "choice",
    values: ["ic3", "cores", "bmc", "bdd"],
    default: "ic3",
    help: "what decides whether the loop can be closed: induction, on all latches or on those that unrollings need; unrolling; or the reachable states as BDDs",
  },
} as const;

/** Turns the fair cycle into a bad state of a model with twice the latches, and looks for that. */
export const l2s = engine({
  name: "l2s",
  summary: "liveness to safety: saves a state and asks whether it comes back with every condition met",
  suits: "small models with few conditions",
  paper: "Schuppan and Biere, Efficient reduction of finite state model checking to reachability analysis (2004)",
  options: OPTIONS,
  decides: {
    *"fair-cycle"(task, options, context) {
      const encoding = livenessToSafety(task.model);
      switch (options.by) {
        case "ic3":
          return yield* byIc3(task, encoding, context);
        case "cores":
          return yield* byCores(task, encoding, context);
        case "bmc":
          return yield* byBmc(encoding, context);
        case "bdd":
          return yield* byBdd(task, encoding, context);
      }
    },
  },
});

function* byIc3(task: FairCycleTask, encoding: SafetyEncoding, context: EngineContext): Search {
  const system = new TransitionSystem(encoding.model);
  using relation = new StepRelation(system, context);
  using query = new Ic3(relation, { kind: "resets" }, { kind: "step", lit: system.literal(encoding.bad) });
  const stats = () => ({ ...query.figures(), propagations: relation.spent() });
  function* search(): Search {
    const result = yield* runQuery("blocking", query);
    if (result.kind === "reached") return { answer: "fails", by: encoding.lasso(result.run), stats: stats() };
    const invariant = system.predicate(result.clauses);
    return { answer: "holds", by: certificate(task, encoding, system, invariant), stats: stats() };
  }
  return yield* withFigures(search(), stats);
}

/** Most copies of latches, and with them most latches, do not matter to a large model. */
function* byCores(task: FairCycleTask, encoding: SafetyEncoding, context: EngineContext): Search {
  const system = new TransitionSystem(encoding.model);
  // Nothing but the closing of the loop reads a copy, or what was seen: where these are free, their parts of it are of no use.
  const parts = new Map(encoding.parts.map((part, i) => [encoding.saved + i, system.literal(part)]));
  using local = new LocalReach(system, parts, context);
  const stats = () => local.figures();
  function* search(): Search {
    const result = yield* local.search();
    if (result.kind === "reached") return { answer: "fails", by: encoding.lasso(result.run), stats: stats() };
    const invariant = system.predicate(result.clauses);
    return { answer: "holds", by: certificate(task, encoding, system, invariant), stats: stats() };
  }
  return yield* withFigures(search(), stats);
}

/** The system's latches are the model's and the shadow's: the checker knows the shadow by itself. */
function certificate(
  { model }: FairCycleTask,
  encoding: SafetyEncoding,
  system: TransitionSystem,
  invariant: Lit,
): Certificate {
  const whole = certificateOf(system, [
    {
      rule: "l2s",
      predicate: invariant,
      shadow: {
        saved: encoding.saved + 1,
        copies: encoding.copies.map((i) => i + 1),
        seen: encoding.seen.map((i) => i + 1),
      },
    },
  ]);
  return {
    ...whole,
    latches: whole.latches.slice(0, model.latches.length),
    inputs: whole.inputs.slice(0, model.inputs.length),
  };
}

function* byBmc(encoding: SafetyEncoding, context: EngineContext): Search {
  const system = new TransitionSystem(encoding.model);
  using bounded = new BoundedReach(
    system,
    { kind: "resets" },
    { kind: "step", lit: system.literal(encoding.bad) },
    context,
  );
  const stats = () => ({ bound: bounded.bound, gates: bounded.size, propagations: bounded.spent() });
  function* search(): Search {
    for (;;) {
      yield { what: "unrolling", figures: stats() };
      const run = bounded.decide();
      if (run !== null) return { answer: "fails", by: encoding.lasso(run), stats: stats() };
    }
  }
  return yield* withFigures(search(), stats);
}

/** An invariant that is larger than this is not written down. */
const MOST_NODES = 200_000;

function* byBdd(task: FairCycleTask, encoding: SafetyEncoding, context: EngineContext): Search {
  return yield* inSession(encoding.model, context, function* (session: SymbolicSession): Search {
    using s = session.sets.open();
    const rings = new OnionRings(s, "forward", s.initial);
    const path = yield* rings.pathTo(s.where(encoding.bad));
    if (path !== null) {
      const inputs = new Uint8Array(encoding.model.inputs.length);
      const steps = path.map((state, k): Step => {
        const next = path[k + 1];
        return { latches: s.values(state), inputs: next === undefined ? inputs : s.inputs(state, next) };
      });
      return session.fails(encoding.lasso({ kind: "run", steps }));
    }
    const reached = rings.all();
    if (s.size(reached) > MOST_NODES) {
      const why = `its invariant has more than ${MOST_NODES} BDD nodes`;
      return { answer: "holds", by: none(why), stats: session.stats() };
    }
    const system = new TransitionSystem(encoding.model);
    const invariant = s.toAig(reached, system.graph, system.latches());
    return { answer: "holds", by: certificate(task, encoding, system, invariant), stats: session.stats() };
  });
}

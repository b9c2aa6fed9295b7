import type { Progress } from "../limits/progress.js";
import { type Limits, timeOf, withFigures } from "../limits/stopped.js";
import type { Lit } from "../logic/lit.js";
import { certificateOf } from "../safety/certificates.js";
import { Fair } from "../safety/fair/fair.js";
import { ExchangedFacts } from "../safety/fair/shared-facts.js";
import { TransitionSystem } from "../safety/transition-system.js";
import { reachablePredicate } from "../symbolic/reachable-predicate.js";
import { engine, type Search } from "./engine.js";

const OPTIONS = {
  settings: {
    kind: "choice",
    values: ["own", "paper"],
    default: "own",
    help: "defaults of the other options: those measured here, or those of the paper's experiments",
    sets: { paper: { k: 0, inside: false, implications: false, loops: false, reach: "none", simplify: "off" } },
  },
  k: { kind: "number", min: 0, max: 8, default: 1, help: "unrollings around each state of a skeleton" },
  minimize: { kind: "flag", default: true, help: "prefer skeletons with few states" },
  inside: { kind: "flag", default: true, help: "prefer skeletons on the side of a wall that no step leaves" },
  walls: { kind: "flag", default: true, help: "try latches and conditions as walls, without a skeleton" },
  implications: {
    kind: "flag",
    default: true,
    help: "find clauses of two latches that always hold, before the first skeleton",
  },
  loops: {
    kind: "flag",
    default: true,
    help: "ask, and walk at random, on the side for a reachable state that is a fair cycle by itself",
  },
  reach: {
    kind: "choice",
    values: ["none", "bdd"],
    default: "bdd",
    help: "compute the reachable states on the side, as BDDs, for a fifth of the time: when it ends, they are a fact",
  },
} as const;

/** What further workers on a question do differently: they look for other skeletons, and at nothing on the side. */
const OTHERS = [{ k: 2 }, { k: 0, inside: false }, { inside: false }] as const;
const LARGEST_TEAM = 8;

/** Connects candidate states to a lasso, or learns from the failure where no fair cycle can be. */
export const fair = engine({
  name: "fair",
  summary: "tries to connect states that meet all conditions; each failure becomes a wall that no fair cycle crosses",
  suits: "proofs about counters, arbiters and other designs with local progress arguments",
  paper: "Bradley, Somenzi, Hassan and Zhang, An incremental approach to model checking progress properties (2011)",
  options: OPTIONS,
  team: (size) => [
    {},
    ...Array.from({ length: Math.min(size, LARGEST_TEAM) - 1 }, (_, i) => ({
      reach: "none",
      loops: false,
      ...OTHERS[i % OTHERS.length],
    })),
  ],
  decides: {
    *"fair-cycle"(task, options, context) {
      const { model } = task;
      const system = new TransitionSystem(model);
      const others = context.facts === undefined ? null : new ExchangedFacts(context.facts, model, system);
      context.watcher?.begins(model, (steps) => steps);
      using fair = new Fair(system, context, { ...options, seed: context.seed }, others, context.watcher);
      const stats = () => fair.figures();
      const reachable =
        options.reach === "bdd" ? reachablePredicate(model, context, system.graph, system.latches()) : null;
      function* search(): Search {
        const found = (l: Lit) => fair.assume(l);
        const result = yield* reachable === null ? fair.search() : beside(fair.search(), reachable, found, context);
        if (result.kind === "lasso") return { answer: "fails", by: result.lasso, stats: stats() };
        return { answer: "holds", by: certificateOf(system, result.steps), stats: stats() };
      }
      return yield* withFigures(search(), stats);
    },
  },
});

const HEAD_START_MS = 200;
const SHARE = 0.25;

/** Works on `side` for a share of the time, once `main` has come to skeletons; `found` is told what comes of it. */
function* beside<R>(
  main: Generator<Progress, R>,
  side: Generator<Progress, Lit | null>,
  found: (l: Lit) => void,
  limits: Limits,
): Generator<Progress, R> {
  let mainMs = 0;
  let sideMs = 0;
  try {
    for (let open = true, begun = false; ; ) {
      while (begun && open && sideMs < HEAD_START_MS + SHARE * mainMs) {
        const started = timeOf(limits);
        const { done, value } = side.next();
        if (done && value !== null) found(value);
        sideMs += timeOf(limits) - started;
        open = !done;
        if (!done) yield value;
      }
      const started = timeOf(limits);
      const { done, value } = main.next();
      mainMs += timeOf(limits) - started;
      if (done) return value;
      begun ||= value.what === "skeleton";
      yield value;
    }
  } finally {
    side.return(null);
    main.return(undefined as never);
  }
}

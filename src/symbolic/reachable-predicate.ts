import type { Progress } from "../limits/progress.js";
import { Stopped, untilStopped } from "../limits/stopped.js";
import type { Aig } from "../logic/aig.js";
import type { Lit } from "../logic/lit.js";
import type { Model } from "../model/model.js";
import { type SymbolicHost, SymbolicSession } from "./session.js";

/** Diagrams that are larger than this would burden whoever reads the predicate. */
const MOST_NODES_OF_RESULT = 5_000;
/** The search is given up beyond this many nodes, dead ones included. */
const MOST_NODES_OF_SEARCH = 2_000_000;

/**
 * The reachable states of a model as a literal of `aig`, in which `latches` stand for its latches; null when BDDs are
 * no good for it: whoever asks has another way, so that a limit which they meet is no end.
 */
export function* reachablePredicate(
  model: Model,
  host: SymbolicHost,
  aig: Aig,
  latches: readonly Lit[],
): Generator<Progress, Lit | null> {
  const found = yield* untilStopped(search(model, host, aig, latches));
  return found instanceof Stopped ? null : found;
}

function* search(model: Model, host: SymbolicHost, aig: Aig, latches: readonly Lit[]): Generator<Progress, Lit | null> {
  using session = new SymbolicSession({ ...model, fairness: [] }, host);
  const reaching = session.reachable();
  for (;;) {
    const { done, value } = reaching.next();
    if (done) return session.sets.size(value) > MOST_NODES_OF_RESULT ? null : session.sets.toAig(value, aig, latches);
    yield { what: "reachable states", figures: { ...value.figures, ...session.figures() } };
    if (session.manager.statistics().nodes > MOST_NODES_OF_SEARCH) return null;
  }
}

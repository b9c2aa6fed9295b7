import type { Aig } from "../logic/aig.js";
import type { Lit } from "../logic/lit.js";
import type { Model } from "../model/model.js";
import { BudgetExceeded } from "../solvers/bdd/budget.js";
import type { Progress } from "./progress.js";
import { type SymbolicHost, SymbolicSession } from "./session.js";

/** Diagrams that are larger than this would burden whoever reads the predicate. */
const MOST_NODES_OF_RESULT = 5_000;
/** The search is given up beyond this many nodes, dead ones included. */
const MOST_NODES_OF_SEARCH = 2_000_000;

/**
 * The reachable states of a model as a literal of `aig`, in which `latches` stand for its latches; null when BDDs are
 * no good for it.
 */
export function* reachablePredicate(
  model: Model,
  host: SymbolicHost,
  aig: Aig,
  latches: readonly Lit[],
): Generator<Progress, Lit | null> {
  try {
    using session = new SymbolicSession({ ...model, fairness: [] }, host);
    const search = session.reachable();
    for (;;) {
      const { done, value } = search.next();
      if (done) return session.sets.size(value) > MOST_NODES_OF_RESULT ? null : session.sets.toAig(value, aig, latches);
      yield { what: "reachable states", figures: { ...value.figures, ...session.figures() } };
      if (session.manager.statistics().nodes > MOST_NODES_OF_SEARCH) return null;
    }
  } catch (e) {
    if (e instanceof BudgetExceeded) return null;
    throw e;
  }
}

import type { Verdict } from "../evidence/verdict.js";
import type { Progress } from "../limits/progress.js";
import type { Model } from "../model/model.js";
import type { BddSetsOptions } from "../sets/bdd-system.js";
import { inSession, type SymbolicSession } from "../symbolic/session.js";
import { forSets } from "../transform/for-sets.js";
import { liftVerdict } from "../transform/lift-verdict.js";
import type { EngineContext } from "./engine.js";

/** Runs a search for fair cycles on the BDD sets of a model; its evidence speaks of the model. */
export function* onSets(
  model: Model,
  context: EngineContext,
  search: (session: SymbolicSession) => Generator<Progress, Verdict>,
  options: BddSetsOptions = {},
): Generator<Progress, Verdict> {
  const prepared = forSets(model);
  context.watcher?.begins(prepared.model, (steps) => prepared.lift.run({ kind: "run", steps }).steps);
  return liftVerdict(prepared.lift, yield* inSession(prepared.model, context, search, options), context);
}

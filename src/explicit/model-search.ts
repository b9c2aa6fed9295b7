import type { Certificate } from "../evidence/certificate.js";
import type { Stats, Verdict } from "../evidence/verdict.js";
import type { Model } from "../model/model.js";
import { LimitReached, type Limits, StateGraph } from "../reference/graph.js";
import { proofOfNoFairCycle, TOO_LONG } from "../reference/proof.js";
import { SearchLimit } from "./growing-words.js";
import { ModelSpace } from "./model-space.js";
import { type SearchFigures, type SearchOptions, STOPPED_IN_LASSO, searchFairCycle, seenText } from "./search.js";
import type { PackedLasso } from "./state-space.js";

/** A proof lists the reachable states: of more than so many it is not worth writing. */
const CERTIFIED_STATES = 20_000;

interface Progress {
  readonly what: string;
  readonly figures: Readonly<Record<string, number>>;
}

interface Surroundings {
  readonly memoryLimit: number;
  readonly seed: number;
  shouldStop(): "time" | "memory" | "cancelled" | null;
}

/** Does a model have a reachable fair cycle? */
export function* searchModel(model: Model, given: SearchOptions, context: Surroundings): Generator<Progress, Verdict> {
  const options = {
    ...given,
    bytes: context.memoryLimit,
    seed: context.seed,
    shouldStop: () => context.shouldStop(),
  };
  const poll = () => {
    const reason = options.shouldStop();
    if (reason !== null)
      throw new SearchLimit(reason, "stopped while listing initial states, or the successors of one state");
  };
  const space = new ModelSpace(model, { poll, ...(options.states === undefined ? {} : { states: options.states }) });
  const started = performance.now();
  const result = yield* withProgress(searchFairCycle(space, options));
  const { figures } = result;
  const stats: Stats = {
    ...figures,
    statesPerSecond: Math.round(figures.states / ((performance.now() - started) / 1000)),
  };
  switch (result.kind) {
    case "fair-cycle":
      return shown(space, result.lasso, stats);
    case "empty": {
      const certificate = certificateOf(model, figures.states, options.shouldStop);
      return { answer: "holds", certificate, why: TOO_LONG, stats };
    }
    case "not-found": {
      const { coverage } = result;
      const detail = `no fair cycle found; ${seenText(options.hash, coverage)}`;
      return { answer: "unknown", reason: "bound", detail, stats: { ...stats, coverage } };
    }
    case "unknown":
      return { answer: "unknown", reason: result.reason, detail: result.detail, stats };
  }
}

/** A long lasso takes its time, too: each step's inputs are looked for. */
function shown(space: ModelSpace, lasso: PackedLasso, stats: Stats): Verdict {
  try {
    return { answer: "fails", witness: space.lasso(lasso), stats };
  } catch (error) {
    if (!(error instanceof SearchLimit)) throw error;
    return { answer: "unknown", reason: error.reason, detail: STOPPED_IN_LASSO, stats };
  }
}

function* withProgress<T>(search: Generator<SearchFigures, T>): Generator<Progress, T> {
  for (;;) {
    const { done, value } = search.next();
    if (done) return value;
    yield { what: "searching", figures: { ...value } };
  }
}

/** By a second look at a small state space, in a form that can be checked. */
function certificateOf(model: Model, states: number, stop: Limits["stop"]): Certificate | null {
  if (states > CERTIFIED_STATES) return null;
  try {
    const graph = new StateGraph(model, model.fairness, { states: CERTIFIED_STATES, bytes: 2 ** 30, stop });
    for (const _ of graph.explore());
    return proofOfNoFairCycle(graph);
  } catch (error) {
    if (error instanceof LimitReached) return null;
    throw error;
  }
}

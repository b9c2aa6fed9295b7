import type { Certificate } from "../evidence/certificate.js";
import { type Lasso, none, type Verdict } from "../evidence/verdict.js";
import type { Figures, Progress } from "../limits/progress.js";
import { goOn, type Limits, Stopped, unlessStopped } from "../limits/stopped.js";
import type { Model } from "../model/model.js";
import type { Watcher } from "../model/watcher.js";
import { StateGraph } from "../reference/graph.js";
import { proofOfNoFairCycle, TOO_LONG } from "../reference/proof.js";
import { wordsFor } from "../reference/transitions.js";
import { ModelSpace } from "./model-space.js";
import { type SearchFigures, type SearchOptions, STOPPED_IN_LASSO, searchFairCycle, seenText } from "./search.js";
import type { PackedLasso } from "./state-space.js";

/** A proof lists the reachable states: of more than so many it is not worth writing. */
const CERTIFIED_STATES = 20_000;

interface SearchContext extends Limits {
  readonly seed: number;
  readonly watcher?: Watcher;
}

/** Does a model have a reachable fair cycle? */
export function* searchModel(model: Model, given: SearchOptions, context: SearchContext): Generator<Progress, Verdict> {
  const { memoryLimit, seed, shouldStop } = context;
  const watching = context.watcher === undefined ? {} : { moment: shownTo(context.watcher, model) };
  const options = { ...given, ...watching, memoryLimit, seed, shouldStop };
  const poll = () => goOn(context, "stopped while listing initial states, or the successors of one state");
  const space = new ModelSpace(model, { poll, ...(options.states === undefined ? {} : { states: options.states }) });
  const started = performance.now();
  const result = yield* withProgress(searchFairCycle(space, options));
  const { figures } = result;
  const stats: Figures = {
    ...figures,
    statesPerSecond: Math.round(figures.states / ((performance.now() - started) / 1000)),
  };
  switch (result.kind) {
    case "fair-cycle":
      return { answer: "fails", by: written(space, result.lasso, stats), stats };
    case "empty": {
      const certificate = certificateOf(model, figures.states, context);
      return { answer: "holds", by: certificate ?? none(TOO_LONG), stats };
    }
    case "not-found": {
      const { coverage } = result;
      const detail = `no fair cycle found; ${seenText(options.hash, coverage)}`;
      return { answer: "unknown", reason: "bound", detail, stats: { ...stats, coverage } };
    }
    case "stopped":
      throw new Stopped(result.why.reason, result.why.detail, stats);
  }
}

/** The path and the labels of a nested search, for who watches. */
function shownTo(watcher: Watcher, model: Model): NonNullable<SearchOptions["moment"]> {
  watcher.begins(model, (steps) => steps);
  const packed = (latches: Uint8Array): Int32Array => {
    const words = new Int32Array(wordsFor(latches.length));
    latches.forEach((bit, i) => {
      words[i >> 5]! |= bit << (i & 31);
    });
    return words;
  };
  return ({ what, path, label }, { states, transitions, nested, depth }) => {
    const onPath = new Set(path.map((state) => state.join()));
    const top = path.at(-1)?.join();
    watcher.sees({
      what,
      figures: { states, transitions, nested, depth },
      sets: [
        { name: "visited", has: (latches) => label(packed(latches)) !== null },
        { name: "path", has: (latches) => onPath.has(packed(latches).join()) },
        { name: "top of the path", has: (latches) => packed(latches).join() === top },
      ],
      label: (latches) => {
        const marks = label(packed(latches));
        const met = model.fairness.flatMap((_, j) => (((marks?.[j >> 5] ?? 0) >>> (j & 31)) & 1 ? [j + 1] : []));
        return met.length === 0 ? "" : `{${met.join(",")}}`;
      },
    });
  };
}

/** A long lasso takes its time, too: each step's inputs are looked for. */
function written(space: ModelSpace, lasso: PackedLasso, stats: Figures): Lasso {
  const steps = unlessStopped(() => space.lasso(lasso));
  if (steps instanceof Stopped) throw new Stopped(steps.reason, STOPPED_IN_LASSO, stats);
  return steps;
}

function* withProgress<T>(search: Generator<SearchFigures, T>): Generator<Progress, T> {
  for (;;) {
    const { done, value } = search.next();
    if (done) return value;
    yield { what: "searching", figures: { ...value } };
  }
}

/**
 * By a second look at a small state space, in a form that can be checked. The answer is known without: no time for the second look
 * only leaves it uncertified.
 */
function certificateOf(model: Model, states: number, { shouldStop }: Limits): Certificate | null {
  if (states > CERTIFIED_STATES) return null;
  const certificate = unlessStopped(() => {
    const limits = { states: CERTIFIED_STATES, memoryLimit: 2 ** 30, shouldStop };
    const graph = new StateGraph(model, model.fairness, limits);
    for (const _ of graph.explore());
    return proofOfNoFairCycle(graph);
  });
  return certificate instanceof Stopped ? null : certificate;
}

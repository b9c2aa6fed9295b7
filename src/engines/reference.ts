import { none, type Stats } from "../evidence/verdict.js";
import type { Ctl } from "../formula/ctl.js";
import type { Progress } from "../limits/progress.js";
import type { Lit } from "../logic/lit.js";
import type { CtlTask, FairCycleTask, Model, ReachTask } from "../model/model.js";
import { readsInputs, stateConstraints } from "../model/reads-inputs.js";
import { allStates, fairComponents, statesOf } from "../reference/components.js";
import { GraphCtl } from "../reference/ctl.js";
import { proofOfCtl } from "../reference/ctl-proof.js";
import { GraphCtlWitness } from "../reference/ctl-witness.js";
import { type GraphLimits, StateGraph } from "../reference/graph.js";
import { fairLoop, lassoAlong, pathTo, runAlong } from "../reference/lasso.js";
import { proofOfNoFairCycle, proofOfReach, TOO_LONG } from "../reference/proof.js";
import { type EngineContext, engine, type OptionsOf, type Search } from "./engine.js";

const OPTIONS = {
  states: { kind: "number", min: 1, max: 2 ** 28, default: 1_000_000, help: "give up beyond this many states" },
} as const;

/**
 * Writes all reachable states down and looks at them: slow, simple, and the oracle of every other engine.
 */
export const reference = engine({
  name: "reference",
  summary: "enumerates the reachable states of a small model, and decides by the definitions",
  suits: "up to about a million states; the oracle of all other engines",
  paper: "Tarjan, Depth-first search and linear graph algorithms (1972)",
  options: OPTIONS,
  decides: {
    "fair-cycle": (task, options, context) => fairCycle(task, limitsOf(options, context)),
    reach: (task, options, context) => reach(task, limitsOf(options, context)),
    ctl: (task, options, context) => ctl(task, limitsOf(options, context)),
  },
});

const limitsOf = ({ states }: OptionsOf<typeof OPTIONS>, context: EngineContext): GraphLimits => ({
  states,
  memoryLimit: context.memoryLimit,
  shouldStop: context.shouldStop,
});

function* fairCycle({ model }: FairCycleTask, limits: GraphLimits): Search {
  const graph = new StateGraph(model, model.fairness, limits);
  yield* exploring(graph);
  const parts = fairComponents(graph, allStates(graph));
  const stats = { ...statsOf(graph), components: parts.count };
  // States are numbered breadth first: the first one in a fair component has a shortest stem.
  const start = parts.of.findIndex((c) => parts.isFair[c] === 1);
  if (start < 0) return { answer: "holds", by: proofOfNoFairCycle(graph) ?? none(TOO_LONG), stats };
  const loop = fairLoop(graph, start, statesOf(parts, parts.of[start]!));
  return { answer: "fails", by: lassoAlong(graph, pathTo(graph, start), loop), stats };
}

function* reach({ model, bad }: ReachTask, limits: GraphLimits): Search {
  const graph = new StateGraph(model, [bad], limits);
  const badEdge = (s: number): number => {
    for (let e = graph.firstEdge[s]!; e < graph.firstEdge[s + 1]!; e++) if (graph.meets(graph.label[e]!, 0)) return e;
    return -1;
  };
  let found = -1;
  yield* exploring(graph, (s) => {
    if (badEdge(s) >= 0) found = s;
    return found >= 0;
  });
  const stats = statsOf(graph);
  if (found < 0) return { answer: "holds", by: proofOfReach(graph) ?? none(TOO_LONG), stats };
  const witness = runAlong(graph, [...pathTo(graph, found), { from: found, edge: badEdge(found) }]);
  return { answer: "fails", by: witness, stats };
}

function* ctl({ model, formula, atoms }: CtlTask, limits: GraphLimits): Search {
  const refused = atomThatReadsInputs(model, formula, atoms);
  if (refused !== undefined)
    return { answer: "unknown", reason: "unsupported", detail: `the atom ${refused} reads an input`, stats: {} };
  const graph = new StateGraph(model, model.fairness, limits);
  yield* exploring(graph);
  const checker = new GraphCtl(graph, atoms);
  const satisfied = checker.states(formula);
  const isState = stateConstraints(model).map((c) => checker.where(c));
  const initial = graph.initial.filter((s) => isState.every((states) => states[s] === 1));
  const initialStates = {
    all: initial.length,
    withoutFairPath: initial.filter((s) => checker.fair[s] === 0).length,
  };
  const stats = statsOf(graph);
  const isViolating = (s: number) => satisfied[s] === 0;
  // More can be shown of a state from which a fair path starts.
  const violating =
    graph.initial.find((s) => isViolating(s) && checker.fair[s] === 1) ?? graph.initial.find(isViolating);
  yield { what: "writing the proof", figures: { states: graph.size, edges: graph.edges } };
  const proof = proofOfCtl(checker, formula, violating ?? null);
  const about = { by: proof ?? none(TOO_LONG), initialStates, stats };
  if (violating === undefined) return { answer: "holds", ...about };
  const tree = new GraphCtlWitness(checker).counterexample(violating, formula);
  return { answer: "fails", ...about, ...(tree !== null && { shown: tree }) };
}

function* exploring(graph: StateGraph, stopAt?: (state: number) => boolean): Generator<Progress, void> {
  for (const _ of graph.explore(stopAt))
    yield { what: "exploring", figures: { states: graph.size, edges: graph.edges } };
}

const statsOf = (graph: StateGraph): Stats => ({ states: graph.size, edges: graph.edges });

function atomThatReadsInputs(model: Model, formula: Ctl, atoms: ReadonlyMap<string, Lit>): string | undefined {
  return [...atomsIn(formula)].find((name) => {
    const literal = atoms.get(name);
    return literal !== undefined && readsInputs(model, [literal]);
  });
}

function* atomsIn(f: Ctl): Generator<string> {
  if (f.op === "atom") yield f.name;
  if ("arg" in f) yield* atomsIn(f.arg);
  if ("left" in f) {
    yield* atomsIn(f.left);
    yield* atomsIn(f.right);
  }
}

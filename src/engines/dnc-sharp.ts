import { type DncOptions, divideAndCompose } from "../symbolic/dnc/search.js";
import type { SymbolicSession } from "../symbolic/session.js";
import { CLUSTER, EFFORT, partsOption } from "./dnc-options.js";
import { engine, type OptionsOf } from "./engine.js";
import { onSets } from "./on-sets.js";

const OPTIONS = {
  settings: {
    kind: "choice",
    values: ["own", "paper"],
    default: "own",
    help: "defaults of the other options: those measured here, or those of the paper's experiments",
    sets: { paper: { subset: "dense", seeds: Number.MAX_VALUE, effort: Number.MAX_VALUE } },
  },
  subset: {
    kind: "choice",
    values: ["minterm", "cube", "dense", "all"],
    default: "all",
    help: "what the search goes on from: of the states nearest to the target one, a cube, many in few nodes, or all",
  },
  jump: {
    kind: "choice",
    values: ["direct", "cartesian", "one-step"],
    default: "cartesian",
    help: "how suspect sets are trimmed before the whole system: not; by each other submodule alone; by each with all before",
  },
  share: {
    kind: "number",
    min: 0,
    max: 1,
    default: 0.3,
    help: "submodules are added while they hold at most this share of all latches",
  },
  cluster: CLUSTER,
  parts: partsOption("latches"),
  reach: {
    kind: "choice",
    values: ["exact", "approximate", "none"],
    default: "approximate",
    help: "reachable states: of the whole system first; a bound from the parts; none",
  },
  most: { kind: "number", min: 1, max: 100_000, default: 16, help: "suspect sets, about" },
  nodes: { kind: "number", min: 1, max: 10_000, default: 30, help: "nodes of the graph of components, about" },
  lines: { kind: "number", min: 1, max: 10_000, default: 8, help: "paths to one suspect set that are searched apart" },
  edges: { kind: "number", min: 0, max: 1_000_000, default: 200, help: "edges of that graph, about" },
  effort: EFFORT,
  seeds: {
    kind: "number",
    min: 0,
    max: Number.MAX_VALUE,
    default: 5_000_000,
    help: "BDD nodes that may be made for components of single states, besides as many as the search for states has made",
  },
  split: {
    kind: "number",
    min: 1,
    max: Number.MAX_VALUE,
    default: 4,
    help: "states that a set which is not suspect must have to be taken apart",
  },
} as const;

/** Looks for fair cycles along the paths of an abstraction, nearest first, without knowing the reachable states. */
export const dncSharp = engine({
  name: "dnc-sharp",
  summary: "refines suspect sets on parts of the system, then heads for the nearest of them through few states",
  suits:
    "long ways to a fair cycle through more states than other BDD engines can hold; SAT engines are often faster there",
  paper: "Wang and Hachtel, Sharp disjunctive decomposition for language emptiness checking (2002)",
  options: OPTIONS,
  decides: {
    *"fair-cycle"(task, options, context) {
      const search = (session: SymbolicSession) => divideAndCompose(session, settings(options));
      return yield* onSets(task.model, context, search);
    },
  },
});

const settings = (options: OptionsOf<typeof OPTIONS>): DncOptions => ({
  policy: "adaptive",
  jump: options.jump,
  share: options.share,
  cluster: options.cluster,
  parts: options.parts,
  order: "fifo",
  reach: options.reach,
  by: "lockstep",
  most: options.most,
  endgame: {
    subset: options.subset,
    seedEffort: options.seeds,
    nodes: options.nodes,
    hyperlines: options.lines,
    edges: options.edges,
    worthSplitting: options.split,
  },
  effort: options.effort,
});

import { pathTrace } from "../evidence/trace.js";
import { Stopped } from "../limits/stopped.js";
import type { Model } from "../model/model.js";
import { hasLiteralReset } from "../model/resets.js";
import type { Step } from "../model/step.js";
import { allStates, fairComponents } from "../reference/components.js";
import { StateGraph } from "../reference/graph.js";

/** The reachable states of a small model, as people look at them: plain data. */
export interface DrawnGraph {
  /** What a state is described by, and its value in each. */
  readonly signals: readonly string[];
  readonly values: readonly (readonly string[])[];
  readonly initial: readonly number[];
  readonly edges: readonly (readonly [number, number])[];
  /** The component of each state. Edges lead to components with the same number, or with smaller ones. */
  readonly components: readonly number[];
  /** By component: has it a cycle that meets all conditions? */
  readonly isFair: readonly boolean[];
  readonly conditions: readonly DrawnCondition[];
}

export interface DrawnCondition {
  readonly name: string;
  /** Those that a transition leaves on which it is met. */
  readonly states: readonly number[];
}

/** How a state is described. */
export interface StateWords {
  readonly signals: readonly string[];
  readonly values: readonly (readonly string[])[];
}

const MEMORY = 2 ** 28;
const MOST_MS = 3_000;

/** All reachable states and transitions; null where there are more than so many, or it takes long to find them. */
export function enumerated(model: Model, most: number): StateGraph | null {
  if (model.latches.some(hasLiteralReset)) return null;
  // Few states can have very many transitions.
  const end = performance.now() + MOST_MS;
  const shouldStop = () => (performance.now() > end ? ("time" as const) : null);
  const graph = new StateGraph(model, model.fairness, { states: most, shouldStop, memoryLimit: MEMORY });
  try {
    for (const _ of graph.explore());
  } catch (e) {
    if (e instanceof Stopped) return null;
    throw e;
  }
  return graph;
}

export function drawn(graph: StateGraph, words: StateWords, conditions: readonly string[]): DrawnGraph {
  const { of, isFair } = fairComponents(graph, allStates(graph));
  const edges: [number, number][] = [];
  const met = conditions.map(() => new Set<number>());
  for (let s = 0; s < graph.size; s++) {
    const targets = new Set<number>();
    for (let e = graph.firstEdge[s]!; e < graph.firstEdge[s + 1]!; e++) {
      targets.add(graph.target[e]!);
      for (const [j, states] of met.entries()) if (graph.meets(graph.label[e]!, j)) states.add(s);
    }
    for (const target of targets) edges.push([s, target]);
  }
  return {
    ...words,
    initial: graph.initial,
    edges,
    components: [...of],
    isFair: [...isFair].map((fair) => fair === 1),
    conditions: conditions.map((name, j) => ({ name, states: [...met[j]!] })),
  };
}

/** Steps of the user's model, one for each state, in the user's words: what is part of the state, and what else tells states apart. */
export function inUsersWords(model: Model, steps: readonly Step[], beside: readonly string[]): StateWords {
  const trace = pathTrace(model, { kind: "run", steps });
  const kept = trace.signals.flatMap(({ isState }, k) => (isState && model.signals[k]!.kind !== "input" ? [k] : []));
  const isUseful = beside.some((bits) => bits !== "");
  return {
    signals: [...kept.map((k) => trace.signals[k]!.name), ...(isUseful ? ["(beside it)"] : [])],
    values: trace.values.map((values, s) => [...kept.map((k) => values[k]!), ...(isUseful ? [beside[s]!] : [])]),
  };
}

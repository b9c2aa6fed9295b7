import type { Lasso, Run } from "../evidence/verdict.js";
import type { Step } from "../model/step.js";
import { fairComponents, fairStates, type StateSet, statesOf, union } from "./components.js";
import type { StateGraph } from "./graph.js";

/** Edges in a row, each with the state it leaves. */
export type Path = { readonly from: number; readonly edge: number }[];

/** A shortest path inside `within` from a state to the first edge that `goal` accepts, that edge included. */
export function shortestPath(
  graph: StateGraph,
  start: number,
  within: StateSet,
  goal: (from: number, edge: number) => boolean,
): Path | null {
  const { firstEdge, target } = graph;
  const arrival = new Map<number, Path[number] | null>([[start, null]]);
  const queue = [start];
  for (const s of queue) {
    for (let e = firstEdge[s]!; e < firstEdge[s + 1]!; e++) {
      const t = target[e]!;
      if (within[t] === 0) continue;
      if (goal(s, e)) return [...back(arrival, s), { from: s, edge: e }];
      if (arrival.has(t)) continue;
      arrival.set(t, { from: s, edge: e });
      queue.push(t);
    }
  }
  return null;
}

function back(arrival: ReadonlyMap<number, Path[number] | null>, end: number): Path {
  const path: Path = [];
  for (let step = arrival.get(end); step != null; step = arrival.get(step.from)) path.push(step);
  return path.reverse();
}

/**
 * A closed path from a state of a fair component back to it, on which every condition holds: to the nearest edge that
 * meets something new, again and again, then home.
 */
export function fairLoop(graph: StateGraph, start: number, component: StateSet): Path {
  const { target, label, conditions } = graph;
  const missing = new Set(conditions.keys());
  const loop: Path = [];
  let at = start;
  const go = (goal: (from: number, edge: number) => boolean) => {
    const path = shortestPath(graph, at, component, goal);
    if (path === null) throw new Error("the component is not fair");
    for (const step of path) {
      loop.push(step);
      for (const j of missing) if (graph.meets(label[step.edge]!, j)) missing.delete(j);
      at = target[step.edge]!;
    }
  };
  while (missing.size > 0) go((_, e) => [...missing].some((j) => graph.meets(label[e]!, j)));
  if (loop.length === 0 || at !== start) go((_, e) => target[e] === start);
  return loop;
}

/** A fair path from a state, inside `within`: a shortest stem to a fair component, and a loop in it. Null without one. */
export function fairPathFrom(graph: StateGraph, start: number, within: StateSet): { stem: Path; loop: Path } | null {
  const parts = fairComponents(graph, within);
  const goal = fairStates(parts);
  const stem = within[start] === 0 ? null : pathInto(graph, start, within, goal);
  if (stem === null) return null;
  const end = endOf(graph, start, stem);
  return { stem, loop: fairLoop(graph, end, statesOf(parts, parts.of[end]!)) };
}

/** A shortest path inside `within` to a state of `goal`; empty when the start is one. */
export function pathInto(graph: StateGraph, start: number, within: StateSet, goal: StateSet): Path | null {
  if (goal[start] === 1) return [];
  return shortestPath(graph, start, union(within, goal), (_, e) => goal[graph.target[e]!] === 1);
}

/** Where a path ends. */
export function endOf(graph: StateGraph, start: number, path: Path): number {
  const last = path[path.length - 1];
  return last === undefined ? start : graph.target[last.edge]!;
}

/** The path by which the search found a state: a shortest one from an initial state. */
export function pathTo(graph: StateGraph, state: number): Path {
  const path: Path = [];
  for (let t = state; graph.parent[t] !== -1; t = graph.parent[t]!) {
    const from = graph.parent[t]!;
    let edge = graph.firstEdge[from]!;
    while (graph.target[edge] !== t) edge++;
    path.push({ from, edge });
  }
  return path.reverse();
}

const stepsAlong = (graph: StateGraph, path: Path): Step[] => path.map(({ from, edge }) => graph.step(from, edge));

export const lassoAlong = (graph: StateGraph, stem: Path, loop: Path): Lasso => ({
  kind: "lasso",
  steps: stepsAlong(graph, [...stem, ...loop]),
  loop: stem.length,
});

export const runAlong = (graph: StateGraph, path: Path): Run => ({ kind: "run", steps: stepsAlong(graph, path) });

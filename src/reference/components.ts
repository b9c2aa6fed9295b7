import type { StateGraph } from "./graph.js";

/** A set of states, a byte for each: 1 when it is in. */
export type StateSet = Uint8Array;

/** Strongly connected components of a subgraph. */
export interface Components {
  /** The component of each state, -1 outside of the subgraph. A component's edges lead to itself or to smaller numbers. */
  readonly of: Int32Array;
  readonly count: number;
}

/** Tarjan's algorithm on the states of `within`, without recursion. */
export function components(graph: StateGraph, within: StateSet): Components {
  const { firstEdge, target, size } = graph;
  const of = new Int32Array(size).fill(-1);
  const index = new Int32Array(size).fill(-1);
  const low = new Int32Array(size);
  const cursor = new Int32Array(size);
  const path: number[] = []; // the depth-first path
  const open: number[] = []; // states whose component is not known yet
  let visited = 0;
  let count = 0;
  const enter = (s: number) => {
    index[s] = visited;
    low[s] = visited++;
    cursor[s] = firstEdge[s]!;
    path.push(s);
    open.push(s);
  };
  for (let root = 0; root < size; root++) {
    if (within[root] === 0 || index[root] !== -1) continue;
    enter(root);
    while (path.length > 0) {
      const s = path[path.length - 1]!;
      if (cursor[s]! < firstEdge[s + 1]!) {
        const t = target[cursor[s]!++]!;
        if (within[t] === 0) continue;
        if (index[t] === -1) enter(t);
        else if (of[t] === -1) low[s] = Math.min(low[s]!, index[t]!);
        continue;
      }
      path.pop();
      const caller = path[path.length - 1];
      if (caller !== undefined) low[caller] = Math.min(low[caller]!, low[s]!);
      if (low[s] !== index[s]) continue;
      for (let t = open.pop()!; ; t = open.pop()!) {
        of[t] = count;
        if (t === s) break;
      }
      count++;
    }
  }
  return { of, count };
}

/** Components, and for each whether it is fair. */
export interface FairComponents extends Components {
  readonly isFair: Uint8Array;
}

/** Fair: with an edge inside and, for every condition, an edge inside on which it holds. */
export function fairComponents(graph: StateGraph, within: StateSet): FairComponents {
  const { firstEdge, target, label, size, conditions } = graph;
  const { of, count } = components(graph, within);
  const hasEdge = new Uint8Array(count);
  const met = conditions.map(() => new Uint8Array(count));
  for (let s = 0; s < size; s++) {
    const c = of[s]!;
    if (c === -1) continue;
    for (let e = firstEdge[s]!; e < firstEdge[s + 1]!; e++) {
      if (of[target[e]!] !== c) continue;
      hasEdge[c] = 1;
      for (let j = 0; j < met.length; j++) if (graph.meets(label[e]!, j)) met[j]![c] = 1;
    }
  }
  const isFair = hasEdge.map((has, c) => (has === 1 && met.every((m) => m[c] === 1) ? 1 : 0));
  return { of, count, isFair };
}

/** The states of all fair components. */
export const fairStates = ({ of, isFair }: FairComponents): StateSet =>
  Uint8Array.from(of, (c) => (c === -1 ? 0 : isFair[c]!));

/** The states of one component. */
export const statesOf = ({ of }: Components, component: number): StateSet =>
  Uint8Array.from(of, (c) => (c === component ? 1 : 0));

export const allStates = (graph: StateGraph): StateSet => new Uint8Array(graph.size).fill(1);

export const complement = (a: StateSet): StateSet => a.map((x) => 1 - x);
export const intersection = (a: StateSet, b: StateSet): StateSet => a.map((x, s) => x & b[s]!);
export const union = (a: StateSet, b: StateSet): StateSet => a.map((x, s) => x | b[s]!);

import { BooleanFunctions, copierOf, type Fn, NEVER } from "../logic/boolean-functions.js";

/** A set of acceptance sets, bit i for set i. */
export type Marks = number;

/** Marks are bits of a small integer. */
export const MAX_ACCEPTANCE_SETS = 30;

export interface Edge {
  readonly target: number;
  /** The letters that the edge reads: a function of the atoms, never `NEVER`. */
  readonly label: Fn;
  /** The acceptance sets that the edge belongs to. */
  readonly marks: Marks;
}

/**
 * A transition-based generalized Büchi automaton. A word is accepted when some run on it visits every acceptance set
 * infinitely often; without acceptance sets every infinite run is accepting. States may lack successors.
 */
export interface Tgba {
  /** Where the labels live. */
  readonly functions: BooleanFunctions;
  /** Atom i is variable i of the labels. */
  readonly atoms: readonly string[];
  readonly acceptanceSets: number;
  readonly initial: number;
  /** Outgoing edges of each state; no two with equal target and marks. */
  readonly edges: readonly (readonly Edge[])[];
}

export const allMarks = (acceptanceSets: number): Marks => (1 << acceptanceSets) - 1;

export const stateCount = (automaton: Tgba): number => automaton.edges.length;

export const edgeCount = (automaton: Tgba): number => automaton.edges.reduce((n, edges) => n + edges.length, 0);

/** Edges with equal target and marks become one; edges that read nothing vanish. */
export function mergeEdges(functions: BooleanFunctions, edges: Iterable<Edge>): Edge[] {
  const byEnd = new Map<string, Edge>();
  for (const edge of edges) {
    if (edge.label === NEVER) continue;
    const key = `${edge.target},${edge.marks}`;
    const other = byEnd.get(key);
    byEnd.set(key, other === undefined ? edge : { ...edge, label: functions.or(edge.label, other.label) });
  }
  return [...byEnd.values()];
}

/**
 * The automaton with states renamed: `as(state)` is the new number of a state, or undefined for a state to be dropped
 * with the edges that lead to it. States that become equal share their edges.
 */
export function renamed(automaton: Tgba, count: number, as: (state: number) => number | undefined): Tgba {
  const edges: Edge[][] = Array.from({ length: count }, () => []);
  automaton.edges.forEach((outgoing, state) => {
    const source = as(state);
    if (source === undefined) return;
    for (const edge of outgoing) {
      const target = as(edge.target);
      if (target !== undefined) edges[source]!.push({ ...edge, target });
    }
  });
  const initial = as(automaton.initial);
  if (initial === undefined) throw new RangeError("the initial state cannot be dropped");
  return { ...automaton, initial, edges: edges.map((outgoing) => mergeEdges(automaton.functions, outgoing)) };
}

/** The automaton with other labels, in the same or another store. */
export function mapLabels(automaton: Tgba, map: (label: Fn) => Fn, functions = automaton.functions): Tgba {
  const edges = automaton.edges.map((outgoing) =>
    mergeEdges(
      functions,
      outgoing.map((edge) => ({ ...edge, label: map(edge.label) })),
    ),
  );
  return { ...automaton, functions, edges };
}

/** The automaton with a store of its own, which knows only the atoms that labels depend on. */
export function withOwnLabels(automaton: Tgba): Tgba {
  const used = new Set<number>();
  for (const edge of automaton.edges.flat()) for (const v of automaton.functions.support(edge.label)) used.add(v);
  const kept = [...used].sort((a, b) => a - b);
  const rename = new Map(kept.map((variable, i) => [variable, i]));
  const functions = new BooleanFunctions();
  const copied = mapLabels(
    automaton,
    copierOf(automaton.functions, functions, (v) => rename.get(v)!),
    functions,
  );
  return { ...copied, atoms: kept.map((variable) => automaton.atoms[variable]!) };
}

/** Every letter has at most one successor in every state. */
export function isDeterministic(automaton: Tgba): boolean {
  const { functions } = automaton;
  return automaton.edges.every((outgoing) => {
    let seen = NEVER;
    for (const { label } of outgoing) {
      if (functions.intersects(seen, label)) return false;
      seen = functions.or(seen, label);
    }
    return true;
  });
}

/** The strongly connected components of an automaton. */
export interface Components {
  readonly count: number;
  /** The component of each state; edges lead to the same or a smaller one. Unreachable states have -1. */
  readonly of: Int32Array;
  /** All marks of edges inside each component. */
  readonly marks: readonly Marks[];
  /** Does the component have an edge inside? */
  readonly hasCycle: readonly boolean[];
  /** Does the component hold an accepting run? */
  readonly accepting: readonly boolean[];
}

/** Tarjan's algorithm from the initial state, with an explicit stack. */
export function componentsOf(automaton: Tgba): Components {
  const n = automaton.edges.length;
  const component = new Int32Array(n).fill(-1);
  const index = new Int32Array(n).fill(-1);
  const low = new Int32Array(n);
  const open: number[] = [];
  const path: { state: number; next: number }[] = [];
  let visited = 0;
  let count = 0;
  const enter = (state: number): void => {
    index[state] = low[state] = visited++;
    open.push(state);
    path.push({ state, next: 0 });
  };
  enter(automaton.initial);
  while (path.length > 0) {
    const top = path[path.length - 1]!;
    const edge = automaton.edges[top.state]![top.next++];
    if (edge !== undefined) {
      if (index[edge.target] === -1) enter(edge.target);
      else if (component[edge.target] === -1) low[top.state] = Math.min(low[top.state]!, index[edge.target]!);
      continue;
    }
    path.pop();
    const parent = path[path.length - 1];
    if (parent !== undefined) low[parent.state] = Math.min(low[parent.state]!, low[top.state]!);
    if (low[top.state] !== index[top.state]) continue;
    let member: number;
    do {
      member = open.pop()!;
      component[member] = count;
    } while (member !== top.state);
    count++;
  }
  return describe(automaton, component, count);
}

function describe(automaton: Tgba, component: Int32Array, count: number): Components {
  const marks = new Array<Marks>(count).fill(0);
  const hasCycle = new Array<boolean>(count).fill(false);
  automaton.edges.forEach((outgoing, state) => {
    const c = component[state]!;
    if (c < 0) return;
    for (const edge of outgoing) {
      if (component[edge.target] !== c) continue;
      marks[c]! |= edge.marks;
      hasCycle[c] = true;
    }
  });
  const all = allMarks(automaton.acceptanceSets);
  const accepting = marks.map((m, c) => hasCycle[c]! && m === all);
  return { count, of: component, marks, hasCycle, accepting };
}

export const isEmpty = (automaton: Tgba): boolean => !componentsOf(automaton).accepting.includes(true);

import type { SetStrength } from "../../evidence/refinement-tree.js";
import type { Progress } from "../../limits/progress.js";
import type { Scope } from "../../sets/state-sets.js";
import { chain } from "../chain.js";

/** An SCC-closed set that may hold a fair cycle. */
export interface SuspectSet<S> {
  readonly states: S;
  readonly strength: SetStrength;
}

/** A node of the SCC quotient graph: an SCC-closed set. Sets live where the graph was made. */
export interface QuotientNode<S> {
  readonly states: S;
  /** Of a fair node, that is of a suspect; null: it is not fair. */
  readonly strength: SetStrength | null;
  readonly isInitial: boolean;
}

/** G(A') of D'n'C, Section 3, with some SCCs merged. `successors[i]` are the nodes that a step from node i can enter. */
export interface QuotientGraph<S> {
  readonly nodes: readonly QuotientNode<S>[];
  readonly successors: readonly (readonly number[])[];
}

/** The nodes on paths from initial nodes to one fair node: a subgraph whose other nodes are not fair. */
export interface Hyperline {
  readonly nodes: readonly number[];
  readonly target: number;
}

export interface QuotientLimits {
  /** Nodes of the graph, about. */
  readonly nodes: number;
  /** Sets that are not fair are taken apart if they have at least this many states. */
  readonly worthSplitting: number;
  /** Nothing is taken apart any more once there are so many edges. */
  readonly edges: number;
  /** Hyperlines of one fair node; if there would be more, all of them are one. */
  readonly hyperlines: number;
}

/**
 * The SCC quotient graph of an approximation, under the size heuristics of Section 7.1. Suspects are its fair nodes, and come first. The
 * rest is taken apart by the approximations given, coarse ones first, as long as there is room and `isOver` does not hold: its
 * nodes are SCC-closed sets. The last of the approximations gives the edges.
 */
export function* quotientGraph<S>(
  sets: Scope<S>,
  approximations: readonly Scope<S>[],
  suspects: readonly SuspectSet<S>[],
  reached: S,
  limits: QuotientLimits,
  isOver: () => boolean = () => false,
): Generator<Progress, QuotientGraph<S>> {
  using s = sets.open();
  const fair = suspects.map(({ states }) => states);
  let rest = [
    s.minus(
      reached,
      fair.reduce((a, b) => s.or(a, b), s.empty),
    ),
  ];
  for (const view of approximations) {
    const parts: S[] = [];
    for (const part of rest) {
      const room = limits.nodes - suspects.length - rest.length - parts.length;
      if (room < 1 || view.count(view.cover(part)) < limits.worthSplitting) parts.push(part);
      else parts.push(...(yield* takenApart(s, view, part, room, isOver)));
    }
    const grew = parts.length > rest.length;
    rest = parts;
    if (grew && (yield* edgesAmong(view, [...fair, ...rest])).flat().length > limits.edges) break;
  }
  const states = [...fair, ...rest.filter((part) => !s.isEmpty(part))];
  const nodes = states.map((set, i) => ({
    states: s.keep(set),
    strength: suspects[i]?.strength ?? null,
    isInitial: s.intersects(set, s.initial),
  }));
  return { nodes, successors: yield* edgesAmong(approximations.at(-1) ?? s, states) };
}

/** By set, the other sets that a step of the system can enter from it. */
function* edgesAmong<S>(system: Scope<S>, states: readonly S[]): Generator<Progress, number[][]> {
  const successors: number[][] = [];
  for (const [i, from] of states.entries()) {
    using turn = system.open();
    const entered = turn.post(turn.cover(from));
    successors.push([...states.keys()].filter((j) => j !== i && turn.intersects(entered, states[j]!)));
    yield { what: "quotient graph", figures: { nodes: states.length, edges: successors.flat().length } };
  }
  return successors;
}

/** SCCs of an approximation, cut to a part; beyond the room, what is left stays whole. */
function* takenApart<S>(
  sets: Scope<S>,
  view: Scope<S>,
  part: S,
  room: number,
  isOver: () => boolean,
): Generator<Progress, S[]> {
  const found: S[] = [];
  const add = (scc: S) => {
    const cut = sets.and(scc, part);
    if (!sets.isEmpty(cut)) found.push(cut);
  };
  using v = view.view({ conditions: [view.empty] }); // nothing is fair: every SCC is wanted, and none ends the search
  const limit = { isReached: (pending: number) => found.length + pending >= room || isOver(), rest: add };
  yield* chain(v, v.cover(part), { everything: true, scc: add, limit });
  return found;
}

/** The disjunctive decomposition of Theorem 3. Graphs with cycles (merged SCCs) are not divided into paths. */
export function hyperlinesOf<S>(graph: QuotientGraph<S>, limits: QuotientLimits): Hyperline[] {
  const { nodes, successors } = graph;
  const initial = [...nodes.keys()].filter((i) => nodes[i]!.isInitial);
  const reachable = closureOf(initial, (i) => successors[i]!);
  return [...nodes.keys()].flatMap((target) => {
    if (nodes[target]!.strength === null || !reachable.has(target)) return [];
    const leads = closureOf([target], (i) => predecessorsOf(graph, i));
    const on = [...reachable].filter((i) => leads.has(i));
    const paths = isAcyclic(graph, on) ? pathsTo(graph, target, new Set(on), limits.hyperlines) : null;
    return (paths ?? [on]).map((path) => ({ nodes: path, target }));
  });
}

/** Nodes from which no fair node can be reached. */
export function lostNodes<S>(graph: QuotientGraph<S>): number[] {
  const fair = [...graph.nodes.keys()].filter((i) => graph.nodes[i]!.strength !== null);
  const leads = closureOf(fair, (i) => predecessorsOf(graph, i));
  return [...graph.nodes.keys()].filter((i) => !leads.has(i));
}

const predecessorsOf = <S>({ successors }: QuotientGraph<S>, node: number): number[] =>
  [...successors.keys()].filter((i) => successors[i]!.includes(node));

function closureOf(start: readonly number[], next: (node: number) => readonly number[]): Set<number> {
  const found = new Set(start);
  for (const i of found) for (const j of next(i)) found.add(j);
  return found;
}

function isAcyclic<S>({ successors }: QuotientGraph<S>, nodes: readonly number[]): boolean {
  const inside = new Set(nodes);
  return nodes.every((i) => {
    const after = closureOf(
      successors[i]!.filter((j) => inside.has(j)),
      (k) => successors[k]!.filter((j) => inside.has(j)),
    );
    return !after.has(i);
  });
}

/** All paths from initial nodes to the target; null when there are too many. */
function pathsTo<S>(graph: QuotientGraph<S>, target: number, on: ReadonlySet<number>, most: number): number[][] | null {
  const paths: number[][] = [];
  const follow = (path: readonly number[]): boolean => {
    const node = path.at(-1)!;
    if (node === target) {
      paths.push([...path]);
      return paths.length <= most;
    }
    return graph.successors[node]!.every((next) => !on.has(next) || follow([...path, next]));
  };
  const starts = [...on].filter((i) => graph.nodes[i]!.isInitial);
  return starts.every((start) => follow([start])) ? paths : null;
}

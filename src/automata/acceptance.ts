import { allMarks, componentsOf, type Edge, type Marks, mergeEdges, type Tgba } from "./tgba.js";

/**
 * The same language with at most one acceptance set. A copy of the automaton for each set waits for that set, in
 * order; an edge that belongs to the sets waited for next skips their copies, and the last one found makes the edge
 * accepting. Where a component is left, waiting starts over.
 */
export function degeneralized(automaton: Tgba): Tgba {
  const sets = automaton.acceptanceSets;
  if (sets <= 1) return automaton;
  const components = componentsOf(automaton);
  return unfolded(automaton, 1, 0, (state, level, edge) => {
    if (components.of[state] !== components.of[edge.target]) return { copy: 0, marks: 0 };
    const found = advance(level, edge.marks, sets);
    if (found < sets) return { copy: found, marks: 0 };
    const next = advance(0, edge.marks, sets);
    return { copy: next < sets ? next : 0, marks: 1 };
  });
}

/** The first set from `level` on that the marks do not have. */
function advance(level: number, marks: Marks, sets: number): number {
  let set = level;
  while (set < sets && ((marks >> set) & 1) === 1) set++;
  return set;
}

/** All edges that leave a state have the same marks: acceptance is a matter of states. */
export function isStateBased(automaton: Tgba): boolean {
  return automaton.edges.every((outgoing) => outgoing.every((edge) => edge.marks === outgoing[0]!.marks));
}

/**
 * The same language with acceptance on states: each state is split by the marks of the edge that led to it, and these
 * are then the marks of the edges that leave it. Edges between components choose the copy that is there anyway.
 */
export function stateBased(automaton: Tgba): Tgba {
  if (isStateBased(automaton)) return automaton;
  const components = componentsOf(automaton);
  const some = new Map<number, Marks>();
  automaton.edges.forEach((outgoing, state) => {
    for (const edge of outgoing) {
      if (components.of[state] === components.of[edge.target]) {
        some.set(edge.target, Math.max(some.get(edge.target) ?? 0, edge.marks));
      }
    }
  });
  const start = some.get(automaton.initial) ?? 0;
  return unfolded(automaton, automaton.acceptanceSets, start, (state, marks, edge) => {
    const inside = components.of[state] === components.of[edge.target];
    return { copy: inside ? edge.marks : (some.get(edge.target) ?? 0), marks };
  });
}

/** Reachable pairs of a state and a number; `step` says which copy an edge leads to, and with which marks. */
function unfolded(
  automaton: Tgba,
  acceptanceSets: number,
  firstCopy: number,
  step: (state: number, copy: number, edge: Edge) => { copy: number; marks: Marks },
): Tgba {
  const ids = new Map<string, number>();
  const pairs: { state: number; copy: number }[] = [];
  const idOf = (state: number, copy: number): number => {
    const key = `${state},${copy}`;
    let id = ids.get(key);
    if (id === undefined) {
      id = pairs.push({ state, copy }) - 1;
      ids.set(key, id);
    }
    return id;
  };
  const initial = idOf(automaton.initial, firstCopy);
  const edges: Edge[][] = [];
  for (let i = 0; i < pairs.length; i++) {
    const { state, copy } = pairs[i]!;
    const outgoing = automaton.edges[state]!.map((edge): Edge => {
      const next = step(state, copy, edge);
      return { label: edge.label, target: idOf(edge.target, next.copy), marks: next.marks & allMarks(acceptanceSets) };
    });
    edges.push(mergeEdges(automaton.functions, outgoing));
  }
  return { ...automaton, acceptanceSets, initial, edges };
}

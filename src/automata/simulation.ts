import { NEVER } from "../logic/boolean-functions.js";
import type { Budget } from "./budget.js";
import { type Edge, edgeCount, mergeEdges, stateCount, type Tgba } from "./tgba.js";

/** Pairs times edges beyond which the relation is not computed. */
const MAX_WORK = 40_000_000;

/**
 * Direct simulation: q simulates p when q can answer every edge of p with edges that read the same letters, carry at
 * least the same marks and lead to states that simulate p's successor. States that simulate each other are merged, and
 * letters are taken off edges when a better edge reads them.
 */
export function reduceBySimulation(automaton: Tgba, budget: Budget): Tgba {
  const relation = simulationOf(automaton.edges, automaton, () => true, budget);
  return relation === undefined ? automaton : quotient(automaton, relation, automaton.edges);
}

/** The same backwards: q has all the pasts that p has, so that p's successors can be q's. */
export function reduceByReverseSimulation(automaton: Tgba, budget: Budget): Tgba {
  const backward = reversed(automaton.edges);
  const mayStand = (p: number, q: number) => p !== automaton.initial || q === automaton.initial;
  const relation = simulationOf(backward, automaton, mayStand, budget);
  if (relation === undefined) return automaton;
  const reduced = quotient({ ...automaton, edges: backward }, relation, backward);
  return { ...reduced, edges: reversed(reduced.edges) };
}

function reversed(edges: readonly (readonly Edge[])[]): Edge[][] {
  const result: Edge[][] = edges.map(() => []);
  edges.forEach((outgoing, source) => {
    for (const edge of outgoing) result[edge.target]!.push({ ...edge, target: source });
  });
  return result;
}

/** `below[p * n + q]` is 1 when q simulates p. */
interface SimulationRelation {
  readonly states: number;
  readonly below: Uint8Array;
}

function simulationOf(
  edges: readonly (readonly Edge[])[],
  automaton: Tgba,
  mayStand: (p: number, q: number) => boolean,
  budget: Budget,
): SimulationRelation | undefined {
  const n = stateCount(automaton);
  const degree = edgeCount(automaton) / Math.max(n, 1);
  if (n * n * Math.max(1, degree * degree) > MAX_WORK) return undefined;
  const below = new Uint8Array(n * n);
  for (let p = 0; p < n; p++) {
    for (let q = 0; q < n; q++) below[p * n + q] = p === q || mayStand(p, q) ? 1 : 0;
  }
  for (let changed = true; changed; ) {
    changed = false;
    for (let p = 0; p < n; p++) {
      for (let q = 0; q < n; q++) {
        if (p === q || below[p * n + q] === 0) continue;
        budget.tick();
        if (answersAll(automaton, edges[p]!, edges[q]!, below, n)) continue;
        below[p * n + q] = 0;
        changed = true;
      }
    }
  }
  return { states: n, below };
}

function answersAll(
  { functions }: Tgba,
  challenge: readonly Edge[],
  answers: readonly Edge[],
  below: Uint8Array,
  n: number,
): boolean {
  for (const edge of challenge) {
    let left = edge.label;
    for (const answer of answers) {
      if ((edge.marks & ~answer.marks) !== 0 || below[edge.target * n + answer.target] === 0) continue;
      left = functions.minus(left, answer.label);
      if (left === NEVER) break;
    }
    if (left !== NEVER) return false;
  }
  return true;
}

/** One state for each class of states that simulate each other, with the edges of one of them. */
function quotient(automaton: Tgba, relation: SimulationRelation, edges: readonly (readonly Edge[])[]): Tgba {
  const { states: n, below } = relation;
  const representative = new Int32Array(n);
  const number = new Int32Array(n);
  let count = 0;
  for (let p = 0; p < n; p++) {
    let q = 0;
    while (below[p * n + q] === 0 || below[q * n + p] === 0) q++;
    representative[p] = q;
    number[p] = q === p ? count++ : number[q]!;
  }
  const reduced: Edge[][] = [];
  for (let p = 0; p < n; p++) {
    if (representative[p] !== p) continue;
    const outgoing = mergeEdges(
      automaton.functions,
      edges[p]!.map((edge) => ({ ...edge, target: representative[edge.target]! })),
    );
    const kept = withoutDominated(automaton, outgoing, below, n);
    reduced.push(kept.map((edge) => ({ ...edge, target: number[edge.target]! })));
  }
  return { ...automaton, initial: number[automaton.initial]!, edges: reduced };
}

/** Letters stay only on the best edges that read them. Targets are representatives, so no two simulate each other. */
function withoutDominated({ functions }: Tgba, edges: readonly Edge[], below: Uint8Array, n: number): Edge[] {
  const better = (f: Edge, e: Edge) => f !== e && (e.marks & ~f.marks) === 0 && below[e.target * n + f.target] === 1;
  return edges.flatMap((e) => {
    let label = e.label;
    for (const f of edges) if (better(f, e)) label = functions.minus(label, f.label);
    return label === NEVER ? [] : [{ ...e, label }];
  });
}

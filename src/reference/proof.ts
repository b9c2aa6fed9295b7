import { type Certificate, type CertificateStep, NO_MONITOR } from "../evidence/certificate.js";
import { nodeOf } from "../logic/lit.js";
import { allStates, type StateSet } from "./components.js";
import type { StateGraph } from "./graph.js";
import { Predicates } from "./predicates.js";

/** A proof that lists more is not worth its check: other engines say the same in fewer words. */
export interface ProofBudget {
  readonly states: number;
  readonly steps: number;
  readonly gates: number;
  /** Edges that the searches for it may look at. */
  readonly edges: number;
}

/** What is said where the budget does not suffice. */
export const TOO_LONG = "a proof that lists its states would be too long";

export const PROOF_BUDGET: ProofBudget = { states: 20_000, steps: 1500, gates: 300_000, edges: 2e8 };

/** A proof that an explored graph has no fair cycle. Null beyond the budget, or when there is one. */
export function proofOfNoFairCycle(graph: StateGraph, budget = PROOF_BUDGET): Certificate | null {
  if (graph.size > budget.states) return null;
  const predicates = new Predicates(graph);
  const reach: CertificateStep = { rule: "reach", predicate: predicates.reachable() };
  const steps = stepsToNoFairCycle(graph, predicates, allStates(graph), budget);
  return steps === null ? null : certificateOf(predicates, [reach, ...steps]);
}

/**
 * Emerson and Lei's fixpoint on a set of states: states from which no edge meets condition j any more are closed forward, those
 * that no such edge leads to are closed backward; either way no fair cycle visits them. Null beyond the budget, or when there is a
 * fair cycle in the set.
 */
export function stepsToNoFairCycle(
  graph: StateGraph,
  predicates: Predicates,
  states: StateSet,
  budget: ProofBudget,
): CertificateStep[] | null {
  const left = states.slice();
  const peeling = new Peeling(graph, left);
  const steps: CertificateStep[] = [];
  for (let excluded = true; excluded; ) {
    excluded = false;
    for (let j = 0; j < peeling.conditions; j++)
      for (const closed of ["forward", "backward"] as const) {
        const doomed = peeling.without(j, closed);
        if (!doomed.includes(1)) continue;
        excluded = true;
        const because = { kind: "condition", closed, condition: j } as const;
        steps.push({ rule: "exclude", predicate: predicates.among(left, doomed), because });
        for (let s = 0; s < graph.size; s++) if (doomed[s] === 1) left[s] = 0;
        if (steps.length > budget.steps || predicates.gates > budget.gates || peeling.looked > budget.edges)
          return null;
      }
  }
  return left.includes(1) ? null : [...steps, { rule: "done", unroll: 0 }];
}

/** A proof that no edge of an explored graph is bad: its states are all there are. Null beyond the budget. */
export function proofOfReach(graph: StateGraph, budget = PROOF_BUDGET): Certificate | null {
  if (graph.size > budget.states) return null;
  const predicates = new Predicates(graph);
  const reach: CertificateStep = { rule: "reach", predicate: predicates.reachable() };
  return predicates.gates > budget.gates ? null : certificateOf(predicates, [reach, { rule: "safe" }]);
}

function certificateOf({ aig, latches, inputs }: Predicates, steps: readonly CertificateStep[]): Certificate {
  const leaves = { latches: latches.map(nodeOf), inputs: inputs.map(nodeOf) };
  return { kind: "certificate", aig, ...leaves, monitor: NO_MONITOR, steps };
}

/** Searches on the edges between states of `left`, which shrinks between them. */
class Peeling {
  /** Without any, an infinite behaviour is asked for: every edge meets the only condition. */
  readonly conditions: number;
  /** Edges that were looked at so far. */
  looked = 0;
  private readonly backward: { readonly first: Int32Array; readonly edge: Int32Array; readonly source: Int32Array };

  constructor(
    private readonly graph: StateGraph,
    private readonly left: StateSet,
  ) {
    this.conditions = Math.max(1, graph.conditions.length);
    this.backward = edgesByTarget(graph);
  }

  /** States of `left` from which (forward) or to which (backward) no path inside it crosses an edge that meets j. */
  without(j: number, closed: "forward" | "backward"): StateSet {
    const { graph, left } = this;
    this.looked += graph.size + 2 * graph.edges;
    const seen = new Uint8Array(graph.size);
    const open: number[] = [];
    const visit = (s: number) => {
      if (seen[s] === 1 || left[s] === 0) return;
      seen[s] = 1;
      open.push(s);
    };
    for (let e = 0; e < graph.edges; e++) {
      const [from, to] = [this.backward.source[e]!, graph.target[e]!];
      if (left[from] === 1 && left[to] === 1 && this.meets(e, j)) visit(closed === "forward" ? from : to);
    }
    for (let s = open.pop(); s !== undefined; s = open.pop()) {
      if (closed === "forward") {
        const { first, edge, source } = this.backward;
        for (let k = first[s]!; k < first[s + 1]!; k++) visit(source[edge[k]!]!);
      } else for (let e = graph.firstEdge[s]!; e < graph.firstEdge[s + 1]!; e++) visit(graph.target[e]!);
    }
    return left.map((isLeft, s) => (isLeft === 1 && seen[s] === 0 ? 1 : 0));
  }

  private meets(edge: number, j: number): boolean {
    return this.graph.conditions.length === 0 || this.graph.meets(this.graph.label[edge]!, j);
  }
}

/** `edge[first[s]]` … `edge[first[s+1]-1]` lead to s; `source` of every edge. */
export function edgesByTarget({ size, edges, firstEdge, target }: StateGraph) {
  const first = new Int32Array(size + 2);
  for (let e = 0; e < edges; e++) first[target[e]! + 2]!++;
  for (let s = 1; s < first.length; s++) first[s]! += first[s - 1]!;
  const edge = new Int32Array(edges);
  const source = new Int32Array(edges);
  for (let s = 0; s < size; s++)
    for (let e = firstEdge[s]!; e < firstEdge[s + 1]!; e++) {
      source[e] = s;
      edge[first[target[e]! + 1]!++] = e;
    }
  return { first, edge, source };
}

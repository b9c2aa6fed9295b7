import type { Regions, StateSpace, SuccessorBuffer } from "../../src/explicit/state-space.js";
import type { FairGraph } from "../arbitraries/systems.js";

/** A graph as a state space. State s is packed as s in the lowest bits of the last word; the words before hold 7 * s. */
export class GraphSpace implements StateSpace {
  readonly conditions: number;
  readonly pairs: number = 0;
  readonly propositions = 0;

  constructor(
    private readonly graph: FairGraph,
    readonly words = 1,
    readonly bits = 32 * words,
  ) {
    this.conditions = graph.conditions;
  }

  initial(out: SuccessorBuffer): void {
    for (const s of this.graph.initial) this.write(s, out);
  }

  successors(states: Int32Array, at: number, out: SuccessorBuffer): void {
    const from = states[at + this.words - 1]!;
    for (const edge of this.graph.edges) {
      if (edge.from !== from) continue;
      const start = this.write(edge.to, out) + this.words;
      out.data.fill(0, start, start + out.stride - out.words);
      for (const j of edge.meets) out.data[start + (j >> 5)]! |= 1 << (j & 31);
    }
  }

  private write(s: number, out: SuccessorBuffer): number {
    const start = out.add();
    out.data.fill(7 * s, start, start + this.words);
    out.data[start + this.words - 1] = s;
    return start;
  }
}

/** The same with the graph's components as regions; what is said of one is true, though `vague` regions say less. */
export class RegionedGraphSpace extends GraphSpace {
  readonly regions: Regions;

  constructor(graph: FairGraph, vague: (region: number) => boolean = () => false) {
    super(graph);
    const reach = Array.from({ length: graph.states }, (_, s) => closure(graph.edges, s));
    // A component is known by its smallest state.
    const of = reach.map((after, s) => Math.min(s, ...[...after].filter((t) => reach[t]!.has(s))));
    const fair = of.map((_, region): Regions["fair"][number] => {
      const inside = graph.edges.filter(({ from, to }) => of[from] === region && of[to] === region);
      const conditions = Array.from({ length: graph.conditions }, (_, j) => j);
      if (inside.length === 0 || !conditions.every((j) => inside.some(({ meets }) => meets.includes(j)))) {
        return vague(region) ? "some" : "no cycle";
      }
      const isMet = (j: number) => {
        const others = inside.filter(({ meets }) => !meets.includes(j));
        return others.every(({ from }) => !closure(others, from).has(from));
      };
      return conditions.every(isMet) && !vague(region) ? "every cycle" : "some";
    });
    this.regions = { fair, of: (states, at) => of[states[at]!]! };
  }
}

/** By the definition: a reachable state from which edges that meet all conditions are reached, and lead back to it. */
export function graphHasFairCycle({ states, initial, edges, conditions }: FairGraph): boolean {
  const reach = Array.from({ length: states }, (_, s) => closure(edges, s));
  const start = new Set(initial.flatMap((s) => [s, ...reach[s]!]));
  return [...start].some((s) => {
    if (!reach[s]!.has(s)) return false;
    const inside = edges.filter(
      ({ from, to }) => (from === s || reach[s]!.has(from)) && (to === s || reach[to]!.has(s)),
    );
    return Array.from({ length: conditions }, (_, j) => j).every((j) => inside.some(({ meets }) => meets.includes(j)));
  });
}

/** States at the end of nonempty paths. */
function closure(edges: FairGraph["edges"], start: number): Set<number> {
  const found = new Set<number>();
  const pending = [start];
  for (const s of pending)
    for (const { from, to } of edges)
      if (from === s && !found.has(to)) {
        found.add(to);
        pending.push(to);
      }
  return found;
}

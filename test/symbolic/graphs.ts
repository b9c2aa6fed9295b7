import fc from "fast-check";
import type { Graph } from "../../src/sets/explicit-graph.js";

/** Sparse random graphs with dead ends, trivial components and several nontrivial ones; conditions may be empty sets. */
export const graphs = ({ maxStates = 9, maxConditions = 3 } = {}): fc.Arbitrary<Graph> =>
  fc
    .record({
      states: fc.integer({ min: 1, max: maxStates }),
      edges: fc.array(fc.tuple(fc.nat({ max: 99 }), fc.nat({ max: 99 })), { maxLength: maxStates * 2 }),
      initial: fc.array(fc.nat({ max: 99 }), { maxLength: 2 }),
      conditions: fc.array(fc.array(fc.nat({ max: 99 }), { maxLength: 5 }), { maxLength: maxConditions }),
    })
    .map(({ states, edges, initial, conditions }) => ({
      states,
      edges: edges.map(([a, b]) => [a % states, b % states] as const),
      initial: [...new Set(initial.map((s) => s % states))],
      conditions: conditions.map((c) => [...new Set(c.map((s) => s % states))]),
    }));

/** The oracle: reachability as a matrix (Warshall), components and fairness by definition. */
export class GraphFacts {
  /** reach[a][b]: a path of at least one step. */
  private readonly reach: readonly boolean[][];
  private readonly all: readonly number[];

  constructor(readonly graph: Graph) {
    const n = graph.states;
    this.all = Array.from({ length: n }, (_, s) => s);
    const reach = this.all.map(() => new Array<boolean>(n).fill(false));
    for (const [a, b] of graph.edges) reach[a]![b] = true;
    for (let k = 0; k < n; k++)
      for (let a = 0; a < n; a++) if (reach[a]![k]) for (let b = 0; b < n; b++) if (reach[k]![b]) reach[a]![b] = true;
    this.reach = reach;
  }

  sameScc(a: number, b: number): boolean {
    return a === b || (this.reach[a]![b]! && this.reach[b]![a]!);
  }

  sccOf(a: number): number[] {
    return this.all.filter((b) => this.sameScc(a, b));
  }

  sccs(): number[][] {
    return this.all.filter((a) => this.sccOf(a)[0] === a).map((a) => this.sccOf(a));
  }

  isNontrivial(a: number): boolean {
    return this.reach[a]![a]!;
  }

  /** States on fair cycles. */
  fair(): number[] {
    return this.all.filter(
      (a) => this.isNontrivial(a) && this.graph.conditions.every((c) => c.some((s) => this.sameScc(a, s))),
    );
  }

  /** F: states with a path to a fair cycle. */
  toFair(): number[] {
    const fair = this.fair();
    return this.all.filter((a) => fair.some((b) => a === b || this.reach[a]![b]));
  }

  /** P: states with a path from a fair cycle. */
  fromFair(): number[] {
    const fair = this.fair();
    return this.all.filter((a) => fair.some((b) => a === b || this.reach[b]![a]));
  }

  reachable(): number[] {
    const { initial } = this.graph;
    return this.all.filter((a) => initial.some((i) => i === a || this.reach[i]![a]));
  }

  /** The longest of all shortest paths. */
  diameter(): number {
    let longest = 0;
    for (const from of this.all) {
      const distance = new Map([[from, 0]]);
      for (const [s, d] of distance)
        for (const [a, b] of this.graph.edges) if (a === s && !distance.has(b)) distance.set(b, d + 1);
      longest = Math.max(longest, ...distance.values());
    }
    return longest;
  }

  /** The number of arcs on a longest path in the graph of the SCCs. */
  height(): number {
    const memo = new Map<number, number>();
    const from = (a: number): number => {
      const scc = this.sccOf(a);
      const known = memo.get(scc[0]!);
      if (known !== undefined) return known;
      const out = this.graph.edges.filter(([x, y]) => scc.includes(x) && !scc.includes(y)).map(([, y]) => 1 + from(y));
      const height = Math.max(0, ...out);
      memo.set(scc[0]!, height);
      return height;
    };
    return Math.max(...this.all.map(from));
  }
}

import { type Lit, nodeOf } from "../lit.js";
import { Cone } from "./cone-of-node.js";
import { type Factored, factored } from "./factor.js";
import type { Network } from "./network.js";
import type { LeastGain } from "./rewrite-cuts.js";
import { build, type Subgraph } from "./subgraph.js";
import { negatedTable, sumOfProducts, type Table, variableTable, wordsFor } from "./truth-table.js";

const MOST_LEAVES = 10;
const MOST_CUBES = 64;
const POLL = 64;

/**
 * Each gate as a function of up to ten nodes below it, of which a sum of products is made, factored and built anew where that
 * saves gates.
 */
export function refactor(network: Network, leastGain: LeastGain, poll: () => void = () => {}): void {
  const pass = new Pass(network, leastGain);
  let seen = 0;
  for (const node of network.topologicalOrder()) {
    if (++seen % POLL === 0) poll();
    if (network.isGate(node)) pass.visit(node);
  }
}

class Pass {
  private readonly cone: Cone;

  constructor(
    private readonly network: Network,
    private readonly leastGain: LeastGain,
  ) {
    this.cone = new Cone(network);
  }

  visit(node: number): void {
    const { network, cone, leastGain } = this;
    const leaves = Int32Array.from(leavesOf(network, node));
    if (leaves.length < 3) return;
    const saved = cone.above(node, leaves, 0, leaves.length);
    if (saved < 2) return;
    const table = tableOf(network, node, leaves);
    const inputs = Array.from(leaves, (n) => (2 * n) as Lit);
    let best: { graph: Subgraph; cost: number } | null = null;
    for (const negated of [false, true]) {
      const graph = graphOf(negated ? negatedTable(table) : table, leaves.length, negated);
      if (graph === null) continue;
      const cost = cone.cost(graph, inputs, best === null ? saved + 1 : best.cost);
      if (cost <= saved - leastGain && (best === null || cost < best.cost)) best = { graph, cost };
    }
    if (best === null) return;
    const result = build(network, best.graph, inputs);
    if (nodeOf(result) !== node) network.replace(node, result);
  }
}

/** A cut that is widened where it costs fewest new leaves: ways that part above meet below. */
function leavesOf(network: Network, node: number): number[] {
  const leaves = [nodeOf(network.fanin0(node)), nodeOf(network.fanin1(node))];
  const seen = new Set([node, ...leaves]);
  for (;;) {
    let best = -1;
    let bestCost = 3;
    for (let i = 0; i < leaves.length; i++) {
      const n = leaves[i]!;
      if (!network.isGate(n)) continue;
      const cost = (seen.has(nodeOf(network.fanin0(n))) ? 0 : 1) + (seen.has(nodeOf(network.fanin1(n))) ? 0 : 1);
      if (cost < bestCost || (cost === bestCost && network.refs[n]! < network.refs[leaves[best]!]!)) {
        best = i;
        bestCost = cost;
      }
    }
    if (best < 0 || leaves.length - 1 + bestCost > MOST_LEAVES) return leaves;
    const [n] = leaves.splice(best, 1) as [number];
    for (const l of [network.fanin0(n), network.fanin1(n)]) {
      if (seen.has(nodeOf(l))) continue;
      seen.add(nodeOf(l));
      leaves.push(nodeOf(l));
    }
  }
}

function tableOf(network: Network, root: number, leaves: Int32Array): Table {
  const tables = new Map<number, Table>();
  leaves.forEach((n, i) => {
    tables.set(n, variableTable(i, leaves.length));
  });
  const words = wordsFor(leaves.length);
  const go = (n: number): Table => {
    const known = tables.get(n);
    if (known !== undefined) return known;
    const [a, b] = [network.fanin0(n), network.fanin1(n)];
    const [s, t] = [go(nodeOf(a)), go(nodeOf(b))];
    const table = new Uint32Array(words);
    const [flipS, flipT] = [(a & 1) === 1 ? 0xffffffff : 0, (b & 1) === 1 ? 0xffffffff : 0];
    for (let w = 0; w < words; w++) table[w] = (s[w]! ^ flipS) & (t[w]! ^ flipT);
    tables.set(n, table);
    return table;
  };
  return go(root);
}

function graphOf(table: Table, inputs: number, negated: boolean): Subgraph | null {
  const cubes = sumOfProducts(table, inputs, MOST_CUBES);
  if (cubes === null || cubes.length === 0 || cubes[0] === 0) return null;
  const gates: number[] = [];
  const and = (a: number, b: number): number => {
    gates.push(a, b);
    return 2 * inputs + gates.length - 2;
  };
  /** The literals pairwise, again and again. */
  const all = (literals: readonly number[]): number => {
    let layer = literals;
    while (layer.length > 1) {
      const next: number[] = [];
      for (let i = 0; i + 1 < layer.length; i += 2) next.push(and(layer[i]!, layer[i + 1]!));
      if (layer.length % 2 === 1) next.push(layer[layer.length - 1]!);
      layer = next;
    }
    return layer[0]!;
  };
  const make = (f: Factored): number => {
    if (typeof f === "number") return f;
    const parts = f.parts.map(make);
    return f.kind === "and" ? all(parts) : all(parts.map((p) => p ^ 1)) ^ 1;
  };
  const root = make(factored(cubes));
  return { inputs, gates, root: negated ? root ^ 1 : root };
}

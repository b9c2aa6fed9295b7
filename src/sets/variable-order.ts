import { type Lit, nodeOf } from "../logic/lit.js";
import type { Model } from "../model/model.js";

/** How the first variable order is found: as in the model, depth first from the property, or by FORCE after that, from either end or from that one only. */
export type OrderName = "model" | "depth-first" | "force" | "force-once";

/** Every latch and input, by graph node, from the top of the order to the bottom. */
export function variableOrder(model: Model, name: OrderName): number[] {
  switch (name) {
    case "model":
      return [...model.latches.map((l) => l.node), ...model.inputs];
    case "depth-first":
      return depthFirst(model);
    case "force":
      return forced(model);
    case "force-once":
      return force(model, depthFirst(model)).order;
  }
}

/** Leaves as a depth-first walk meets them: from the property and the constraints, then from the latches found, in turn. */
function depthFirst(model: Model): number[] {
  const { aig } = model;
  const next = new Map(model.latches.map((l) => [l.node, l.next]));
  const seen = new Uint8Array(aig.size);
  const order: number[] = [];
  const waiting: number[] = []; // latches whose next function was not walked yet
  const walk = (root: Lit) => {
    const pending = [nodeOf(root)];
    while (pending.length > 0) {
      const n = pending.pop()!;
      if (n === 0 || seen[n] === 1) continue;
      seen[n] = 1;
      if (aig.isGate(n)) pending.push(nodeOf(aig.fanin1(n)), nodeOf(aig.fanin0(n)));
      else {
        order.push(n);
        if (next.has(n)) waiting.push(n);
      }
    }
  };
  for (const root of [...model.fairness, ...model.constraints]) walk(root);
  const rest = [...next.keys()];
  for (let i = 0; order.length < model.latches.length + model.inputs.length; i++) {
    if (i < waiting.length) walk(next.get(waiting[i]!) as Lit);
    else {
      const unseen = rest.find((n) => seen[n] === 0) ?? model.inputs.find((n) => seen[n] === 0);
      walk((2 * (unseen as number)) as Lit);
    }
  }
  return order;
}

/** The better of two: FORCE ends near where it starts, and what a walk meets last may belong at the top. */
function forced(model: Model): number[] {
  const start = depthFirst(model);
  const [there, back] = [force(model, start), force(model, start.toReversed())];
  return (back.span < there.span ? back : there).order;
}

/**
 * FORCE (Aloul, Markov, Sakallah 2003) on the gates: every node is drawn to the centres of the gates that it belongs to, a
 * latch also to the root of its next function, as long as the total span of the gates gets smaller.
 */
function force(model: Model, start: readonly number[]): { order: number[]; span: number } {
  const edges = hyperedges(model);
  const nodes = startNodes(model, start, edges);
  const position = new Float64Array(model.aig.size);
  const place = (order: readonly number[]) => {
    order.forEach((n, i) => {
      position[n] = i;
    });
  };
  const span = () => {
    let sum = 0;
    for (const edge of edges) {
      let [least, most] = [position[edge[0]!]!, position[edge[0]!]!];
      for (const n of edge) {
        const at = position[n]!;
        if (at < least) least = at;
        else if (at > most) most = at;
      }
      sum += most - least;
    }
    return sum;
  };

  place(nodes);
  let best = nodes;
  let bestSpan = span();
  const pull = new Float64Array(model.aig.size);
  const degree = new Int32Array(model.aig.size);
  for (let round = 0, since = 0; round < 200 && since < 10; round++) {
    pull.fill(0);
    degree.fill(0);
    for (const edge of edges) {
      let centre = 0;
      for (const n of edge) centre += position[n]!;
      centre /= edge.length;
      for (const n of edge) {
        pull[n]! += centre;
        degree[n]!++;
      }
    }
    for (const n of best) pull[n] = degree[n] === 0 ? position[n]! : pull[n]! / degree[n]!;
    const order = [...best].sort((a, b) => pull[a]! - pull[b]!);
    place(order);
    const now = span();
    since = now < bestSpan ? 0 : since + 1;
    if (now < bestSpan) {
      best = order;
      bestSpan = now;
    }
  }
  const isLeaf = new Set(start);
  return { order: best.filter((n) => isLeaf.has(n)), span: bestSpan };
}

function hyperedges(model: Model): number[][] {
  const { aig } = model;
  const used = new Uint8Array(aig.size);
  const pending = [...model.latches.map((l) => l.next), ...model.constraints, ...model.fairness].map(nodeOf);
  const edges: number[][] = [];
  while (pending.length > 0) {
    const n = pending.pop()!;
    if (used[n] === 1 || !aig.isGate(n)) continue;
    used[n] = 1;
    const children = [nodeOf(aig.fanin0(n)), nodeOf(aig.fanin1(n))];
    edges.push([n, ...children]);
    pending.push(...children);
  }
  for (const l of model.latches) if (nodeOf(l.next) !== 0) edges.push([l.node, nodeOf(l.next)]);
  return edges.map((edge) => [...new Set(edge)]).filter((edge) => edge.length > 1);
}

/** Leaves in the start order, each gate right after the leaf or gate below it that comes last. */
function startNodes(model: Model, start: readonly number[], edges: readonly (readonly number[])[]): number[] {
  const { aig } = model;
  const rank = new Float64Array(aig.size);
  start.forEach((n, i) => {
    rank[n] = i;
  });
  const gates = [...new Set(edges.flat())].filter((n) => aig.isGate(n)).sort((a, b) => a - b);
  for (const g of gates) rank[g] = Math.max(rank[nodeOf(aig.fanin0(g))]!, rank[nodeOf(aig.fanin1(g))]!);
  return [...start, ...gates].sort((a, b) => rank[a]! - rank[b]! || a - b);
}

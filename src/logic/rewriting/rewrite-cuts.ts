import { FALSE, type Lit, nodeOf, not } from "../lit.js";
import { Cone } from "./cone-of-node.js";
import { Cuts, LEAVES } from "./cuts.js";
import type { Network } from "./network.js";
import { npnClasses, VIEWS } from "./npn.js";
import { build, type Subgraph } from "./subgraph.js";
import { subgraphs } from "./subgraphs.js";

/** Nodes between two looks at the limits. */
const POLL = 256;

/** By how much fewer gates a change must have to be made. */
export type LeastGain = 0 | 1;

/**
 * Rewriting that knows what is shared (Mishchenko, Chatterjee, Brayton, DAC 2006): each gate is looked at as a function of four
 * nodes below it, for several choices of these; the graph of fewest gates for that function replaces it where that saves most, and gates that are
 * there already cost nothing. With a least gain of 0, graphs that save nothing replace others too: that opens new ways.
 */
export function rewriteCuts(network: Network, leastGain: LeastGain, poll: () => void = () => {}): void {
  const pass = new Pass(network, leastGain);
  let seen = 0;
  for (const node of network.topologicalOrder()) {
    if (++seen % POLL === 0) poll();
    if (network.isGate(node)) pass.visit(node);
  }
}

const CONSTANT: Subgraph = { inputs: 0, gates: [], root: 0 };

class Pass {
  private readonly cuts: Cuts;
  private readonly classes = npnClasses();
  private readonly graphs = subgraphs();
  private readonly cone: Cone;
  // The best change that was found for a node.
  private bestGain = 0;
  private bestGraph: Subgraph | null = null;
  private readonly bestInputs: Lit[] = [];
  private bestNegated = false;

  constructor(
    private readonly network: Network,
    private readonly leastGain: LeastGain,
  ) {
    this.cuts = new Cuts(network);
    this.cone = new Cone(network);
  }

  visit(node: number): void {
    const { cuts } = this;
    this.bestGain = this.leastGain - 1;
    this.bestGraph = null;
    const first = cuts.firstOf(node);
    // The trivial cut comes last.
    const end = first + cuts.countOf(node) - 1;
    for (let s = first; s < end; s++) this.tryCut(node, s);
    if (this.bestGraph !== null) this.apply(node, this.bestGraph);
  }

  private tryCut(node: number, slot: number): void {
    const { cuts, cone, classes } = this;
    const size = cuts.sizes[slot]!;
    if (size < 2) return;
    const saved = cone.above(node, cuts.leaves, slot * LEAVES, size);
    if (saved < 1 || saved <= this.bestGain) return;
    const table = cuts.tables[slot]!;
    if (table === 0 || table === 0xffff) {
      this.bestGain = saved;
      this.bestGraph = CONSTANT;
      this.bestNegated = table !== 0;
      return;
    }
    const view = VIEWS[classes.viewOf[table]!]!;
    const inputs: Lit[] = [];
    for (let i = 0; i < LEAVES; i++) {
      const from = view.from[i]!;
      // The function does not read what the cut does not have.
      const leaf = from < size ? cuts.leaves[slot * LEAVES + from]! : 0;
      inputs.push((2 * leaf + ((view.flips >> i) & 1)) as Lit);
    }
    const graph = this.graphs[classes.classOf[table]!]!;
    const gain = saved - cone.cost(graph, inputs, saved - this.bestGain);
    if (gain <= this.bestGain) return;
    this.bestGain = gain;
    this.bestGraph = graph;
    this.bestInputs.splice(0, LEAVES, ...inputs);
    this.bestNegated = view.negated;
  }

  private apply(node: number, graph: Subgraph): void {
    const built = graph === CONSTANT ? FALSE : build(this.network, graph, this.bestInputs);
    const result = this.bestNegated ? not(built) : built;
    if (nodeOf(result) !== node) this.network.replace(node, result);
  }
}

import { type Lit, nodeOf } from "../lit.js";
import type { Network } from "./network.js";
import type { Subgraph } from "./subgraph.js";

/** Gates between a node and the leaves of one of its cuts, at most. */
const MOST_INSIDE = 64;
const UNKNOWN = -1;

/** What lies between a node and the leaves of a cut, and what another graph on the same leaves would cost. */
export class Cone {
  private stamp = 0;
  private stamps: Int32Array;
  // Nodes that go when the node does have `gone`, others of the cone and leaves one less.
  private gone = 0;
  private lits = new Int32Array(64);
  private needed = new Uint8Array(64);
  private inside = 0;
  private reached = 0;

  constructor(private readonly network: Network) {
    this.stamps = new Int32Array(network.size + 1024);
  }

  /** How many gates go when the node goes and the leaves stay; 0 when the leaves are no cut of it any more. */
  above(node: number, leaves: Int32Array, at: number, size: number): number {
    const { network } = this;
    if (network.size > this.stamps.length) this.grow();
    this.stamp += 3;
    this.gone = this.stamp + 2;
    const isLeaf = this.stamp;
    for (let i = at; i < at + size; i++) this.stamps[leaves[i]!] = isLeaf;
    this.inside = 0;
    this.reached = 0;
    if (!this.isCut(node, isLeaf, isLeaf + 1) || this.reached !== size) return 0;
    for (let i = at; i < at + size; i++) network.refs[leaves[i]!]!++;
    const saved = this.release(node);
    this.restore(node);
    for (let i = at; i < at + size; i++) network.refs[leaves[i]!]!--;
    return saved;
  }

  /** Whether every way down from the node ends in a leaf; counts leaves. A leaf that was reached becomes a node of the cone. */
  private isCut(node: number, isLeaf: number, seen: number): boolean {
    const { network, stamps } = this;
    const stamp = stamps[node]!;
    if (stamp === seen) return true;
    stamps[node] = seen;
    if (stamp === isLeaf) {
      this.reached++;
      return true;
    }
    if (!network.isGate(node) || ++this.inside > MOST_INSIDE) return false;
    return (
      this.isCut(nodeOf(network.fanin0(node)), isLeaf, seen) && this.isCut(nodeOf(network.fanin1(node)), isLeaf, seen)
    );
  }

  private release(node: number): number {
    const { network, stamps } = this;
    const { refs } = network;
    stamps[node] = this.gone;
    const a = nodeOf(network.fanin0(node));
    const b = nodeOf(network.fanin1(node));
    let count = 1;
    if (--refs[a]! === 0 && network.isGate(a)) count += this.release(a);
    if (--refs[b]! === 0 && network.isGate(b)) count += this.release(b);
    return count;
  }

  private restore(node: number): void {
    const { network } = this;
    const { refs } = network;
    const a = nodeOf(network.fanin0(node));
    const b = nodeOf(network.fanin1(node));
    if (refs[a]!++ === 0 && network.isGate(a)) this.restore(a);
    if (refs[b]!++ === 0 && network.isGate(b)) this.restore(b);
  }

  /** Gates that the graph needs and that do not stay in any case; `enough` or more when that is too many. */
  cost(graph: Subgraph, inputs: readonly Lit[], enough: number): number {
    const { gates, root } = graph;
    const leaves = graph.inputs;
    const count = gates.length >> 1;
    if (leaves + count > this.lits.length) this.makeRoom(leaves + count);
    const { network, lits, needed, stamps, gone } = this;
    for (let i = 0; i < leaves; i++) lits[i] = inputs[i]!;
    for (let k = 0; k < count; k++) {
      const x = gates[2 * k]!;
      const y = gates[2 * k + 1]!;
      const a = lits[x >> 1]!;
      const b = lits[y >> 1]!;
      lits[leaves + k] = a === UNKNOWN || b === UNKNOWN ? UNKNOWN : network.found(a ^ (x & 1), b ^ (y & 1));
      needed[k] = 0;
    }
    let cost = 0;
    if (root >> 1 >= leaves) needed[(root >> 1) - leaves] = 1;
    for (let k = count - 1; k >= 0; k--) {
      if (needed[k] === 0) continue;
      const l = lits[leaves + k]!;
      if (l !== UNKNOWN && stamps[l >> 1] !== gone) continue;
      if (++cost >= enough) return cost;
      for (let i = 2 * k; i < 2 * k + 2; i++) if (gates[i]! >> 1 >= leaves) needed[(gates[i]! >> 1) - leaves] = 1;
    }
    return cost;
  }

  private makeRoom(length: number): void {
    this.lits = new Int32Array(2 * length);
    this.needed = new Uint8Array(2 * length);
  }

  private grow(): void {
    const larger = new Int32Array(2 * this.network.size);
    larger.set(this.stamps);
    this.stamps = larger;
  }
}

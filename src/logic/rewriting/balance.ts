import { FALSE, type Lit, nodeOf, not, TRUE } from "../lit.js";
import { Network } from "./network.js";

const POLL = 1024;

/**
 * The same functions, where conjunctions of many are built anew from what comes early to what comes late, so that the graph is shallow; of operands that
 * come equally early, those first whose conjunction is there already.
 */
export function balanced(network: Network, poll: () => void = () => {}): Network {
  const balancer = new Balancer(network);
  let seen = 0;
  for (const n of network.topologicalOrder()) {
    if (++seen % POLL === 0) poll();
    balancer.visit(n);
  }
  return balancer.finish();
}

class Balancer {
  private readonly to: Network;
  // By node of the given network: its literal in the new one, -1 for gates inside larger conjunctions.
  private readonly images: Int32Array;
  private readonly isRoot: Uint8Array;
  private levels: Int32Array;

  constructor(private readonly from: Network) {
    const { leaves } = from;
    this.to = new Network(leaves, from.size);
    this.images = new Int32Array(from.size).fill(-1);
    for (let i = 0; i <= leaves; i++) this.images[i] = 2 * i;
    this.levels = new Int32Array(from.size + 64);
    this.isRoot = new Uint8Array(from.size);
    for (const l of from.outputLits()) this.isRoot[nodeOf(l)] = 1;
    for (let n = 0; n < from.size; n++) {
      if (!from.isGate(n)) continue;
      if (from.refs[n] !== 1) this.isRoot[n] = 1;
      for (const l of [from.fanin0(n), from.fanin1(n)]) if ((l & 1) === 1) this.isRoot[nodeOf(l)] = 1;
    }
  }

  visit(n: number): void {
    if (this.isRoot[n] === 1) this.images[n] = this.conjunction(this.operandsOf(n));
  }

  finish(): Network {
    for (const l of this.from.outputLits()) this.to.addOutput(this.image(l));
    return this.to;
  }

  /** Null when two of them are opposite. */
  private operandsOf(gate: number): Set<Lit> | null {
    const { from } = this;
    const found = new Set<Lit>();
    const pending = [from.fanin0(gate), from.fanin1(gate)];
    for (let l = pending.pop(); l !== undefined; l = pending.pop()) {
      const n = nodeOf(l);
      if (from.isGate(n) && this.isRoot[n] === 0) {
        pending.push(from.fanin0(n), from.fanin1(n));
        continue;
      }
      const image = this.image(l);
      if (image === FALSE || found.has(not(image))) return null;
      if (image !== TRUE) found.add(image);
    }
    return found;
  }

  private conjunction(operands: ReadonlySet<Lit> | null): Lit {
    if (operands === null) return FALSE;
    // Latest first.
    const left = [...operands].sort((a, b) => this.level(b) - this.level(a) || b - a);
    while (left.length > 1) {
      const a = left.pop()!;
      const b = left.splice(this.partnerOf(a, left), 1)[0]!;
      const made = this.and(a, b);
      if (made === FALSE) return FALSE;
      const level = this.level(made);
      let at = left.length;
      while (at > 0 && this.level(left[at - 1]!) < level) at--;
      if (!left.includes(made)) left.splice(at, 0, made);
    }
    return left[0] ?? TRUE;
  }

  private partnerOf(a: Lit, left: readonly Lit[]): number {
    const last = left.length - 1;
    const level = this.level(left[last]!);
    for (let i = last; i >= 0 && this.level(left[i]!) === level; i--) if (this.to.found(a, left[i]!) >= 0) return i;
    return last;
  }

  private and(a: Lit, b: Lit): Lit {
    const size = this.to.size;
    const l = this.to.and(a, b);
    if (this.to.size > size) {
      if (size >= this.levels.length) this.grow();
      this.levels[size] = 1 + Math.max(this.level(a), this.level(b));
    }
    return l;
  }

  private level(l: Lit): number {
    return this.levels[nodeOf(l)]!;
  }

  private image(l: Lit): Lit {
    return (this.images[nodeOf(l)]! ^ (l & 1)) as Lit;
  }

  private grow(): void {
    const larger = new Int32Array(2 * this.levels.length);
    larger.set(this.levels);
    this.levels = larger;
  }
}

import { nodeOf } from "../lit.js";
import type { Network } from "./network.js";

export const LEAVES = 4;

/** Beside the trivial cut, which is the node itself. */
const MOST_CUTS = 12;
const SLOTS = MOST_CUTS + 1;

/** Tables of the four variables. */
export const VARIABLES: readonly number[] = [0xaaaa, 0xcccc, 0xf0f0, 0xff00];

/**
 * Cuts of at most four leaves: sets of nodes of which a node is a function, with the truth table of that. Of each node a dozen are
 * kept, those with the most widely read leaves. They are found when they are first asked for; since nodes never change their functions,
 * they stay true, though a later graph may reach the node by other ways.
 */
export class Cuts {
  // By node and slot.
  leaves: Int32Array;
  sizes: Uint8Array;
  tables: Uint16Array;
  private values: Int32Array;
  private counts: Uint8Array;
  private readonly merged = new Int32Array(LEAVES);

  constructor(private readonly network: Network) {
    const capacity = network.size + 256;
    this.leaves = new Int32Array(capacity * SLOTS * LEAVES);
    this.sizes = new Uint8Array(capacity * SLOTS);
    this.tables = new Uint16Array(capacity * SLOTS);
    this.values = new Int32Array(capacity * SLOTS);
    this.counts = new Uint8Array(capacity);
  }

  /** The first slot of a node's cuts. The trivial one is there. */
  firstOf(node: number): number {
    if (node >= this.counts.length) this.grow(node);
    if (this.counts[node] === 0) this.compute(node);
    return node * SLOTS;
  }

  countOf(node: number): number {
    return this.counts[node]!;
  }

  private compute(node: number): void {
    const { network } = this;
    if (network.isGate(node)) {
      const a = network.fanin0(node);
      const b = network.fanin1(node);
      const firstA = this.firstOf(nodeOf(a));
      const firstB = this.firstOf(nodeOf(b));
      const endA = firstA + this.counts[nodeOf(a)]!;
      const endB = firstB + this.counts[nodeOf(b)]!;
      for (let s = firstA; s < endA; s++) for (let t = firstB; t < endB; t++) this.merge(node, s, a & 1, t, b & 1);
    }
    const slot = node * SLOTS + this.counts[node]!++;
    this.leaves[slot * LEAVES] = node;
    this.sizes[slot] = 1;
    this.tables[slot] = VARIABLES[0]!;
  }

  private merge(node: number, s: number, negatedS: number, t: number, negatedT: number): void {
    const size = this.union(s, t);
    if (size < 0 || this.isDominated(node, size)) return;
    const slot = this.slotFor(node, size);
    if (slot < 0) return;
    const { merged } = this;
    const tableS = this.stretched(s, size) ^ (negatedS === 1 ? 0xffff : 0);
    const tableT = this.stretched(t, size) ^ (negatedT === 1 ? 0xffff : 0);
    for (let i = 0; i < size; i++) this.leaves[slot * LEAVES + i] = merged[i]!;
    this.sizes[slot] = size;
    this.tables[slot] = tableS & tableT;
    this.values[slot] = this.value(size);
  }

  /** Into `merged`, ascending; -1 when there are too many leaves. */
  private union(s: number, t: number): number {
    const { leaves, merged } = this;
    let i = s * LEAVES;
    let j = t * LEAVES;
    const endI = i + this.sizes[s]!;
    const endJ = j + this.sizes[t]!;
    let size = 0;
    while (i < endI || j < endJ) {
      if (size === LEAVES) return -1;
      const x = i < endI ? leaves[i]! : 0x7fffffff;
      const y = j < endJ ? leaves[j]! : 0x7fffffff;
      merged[size++] = x < y ? x : y;
      if (x <= y) i++;
      if (y <= x) j++;
    }
    return size;
  }

  /** Whether a cut of the node is a part of the merged one. Cuts of which that one is a part go. */
  private isDominated(node: number, size: number): boolean {
    const first = node * SLOTS;
    for (let s = first; s < first + this.counts[node]!; s++) if (this.isPart(s, size)) return true;
    for (let s = first; s < first + this.counts[node]!; ) {
      if (this.sizes[s]! > size && this.hasPart(s, size)) this.remove(node, s);
      else s++;
    }
    return false;
  }

  private isPart(s: number, size: number): boolean {
    if (this.sizes[s]! > size) return false;
    let j = 0;
    for (let i = s * LEAVES; i < s * LEAVES + this.sizes[s]!; i++) {
      while (j < size && this.merged[j]! < this.leaves[i]!) j++;
      if (j === size || this.merged[j] !== this.leaves[i]) return false;
    }
    return true;
  }

  private hasPart(s: number, size: number): boolean {
    let i = s * LEAVES;
    const end = i + this.sizes[s]!;
    for (let j = 0; j < size; j++) {
      while (i < end && this.leaves[i]! < this.merged[j]!) i++;
      if (i === end || this.leaves[i] !== this.merged[j]) return false;
    }
    return true;
  }

  private remove(node: number, slot: number): void {
    const last = node * SLOTS + --this.counts[node]!;
    if (slot !== last) this.copy(last, slot);
  }

  private copy(from: number, to: number): void {
    this.leaves.copyWithin(to * LEAVES, from * LEAVES, from * LEAVES + LEAVES);
    this.sizes[to] = this.sizes[from]!;
    this.tables[to] = this.tables[from]!;
    this.values[to] = this.values[from]!;
  }

  /** A free slot, or that of the worst cut if it is worse than the merged one; else -1. */
  private slotFor(node: number, size: number): number {
    const first = node * SLOTS;
    const count = this.counts[node]!;
    if (count < MOST_CUTS) {
      this.counts[node]!++;
      return first + count;
    }
    let worst = first;
    for (let s = first + 1; s < first + count; s++) if (this.values[s]! < this.values[worst]!) worst = s;
    return this.values[worst]! < this.value(size) ? worst : -1;
  }

  /** Leaves that others read stay in any case; with few leaves there is more below them to gain. */
  private value(size: number): number {
    const { refs } = this.network;
    let value = 0;
    for (let i = 0; i < size; i++) value += Math.min(refs[this.merged[i]!]!, 50);
    return 4 * value + (LEAVES - size);
  }

  /** The table of a cut as a function of the merged leaves. */
  private stretched(s: number, size: number): number {
    let table = this.tables[s]!;
    let from = this.sizes[s]! - 1;
    for (let to = size - 1; to >= 0 && from >= 0; to--) {
      if (this.merged[to] !== this.leaves[s * LEAVES + from]) continue;
      for (let k = from; k < to; k++) table = swapped(table, k);
      from--;
    }
    return table;
  }

  private grow(node: number): void {
    const capacity = Math.max(node + 1, 2 * this.counts.length);
    const larger = <T extends Int32Array | Uint8Array | Uint16Array>(to: T, from: T): T => {
      to.set(from);
      return to;
    };
    this.leaves = larger(new Int32Array(capacity * SLOTS * LEAVES), this.leaves);
    this.sizes = larger(new Uint8Array(capacity * SLOTS), this.sizes);
    this.tables = larger(new Uint16Array(capacity * SLOTS), this.tables);
    this.values = larger(new Int32Array(capacity * SLOTS), this.values);
    this.counts = larger(new Uint8Array(capacity), this.counts);
  }
}

const SWAPS = [
  { stay: 0x9999, up: 0x2222, by: 1 },
  { stay: 0xc3c3, up: 0x0c0c, by: 2 },
  { stay: 0xf00f, up: 0x00f0, by: 4 },
] as const;

/** With variables k and k + 1 exchanged. */
function swapped(table: number, k: number): number {
  const { stay, up, by } = SWAPS[k]!;
  return (table & stay) | ((table & up) << by) | ((table >> by) & up);
}

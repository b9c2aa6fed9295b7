import { Stopped } from "../limits/stopped.js";
import { lengthened } from "./grow.js";
import { FALSE, type Lit, litOf, nodeOf, not, TRUE } from "./lit.js";

const LEAF = -1;

/** A graph as models hold it: nothing is added to it any more. Who needs more nodes forks it. */
export interface ReadonlyAig {
  /** Number of nodes, the constant included. */
  readonly size: number;
  readonly gateCount: number;
  isGate(node: number): boolean;
  /** Any node but the constant that is not a gate. */
  isLeaf(node: number): boolean;
  fanin0(gate: number): Lit;
  fanin1(gate: number): Lit;
  save(): Int32Array;
  fork(): Aig;
}

/**
 * An and-inverter graph in flat arrays. Node 0 is the constant; every other node is a leaf (an input or a latch) or
 * the conjunction of two literals of smaller nodes, so that node order is a topological order.
 *
 * The graph only grows: a literal, once made, means the same function for ever.
 */
export class Aig implements ReadonlyAig {
  // fanins[2n], fanins[2n+1]: the two fanins of gate n, the larger literal first; LEAF for leaves and the constant.
  private fanins: Int32Array = new Int32Array(256).fill(LEAF);
  private count = 1;
  // Open-addressed table of gates, keyed by the two fanins. 0 is an empty slot: the constant is never a gate.
  private table = new Int32Array(256);
  private gates = 0;
  // A graph that was loaded, and may never grow, has no table yet.
  private isHashed = true;

  /** Beyond `maxNodes` nodes, growing throws `Stopped`. */
  constructor(private readonly maxNodes = Number.POSITIVE_INFINITY) {}

  /** Makes room for so many gates, which are likely to come, at once: to grow is to move. */
  reserve(gates: number): void {
    const length = Math.min(2 * (this.count + gates), 2 * this.maxNodes);
    if (length > this.fanins.length) this.fanins = lengthened(this.fanins, length);
    this.rehash(this.gates + gates);
  }

  /** The graph as plain data, for messages between workers; `Aig.load` is the way back. */
  save(): Int32Array {
    return this.fanins.slice(0, 2 * this.count);
  }

  static load(saved: Int32Array): Aig {
    const aig = new Aig();
    if (saved.length < 2) return aig;
    aig.fanins = saved; // what is there never changes: to grow is to move
    aig.count = saved.length / 2;
    for (let n = 1; n < aig.count; n++) if (aig.isGate(n)) aig.gates++;
    aig.isHashed = false;
    return aig;
  }

  /** A graph with the same nodes that grows by itself: literals of this one mean the same there. */
  fork(): Aig {
    return Aig.load(this.fanins.subarray(0, 2 * this.count));
  }

  get size(): number {
    return this.count;
  }

  get gateCount(): number {
    return this.gates;
  }

  isGate(node: number): boolean {
    return this.fanins[2 * node] !== LEAF;
  }

  isLeaf(node: number): boolean {
    return node !== 0 && this.fanins[2 * node] === LEAF;
  }

  /** The larger fanin of a gate. */
  fanin0(gate: number): Lit {
    return this.fanins[2 * gate] as Lit;
  }

  /** The smaller fanin of a gate. */
  fanin1(gate: number): Lit {
    return this.fanins[2 * gate + 1] as Lit;
  }

  /** A new leaf: the caller says whether it is an input or a latch. */
  leaf(): Lit {
    return litOf(this.push(LEAF, LEAF));
  }

  and(a: Lit, b: Lit): Lit {
    const simple = this.fold(a, b) ?? this.foldGrandchildren(a, b);
    return simple ?? this.gate(a, b);
  }

  or(a: Lit, b: Lit): Lit {
    return not(this.and(not(a), not(b)));
  }

  implies(a: Lit, b: Lit): Lit {
    return not(this.and(a, not(b)));
  }

  xor(a: Lit, b: Lit): Lit {
    return not(this.and(not(this.and(a, not(b))), not(this.and(not(a), b))));
  }

  iff(a: Lit, b: Lit): Lit {
    return not(this.xor(a, b));
  }

  /** `condition ? then : otherwise` */
  mux(condition: Lit, then: Lit, otherwise: Lit): Lit {
    if (then === otherwise) return then;
    return not(this.and(not(this.and(condition, then)), not(this.and(not(condition), otherwise))));
  }

  /** Balanced, so that depth grows with the logarithm. */
  andAll(lits: readonly Lit[]): Lit {
    let layer = [...lits];
    while (layer.length > 1) {
      const next: Lit[] = [];
      for (let i = 0; i + 1 < layer.length; i += 2) next.push(this.and(layer[i]!, layer[i + 1]!));
      if (layer.length % 2 === 1) next.push(layer[layer.length - 1]!);
      layer = next;
    }
    return layer[0] ?? TRUE;
  }

  orAll(lits: readonly Lit[]): Lit {
    return not(this.andAll(lits.map(not)));
  }

  /** One-level rules: constants, idempotence, contradiction. */
  private fold(a: Lit, b: Lit): Lit | undefined {
    if (a === b || b === TRUE) return a;
    if (a === TRUE) return b;
    if (a === FALSE || b === FALSE || a === not(b)) return FALSE;
    return undefined;
  }

  /**
   * Two-level rules (Brummayer and Biere): contradiction, subsumption, idempotence and resolution between a literal and
   * the fanins of a gate, or between the fanins of two gates. The result never needs more gates than a ∧ b itself.
   */
  private foldGrandchildren(a: Lit, b: Lit): Lit | undefined {
    return this.foldOneSided(a, b) ?? this.foldOneSided(b, a) ?? this.foldTwoGates(a, b);
  }

  /** `gate` is looked into, `other` is not. */
  private foldOneSided(gate: Lit, other: Lit): Lit | undefined {
    const n = nodeOf(gate);
    if (!this.isGate(n)) return undefined;
    const x = this.fanin0(n);
    const y = this.fanin1(n);
    if (gate === litOf(n)) {
      if (other === not(x) || other === not(y)) return FALSE; // (x∧y)∧¬x
      if (other === x || other === y) return gate; // (x∧y)∧x
      return undefined;
    }
    if (other === not(x) || other === not(y)) return other; // ¬(x∧y)∧¬x
    if (other === x) return this.and(not(y), x); // ¬(x∧y)∧x = ¬y∧x
    if (other === y) return this.and(not(x), y);
    return undefined;
  }

  private foldTwoGates(a: Lit, b: Lit): Lit | undefined {
    const m = nodeOf(a);
    const n = nodeOf(b);
    if (!this.isGate(m) || !this.isGate(n)) return undefined;
    const x = this.fanin0(m);
    const y = this.fanin1(m);
    const u = this.fanin0(n);
    const v = this.fanin1(n);
    const clash = x === not(u) || x === not(v) || y === not(u) || y === not(v);
    const positiveA = a === litOf(m);
    const positiveB = b === litOf(n);
    if (positiveA && positiveB) return clash ? FALSE : undefined;
    if (positiveA) return clash ? a : undefined; // a implies ¬(u∧v)
    if (positiveB) return clash ? b : undefined;
    // ¬(x∧y)∧¬(x∧¬y) = ¬x
    if ((x === u && y === not(v)) || (x === v && y === not(u))) return not(x);
    if ((y === u && x === not(v)) || (y === v && x === not(u))) return not(y);
    return undefined;
  }

  /** The hashed gate of two literals that no rule simplifies. */
  private gate(a: Lit, b: Lit): Lit {
    const high = a > b ? a : b;
    const low = a > b ? b : a;
    if (!this.isHashed) this.rehash(this.gates);
    const mask = this.table.length - 1;
    let slot = hash(high, low) & mask;
    for (;;) {
      const n = this.table[slot]!;
      if (n === 0) break;
      if (this.fanins[2 * n] === high && this.fanins[2 * n + 1] === low) return litOf(n);
      slot = (slot + 1) & mask;
    }
    const n = this.push(high, low);
    this.table[slot] = n;
    this.gates++;
    if (this.gates * 2 > this.table.length) this.rehash(this.gates);
    return litOf(n);
  }

  private push(high: number, low: number): number {
    const n = this.count;
    if (2 * n >= this.fanins.length) {
      if (n >= this.maxNodes) throw new Stopped("bound", `more than ${this.maxNodes} gates, inputs and latches`);
      this.fanins = lengthened(this.fanins, Math.min(this.fanins.length * 2, 2 * this.maxNodes));
    }
    this.fanins[2 * n] = high;
    this.fanins[2 * n + 1] = low;
    this.count++;
    return n;
  }

  /** A table for so many gates, and half as many more. */
  private rehash(gates: number): void {
    let length = 256;
    while (length <= 3 * gates) length *= 2;
    const table = new Int32Array(length);
    const mask = table.length - 1;
    for (let n = 1; n < this.count; n++) {
      if (!this.isGate(n)) continue;
      let slot = hash(this.fanins[2 * n]!, this.fanins[2 * n + 1]!) & mask;
      while (table[slot] !== 0) slot = (slot + 1) & mask;
      table[slot] = n;
    }
    this.table = table;
    this.isHashed = true;
  }
}

function hash(a: number, b: number): number {
  const h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
  return h ^ (h >>> 15);
}

/** Nodes that `roots` depend on, as a byte per node: roots, gates and leaves (latches are leaves: not looked through). */
export function coneOf(aig: ReadonlyAig, roots: Iterable<Lit>): Uint8Array {
  const inCone = new Uint8Array(aig.size);
  for (const root of roots) inCone[nodeOf(root)] = 1;
  for (let n = aig.size - 1; n > 0; n--) {
    if (inCone[n] === 0 || !aig.isGate(n)) continue;
    inCone[nodeOf(aig.fanin0(n))] = 1;
    inCone[nodeOf(aig.fanin1(n))] = 1;
  }
  return inCone;
}

/** The leaves that literals depend on. Looks at their cone only, not at the whole graph. */
export function supportOf(aig: ReadonlyAig, roots: Iterable<Lit>): number[] {
  const seen = new Set<number>();
  const pending: number[] = [];
  for (const root of roots) pending.push(nodeOf(root));
  const leaves: number[] = [];
  for (let n = pending.pop(); n !== undefined; n = pending.pop()) {
    if (n === 0 || seen.has(n)) continue;
    seen.add(n);
    if (aig.isGate(n)) pending.push(nodeOf(aig.fanin0(n)), nodeOf(aig.fanin1(n)));
    else leaves.push(n);
  }
  return leaves;
}

/**
 * Copies cones of `from` into `to`. `leafAs(node)` gives the literal that stands for each leaf the roots depend on.
 * The copier remembers what it has copied, so that later calls share gates.
 */
export class AigCopier {
  // By node: the literal of its copy plus one, 0 for nodes that were not copied yet.
  private image = new Int32Array(0);

  constructor(
    private readonly from: ReadonlyAig,
    private readonly to: Aig,
    private readonly leafAs: (node: number) => Lit,
  ) {}

  copy(root: Lit): Lit {
    const { from, to } = this;
    this.growTo(nodeOf(root));
    let image = this.image;
    const pending = [nodeOf(root)];
    while (pending.length > 0) {
      const n = pending[pending.length - 1]!;
      if (image[n] !== 0) {
        pending.pop();
        continue;
      }
      if (!from.isGate(n)) {
        const leaf = n === 0 ? FALSE : this.leafAs(n);
        image = this.image; // the caller may have copied on the way
        image[n] = leaf + 1;
        continue;
      }
      const a = from.fanin0(n);
      const b = from.fanin1(n);
      const ready = image[nodeOf(a)] !== 0 && image[nodeOf(b)] !== 0;
      if (ready) {
        image[n] = to.and(this.imageOf(a), this.imageOf(b)) + 1;
        continue;
      }
      if (image[nodeOf(a)] === 0) pending.push(nodeOf(a));
      if (image[nodeOf(b)] === 0) pending.push(nodeOf(b));
    }
    return this.imageOf(root);
  }

  /** The copy of a literal that was copied before, itself or as a part of others; constants are the same everywhere. */
  copied(l: Lit): Lit {
    if (nodeOf(l) === 0) return l;
    if ((this.image[nodeOf(l)] ?? 0) === 0) throw new Error("the literal was not to be kept");
    return this.imageOf(l);
  }

  private imageOf(l: Lit): Lit {
    return ((this.image[nodeOf(l)]! - 1) ^ (l & 1)) as Lit;
  }

  /** What a node depends on has smaller numbers: there is room for all of it. */
  private growTo(node: number): void {
    if (node < this.image.length) return;
    const grown = new Int32Array(Math.max(node + 1, Math.min(this.from.size, 2 * this.image.length)));
    grown.set(this.image);
    this.image = grown;
  }
}

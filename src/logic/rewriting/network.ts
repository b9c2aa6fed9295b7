import { Aig, coneOf, type ReadonlyAig } from "../aig.js";
import { FALSE, type Lit, nodeOf, TRUE } from "../lit.js";

// In place of the first fanin of what is no gate, and of the second of an output.
const LEAF = -1;
const DEAD = -2;
const OUTPUT = -3;

const NOTHING = -1;

/**
 * An and-inverter graph that is changed in place: a node can be replaced by a literal of the same function, whatever reads it then
 * reads that, gates that become equal become one, and what nothing reads goes. A node never changes its function. Numbers of nodes
 * say nothing of their order.
 *
 * Node 0 is the constant; leaves come next. Outputs are nodes too, which read one literal.
 */
export class Network {
  /** Gates that something reads, or that were made and not yet read. */
  gates = 0;
  /** How many fanins read each node. */
  refs: Int32Array;
  private count: number;
  private fanins: Int32Array;
  // The readers of each node are a list of edges: edge 2n + i is fanin i of node n.
  private first: Int32Array;
  private after: Int32Array;
  private before: Int32Array;
  // A hash table with chains: what is no gate is in none.
  private buckets: Int32Array;
  private chained: Int32Array;
  // By node that was replaced: by which literal.
  private readonly successors = new Map<number, Lit>();
  private readonly outputs: number[] = [];

  /** Leaves only. */
  constructor(
    readonly leaves: number,
    capacity = 2 * leaves + 64,
  ) {
    this.count = leaves + 1;
    this.fanins = new Int32Array(2 * capacity).fill(LEAF);
    this.refs = new Int32Array(capacity);
    this.first = new Int32Array(capacity).fill(NOTHING);
    this.after = new Int32Array(2 * capacity).fill(NOTHING);
    this.before = new Int32Array(2 * capacity).fill(NOTHING);
    this.chained = new Int32Array(capacity).fill(NOTHING);
    this.buckets = new Int32Array(powerOfTwo(capacity)).fill(NOTHING);
  }

  /** The functions of `roots`, as outputs in this order. Leaves are numbered as in `leaves`, from 1 on. */
  static of(aig: ReadonlyAig, leaves: readonly number[], roots: readonly Lit[]): Network {
    const network = new Network(leaves.length, aig.size + roots.length + 64);
    const images = new Int32Array(aig.size);
    leaves.forEach((node, i) => {
      images[node] = 2 * (i + 1);
    });
    const image = (l: Lit) => (images[nodeOf(l)]! ^ (l & 1)) as Lit;
    const inCone = coneOf(aig, roots);
    for (let n = 1; n < aig.size; n++)
      if (inCone[n] === 1 && aig.isGate(n)) images[n] = network.and(image(aig.fanin0(n)), image(aig.fanin1(n)));
    for (const root of roots) network.addOutput(image(root));
    return network;
  }

  /** Numbers of nodes are smaller. */
  get size(): number {
    return this.count;
  }

  isGate(node: number): boolean {
    return this.fanins[2 * node]! >= 0 && this.fanins[2 * node + 1]! >= 0;
  }

  fanin0(gate: number): Lit {
    return this.fanins[2 * gate] as Lit;
  }

  fanin1(gate: number): Lit {
    return this.fanins[2 * gate + 1] as Lit;
  }

  outputLits(): Lit[] {
    return this.outputs.map((o) => this.fanin0(o));
  }

  /** The conjunction. It is the caller's to see to it that something reads it. */
  and(a: Lit, b: Lit): Lit {
    const known = this.find(a, b);
    return known === null ? ((2 * this.newGate(a, b)) as Lit) : known;
  }

  /** The conjunction if it is there, or is a constant or one of the two. */
  find(a: Lit, b: Lit): Lit | null {
    const n = this.found(a, b);
    return n < 0 ? null : (n as Lit);
  }

  /** As `find`, with -1 for what is not there. */
  found(a: number, b: number): number {
    if (a === b || b === TRUE) return a;
    if (a === TRUE) return b;
    if (a === FALSE || b === FALSE || (a ^ b) === 1) return FALSE;
    const high = a > b ? a : b;
    const low = a > b ? b : a;
    const { fanins, chained } = this;
    for (let n = this.buckets[this.bucket(high, low)]!; n !== NOTHING; n = chained[n]!)
      if (fanins[2 * n] === high && fanins[2 * n + 1] === low) return 2 * n;
    return NOTHING;
  }

  addOutput(l: Lit): void {
    const n = this.newNode();
    this.attach(2 * n, l);
    this.fanins[2 * n + 1] = OUTPUT;
    this.outputs.push(n);
  }

  /** Gates before those that read them. */
  topologicalOrder(): Int32Array {
    const order = new Int32Array(this.gates);
    const state = new Uint8Array(this.count);
    const pending: number[] = [];
    let length = 0;
    for (const o of this.outputs) {
      pending.push(nodeOf(this.fanin0(o)));
      while (pending.length > 0) {
        const n = pending[pending.length - 1]!;
        if (state[n] === 2 || !this.isGate(n)) pending.pop();
        else if (state[n] === 1) {
          state[n] = 2;
          order[length++] = n;
          pending.pop();
        } else {
          state[n] = 1;
          pending.push(nodeOf(this.fanin0(n)), nodeOf(this.fanin1(n)));
        }
      }
    }
    return order.subarray(0, length);
  }

  /** Whatever reads the gate reads the literal instead, which has the same function and does not depend on the gate. */
  replace(gate: number, by: Lit): void {
    const pending: [number, Lit][] = [];
    const later = (n: number, l: Lit) => {
      pending.push([n, l]);
      this.refs[n]!++;
      this.refs[nodeOf(l)]!++;
    };
    later(gate, by);
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const [n, l] = next;
      const successor = this.successorOf(l);
      if (this.isGate(n) && nodeOf(successor) !== n) this.moveReaders(n, successor, later);
      if (nodeOf(successor) !== n) this.successors.set(n, successor);
      this.refs[n]!--;
      this.refs[nodeOf(l)]!--;
      this.removeUnread(n);
      this.removeUnread(nodeOf(l));
    }
    this.successors.clear();
  }

  /** Removes a gate that nothing reads, and what only it has read. */
  removeUnread(node: number): void {
    const pending = [node];
    for (let n = pending.pop(); n !== undefined; n = pending.pop()) {
      if (this.refs[n] !== 0 || !this.isGate(n)) continue;
      pending.push(nodeOf(this.fanin0(n)), nodeOf(this.fanin1(n)));
      this.unhash(n);
      this.detach(2 * n);
      this.detach(2 * n + 1);
      this.fanins[2 * n] = DEAD;
      this.gates--;
    }
  }

  /** A graph of what the outputs read, and the literals of the outputs in it; its leaves are those of the network, in order. */
  toAig(): { readonly aig: Aig; readonly leaves: Lit[]; readonly outputs: Lit[] } {
    const aig = new Aig();
    const images = new Int32Array(this.count);
    const made = Array.from({ length: this.leaves }, () => aig.leaf());
    made.forEach((l, i) => {
      images[i + 1] = l;
    });
    const image = (l: Lit) => (images[nodeOf(l)]! ^ (l & 1)) as Lit;
    for (const n of this.topologicalOrder()) images[n] = aig.and(image(this.fanin0(n)), image(this.fanin1(n)));
    return { aig, leaves: made, outputs: this.outputLits().map(image) };
  }

  /** Every reader gets the literal; readers that are then nothing new are to be replaced `later`. */
  private moveReaders(n: number, by: Lit, later: (n: number, l: Lit) => void): void {
    const { fanins } = this;
    for (let edge = this.first[n]!; edge !== NOTHING; edge = this.first[n]!) {
      const reader = edge >> 1;
      if (fanins[2 * reader + 1] === OUTPUT) {
        const l = (by ^ (fanins[edge]! & 1)) as Lit;
        this.detach(edge);
        this.attach(edge, l);
        continue;
      }
      const l = (by ^ (fanins[edge]! & 1)) as Lit;
      const other = fanins[edge ^ 1] as Lit;
      this.unhash(reader);
      const known = this.found(l, other);
      this.detach(edge);
      // A reader that is equal to something keeps its shape, with a fanin that it need not read, until its own readers are moved.
      this.attach(edge, l);
      if (known >= 0) later(reader, known as Lit);
      else this.sortAndHash(reader);
    }
  }

  private successorOf(l: Lit): Lit {
    let at = l;
    for (let next = this.successors.get(nodeOf(at)); next !== undefined; next = this.successors.get(nodeOf(at)))
      at = (next ^ (at & 1)) as Lit;
    return at;
  }

  private newGate(a: Lit, b: Lit): number {
    const n = this.newNode();
    this.attach(2 * n, a);
    this.attach(2 * n + 1, b);
    this.sortAndHash(n);
    this.gates++;
    return n;
  }

  private newNode(): number {
    if (this.count === this.refs.length) this.grow();
    return this.count++;
  }

  private attach(edge: number, l: Lit): void {
    const n = nodeOf(l);
    this.fanins[edge] = l;
    this.refs[n]!++;
    const head = this.first[n]!;
    this.after[edge] = head;
    this.before[edge] = NOTHING;
    if (head !== NOTHING) this.before[head] = edge;
    this.first[n] = edge;
  }

  private detach(edge: number): void {
    const n = this.fanins[edge]! >> 1;
    this.refs[n]!--;
    const previous = this.before[edge]!;
    const next = this.after[edge]!;
    if (previous === NOTHING) this.first[n] = next;
    else this.after[previous] = next;
    if (next !== NOTHING) this.before[next] = previous;
  }

  /** The larger fanin first, as in the hash table. */
  private sortAndHash(n: number): void {
    const a = this.fanins[2 * n] as Lit;
    const b = this.fanins[2 * n + 1] as Lit;
    if (a < b) {
      this.detach(2 * n);
      this.detach(2 * n + 1);
      this.attach(2 * n, b);
      this.attach(2 * n + 1, a);
    }
    const slot = this.bucket(this.fanins[2 * n]!, this.fanins[2 * n + 1]!);
    this.chained[n] = this.buckets[slot]!;
    this.buckets[slot] = n;
  }

  /** Whether or not the gate is in the table. */
  private unhash(n: number): void {
    const slot = this.bucket(this.fanins[2 * n]!, this.fanins[2 * n + 1]!);
    let at = this.buckets[slot]!;
    if (at === n) {
      this.buckets[slot] = this.chained[n]!;
      return;
    }
    for (; at !== NOTHING; at = this.chained[at]!)
      if (this.chained[at] === n) {
        this.chained[at] = this.chained[n]!;
        return;
      }
  }

  private bucket(high: number, low: number): number {
    const h = Math.imul(high, 0x9e3779b1) ^ Math.imul(low, 0x85ebca6b);
    return (h ^ (h >>> 15)) & (this.buckets.length - 1);
  }

  private grow(): void {
    const capacity = 2 * this.refs.length;
    this.fanins = grown(this.fanins, 2 * capacity, LEAF);
    this.refs = grown(this.refs, capacity, 0);
    this.first = grown(this.first, capacity, NOTHING);
    this.after = grown(this.after, 2 * capacity, NOTHING);
    this.before = grown(this.before, 2 * capacity, NOTHING);
    this.chained = grown(this.chained, capacity, NOTHING);
    this.buckets = new Int32Array(powerOfTwo(capacity)).fill(NOTHING);
    for (let n = 1; n < this.count; n++) {
      if (!this.isGate(n)) continue;
      const slot = this.bucket(this.fanins[2 * n]!, this.fanins[2 * n + 1]!);
      this.chained[n] = this.buckets[slot]!;
      this.buckets[slot] = n;
    }
  }
}

function grown(array: Int32Array, length: number, fill: number): Int32Array {
  const larger = new Int32Array(length).fill(fill, array.length);
  larger.set(array);
  return larger;
}

const powerOfTwo = (least: number): number => 2 ** Math.ceil(Math.log2(Math.max(2, least)));

import type { ReadonlyAig } from "./aig.js";
import { type Lit, nodeOf } from "./lit.js";

const ABSENT = -1;

/**
 * A straight-line program for chosen literals of a graph: only the gates they depend on, in topological order.
 *
 * Values live in slots: slot 0 is the constant, slots 1… are the leaves in the order given, then one slot a gate. A
 * slot literal is twice the slot, plus one when negated, as for nodes. The circuit holds no values: one circuit may
 * serve many arrays.
 */
export class Circuit {
  // By node: its slot literal, or ABSENT.
  private slotOf: Int32Array;
  // The two fanins of each gate, as slot literals.
  private program = new Int32Array(64);
  private end = 0;

  constructor(
    private readonly aig: ReadonlyAig,
    private readonly leaves: readonly number[],
  ) {
    this.slotOf = new Int32Array(aig.size).fill(ABSENT);
    this.slotOf[0] = 0;
    for (let i = 0; i < leaves.length; i++) this.slotOf[leaves[i]!] = 2 * (i + 1);
  }

  /** Number of slots: the length of an array of values. */
  get slots(): number {
    return 1 + this.leaves.length + this.end / 2;
  }

  get gateCount(): number {
    return this.end / 2;
  }

  /** Whether the value of `l` is computed. */
  has(l: Lit): boolean {
    return nodeOf(l) < this.slotOf.length && this.slotOf[nodeOf(l)] !== ABSENT;
  }

  /** The slot literal of a literal that was asked for (or that something asked for depends on). */
  slotLit(l: Lit): number {
    if (!this.has(l)) throw new Error(`literal ${l} is not in this circuit`);
    return this.slotOf[nodeOf(l)]! ^ (l & 1);
  }

  /** Adds what `root` depends on. Every leaf it reads must be one of the circuit's leaves, or bound by `bind`. */
  need(root: Lit): void {
    this.growMap();
    const pending = [nodeOf(root)];
    while (pending.length > 0) {
      const n = pending[pending.length - 1]!;
      if (this.slotOf[n] !== ABSENT) {
        pending.pop();
        continue;
      }
      if (!this.aig.isGate(n)) throw new Error(`node ${n} is not a leaf of this circuit`);
      const a = this.aig.fanin0(n);
      const b = this.aig.fanin1(n);
      const readyA = this.slotOf[nodeOf(a)] !== ABSENT;
      const readyB = this.slotOf[nodeOf(b)] !== ABSENT;
      if (readyA && readyB) {
        pending.pop();
        this.slotOf[n] = this.emit(this.slotOf[nodeOf(a)]! ^ (a & 1), this.slotOf[nodeOf(b)]! ^ (b & 1));
        continue;
      }
      if (!readyA) pending.push(nodeOf(a));
      if (!readyB) pending.push(nodeOf(b));
    }
  }

  /** From now on the leaf `node` means `as`: what is added later reads it so. */
  bind(node: number, as: Lit): void {
    this.need(as);
    this.slotOf[node] = this.slotLit(as);
  }

  /** 32 independent evaluations at once: bit k of each word belongs to lane k. Leaf slots must be filled. */
  evaluate(words: Int32Array): void {
    const program = this.program;
    const end = this.end;
    let slot = 1 + this.leaves.length;
    words[0] = 0;
    for (let k = 0; k < end; k += 2) {
      const a = program[k]!;
      const b = program[k + 1]!;
      words[slot++] = (words[a >> 1]! ^ -(a & 1)) & (words[b >> 1]! ^ -(b & 1));
    }
  }

  /**
   * Three-valued, 32 lanes at once. `rails` has two words a slot, indexed by slot literal: lanes in which that literal
   * may be true. Both bits set is "unknown"; a known value has one bit. Never calls a value known that is not.
   */
  evaluateTernary(rails: Int32Array): void {
    const program = this.program;
    const end = this.end;
    let out = 2 * (1 + this.leaves.length);
    rails[0] = 0;
    rails[1] = -1;
    for (let k = 0; k < end; k += 2) {
      const a = program[k]!;
      const b = program[k + 1]!;
      rails[out++] = rails[a]! & rails[b]!;
      rails[out++] = rails[a ^ 1]! | rails[b ^ 1]!;
    }
  }

  /**
   * A leaf that an unknown value hangs on: its position among the leaves. `slotLit` must be unknown in all lanes, as
   * `evaluateTernary` left it.
   */
  unknownLeaf(rails: Int32Array, slotLit: number): number {
    const firstGate = 1 + this.leaves.length;
    let slot = slotLit >> 1;
    while (slot >= firstGate) {
      // A gate is unknown only if one of its fanins is.
      const a = this.program[2 * (slot - firstGate)]!;
      const b = this.program[2 * (slot - firstGate) + 1]!;
      slot = ((rails[a]! & rails[a ^ 1]!) !== 0 ? a : b) >> 1;
    }
    return slot - 1;
  }

  private emit(a: number, b: number): number {
    const slot = this.slots;
    if (this.end === this.program.length) {
      const grown = new Int32Array(this.program.length * 2);
      grown.set(this.program);
      this.program = grown;
    }
    this.program[this.end++] = a;
    this.program[this.end++] = b;
    return 2 * slot;
  }

  /** The graph may have grown since the circuit was made. */
  private growMap(): void {
    if (this.slotOf.length >= this.aig.size) return;
    const grown = new Int32Array(this.aig.size).fill(ABSENT);
    grown.set(this.slotOf);
    this.slotOf = grown;
  }
}

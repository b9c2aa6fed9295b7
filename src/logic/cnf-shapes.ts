import type { ReadonlyAig } from "./aig.js";
import { lengthened } from "./grow.js";
import { isNegated, type Lit, nodeOf, not } from "./lit.js";

/** What a place is. The inputs of an ITE are condition, then, else. */
export const CONSTANT = 0;
export const LEAF = 1;
export const AND = 2;
export const XOR = 3;
export const ITE = 4;

/** A graph that grows gate by gate must not make the arrays over its nodes grow each time. */
const roomFor = (nodes: number, had: number): number => Math.max(nodes, had + (had >> 1));

/**
 * How gates become clauses: conjunctions of many inputs, exclusive ors and multiplexers instead of single gates. Only the nodes
 * that such gates read are numbered, in the order in which they are met; copies hold arrays over these numbers.
 *
 * A "place" below is such a number; a signed place is 2 * place + sign.
 */
export class CnfShapes {
  private placeOfNode: Int32Array = new Int32Array(0);
  private fanouts: Int32Array = new Int32Array(0);
  private counted = 0;
  private count = 0;
  private kinds = new Uint8Array(256);
  private nodes: Int32Array = new Int32Array(256);
  private begins: Int32Array = new Int32Array(257);
  private inputs: Int32Array = new Int32Array(1024);

  constructor(readonly aig: ReadonlyAig) {
    this.addPlace(0, CONSTANT);
  }

  get size(): number {
    return this.count;
  }

  kind(place: number): number {
    return this.kinds[place]!;
  }

  node(place: number): number {
    return this.nodes[place]!;
  }

  begin(place: number): number {
    return this.begins[place]!;
  }

  end(place: number): number {
    return this.begins[place + 1]!;
  }

  /** The signed place of an input of a gate, from `begin` to `end`. */
  input(i: number): number {
    return this.inputs[i]!;
  }

  /** The signed place of a literal; its gate, and all below it, get their places first. */
  placed(l: Lit): number {
    const known = this.placeOf(nodeOf(l));
    if (known >= 0) return 2 * known + (l & 1);
    this.countFanouts();
    const pending = [nodeOf(l)];
    while (pending.length > 0) {
      const node = pending[pending.length - 1]!;
      if (this.placeOf(node) >= 0) {
        pending.pop();
        continue;
      }
      const shape = this.shapeOf(node);
      const open = shape.reads.filter((r) => this.placeOf(nodeOf(r)) < 0);
      if (open.length > 0) {
        for (const r of open) pending.push(nodeOf(r));
        continue;
      }
      for (const r of shape.reads) this.addInput(2 * this.placeOf(nodeOf(r)) + (r & 1));
      this.addPlace(node, shape.kind);
      pending.pop();
    }
    return 2 * this.placeOf(nodeOf(l)) + (l & 1);
  }

  private placeOf(node: number): number {
    return node < this.placeOfNode.length ? this.placeOfNode[node]! - 1 : -1;
  }

  private addPlace(node: number, kind: number): void {
    if (node >= this.placeOfNode.length)
      this.placeOfNode = lengthened(this.placeOfNode, roomFor(this.aig.size, this.placeOfNode.length));
    const place = this.count++;
    if (this.count >= this.kinds.length) {
      const kinds = new Uint8Array(2 * this.kinds.length);
      kinds.set(this.kinds);
      this.kinds = kinds;
      this.nodes = lengthened(this.nodes, kinds.length);
      this.begins = lengthened(this.begins, kinds.length + 1);
    }
    this.placeOfNode[node] = place + 1;
    this.kinds[place] = kind;
    this.nodes[place] = node;
    this.begins[place + 1] = this.inputCount;
  }

  private inputCount = 0;

  private addInput(signedPlace: number): void {
    if (this.inputCount === this.inputs.length) this.inputs = lengthened(this.inputs, 2 * this.inputs.length);
    this.inputs[this.inputCount++] = signedPlace;
  }

  private countFanouts(): void {
    const { aig } = this;
    if (this.counted === aig.size) return;
    if (this.fanouts.length < aig.size) this.fanouts = lengthened(this.fanouts, roomFor(aig.size, this.fanouts.length));
    for (; this.counted < aig.size; this.counted++) {
      if (!aig.isGate(this.counted)) continue;
      this.fanouts[nodeOf(aig.fanin0(this.counted))]!++;
      this.fanouts[nodeOf(aig.fanin1(this.counted))]!++;
    }
  }

  /** What a node is in terms of literals that get places of their own. */
  private shapeOf(node: number): { kind: number; reads: readonly Lit[] } {
    if (!this.aig.isGate(node)) return { kind: LEAF, reads: [] };
    return this.multiplexer(node) ?? { kind: AND, reads: this.conjuncts(node) };
  }

  /** ¬(c∧t) ∧ ¬(¬c∧e) = c ? ¬t : ¬e, which is an exclusive or when e is ¬t. */
  private multiplexer(node: number): { kind: number; reads: readonly Lit[] } | undefined {
    const { aig } = this;
    const l = aig.fanin0(node);
    const r = aig.fanin1(node);
    if (!isNegated(l) || !isNegated(r) || !aig.isGate(nodeOf(l)) || !aig.isGate(nodeOf(r))) return undefined;
    const [a, b] = [aig.fanin0(nodeOf(l)), aig.fanin1(nodeOf(l))];
    const [c, d] = [aig.fanin0(nodeOf(r)), aig.fanin1(nodeOf(r))];
    if (a === not(c)) return muxOf(a, b, d);
    if (a === not(d)) return muxOf(a, b, c);
    if (b === not(c)) return muxOf(b, a, d);
    if (b === not(d)) return muxOf(b, a, c);
    return undefined;
  }

  /** The inputs of the largest conjunction at `node` whose inner gates have no other readers. */
  private conjuncts(node: number): Lit[] {
    const { aig } = this;
    const found = new Set<Lit>();
    const pending = [aig.fanin1(node), aig.fanin0(node)];
    while (pending.length > 0) {
      const l = pending.pop()!;
      const n = nodeOf(l);
      const inner = !isNegated(l) && aig.isGate(n) && this.fanouts[n]! < 2 && this.placeOf(n) < 0;
      if (inner && this.multiplexer(n) === undefined) pending.push(aig.fanin1(n), aig.fanin0(n));
      else found.add(l);
    }
    return [...found];
  }
}

function muxOf(c: Lit, t: Lit, e: Lit): { kind: number; reads: readonly Lit[] } {
  return t === not(e) ? { kind: XOR, reads: [c, t] } : { kind: ITE, reads: [c, not(t), not(e)] };
}

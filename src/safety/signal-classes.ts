import { coneOf } from "../logic/aig.js";
import { type Lit, litOf, negateIf } from "../logic/lit.js";
import { type Model, rootsOf } from "../model/model.js";
import { RandomWalks } from "../model/simulate.js";

/** Steps of random simulation that tell signals apart. */
const WALK = 64;

/** The graph of a model, flat, with what correspondence wants to know of its nodes. */
export class SignalGraph {
  /** The gates that matter, in topological order, and by node their fanins. */
  readonly gates: Int32Array;
  readonly fanin0: Int32Array;
  readonly fanin1: Int32Array;
  /** By node, 1 for the constant, latches and gates that read latches only. */
  readonly isState: Uint8Array;
  readonly size: number;
  /** Latches, and gates that read latches only, in topological order. */
  readonly states: Int32Array;
  private readonly stateGates: Int32Array;

  constructor(
    readonly model: Model,
    property: readonly Lit[],
  ) {
    const { aig, latches } = model;
    const inCone = coneOf(aig, [...rootsOf(model), ...property, ...latches.map((l) => l.next)]);
    this.size = aig.size;
    this.fanin0 = new Int32Array(aig.size);
    this.fanin1 = new Int32Array(aig.size);
    this.isState = new Uint8Array(aig.size);
    this.isState[0] = 1;
    for (const { node } of latches) this.isState[node] = 1;
    const gates: number[] = [];
    for (let n = 1; n < aig.size; n++) {
      if (inCone[n] === 0 || !aig.isGate(n)) continue;
      gates.push(n);
      this.fanin0[n] = aig.fanin0(n);
      this.fanin1[n] = aig.fanin1(n);
      this.isState[n] = this.isState[this.fanin0[n]! >> 1]! & this.isState[this.fanin1[n]! >> 1]!;
    }
    this.gates = Int32Array.from(gates);
    this.stateGates = this.gates.filter((n) => this.isState[n] === 1);
    this.states = Int32Array.from([...latches.map((l) => l.node), ...this.stateGates]);
  }

  isGate(node: number): boolean {
    return this.fanin0[node] !== 0;
  }

  /** Values of all gates, 32 lanes at once, from those of the leaves. */
  evaluate(words: Int32Array): void {
    this.compute(words, this.gates);
  }

  /** The same for gates that read latches only. */
  evaluateStates(words: Int32Array): void {
    this.compute(words, this.stateGates);
  }

  private compute(words: Int32Array, gates: Int32Array): void {
    const { fanin0, fanin1 } = this;
    for (let k = 0; k < gates.length; k++) {
      const n = gates[k]!;
      const a = fanin0[n]!;
      const b = fanin1[n]!;
      words[n] = (words[a >> 1]! ^ -(a & 1)) & (words[b >> 1]! ^ -(b & 1));
    }
  }
}

export const wordOf = (words: Int32Array, l: Lit): number => words[l >> 1]! ^ -(l & 1);

/**
 * Signals that nothing seen so far tells apart, up to negation. The first of a class stands for the others: the constant, else a latch, an
 * input, or the gate that comes first.
 */
export class SignalClasses {
  // By node: 1 where the signal is the opposite of what it is compared as; and the class, -1 for signals that are alone.
  private readonly phase: Uint8Array;
  private readonly classOf: Int32Array;
  private readonly classes: number[][] = [];

  private constructor(phase: Uint8Array, candidates: Iterable<readonly number[]>) {
    this.phase = phase;
    this.classOf = new Int32Array(phase.length).fill(-1);
    for (const members of candidates) this.add(members);
  }

  /** Classes as random behaviours see them. */
  static seen(graph: SignalGraph): SignalClasses {
    const { model, size } = graph;
    const nodes = Int32Array.from([0, ...model.latches.map((l) => l.node), ...model.inputs, ...graph.gates]);
    const phase = new Uint8Array(size);
    const [low, high] = [new Int32Array(size), new Int32Array(size)];
    const words = new Int32Array(size);
    const walks = new RandomWalks(model, 1);
    let lane = -1;
    for (let step = 0; step < WALK; step++) {
      const lanes = walks.step();
      if (lanes === 0) continue;
      model.latches.forEach(({ node }, i) => {
        words[node] = walks.sim.latches[i]!;
      });
      model.inputs.forEach((node, i) => {
        words[node] = walks.sim.inputs[i]!;
      });
      graph.evaluate(words);
      if (lane < 0) {
        lane = 31 - Math.clz32(lanes & -lanes);
        for (const n of nodes) phase[n] = (words[n]! >>> lane) & 1;
      }
      for (let k = 0; k < nodes.length; k++) {
        const n = nodes[k]!;
        const word = (words[n]! ^ -phase[n]!) & lanes;
        low[n] = Math.imul(low[n]! ^ word, 0x9e3779b1) ^ (word >>> 15);
        high[n] = Math.imul((high[n]! ^ (high[n]! >>> 13)) + word, 0x85ebca6b);
      }
    }
    const byWords = new Map<string, number[]>();
    for (const n of nodes) {
      const key = `${low[n]},${high[n]}`;
      const members = byWords.get(key);
      if (members === undefined) byWords.set(key, [n]);
      else members.push(n);
    }
    return new SignalClasses(phase, byWords.values());
  }

  /** The same classes without the signals that are not wanted. */
  only(wanted: (node: number) => boolean): SignalClasses {
    return new SignalClasses(
      this.phase,
      this.classes.map((members) => members.filter(wanted)),
    );
  }

  get areSingle(): boolean {
    return this.classes.every((members) => members.length < 2);
  }

  /** What stands for the signal: its own literal when that is the signal itself. */
  standsFor(node: number): Lit {
    const members = this.classes[this.classOf[node]!];
    const first = members === undefined ? node : members[0]!;
    return negateIf(litOf(first), this.phase[first] !== this.phase[node]);
  }

  /** Puts signals apart whose words differ, in the lanes that count; false when there were none. */
  split(words: Int32Array, lanes: number): boolean {
    const count = this.classes.length;
    let found = false;
    for (let c = 0; c < count; c++) {
      const members = this.classes[c]!;
      const value = (n: number) => (words[n]! ^ -this.phase[n]!) & lanes;
      let same = 0;
      while (same < members.length && value(members[same]!) === value(members[0]!)) same++;
      if (same === members.length) continue;
      found = true;
      const parts = new Map<number, number[]>();
      for (const n of members) {
        this.classOf[n] = -1;
        const part = parts.get(value(n));
        if (part === undefined) parts.set(value(n), [n]);
        else part.push(n);
      }
      this.classes[c] = [];
      for (const part of parts.values()) this.add(part);
    }
    if (found) this.forgetEmpty();
    return found;
  }

  /** Every signal is alone. */
  clear(): void {
    this.classOf.fill(-1);
    this.classes.length = 0;
  }

  /** Takes a signal out of its class. */
  isolate(node: number): void {
    const c = this.classOf[node]!;
    if (c < 0) return;
    this.classOf[node] = -1;
    this.classes[c] = this.classes[c]!.filter((n) => n !== node);
  }

  /** What became empty would be looked at again with every split. */
  private forgetEmpty(): void {
    const kept = this.classes.filter((members) => members.length > 1);
    if (2 * kept.length > this.classes.length) return;
    this.classOf.fill(-1);
    this.classes.length = 0;
    for (const members of kept) this.add(members);
  }

  private add(members: readonly number[]): void {
    if (members.length < 2) return;
    for (const n of members) this.classOf[n] = this.classes.length;
    this.classes.push([...members]);
  }
}

import { FALSE, type Lit, TRUE } from "../logic/lit.js";
import type { Model } from "../model/model.js";
import { Simulator } from "../model/simulate.js";

/** A finite graph with initial states and Büchi conditions: what a state space is when it is written out. */
export interface Graph {
  readonly states: number;
  readonly edges: readonly (readonly [from: number, to: number])[];
  readonly initial: readonly number[];
  /** Each is a list of states. */
  readonly conditions: readonly (readonly number[])[];
}

/** Neighbours of every state, in one array each: those of s are `targets[offsets[s]]` … `targets[offsets[s+1]-1]`. */
export interface Adjacency {
  readonly offsets: Int32Array;
  readonly targets: Int32Array;
}

export function adjacency(states: number, edges: Iterable<readonly [number, number]>): Adjacency {
  const lists: number[][] = Array.from({ length: states }, () => []);
  for (const [from, to] of edges) if (!lists[from]!.includes(to)) lists[from]!.push(to);
  const offsets = new Int32Array(states + 1);
  for (let s = 0; s < states; s++) offsets[s + 1] = offsets[s]! + lists[s]!.length;
  return { offsets, targets: Int32Array.from(lists.flat()) };
}

/** At most this many latches and inputs together are written out. */
const MAX_BITS = 20;

/**
 * A model written out: state number s has bit i of s as the value of latch i, so that every valuation is a state,
 * reachable or not. For models of a few latches and inputs; resets are constants or free.
 */
export class WrittenOutModel {
  readonly states: number;
  private readonly inputValuations: number;
  private readonly simulator: Simulator;

  constructor(readonly model: Model) {
    if (model.latches.length + model.inputs.length > MAX_BITS)
      throw new RangeError(`only models of up to ${MAX_BITS} latches and inputs are written out`);
    this.states = 2 ** model.latches.length;
    this.inputValuations = 2 ** model.inputs.length;
    this.simulator = new Simulator(model);
  }

  graph(): Graph {
    const edges: [number, number][] = [];
    const conditions: number[][] = this.model.fairness.map(() => []);
    const initial: number[] = [];
    for (let s = 0; s < this.states; s++) {
      if (this.isInitial(s)) initial.push(s);
      for (const to of this.successors(s)) edges.push([s, to]);
      this.evaluate(s, 0);
      this.model.fairness.forEach((l, i) => {
        if (this.reads(l) === 1) conditions[i]!.push(s);
      });
    }
    return { states: this.states, edges, initial, conditions };
  }

  /** The states where a literal that reads latches only holds. */
  where(lit: Lit): number[] {
    const simulator = new Simulator(this.model, { watch: [lit], latches: [] });
    const inputs = bitsOf(0, this.model.inputs.length);
    return Array.from({ length: this.states }, (_, s) => s).filter((s) => {
      simulator.load({ latches: this.valuesOf(s), inputs });
      simulator.evaluate();
      return simulator.bit(lit) === 1;
    });
  }

  /** The first input valuation under which `state` steps to a state accepted by `accepts`. */
  inputsInto(state: number, accepts: (next: number) => boolean): Uint8Array | null {
    for (let i = 0; i < this.inputValuations; i++) {
      const next = this.step(state, i);
      if (next !== null && accepts(next)) return bitsOf(i, this.model.inputs.length);
    }
    return null;
  }

  valuesOf(state: number): Uint8Array {
    return bitsOf(state, this.model.latches.length);
  }

  private successors(state: number): Set<number> {
    const found = new Set<number>();
    for (let i = 0; i < this.inputValuations; i++) {
      const next = this.step(state, i);
      if (next !== null) found.add(next);
    }
    return found;
  }

  /** The next state, or null where a constraint forbids the step. */
  private step(state: number, inputs: number): number | null {
    this.evaluate(state, inputs);
    for (const c of this.model.constraints) if (this.reads(c) === 0) return null;
    let next = 0;
    this.model.latches.forEach((latch, i) => {
      next |= this.reads(latch.next) << i;
    });
    return next;
  }

  private isInitial(state: number): boolean {
    return this.model.latches.every(({ reset }, i) => {
      if (reset === "free") return true;
      if (reset !== FALSE && reset !== TRUE) throw new TypeError("a reset must be a constant or free");
      return ((state >> i) & 1) === reset;
    });
  }

  private evaluate(state: number, inputs: number): void {
    this.simulator.load({ latches: this.valuesOf(state), inputs: bitsOf(inputs, this.model.inputs.length) });
    this.simulator.evaluate();
  }

  private reads(lit: Lit): 0 | 1 {
    return this.simulator.bit(lit);
  }
}

function bitsOf(word: number, width: number): Uint8Array {
  return Uint8Array.from({ length: width }, (_, i) => (word >> i) & 1);
}

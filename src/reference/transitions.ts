import { supportOf } from "../logic/aig.js";
import { Circuit } from "../logic/circuit.js";
import type { Lit } from "../logic/lit.js";
import type { Model } from "../model/model.js";

/** Where the five inputs that vary over the lanes are 1: together, lane k is their valuation number k. */
export const LANES = [0xaaaaaaaa | 0, 0xcccccccc | 0, 0xf0f0f0f0 | 0, 0xff00ff00 | 0, 0xffff0000 | 0];

/** A transition as it is found; the arrays are reused for the next one. */
export interface Found {
  /** The latches of the successor, packed. */
  readonly to: Int32Array;
  /** The conditions that hold, packed. */
  readonly meets: Int32Array;
}

/** Words for so many packed bits: bit i is bit i%32 of word i/32. */
export const wordsFor = (bits: number): number => Math.max(1, Math.ceil(bits / 32));

/**
 * The transitions of one state. Inputs are projected: only those that a next function, a constraint or a condition
 * reads are tried, and of these, in each state, only those that matter there. Inputs under which a constraint does
 * not hold make no transition.
 */
export class Transitions {
  private readonly circuit: Circuit;
  private readonly words: Int32Array;
  private readonly rails: Int32Array;
  private readonly nexts: Int32Array;
  private readonly conditions: Int32Array;
  private readonly constraints: Int32Array;
  // Slots of the inputs that anything reads.
  private readonly read: readonly number[];
  private readonly found: Found;
  private readonly nextBits: Int32Array;
  private readonly conditionBits: Int32Array;
  private lane = 0;
  private evaluations = 0;

  /** `poll` is called now and then; it may throw. */
  constructor(
    private readonly model: Model,
    conditions: readonly Lit[],
    private readonly poll: () => void,
  ) {
    const nexts = model.latches.map((l) => l.next);
    this.circuit = new Circuit(model.aig, [...model.latches.map((l) => l.node), ...model.inputs]);
    const slots = (lits: readonly Lit[]) => {
      for (const l of lits) this.circuit.need(l);
      return Int32Array.from(lits, (l) => this.circuit.slotLit(l));
    };
    this.nexts = slots(nexts);
    this.conditions = slots(conditions);
    this.constraints = slots(model.constraints);
    this.words = new Int32Array(this.circuit.slots);
    this.rails = new Int32Array(2 * this.circuit.slots);
    const support = new Set(supportOf(model.aig, [...nexts, ...conditions, ...model.constraints]));
    this.read = model.inputs.flatMap((node, i) => (support.has(node) ? [1 + model.latches.length + i] : []));
    this.found = {
      to: new Int32Array(wordsFor(nexts.length)),
      meets: new Int32Array(wordsFor(conditions.length)),
    };
    this.nextBits = new Int32Array(32 * this.found.to.length);
    this.conditionBits = new Int32Array(32 * this.found.meets.length);
  }

  /** Calls `visit` for every transition, for some more than once, until it returns true. */
  of(state: Int32Array, visit: (found: Found) => boolean): boolean {
    for (let i = 0; i < this.model.latches.length; i++) this.set(1 + i, -((state[i >> 5]! >>> (i & 31)) & 1));
    return this.branch(this.read, visit);
  }

  /** The inputs of the transition that was found last. */
  inputs(): Uint8Array {
    const first = 1 + this.model.latches.length;
    return Uint8Array.from(this.model.inputs, (_, i) => (this.words[first + i]! >>> this.lane) & 1);
  }

  /** All transitions for the values that are set, when the `open` inputs may have any. */
  private branch(open: readonly number[], visit: (found: Found) => boolean): boolean {
    if (open.length <= LANES.length) return this.lanes(open, visit);
    for (const slot of open) {
      this.rails[2 * slot] = -1;
      this.rails[2 * slot + 1] = -1;
    }
    this.count();
    this.circuit.evaluateTernary(this.rails);
    if (this.constraints.some((c) => this.rails[c] === 0)) return false;
    const slot = this.inputThatMatters();
    if (slot === null) return this.lanes([], visit);
    const others = open.filter((s) => s !== slot);
    for (const value of [0, -1]) {
      this.set(slot, value);
      if (this.branch(others, visit)) return true;
    }
    return false;
  }

  /** An open input on which something that is still unknown hangs; null when everything is known. */
  private inputThatMatters(): number | null {
    for (const slots of [this.constraints, this.nexts, this.conditions])
      for (const s of slots)
        if ((this.rails[s]! & this.rails[s ^ 1]!) !== 0) return 1 + this.circuit.unknownLeaf(this.rails, s);
    return null;
  }

  /** All values of at most five inputs at once, a lane for each. Inputs that are neither set nor open do not matter. */
  private lanes(open: readonly number[], visit: (found: Found) => boolean): boolean {
    for (let k = 0; k < open.length; k++) this.words[open[k]!] = LANES[k]!;
    this.count();
    this.circuit.evaluate(this.words);
    let allowed = -1;
    for (const c of this.constraints) allowed &= this.at(c);
    this.pack(this.nexts, this.nextBits);
    this.pack(this.conditions, this.conditionBits);
    const { to, meets } = this.found;
    for (let lane = 0; lane < 2 ** open.length; lane++) {
      if (((allowed >>> lane) & 1) === 0) continue;
      this.lane = lane;
      for (let w = 0; w < to.length; w++) to[w] = this.nextBits[32 * w + lane]!;
      for (let w = 0; w < meets.length; w++) meets[w] = this.conditionBits[32 * w + lane]!;
      if (visit(this.found)) return true;
    }
    return false;
  }

  private set(slot: number, value: number): void {
    this.words[slot] = value;
    this.rails[2 * slot] = value;
    this.rails[2 * slot + 1] = ~value;
  }

  /** Values by lane: word w of lane k goes to `into[32 w + k]`. */
  private pack(slots: Int32Array, into: Int32Array): void {
    for (let start = 0; start < into.length; start += 32) {
      for (let i = start; i < start + 32; i++) into[i] = i < slots.length ? this.at(slots[i]!) : 0;
      transpose(into, start);
    }
  }

  private at(slotLit: number): number {
    return this.words[slotLit >> 1]! ^ -(slotLit & 1);
  }

  private count(): void {
    if ((++this.evaluations & 1023) === 0) this.poll();
  }
}

/** Transposes 32 words of 32 bits: afterwards bit i of word k is what bit k of word i was. */
function transpose(words: Int32Array, start: number): void {
  for (let j = 16, mask = 0x0000ffff; j !== 0; j >>= 1, mask ^= mask << j) {
    // Swaps, in each block of 2j words, the upper half of the first j with the lower half of the other j.
    for (let k = 0; k < 32; k = ((k | j) + 1) & ~j) {
      const a = start + k;
      const swap = ((words[a]! >>> j) ^ words[a + j]!) & mask;
      words[a]! ^= swap << j;
      words[a + j]! ^= swap;
    }
  }
}

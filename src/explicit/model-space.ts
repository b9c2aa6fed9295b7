import type { Lasso } from "../evidence/verdict.js";
import { Stopped } from "../limits/stopped.js";
import { supportOf } from "../logic/aig.js";
import { FALSE, type Lit, TRUE } from "../logic/lit.js";
import type { Model } from "../model/model.js";
import type { Step } from "../model/step.js";
import { type Found, LANES, Transitions, wordsFor } from "../reference/transitions.js";
import { hashOf } from "./hash.js";
import { type Lanes, laneCode } from "./lane-code.js";
import { regionsOfProperty } from "./model-regions.js";
import { labelWords, type PackedLasso, type Regions, type StateSpace, type SuccessorBuffer } from "./state-space.js";

/** All valuations of so many inputs are tried; of more, only those of the inputs that matter in a state. */
const MOST_INPUTS = 8;

/** Initial states between two calls of `poll`. */
const POLL_STATES = 4096;

export interface ModelSpaceOptions {
  /** Literals whose values transitions carry besides the conditions; they may read inputs. */
  readonly propositions?: readonly Lit[];
  /** At most so many initial states. */
  readonly states?: number;
  /** Called now and then; it may throw. */
  readonly poll?: () => void;
  /** Never make code, as where that is forbidden. */
  readonly interpret?: boolean;
}

/**
 * The states of a model: latch i is bit i. A transition takes the inputs of one step, in which all constraints hold, and
 * meets the fairness that holds in it. Resets are constants or free.
 *
 * With few inputs the next functions are compiled, and evaluated for 32 valuations of the inputs at once. Otherwise
 * (or where no code may be made) they are interpreted, and only inputs that matter are tried.
 */
export class ModelSpace implements StateSpace {
  readonly words: number;
  readonly bits: number;
  readonly conditions: number;
  readonly pairs = 0;
  readonly propositions: number;
  readonly regions?: Regions;
  private readonly transitions: Transitions;
  private readonly compiled: Compiled | null;
  private readonly doubles = new Doubles();
  private readonly state: Int32Array;

  constructor(
    readonly model: Model,
    private readonly options: ModelSpaceOptions = {},
  ) {
    const { propositions = [], poll = () => {} } = options;
    const { latches, fairness } = model;
    this.words = wordsFor(latches.length);
    this.bits = latches.length;
    this.conditions = fairness.length;
    this.propositions = propositions.length;
    this.transitions = new Transitions(model, [...fairness, ...propositions], poll);
    this.compiled = options.interpret ? null : compile(model, [...fairness, ...propositions]);
    this.state = new Int32Array(this.words);
    const regions = regionsOfProperty(model);
    if (regions !== null) this.regions = regions;
  }

  initial(out: SuccessorBuffer): void {
    const { latches } = this.model;
    const { states = 2 ** 28, poll } = this.options;
    const free = latches.flatMap((l, i) => (l.reset === "free" ? [i] : []));
    if (2 ** free.length > states)
      throw new Stopped("bound", `2^${free.length} initial states are more than the ${states} allowed`);
    const constants = new Int32Array(this.words);
    latches.forEach(({ reset }, i) => {
      if (reset !== "free" && reset !== FALSE && reset !== TRUE)
        throw new Error("literal resets must be rewritten before a search");
      if (reset === TRUE) constants[i >> 5]! |= 1 << (i & 31);
    });
    for (let choice = 0; choice < 2 ** free.length; choice++) {
      if (choice % POLL_STATES === 0) poll?.();
      const at = out.add();
      out.data.set(constants, at);
      for (let k = 0; k < free.length; k++)
        if ((choice >>> k) & 1) out.data[at + (free[k]! >> 5)]! |= 1 << (free[k]! & 31);
    }
  }

  successors(states: Int32Array, at: number, out: SuccessorBuffer): void {
    const first = out.length;
    if (this.compiled !== null) this.compiled.successors(states, at, out);
    else this.interpreted(states, at, out);
    this.doubles.drop(out, first);
  }

  /** A path of this space as steps of the model. */
  lasso({ states, labels, loop }: PackedLasso): Lasso {
    const steps = states.map((state, k) => this.step(state, labels[k]!, states[k + 1] ?? states[loop]!));
    return { kind: "lasso", steps, loop };
  }

  private interpreted(states: Int32Array, at: number, out: SuccessorBuffer): void {
    const { state } = this;
    for (let k = 0; k < state.length; k++) state[k] = states[at + k]!;
    const labels = out.stride - out.words;
    this.transitions.of(state, ({ to, meets }) => {
      const start = out.add();
      for (let k = 0; k < to.length; k++) out.data[start + k] = to[k]!;
      for (let k = 0; k < labels; k++) out.data[start + to.length + k] = meets[k]!;
      return false;
    });
  }

  private step(from: Int32Array, label: Int32Array, to: Int32Array): Step {
    const isIt = (found: Found) => starts(found.to, to) && starts(found.meets, label);
    if (!this.transitions.of(from, isIt)) throw new Error("a transition of the state space is none of the model");
    return {
      latches: Uint8Array.from(this.model.latches, (_, i) => (from[i >> 5]! >>> (i & 31)) & 1),
      inputs: this.transitions.inputs(),
    };
  }
}

const starts = (words: Int32Array, with_: Int32Array): boolean => with_.every((word, k) => words[k] === word);

function compile(model: Model, labels: readonly Lit[]): Compiled | null {
  const nexts = model.latches.map((l) => l.next);
  const support = new Set(supportOf(model.aig, [...nexts, ...labels, ...model.constraints]));
  const inputs = model.inputs.filter((node) => support.has(node));
  if (inputs.length > MOST_INPUTS) return null;
  const latches = model.latches.map((l) => l.node);
  const lanes = laneCode(model.aig, latches, inputs, [...model.constraints, ...nexts, ...labels]);
  return lanes === null
    ? null
    : new Compiled(lanes, inputs.length, model.constraints.length, nexts.length, labels.length);
}

/** The transitions of a state by compiled functions, for all valuations of some inputs. */
class Compiled {
  private readonly inputs: Int32Array;
  private readonly outputs: Int32Array;
  // Next states and labels, 32 lanes of each word.
  private readonly packed: Int32Array;
  private readonly stateWords: number;
  private readonly labelWords: number;
  private readonly lanesUsed: number;

  constructor(
    private readonly lanes: Lanes,
    inputs: number,
    private readonly constraints: number,
    private readonly nexts: number,
    private readonly labels: number,
  ) {
    this.stateWords = wordsFor(nexts);
    this.labelWords = labelWords({ conditions: labels, pairs: 0, propositions: 0 });
    this.inputs = Int32Array.from({ length: inputs }, (_, k) => LANES[k] ?? 0);
    this.outputs = new Int32Array(constraints + nexts + labels);
    this.packed = new Int32Array(32 * (this.stateWords + this.labelWords));
    this.lanesUsed = 2 ** Math.min(inputs, LANES.length);
  }

  successors(states: Int32Array, at: number, out: SuccessorBuffer): void {
    const { inputs, outputs } = this;
    const rounds = 2 ** Math.max(0, inputs.length - LANES.length);
    let from = states;
    let start = at;
    if (rounds > 1 && states === out.data) {
      from = states.slice(at, at + this.stateWords);
      start = 0;
    }
    for (let round = 0; round < rounds; round++) {
      for (let k = LANES.length; k < inputs.length; k++) inputs[k] = -((round >>> (k - LANES.length)) & 1);
      this.lanes(from, start, inputs, outputs);
      let allowed = this.lanesUsed === 32 ? -1 : (1 << this.lanesUsed) - 1;
      for (let k = 0; k < this.constraints; k++) allowed &= outputs[k]!;
      if (allowed !== 0) this.write(allowed, out);
    }
  }

  private write(allowed: number, out: SuccessorBuffer): void {
    const { packed, constraints, nexts, stateWords } = this;
    const width = stateWords + this.labelWords;
    this.pack(constraints, nexts, 0);
    this.pack(constraints + nexts, this.labels, 32 * stateWords);
    for (let lane = 0; lane < this.lanesUsed; lane++) {
      if (((allowed >>> lane) & 1) === 0) continue;
      const start = out.add();
      for (let w = 0; w < width; w++) out.data[start + w] = packed[32 * w + lane]!;
    }
  }

  /** Values by lane: word w of lane k goes to `packed[into + 32 w + k]`. */
  private pack(first: number, count: number, into: number): void {
    const { packed, outputs } = this;
    for (let start = 0; start < count; start += 32) {
      const block = into + start;
      const bits = Math.min(32, count - start);
      for (let i = 0; i < 32; i++) packed[block + i] = i < bits ? outputs[first + start + i]! : 0;
      transpose(packed, block, this.lanesUsed);
    }
  }
}

/** Makes word k hold bit k of 32 words, for the first `lanes` of them, a power of two; the others are lost. */
function transpose(words: Int32Array, start: number, lanes: number): void {
  let j = 16;
  let mask = 0x0000ffff;
  // What ends up beyond the lanes is left out.
  for (; j >= lanes; j >>= 1, mask ^= mask << j)
    for (let a = start; a < start + j; a++) words[a] = (words[a]! & mask) | ((words[a + j]! & mask) << j);
  for (; j !== 0; j >>= 1, mask ^= mask << j)
    for (let k = 0; k < lanes; k = ((k | j) + 1) & ~j) {
      const a = start + k;
      const swap = ((words[a]! >>> j) ^ words[a + j]!) & mask;
      words[a]! ^= swap << j;
      words[a + j]! ^= swap;
    }
}

/** So many are compared with each other; more are looked up. */
const FEW = 16;

/** Removes transitions that are there twice. */
class Doubles {
  // Places of transitions that stay, plus one, by hash value. All 0 between calls.
  private slots = new Int32Array(512);

  drop(out: SuccessorBuffer, first: number): void {
    const { stride, data, length } = out;
    const many = length - first > FEW * stride;
    if (many && 2 * (length - first) > this.slots.length * stride)
      this.slots = new Int32Array(2 ** Math.ceil(Math.log2((2 * (length - first)) / stride)));
    let end = first;
    for (let at = first; at < length; at += stride) {
      if (many ? this.isStored(data, at, end, stride) : isAmong(data, first, end, at, stride)) continue;
      if (end !== at) data.copyWithin(end, at, at + stride);
      end += stride;
    }
    out.length = end;
    if (many) this.slots.fill(0);
  }

  /** Is an equal one stored? Otherwise it is stored as the one at `end`. */
  private isStored(data: Int32Array, at: number, end: number, stride: number): boolean {
    const { slots } = this;
    const mask = slots.length - 1;
    let slot = hashOf(data, at, stride, 0) & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) if (isEqual(data, slots[slot]! - 1, at, stride)) return true;
    slots[slot] = end + 1;
    return false;
  }
}

function isAmong(data: Int32Array, first: number, end: number, at: number, stride: number): boolean {
  for (let other = first; other < end; other += stride) if (isEqual(data, other, at, stride)) return true;
  return false;
}

function isEqual(data: Int32Array, a: number, b: number, stride: number): boolean {
  for (let k = 0; k < stride; k++) if (data[a + k] !== data[b + k]) return false;
  return true;
}

import { goOn, type Limits, Stopped } from "../limits/stopped.js";
import { FALSE, type Lit, TRUE } from "../logic/lit.js";
import type { Model } from "../model/model.js";
import type { Step } from "../model/step.js";
import { KeyTable } from "./table.js";
import { type Found, Transitions, wordsFor } from "./transitions.js";

/** When the search has to stop before it is finished. */
export interface GraphLimits extends Limits {
  readonly states: number;
}

/** More than there can be labels. */
const LABELS = 2 ** 31;

/**
 * The reachable states and their transitions. States are numbered breadth first, so a smaller number is never further
 * from the initial states. Edges carry labels, which are numbers of sets of conditions; two edges of a state differ in
 * target or label. A state without edges is a dead end.
 */
export class StateGraph {
  readonly initial: number[] = [];
  /** Edges of state s: `firstEdge[s]` … `firstEdge[s+1]-1`. */
  firstEdge = new Int32Array(256);
  target = new Int32Array(1024);
  label = new Int32Array(1024);
  edges = 0;
  /** The state from which each was found first; -1 for initial ones. */
  parent = new Int32Array(256);
  private readonly states: KeyTable;
  private readonly labels: KeyTable;
  private readonly transitions: Transitions;
  // What was found in one state, as target * LABELS + label.
  private buffer = new Float64Array(4096);
  private buffered = 0;

  /** `conditions` are what labels speak of; they may read inputs. */
  constructor(
    readonly model: Model,
    readonly conditions: readonly Lit[],
    private readonly limits: GraphLimits,
  ) {
    this.states = new KeyTable(wordsFor(model.latches.length));
    this.labels = new KeyTable(wordsFor(conditions.length));
    this.transitions = new Transitions(model, conditions, () => this.stopIfAsked());
  }

  get size(): number {
    return this.states.count;
  }

  /** Does a condition, by index, hold on edges with this label? */
  meets(label: number, condition: number): boolean {
    return ((this.labels.words[label * this.labels.width + (condition >> 5)]! >>> (condition & 31)) & 1) === 1;
  }

  /** Is a latch, by index, set in a state? */
  holds(state: number, latch: number): boolean {
    const { words, width } = this.states;
    return ((words[state * width + (latch >> 5)]! >>> (latch & 31)) & 1) === 1;
  }

  latches(state: number): Uint8Array {
    return Uint8Array.from(this.model.latches, (_, i) => (this.holds(state, i) ? 1 : 0));
  }

  /** The step in which the model goes from a state along one of its edges. */
  step(state: number, edge: number): Step {
    const to = key(this.states, this.target[edge]!);
    const meets = key(this.labels, this.label[edge]!);
    const isIt = (found: Found) => equal(found.to, to) && equal(found.meets, meets);
    if (!this.transitions.of(key(this.states, state), isIt))
      throw new Error("an edge of the state graph is no transition of the model");
    return { latches: this.latches(state), inputs: this.transitions.inputs() };
  }

  /** Finds all reachable states. Yields now and then; `stopAt` may end it after a state. */
  *explore(stopAt?: (state: number) => boolean): Generator<void, void> {
    this.addInitial();
    for (let s = 0; s < this.size; s++) {
      if ((s & 4095) === 4095) yield;
      this.buffered = 0;
      this.transitions.of(key(this.states, s), (found) => this.addEdge(s, found));
      this.keepEdges(s);
      if (stopAt?.(s)) return;
    }
  }

  private addEdge(from: number, { to, meets }: Found): boolean {
    const before = this.size;
    const t = this.states.add(to);
    if (t === before) {
      this.parent = put(this.parent, t, from);
      this.checkLimits();
    }
    if (this.buffered === this.buffer.length) this.dropDoubles();
    this.buffer = put(this.buffer, this.buffered++, t * LABELS + this.labels.add(meets));
    return false;
  }

  /** Distinct edges, sorted. */
  private keepEdges(s: number): void {
    this.dropDoubles();
    this.firstEdge = put(this.firstEdge, s, this.edges);
    for (let k = 0; k < this.buffered; k++) {
      this.target = put(this.target, this.edges, Math.floor(this.buffer[k]! / LABELS));
      this.label = put(this.label, this.edges, this.buffer[k]! % LABELS);
      this.edges++;
    }
    this.firstEdge = put(this.firstEdge, s + 1, this.edges);
  }

  private dropDoubles(): void {
    const found = this.buffer.subarray(0, this.buffered).sort();
    let kept = 0;
    for (let k = 0; k < found.length; k++) if (k === 0 || found[k] !== found[kept - 1]) found[kept++] = found[k]!;
    this.buffered = kept;
  }

  /** Constants as they are, every combination of the free latches. */
  private addInitial(): void {
    const { latches } = this.model;
    const free = latches.flatMap((l, i) => (l.reset === "free" ? [i] : []));
    if (2 ** free.length > this.limits.states)
      throw new Stopped("bound", `2^${free.length} initial states are more than the ${this.limits.states} allowed`);
    const state = new Int32Array(this.states.width);
    latches.forEach(({ reset }, i) => {
      if (reset !== "free" && reset !== FALSE && reset !== TRUE)
        throw new Error("literal resets must be rewritten before a search");
      if (reset === TRUE) state[i >> 5]! |= 1 << (i & 31);
    });
    for (let choice = 0; choice < 2 ** free.length; choice++) {
      free.forEach((i, k) => {
        const bit = 1 << (i & 31);
        state[i >> 5] = (choice >>> k) & 1 ? state[i >> 5]! | bit : state[i >> 5]! & ~bit;
      });
      const s = this.states.add(state);
      this.initial.push(s);
      this.parent = put(this.parent, s, -1);
    }
  }

  private stopIfAsked(): void {
    goOn(this.limits, `stopped after ${this.size} states`);
  }

  private checkLimits(): void {
    if (this.size > this.limits.states)
      throw new Stopped("bound", `more than the ${this.limits.states} states allowed`);
    const arrays = this.firstEdge.byteLength + this.target.byteLength + this.label.byteLength + this.parent.byteLength;
    // Twice: arrays are copied when they grow, and the analysis of the graph needs about as much again.
    if (2 * (arrays + this.states.bytes + this.labels.bytes) > this.limits.memoryLimit)
      throw new Stopped("memory", `${this.size} states and ${this.edges} edges fill the memory allowed`);
  }
}

const key = ({ words, width }: KeyTable, n: number): Int32Array => words.slice(n * width, (n + 1) * width);

function equal(a: Int32Array, b: Int32Array): boolean {
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}

/** Writes at an index that is at most the array's length, into a larger array if need be. */
function put<A extends Int32Array | Float64Array>(array: A, index: number, value: number): A {
  let into = array;
  if (index >= array.length) {
    into = new (array.constructor as new (length: number) => A)(2 * array.length);
    into.set(array);
  }
  into[index] = value;
  return into;
}

import { SearchLimit } from "../explicit/growing-words.js";
import { labelWords, type StateSpace, type SuccessorBuffer } from "../explicit/state-space.js";
import { generateSuccessors, type Successors, UNUSUAL } from "./generate.js";
import { Layout } from "./layout.js";
import { ModelError } from "./model-error.js";
import { type FairnessCondition, fairnessOf, type NamedCondition, type Program } from "./program.js";
import { type ProcessStep, Semantics } from "./semantics.js";

/** All initial states are written down at once. */
const MAX_INITIAL = 2 ** 22;

export interface ProgramSpaceOptions {
  /** What the labels of transitions say about the state that they leave. */
  readonly propositions?: readonly NamedCondition[];
  /** Without fairness: the plain graph of states. */
  readonly fairness?: boolean;
  /** `interpret`: no code is generated, for hosts that forbid it. */
  readonly mode?: "generate" | "interpret";
}

/**
 * The states of a program on the fly. A fair cycle of it is a fair behaviour of the program.
 *
 * Strong fairness of a process becomes a condition that cycles meet by a promise: a bit of the state, set at any time
 * and never taken back, says that the process is not enabled from then on. A transition meets the condition when the
 * process takes it, or where the bit is set; a state with the bit in which the process is enabled has no successors.
 *
 * Behaviours do not go on after a mistake of the program. The first one met is kept.
 */
export class ProgramSpace implements StateSpace {
  readonly words: number;
  readonly bits: number;
  readonly conditions: number;
  readonly propositions: number;
  readonly layout: Layout;
  readonly semantics: Semantics;
  /** Code was generated. */
  readonly isGenerated: boolean;
  /** The first mistake that was met, and the state it was met in. */
  mistake: { readonly error: ModelError; readonly state: Int32Array } | null = null;
  /** A state was met in which no step is enabled, though that is an error. */
  hasDeadlock = false;
  private readonly fairness: readonly FairnessCondition[];
  private readonly observed: readonly NamedCondition[];
  private readonly generated: Successors | null;
  private readonly labelWords: number;
  private readonly current: Int32Array;

  constructor(
    readonly program: Program,
    options: ProgramSpaceOptions = {},
  ) {
    this.fairness = options.fairness === false ? [] : fairnessOf(program);
    this.observed = options.propositions ?? [];
    this.semantics = new Semantics(program);
    this.layout = new Layout(program);
    this.words = this.layout.words;
    this.bits = this.layout.bits;
    this.conditions = this.fairness.length;
    this.propositions = this.observed.length;
    this.labelWords = labelWords(this);
    this.current = new Int32Array(program.slots.length);
    this.generated =
      options.mode === "interpret"
        ? null
        : generateSuccessors(program, this.semantics.steps, this.layout, this.fairness, this.observed);
    this.isGenerated = this.generated !== null;
  }

  initial(out: SuccessorBuffer): void {
    const count = this.program.slots.reduce((n, slot) => n * slot.initial.length, 1);
    if (count > MAX_INITIAL) throw new SearchLimit("bound", `${count} initial states are too many to visit one by one`);
    for (const state of this.semantics.initial()) {
      const at = out.add();
      this.layout.pack(state, out.data, at);
      out.data.fill(0, at + this.words, at + out.stride);
    }
  }

  successors(states: Int32Array, at: number, out: SuccessorBuffer): void {
    const before = out.length;
    if (this.generated === null) this.interpreted(states, at, out);
    else
      try {
        this.generated(states, at, out);
      } catch (e) {
        if (e !== UNUSUAL) throw e;
        // The interpreter knows what the mistake is, and which steps are none.
        out.length = before;
        this.interpreted(states, at, out);
      }
    if (out.length === before && this.program.deadlock === "error" && !this.hasDeadlock)
      this.hasDeadlock = this.isDeadlock(states, at);
  }

  /** Something is wrong with the program, in a state that was met. */
  get isWrong(): boolean {
    return this.mistake !== null || this.hasDeadlock;
  }

  /** What is wrong in a state: a mistake of the program, or that no step is enabled where that is an error. */
  wrongIn(states: Int32Array, at: number): ModelError | "deadlock" | null {
    const { semantics } = this;
    const state = new Int32Array(this.program.slots.length);
    this.layout.unpack(states, at, state);
    try {
      const enabled = semantics.enabled(state);
      for (const { name, holds } of this.observed) semantics.holds(holds, state, name);
      for (const c of this.fairness)
        if (c.kind === "state") semantics.holds(c.holds, state, `the fairness condition ${c.name}`);
      for (const [k, step] of semantics.steps.entries()) if (enabled[k]) semantics.after(step, state);
      return this.program.deadlock === "error" && !enabled.includes(true) ? "deadlock" : null;
    } catch (e) {
      if (e instanceof ModelError) return e;
      throw e;
    }
  }

  /** No step is enabled, and the program does not say that it then goes on for ever. */
  isDeadlock(states: Int32Array, at: number): boolean {
    if (this.program.deadlock === "stutter") return false;
    this.layout.unpack(states, at, this.current);
    return this.attempt(() => this.semantics.enabled(this.current), [true]).every((e) => !e);
  }

  /** The states after a step; none where it is a mistake. */
  after(step: ProcessStep, state: Int32Array): Int32Array[] {
    return this.attempt(() => this.semantics.after(step, state), []);
  }

  /** Whether a step that leaves a state meets just the conditions of a label. */
  meetsLike(packed: Int32Array, state: Int32Array, step: ProcessStep, label: Int32Array): boolean {
    const enabled = this.semantics.enabled(state);
    const isEnabled = (process: number) =>
      this.semantics.steps.some((s, k) => s.process === process && enabled[k] === true);
    const own = this.withMoves(this.labelAt(state, packed, isEnabled), step.process);
    return this.fairness.every((_, j) => (((own[j >> 5]! ^ label[j >> 5]!) >>> (j & 31)) & 1) === 0);
  }

  private interpreted(states: Int32Array, at: number, out: SuccessorBuffer): void {
    const { layout, semantics, current } = this;
    const packed = states.slice(at, at + this.words);
    layout.unpack(packed, 0, current);
    const enabled = this.attempt(() => semantics.enabled(current), null);
    if (enabled === null) return;
    const isEnabled = (process: number) => semantics.steps.some((s, k) => s.process === process && enabled[k]);
    for (const [process, field] of layout.promises)
      if (((packed[field.word]! >>> field.shift) & 1) === 1 && isEnabled(process)) return;

    const label = this.attempt(() => this.labelAt(current, packed, isEnabled), null);
    if (label === null) return;
    semantics.steps.forEach((step, k) => {
      if (!enabled[k]) return;
      const own = this.withMoves(label, step.process);
      for (const next of this.after(step, current)) this.emit(next, packed, own, out);
    });
    if (this.program.deadlock === "stutter" && !enabled.includes(true)) this.emit(current, packed, label, out);
  }

  /** Conditions that are met whichever step is taken, and propositions. */
  private labelAt(state: Int32Array, packed: Int32Array, isEnabled: (process: number) => boolean): Int32Array {
    const label = new Int32Array(this.labelWords);
    this.fairness.forEach((condition, j) => {
      if (this.meets(condition, state, packed, isEnabled)) label[j >> 5]! |= 1 << (j & 31);
    });
    this.observed.forEach(({ name, holds }, k) => {
      const j = this.conditions + k;
      if (this.semantics.holds(holds, state, name)) label[j >> 5]! |= 1 << (j & 31);
    });
    return label;
  }

  private meets(
    condition: FairnessCondition,
    state: Int32Array,
    packed: Int32Array,
    isEnabled: (process: number) => boolean,
  ): boolean {
    switch (condition.kind) {
      case "state":
        return this.semantics.holds(condition.holds, state, `the fairness condition ${condition.name}`);
      case "weak":
        return !isEnabled(condition.process);
      case "unconditional":
        return false;
      case "strong": {
        const { word, shift } = this.layout.promises.get(condition.process)!;
        return ((packed[word]! >>> shift) & 1) === 1;
      }
    }
  }

  /** The label with the conditions that the process meets by taking a step. */
  private withMoves(label: Int32Array, process: number): Int32Array {
    const own = label.slice();
    this.fairness.forEach((condition, j) => {
      if (condition.kind !== "state" && condition.process === process) own[j >> 5]! |= 1 << (j & 31);
    });
    return own;
  }

  /** The state, with every way to make promises. */
  private emit(next: Int32Array, packed: Int32Array, label: Int32Array, out: SuccessorBuffer): void {
    const promises = this.conditions === 0 ? [] : [...this.layout.promises.values()];
    const open = promises.filter(({ word, shift }) => ((packed[word]! >>> shift) & 1) === 0);
    const kept = promises.filter((p) => !open.includes(p));
    for (let made = 0; made < 2 ** open.length; made++) {
      const at = out.add();
      this.layout.pack(next, out.data, at);
      for (const { word, shift } of kept) out.data[at + word]! |= 1 << shift;
      open.forEach(({ word, shift }, i) => {
        if ((made >>> i) & 1) out.data[at + word]! |= 1 << shift;
      });
      out.data.set(label, at + this.words);
    }
  }

  /** Keeps the first mistake and goes on without. */
  private attempt<T, U>(work: () => T, otherwise: U): T | U {
    try {
      return work();
    } catch (e) {
      if (!(e instanceof ModelError)) throw e;
      this.mistake ??= { error: e, state: this.current.slice() };
      return otherwise;
    }
  }
}

import { labelWords, type StateSpace, type SuccessorBuffer } from "../explicit/state-space.js";
import { Stopped } from "../limits/stopped.js";
import type { Assignment } from "./action.js";
import { UNUSUAL } from "./function-calls.js";
import { generateSuccessors, type SpaceFairness, type Successors } from "./generate.js";
import { Layout } from "./layout.js";
import { ModelError } from "./model-error.js";
import {
  type FairnessCondition,
  fairnessOf,
  isOneEnabled,
  isSymbolic,
  type NamedCondition,
  type Program,
  type StepFairness,
} from "./program.js";
import { type ProcessStep, Semantics } from "./semantics.js";

/** All initial states, and all that one step leads to, are written down at once. */
const MAX_AT_ONCE = 2 ** 22;

/** Functions are tried twice in so many states at first, and then now and then. */
export const ALWAYS_TWICE = 24;
const TWICE_EVERY = 251;

export interface ProgramSpaceOptions {
  /** What the labels of transitions say about the state that they leave. */
  readonly propositions?: readonly NamedCondition[];
  /** Without fairness: the plain graph of states. */
  readonly fairness?: boolean;
  /** `interpret`: no code is generated, for hosts that forbid it. */
  readonly mode?: "generate" | "interpret";
}

/**
 * The states of a program on the fly. A fair cycle of it is a fair behaviour of the program: strong fairness is a pair
 * (enabled, taken), all other fairness a condition. Behaviours do not go on after a mistake of the program; the first one
 * met is kept.
 */
export class ProgramSpace implements StateSpace {
  readonly words: number;
  readonly bits: number;
  readonly conditions: number;
  readonly pairs: number;
  readonly propositions: number;
  readonly layout: Layout;
  readonly semantics: Semantics;
  /** Code was generated. */
  readonly isGenerated: boolean;
  /** The first mistake that was met, and the state it was met in. */
  mistake: { readonly error: ModelError; readonly state: Int32Array } | null = null;
  /** A state was met in which no step is enabled, though that is an error. */
  hasDeadlock = false;
  private readonly fairness: SpaceFairness;
  private readonly observed: readonly NamedCondition[];
  private readonly generated: Successors | null;
  private readonly hasFunctions: boolean;
  private asked = 0;
  private readonly labelWords: number;
  private readonly current: Int32Array;
  // By step: the bits of a label that taking it adds.
  private readonly moves: readonly Int32Array[];

  constructor(
    readonly program: Program,
    options: ProgramSpaceOptions = {},
  ) {
    const fairness = options.fairness === false ? [] : fairnessOf(program);
    const strong = fairness.filter((f): f is StepFairness => f.kind === "strong");
    this.fairness = { conditions: fairness.filter((f) => f.kind !== "strong"), strong };
    this.observed = options.propositions ?? [];
    this.semantics = new Semantics(program);
    this.layout = new Layout(program);
    this.words = this.layout.words;
    this.bits = this.layout.bits;
    this.conditions = this.fairness.conditions.length;
    this.pairs = strong.length;
    this.propositions = this.observed.length;
    this.labelWords = labelWords(this);
    this.current = new Int32Array(program.slots.length);
    this.moves = this.semantics.steps.map((step) => this.movesOf(step));
    this.generated =
      options.mode === "interpret"
        ? null
        : generateSuccessors(this.semantics, this.layout, this.fairness, this.observed);
    this.isGenerated = this.generated !== null;
    this.hasFunctions = !isSymbolic(program) || this.observed.some((o) => typeof o.holds === "function");
    this.semantics.looksTwice = this.isGenerated;
  }

  initial(out: SuccessorBuffer): void {
    const count = this.program.slots.reduce((n, slot) => n * slot.initial.length, 1);
    if (count > MAX_AT_ONCE) throw new Stopped("bound", `${count} initial states are too many to visit one by one`);
    for (const { processName, name, effect } of this.semantics.steps) {
      const ways = typeof effect === "function" ? 1 : waysOf(effect);
      if (ways > MAX_AT_ONCE)
        throw new Stopped("bound", `${processName}.${name} leads to ${ways} states, too many to visit one by one`);
    }
    for (const state of this.semantics.initial()) {
      const at = out.add();
      this.layout.pack(state, out.data, at);
      out.data.fill(0, at + this.words, at + out.stride);
    }
  }

  successors(states: Int32Array, at: number, out: SuccessorBuffer): void {
    const before = out.length;
    if (this.generated === null || this.isTimeForSecondLook()) this.interpreted(states, at, out);
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

  /** The interpreter calls functions twice, to find those that are not pure; generated code does not. */
  private isTimeForSecondLook(): boolean {
    return this.hasFunctions && (++this.asked < ALWAYS_TWICE || this.asked % TWICE_EVERY === 0);
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
      for (const c of this.fairness.conditions)
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

  /** Whether a step that leaves a state meets the conditions that are wanted, and is one of the pairs' steps. */
  meets(
    state: Int32Array,
    step: ProcessStep,
    wanted: { condition(j: number): boolean; pair(i: number): boolean },
  ): boolean {
    const { conditions, strong } = this.fairness;
    const enabled = this.semantics.enabled(state);
    return (
      conditions.every((c, j) => !wanted.condition(j) || isMetBy(c, step) || this.isMetAnyway(c, state, enabled)) &&
      strong.every((s, i) => !wanted.pair(i) || isMetBy(s, step))
    );
  }

  private interpreted(states: Int32Array, at: number, out: SuccessorBuffer): void {
    const { layout, semantics, current } = this;
    layout.unpack(states, at, current);
    const enabled = this.attempt(() => semantics.enabled(current), null);
    if (enabled === null) return;
    const label = this.attempt(() => this.labelAt(current, enabled), null);
    if (label === null) return;
    semantics.steps.forEach((step, k) => {
      if (!enabled[k]) return;
      const own = this.withMoves(label, step);
      for (const next of this.after(step, current)) this.emit(next, own, out);
    });
    if (semantics.mayIdle(enabled)) this.emit(current, label, out);
  }

  /** Conditions that are met whichever step is taken, which pairs are enabled, and propositions. */
  private labelAt(state: Int32Array, enabled: readonly boolean[]): Int32Array {
    const { conditions, strong } = this.fairness;
    const label = new Int32Array(this.labelWords);
    const bits = [
      ...conditions.map((condition) => this.isMetAnyway(condition, state, enabled)),
      ...strong.map(() => false),
      ...strong.map((pair) => isOneEnabled(pair, enabled)),
      ...this.observed.map(({ name, holds }) => this.semantics.holds(holds, state, name)),
    ];
    bits.forEach((is, j) => {
      if (is) label[j >> 5]! |= 1 << (j & 31);
    });
    return label;
  }

  private isMetAnyway(condition: FairnessCondition, state: Int32Array, enabled: readonly boolean[]): boolean {
    switch (condition.kind) {
      case "state":
        return this.semantics.holds(condition.holds, state, `the fairness condition ${condition.name}`);
      case "weak":
        return !isOneEnabled(condition, enabled);
      default:
        return false;
    }
  }

  /** The label with what is met by taking a step. */
  private withMoves(label: Int32Array, step: ProcessStep): Int32Array {
    const own = label.slice();
    const moves = this.moves[step.index]!;
    for (let w = 0; w < own.length; w++) own[w]! |= moves[w]!;
    return own;
  }

  private movesOf(step: ProcessStep): Int32Array {
    const label = new Int32Array(this.labelWords);
    [...this.fairness.conditions, ...this.fairness.strong].forEach((condition, j) => {
      if (isMetBy(condition, step)) label[j >> 5]! |= 1 << (j & 31);
    });
    return label;
  }

  private emit(next: Int32Array, label: Int32Array, out: SuccessorBuffer): void {
    const at = out.add();
    this.layout.pack(next, out.data, at);
    out.data.set(label, at + this.words);
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

const isMetBy = (condition: FairnessCondition, step: ProcessStep): boolean =>
  condition.kind !== "state" && condition.steps.has(step.index);

/** To so many states an effect may lead. */
const waysOf = (effect: readonly Assignment[]): number =>
  effect.reduce((product, { value }) => product * (value.op === "any" ? value.codes.length : 1), 1);

import { Circuit } from "../logic/circuit.js";
import { FALSE, type Lit, TRUE } from "../logic/lit.js";
import { Random } from "../logic/random.js";
import type { Model } from "./model.js";
import { hasLiteralReset, resetOrder } from "./resets.js";
import type { Step } from "./step.js";

/** What a simulator computes besides constraints and fairness. Less means a smaller cone and more speed. */
export interface SimulatorOptions {
  /** Further literals whose values are wanted. */
  readonly watch?: readonly Lit[];
  /** Latches (by index) whose next value is wanted; absent means all. The others keep their value in `advance`. */
  readonly latches?: readonly number[];
}

/**
 * Two-valued simulation, 32 behaviours at once: bit k of each word belongs to lane k, and lanes never mix. For a single
 * behaviour use `load` and `bit`, which fill and read all lanes alike.
 *
 *     sim.reset(); sim.inputs[0] = …; sim.evaluate(); sim.value(lit); sim.advance(); …
 *
 * Buffers are reused: a step allocates nothing.
 */
export class Simulator {
  /** The current step, by latch index. */
  readonly latches: Int32Array;
  /** The current step, by input index. */
  readonly inputs: Int32Array;

  private readonly circuit: Circuit;
  private readonly words: Int32Array;
  private readonly moving: readonly number[];
  private readonly nextSlots: Int32Array;
  private readonly constraintSlots: Int32Array;
  private readonly scratch: Int32Array;
  private readonly resets: Resets;

  constructor(model: Model, options: SimulatorOptions = {}) {
    this.moving = options.latches ?? model.latches.map((_, i) => i);
    const nexts = this.moving.map((i) => model.latches[i]!.next);
    this.circuit = circuitOf(model, [...model.constraints, ...model.fairness, ...(options.watch ?? []), ...nexts]);
    this.words = new Int32Array(this.circuit.slots);
    const L = model.latches.length;
    this.latches = this.words.subarray(1, 1 + L);
    this.inputs = this.words.subarray(1 + L, 1 + L + model.inputs.length);
    this.nextSlots = Int32Array.from(nexts, (l) => this.circuit.slotLit(l));
    this.constraintSlots = Int32Array.from(model.constraints, (l) => this.circuit.slotLit(l));
    this.scratch = new Int32Array(nexts.length);
    this.resets = new Resets(model);
  }

  /** Computes everything from `latches` and `inputs`. What is read below is what the last call computed. */
  evaluate(): void {
    this.circuit.evaluate(this.words);
  }

  /** The value of a literal: of a constraint, a fairness condition, a next function or a watched one. */
  value(l: Lit): number {
    return this.at(this.circuit.slotLit(l));
  }

  /** Lanes in which all constraints hold. */
  constraints(): number {
    let lanes = -1;
    for (let k = 0; k < this.constraintSlots.length; k++) lanes &= this.at(this.constraintSlots[k]!);
    return lanes;
  }

  /** Next values, in the order of the latches asked for. */
  next(k: number): number {
    return this.at(this.nextSlots[k]!);
  }

  /** On to the next step: latches take their next values. Inputs stay until they are set. */
  advance(): void {
    const { moving, nextSlots, scratch } = this;
    for (let k = 0; k < scratch.length; k++) scratch[k] = this.at(nextSlots[k]!);
    for (let k = 0; k < scratch.length; k++) this.latches[moving[k]!] = scratch[k]!;
  }

  /** To the first step. Free latches keep the values they have; literal resets are computed from them and `inputs`. */
  reset(): void {
    this.resets.apply(this.latches, this.inputs);
  }

  /** Sets all lanes to one step. */
  load(step: Step): void {
    for (let i = 0; i < this.latches.length; i++) this.latches[i] = -step.latches[i]!;
    this.loadInputs(step.inputs);
  }

  loadInputs(inputs: Uint8Array): void {
    for (let i = 0; i < this.inputs.length; i++) this.inputs[i] = -inputs[i]!;
  }

  /** The first lane's value of a literal. */
  bit(l: Lit): 0 | 1 {
    return (this.value(l) & 1) as 0 | 1;
  }

  /** One lane's current step. */
  lane(k: number): Step {
    return {
      latches: Uint8Array.from(this.latches, (w) => (w >>> k) & 1),
      inputs: Uint8Array.from(this.inputs, (w) => (w >>> k) & 1),
    };
  }

  private at(slotLit: number): number {
    return this.words[slotLit >> 1]! ^ -(slotLit & 1);
  }
}

/**
 * Three-valued simulation, 32 lanes at once. A word pair (`mayBeTrue`, `mayBeFalse`) holds each value; both bits set
 * mean unknown. What comes out as known holds for every way to fill in the unknowns.
 */
export class TernarySimulator {
  private readonly circuit: Circuit;
  private readonly rails: Int32Array;

  constructor(
    private readonly model: Model,
    options: SimulatorOptions = {},
  ) {
    const moving = options.latches ?? model.latches.map((_, i) => i);
    const nexts = moving.map((i) => model.latches[i]!.next);
    this.circuit = circuitOf(model, [...model.constraints, ...model.fairness, ...(options.watch ?? []), ...nexts]);
    this.rails = new Int32Array(2 * this.circuit.slots).fill(-1);
  }

  setLatch(i: number, mayBeTrue: number, mayBeFalse: number): void {
    this.rails[2 * (1 + i)] = mayBeTrue;
    this.rails[2 * (1 + i) + 1] = mayBeFalse;
  }

  setInput(i: number, mayBeTrue: number, mayBeFalse: number): void {
    this.setLatch(this.model.latches.length + i, mayBeTrue, mayBeFalse);
  }

  /** Everything unknown. */
  forget(): void {
    this.rails.fill(-1);
  }

  evaluate(): void {
    this.circuit.evaluateTernary(this.rails);
  }

  /** Lanes in which the literal may be true. It is known to be true where `mayBe(not(l))` has a 0. */
  mayBe(l: Lit): number {
    return this.rails[this.circuit.slotLit(l)]!;
  }
}

/** Two-valued steps from given latches under given inputs; the last step has the last inputs. */
export function simulate(model: Model, latches: Uint8Array, inputs: readonly Uint8Array[]): Step[] {
  const sim = new Simulator(model);
  const steps: Step[] = [];
  if (inputs.length === 0) return steps;
  sim.load({ latches, inputs: inputs[0]! });
  for (const now of inputs) {
    if (steps.length > 0) sim.advance();
    sim.loadInputs(now);
    sim.evaluate();
    steps.push(sim.lane(0));
  }
  return steps;
}

/** The latches of a first step. `free` gives values of latches with free resets; those of the others are ignored. */
export function resetLatches(model: Model, free: Uint8Array, inputs: Uint8Array): Uint8Array {
  const latches = Int32Array.from(free, (b) => -b);
  new Resets(model).apply(
    latches,
    Int32Array.from(inputs, (b) => -b),
  );
  return Uint8Array.from(latches, (w) => w & 1);
}

/**
 * 32 random behaviours that start in the first step and keep the constraints. Where the inputs tried violate one, others
 * are tried; a lane that finds none (a dead end, perhaps) starts again from reset.
 */
export class RandomWalks {
  readonly sim: Simulator;
  private readonly random: Random;
  private readonly kept: Int32Array;
  // Lanes whose last step kept the constraints.
  private alive = 0;
  private evaluated = 0;

  constructor(
    model: Model,
    seed: number,
    options: SimulatorOptions = {},
    private readonly attempts = 16,
  ) {
    this.sim = new Simulator(model, options);
    this.random = new Random(seed);
    this.kept = new Int32Array(model.latches.length);
  }

  /**
   * One step on in every lane, evaluated. Returns the lanes in which the constraints hold: the others show nothing, and
   * start again in the next call.
   */
  step(): number {
    const { sim, random } = this;
    const beginning = ~this.alive;
    if (this.alive !== 0) sim.advance();
    let good = 0;
    for (let attempt = 0; attempt < this.attempts && good !== -1; attempt++) {
      for (let i = 0; i < sim.inputs.length; i++) sim.inputs[i] = (sim.inputs[i]! & good) | (random.word() & ~good);
      this.begin(beginning & ~good);
      sim.evaluate();
      this.evaluated++;
      good |= sim.constraints();
    }
    this.alive = good;
    return good;
  }

  /** How often the circuit was evaluated so far: several times a step where inputs violate constraints. */
  get evaluations(): number {
    return this.evaluated;
  }

  /** First-step values in the given lanes, from random free latches and the current inputs. */
  private begin(lanes: number): void {
    if (lanes === 0) return;
    const { sim, kept, random } = this;
    kept.set(sim.latches);
    for (let i = 0; i < kept.length; i++) sim.latches[i] = random.word();
    sim.reset();
    for (let i = 0; i < kept.length; i++) sim.latches[i] = (sim.latches[i]! & lanes) | (kept[i]! & ~lanes);
  }
}

/** First-step values: constants, and literals in an order in which each reads only what is known. */
class Resets {
  private readonly circuit: Circuit | null = null;
  private readonly words: Int32Array;
  private readonly slots: Int32Array;

  constructor(private readonly model: Model) {
    const { order, cyclic } = resetOrder(model.aig, model.latches);
    if (cyclic !== null) throw new Error(`the reset of latch ${cyclic} depends on itself`);
    if (order.length > 0) {
      this.circuit = new Circuit(model.aig, leavesOf(model));
      for (const i of order) {
        const { node, reset } = model.latches[i]!;
        if (reset !== "free") this.circuit.bind(node, reset);
      }
    }
    const circuit = this.circuit;
    this.words = new Int32Array(circuit?.slots ?? 0);
    this.slots = Int32Array.from(model.latches, (l) =>
      circuit !== null && hasLiteralReset(l) && l.reset !== "free" ? circuit.slotLit(l.reset) : -1,
    );
  }

  apply(latches: Int32Array, inputs: Int32Array): void {
    for (let i = 0; i < latches.length; i++) {
      const { reset } = this.model.latches[i]!;
      if (reset === FALSE) latches[i] = 0;
      if (reset === TRUE) latches[i] = -1;
    }
    if (this.circuit === null) return;
    this.words.set(latches, 1);
    this.words.set(inputs, 1 + latches.length);
    this.circuit.evaluate(this.words);
    for (let i = 0; i < this.slots.length; i++) {
      const slot = this.slots[i]!;
      if (slot >= 0) latches[i] = this.words[slot >> 1]! ^ -(slot & 1);
    }
  }
}

/** Latches first, then inputs: the order of the circuits' leaves. */
const leavesOf = (model: Model): number[] => [...model.latches.map((l) => l.node), ...model.inputs];

function circuitOf(model: Model, roots: readonly Lit[]): Circuit {
  const circuit = new Circuit(model.aig, leavesOf(model));
  for (const root of roots) circuit.need(root);
  return circuit;
}

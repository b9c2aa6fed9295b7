import { goOnInTurn, type Stopping } from "../limits/stopped.js";
import { isNegated, type Lit, litOf, nodeOf } from "../logic/lit.js";
import type { Model } from "../model/model.js";
import { resetLatches, Simulator } from "../model/simulate.js";
import type { Step } from "../model/step.js";

/** What is wrong with a behaviour that was given: one sentence for people, with the step and the signal it is about. */
export interface NotChecked {
  readonly ok: false;
  readonly reason: string;
  /** A loop that does not close, whatever else may be right or wrong. */
  readonly isOpen?: true;
}

/** What the atoms of a formula stand for. */
export type Atoms = ReadonlyMap<string, Lit>;

export const wrong = (reason: string): NotChecked => ({ ok: false, reason });

/** Evaluates given steps on the model, and says in the user's words what is wrong with them. */
export class Replay {
  private readonly sim: Simulator;
  private turn = 0;

  constructor(
    private readonly model: Model,
    watch: readonly Lit[],
    private readonly limits: Stopping = {},
  ) {
    this.sim = new Simulator(model, { watch });
  }

  /** Shape, first step, constraints, and that each step follows from the one before. Leaves the last step evaluated. */
  steps(steps: readonly Step[]): NotChecked | null {
    const { model } = this;
    for (let t = 0; t < steps.length; t++) {
      const step = steps[t]!;
      const misshapen = this.shape(step, t);
      if (misshapen !== null) return misshapen;
      const expected = t === 0 ? resetLatches(model, step.latches, step.inputs) : this.next();
      const off = expected.findIndex((v, i) => v !== step.latches[i]);
      if (off >= 0)
        return wrong(
          `step ${t}: ${this.name(litOf(model.latches[off]!.node))} is ${step.latches[off]}, but ` +
            `${t === 0 ? "its reset value" : "its next value in the step before"} is ${expected[off]}`,
        );
      this.at(step);
      const violated = model.constraints.findIndex((c) => !this.holds(c));
      if (violated >= 0)
        return wrong(`step ${t}: constraint ${violated} (${this.name(model.constraints[violated]!)}) does not hold`);
    }
    return null;
  }

  at(step: Step): void {
    goOnInTurn(this.turn++, this.limits);
    this.sim.load(step);
    this.sim.evaluate();
  }

  holds(l: Lit): boolean {
    return this.sim.bit(l) === 1;
  }

  /** Next value of latch i in the step that was evaluated last. */
  nextOfLast(i: number): number {
    return this.sim.next(i) & 1;
  }

  /** What the user calls a literal, or its number. */
  name(l: Lit): string {
    const node = nodeOf(l);
    for (const signal of this.model.signals) {
      const bit = signal.bits.findIndex((b) => nodeOf(b) === node);
      if (bit < 0) continue;
      const negated = isNegated(l) !== isNegated(signal.bits[bit]!);
      return `${negated ? "!" : ""}${signal.name}${signal.bits.length > 1 ? `[${bit}]` : ""}`;
    }
    const latch = this.model.latches.findIndex((x) => x.node === node);
    if (latch >= 0) return `${isNegated(l) ? "!" : ""}latch ${latch}`;
    return `literal ${l}`;
  }

  private next(): Uint8Array {
    return Uint8Array.from(this.model.latches, (_, i) => this.nextOfLast(i));
  }

  private shape(step: Step, t: number): NotChecked | null {
    const { latches, inputs } = this.model;
    if (step.latches.length !== latches.length)
      return wrong(`step ${t} has ${step.latches.length} latch values, the model has ${latches.length} latches`);
    if (step.inputs.length !== inputs.length)
      return wrong(`step ${t} has ${step.inputs.length} input values, the model has ${inputs.length} inputs`);
    if (step.latches.some((v) => v > 1) || step.inputs.some((v) => v > 1))
      return wrong(`step ${t} has a value that is neither 0 nor 1`);
    return null;
  }
}

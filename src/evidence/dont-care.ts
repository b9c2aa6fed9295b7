import { supportOf } from "../logic/aig.js";
import { type Lit, not } from "../logic/lit.js";
import { influenceOn } from "../model/influence.js";
import { type Model, rootsOf } from "../model/model.js";
import { TernarySimulator } from "../model/simulate.js";
import type { Lasso, Run } from "./verdict.js";

/** Gates that are looked at: beyond them inputs are taken to matter. */
const MOST_LOOKED_AT = 50_000_000;

/** What a behaviour shows does not depend on these, all together: inputs in every step, and latches that start free. */
export interface DontCares {
  readonly inputs: Uint8Array;
  readonly latches: Uint8Array;
}

/**
 * Inputs, and free first values of latches, that may be anything in every step at once: whatever they are, the behaviour keeps the
 * constraints, every `observed` literal has the value that it has (for a run, in its last step), and the loop closes on the latches that
 * matter. Found one after the other by three-valued simulation.
 */
export function dontCares(model: Model, path: Lasso | Run, observed: readonly Lit[]): DontCares {
  const free = { inputs: new Uint8Array(model.inputs.length), latches: new Uint8Array(model.latches.length) };
  const trial = new Trial(model, path, observed);
  for (const [marks, candidates] of [
    [free.inputs, model.inputs.map(() => true)],
    [free.latches, model.latches.map(({ reset }) => reset === "free")],
  ] as const)
    for (const [i, isCandidate] of candidates.entries()) {
      if (!isCandidate) continue;
      marks[i] = 1;
      if (!trial.isSame(free)) marks[i] = 0;
    }
  return free;
}

/** Signals, by position, that nothing depends on: each leaf that they read may be anything, or influences nothing that is asked. */
export function signalsThatMayBeAnything(model: Model, path: Lasso | Run, observed: readonly Lit[]): number[] {
  const free = dontCares(model, path, observed);
  const influence = influenceOn(model, [...rootsOf(model), ...observed]);
  const matters = new Set<number>();
  model.inputs.forEach((node, i) => {
    if (influence.inputs[i] === 1 && free.inputs[i] === 0) matters.add(node);
  });
  model.latches.forEach(({ node }, i) => {
    if (influence.latches[i] === 1 && free.latches[i] === 0) matters.add(node);
  });
  const isFree = (bits: readonly Lit[]): boolean => {
    const leaves = supportOf(model.aig, bits);
    return leaves.length > 0 && !leaves.some((node) => matters.has(node));
  };
  return model.signals.flatMap(({ bits }, k) => (isFree(bits) ? [k] : []));
}

/** In no lane, or in all. */
const railsOf = (value: number | null): [mayBeTrue: number, mayBeFalse: number] => [
  value === 0 ? 0 : -1,
  value === 1 ? 0 : -1,
];

class Trial {
  private readonly simulator: TernarySimulator;
  private readonly matters: Uint8Array;
  private looked = 0;

  constructor(
    private readonly model: Model,
    private readonly path: Lasso | Run,
    private readonly observed: readonly Lit[],
  ) {
    this.simulator = new TernarySimulator(model, { watch: observed });
    this.matters = influenceOn(model, [...rootsOf(model), ...observed]).latches;
  }

  /** Whether all that is asked is known, and what it was, when these are unknown. */
  isSame(free: DontCares): boolean {
    const { model, path, simulator } = this;
    this.looked += path.steps.length * model.aig.size;
    if (this.looked > MOST_LOOKED_AT) return false;
    const loop = path.kind === "lasso" ? path.loop : null;
    const last = path.steps.length - 1;
    let known: (number | null)[] = Array.from(path.steps[0]!.latches, (v, i) => (free.latches[i] === 1 ? null : v));
    if (!this.startsSo(free)) return false;
    for (const [t, step] of path.steps.entries()) {
      if (t === loop && !this.areKnown(known)) return false;
      for (const [i, value] of known.entries()) simulator.setLatch(i, ...railsOf(value));
      for (const [i, value] of step.inputs.entries())
        simulator.setInput(i, ...railsOf(free.inputs[i] === 1 ? null : value));
      simulator.evaluate();
      if (model.constraints.some((c) => this.valueOf(c) !== 1)) return false;
      const asked = loop !== null ? [...model.fairness, ...this.observed] : t < last ? [] : this.observed;
      if (asked.some((l) => this.valueOf(l) === null)) return false;
      known = model.latches.map(({ next }) => this.valueOf(next));
    }
    return loop === null || this.areKnown(known);
  }

  /** Literal resets may read inputs and other latches of the first step: what they read stays. */
  private startsSo({ inputs, latches }: DontCares): boolean {
    const { model } = this;
    const read = new Set(model.latches.flatMap(({ reset }) => (reset === "free" ? [] : supportOf(model.aig, [reset]))));
    return (
      !model.inputs.some((node, i) => inputs[i] === 1 && read.has(node)) &&
      !model.latches.some(({ node }, i) => latches[i] === 1 && read.has(node))
    );
  }

  private areKnown(values: readonly (number | null)[]): boolean {
    return values.every((value, i) => value !== null || this.matters[i] === 0);
  }

  private valueOf(l: Lit): number | null {
    const [yes, no] = [this.simulator.mayBe(l) !== 0, this.simulator.mayBe(not(l)) !== 0];
    return yes && no ? null : yes ? 1 : 0;
  }
}

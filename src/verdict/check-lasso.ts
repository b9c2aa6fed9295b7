import type { Ltl } from "../formula/ltl.js";
import { satisfies } from "../formula/words.js";
import { isNegated, type Lit, litOf, nodeOf } from "../logic/lit.js";
import { influenceOn } from "../model/influence.js";
import { type Model, rootsOf } from "../model/model.js";
import { resetLatches, Simulator } from "../model/simulate.js";
import type { Lasso, Run, Step } from "./verdict.js";

/** What a check found: `reason` is one sentence for people, with the step and the signal it is about. */
export type Checked = { readonly ok: true; readonly openLatches: readonly number[] } | NotChecked;
export interface NotChecked {
  readonly ok: false;
  readonly reason: string;
}

const wrong = (reason: string): NotChecked => ({ ok: false, reason });

/**
 * Replays a lasso on the model: first step, constraints, transitions, every fairness condition and every `justice`
 * literal in the loop, and the loop closed.
 *
 * Latches that influence neither constraints nor fairness nor `observed` (the justice literals and whatever else the
 * property reads) may go on with a period of their own: `openLatches` lists those that do not close. A fair behaviour
 * exists all the same, since nothing that is asked for ever reads them.
 */
export function checkLasso(
  model: Model,
  lasso: Lasso,
  justice: readonly Lit[] = [],
  observed: readonly Lit[] = [],
): Checked {
  const { steps, loop } = lasso;
  if (!(Number.isInteger(loop) && loop >= 0 && loop < steps.length))
    return wrong(`the loop starts at step ${loop}, but there are ${steps.length} steps`);
  const conditions = [...model.fairness, ...justice];
  const replay = new Replay(model, [...justice, ...observed]);
  const broken = replay.steps(steps);
  if (broken !== null) return broken;

  const matters = influenceOn(model, [...rootsOf(model), ...justice, ...observed]).latches;
  const openLatches: number[] = [];
  for (let i = 0; i < model.latches.length; i++) {
    if (replay.nextOfLast(i) === steps[loop]!.latches[i]) continue;
    if (matters[i] === 1)
      return wrong(
        `the loop does not close: ${replay.name(litOf(model.latches[i]!.node))} is ${steps[loop]!.latches[i]} in step ` +
          `${loop}, where the loop starts, and ${replay.nextOfLast(i)} after the last step`,
      );
    openLatches.push(i);
  }

  const met = new Uint8Array(conditions.length);
  for (let t = loop; t < steps.length; t++) {
    replay.at(steps[t]!);
    conditions.forEach((c, j) => {
      if (replay.holds(c)) met[j] = 1;
    });
  }
  const missed = met.indexOf(0);
  if (missed < 0) return { ok: true, openLatches };
  const which =
    missed < model.fairness.length ? `fairness ${missed}` : `justice literal ${missed - model.fairness.length}`;
  return wrong(
    `${which} (${replay.name(conditions[missed]!)}) never holds in the loop, steps ${loop} to ${steps.length - 1}`,
  );
}

/** Replays a lasso as above, and evaluates the formula on it by the semantics of LTL: it must be violated. */
export function checkLtlLasso(model: Model, lasso: Lasso, formula: Ltl, atoms: ReadonlyMap<string, Lit>): Checked {
  const names = [...atomsOf(formula)];
  const unknown = names.find((name) => !atoms.has(name));
  if (unknown !== undefined) return wrong(`the formula's atom ${unknown} means nothing in the model`);
  const observed = names.map((name) => atoms.get(name)!);
  const checked = checkLasso(model, lasso, [], observed);
  if (!checked.ok) return checked;
  const replay = new Replay(model, observed);
  const letters = lasso.steps.map((step) => {
    replay.at(step);
    return new Set(names.filter((name) => replay.holds(atoms.get(name)!)));
  });
  const word = {
    length: letters.length,
    loop: lasso.loop,
    holds: (atom: string, t: number) => letters[t]!.has(atom),
  };
  return satisfies(word, formula) ? wrong("the formula holds on this lasso") : checked;
}

function* atomsOf(f: Ltl): Generator<string> {
  if (f.op === "atom") yield f.name;
  if ("arg" in f) yield* atomsOf(f.arg);
  if ("left" in f) {
    yield* atomsOf(f.left);
    yield* atomsOf(f.right);
  }
}

/** Replays a finite run: first step, constraints, transitions, and `bad` in the last step. */
export function checkRun(model: Model, run: Run, bad: Lit): Checked {
  if (run.steps.length === 0) return wrong("the run has no step");
  const replay = new Replay(model, [bad]);
  const broken = replay.steps(run.steps);
  if (broken !== null) return broken;
  replay.at(run.steps[run.steps.length - 1]!);
  if (!replay.holds(bad)) return wrong(`${replay.name(bad)} does not hold in the last step, ${run.steps.length - 1}`);
  return { ok: true, openLatches: [] };
}

/** Evaluates given steps on the model, and says in the user's words what is wrong with them. */
class Replay {
  private readonly sim: Simulator;

  constructor(
    private readonly model: Model,
    watch: readonly Lit[],
  ) {
    this.sim = new Simulator(model, { watch });
  }

  /** Shape, first step, constraints, and that each step follows from the one before. Leaves the last step evaluated. */
  steps(steps: readonly Step[]): NotChecked | null {
    const { model, sim } = this;
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

import { type Clause, type Cube, negated } from "../cube.js";
import type { Reached, ReachQuery, Separated, Start, Target } from "../reach-query.js";
import type { StepRelation } from "../step-relation.js";
import { arePossible, runFrom } from "../transition-system.js";
import { Activity } from "./activity.js";
import type { Lemma } from "./frames.js";
import { Generalizer } from "./generalize.js";
import { Induction } from "./induction.js";
import { Lifter } from "./lift.js";
import { type Obligation, ObligationQueue } from "./obligations.js";
import { type StartState, startFrame } from "./start.js";

export interface Ic3Options {
  /** Counterexamples to generalization: never, always three in a row, or more where obligations come back. */
  readonly ctg: "off" | "on" | "dynamic";
  /** When a lemma cannot be pushed: how many states that stand in the way are blocked before it is left where it is. */
  readonly ctp: number;
  /** When a literal cannot be dropped: whether the cube is joined with the state that stands in the way, and tried again. */
  readonly joins: boolean;
}

export const IC3_DEFAULTS: Ic3Options = { ctg: "dynamic", ctp: 0, joins: true };

/** An obligation that was met this often leads nowhere: its lemma does not help. */
const GIVE_UP = 20;

/**
 * IC3 (Bradley, VMCAI 2011; Eén, Mishchenko and Brayton, FMCAD 2011; Hassan, Bradley and Somenzi, FMCAD 2013).
 *
 * Frame k over-approximates what the start reaches in at most k steps. Every state change (a lemma, an obligation) is
 * made whole or not at all, so that a query that was stopped anywhere can go on.
 */
export class Ic3 implements ReachQuery {
  private readonly induction: Induction;
  private readonly lifter: Lifter;
  private readonly generalizer: Generalizer;
  private readonly queue = new ObligationQueue();
  // Frames up to this one exclude the target.
  private cleared: number;
  // The frame whose lemmas are being carried up, or 0.
  private pushing = 0;
  private result: Reached | Separated | null = null;

  constructor(
    private readonly relation: StepRelation,
    start: Start,
    private target: Target,
    private readonly options: Ic3Options = IC3_DEFAULTS,
  ) {
    if (target.kind === "step") relation.define(target.lit);
    if (start.kind === "successors") relation.define(start.where);
    const activity = new Activity(relation.system.latchCount);
    this.induction = new Induction(relation, startFrame(relation, start), activity);
    this.lifter = new Lifter(relation, activity);
    this.generalizer = new Generalizer(this.induction, this.lifter, activity, options.joins);
    this.cleared = this.induction.start.nested ? -1 : 0;
    if (!this.induction.start.nested) this.induction.extend();
  }

  step(budget: number): "more" | Reached | Separated {
    const end = this.relation.spent() + budget;
    do {
      this.result ??= this.advance();
      if (this.result !== null) return this.result;
    } while (this.relation.spent() < end);
    return "more";
  }

  addLemma(clause: Clause): void {
    this.induction.addFact(clause);
  }

  /** Goes on with another target. What was learned is about what can be reached, not about the target, and stays. */
  aimAt(target: Target): void {
    this.narrowTo(target);
    this.cleared = this.induction.start.nested ? -1 : 0;
  }

  /** The same for a target all of whose states are the old target's: frames that exclude that exclude this. */
  narrowTo(target: Target): void {
    if (target.kind === "step") this.induction.define(target.lit);
    this.target = target;
    this.queue.clear();
    this.result = null;
  }

  /**
   * Before the first step: begins with all that another search has learned about a system with more runs, from the same resets to a target that
   * says no more than this one. That system's latches are the first of this one. What frames exclude there they exclude here.
   */
  learnFrom(other: Ic3): void {
    this.induction.learnFrom(other.induction.frames);
    this.cleared = other.cleared;
  }

  /** Keeps what was learned, and no solver: until `goOnWith`. */
  rest(): void {
    this.induction.rest();
  }

  /** After a rest, `narrowTo` where the relation has lost steps: what was learned still holds, and the lost steps are not taken any more. */
  goOnWith(target: Target): void {
    if (target.kind === "step") this.relation.define(target.lit);
    this.induction.renew();
    this.narrowTo(target);
  }

  /** Lemmas that hold in all states of all runs, in the order in which each is inductive relative to those before it. */
  invariants(): readonly Lemma[] {
    return this.induction.frames.forever;
  }

  figures(): Record<string, number> {
    const { frames } = this.induction;
    const sizes = frames.sizes();
    return {
      frame: frames.level,
      lemmas: sizes.reduce((sum, n) => sum + n, frames.forever.length),
      smallestFrame: sizes.length < 2 ? 0 : Math.min(...sizes.slice(0, -1)),
      largestFrame: Math.max(0, ...sizes),
      forever: frames.forever.length,
      obligations: this.queue.size,
    };
  }

  [Symbol.dispose](): void {
    this.induction[Symbol.dispose]();
  }

  /** One move: discharge an obligation, find a new one, or open a frame. */
  private advance(): Reached | Separated | null {
    if (this.pushing > 0) return this.nextFrame();
    const frame = this.cleared + 1;
    const obligation = this.queue.peek(frame);
    if (obligation !== null) return this.discharge(obligation);
    const bad = this.targetIn(frame);
    if (bad !== null) {
      this.queue.push(bad);
      return null;
    }
    this.cleared = frame;
    return frame === this.induction.level ? this.nextFrame() : this.proof();
  }

  /** A state (or more) of a frame that is in the target. */
  private targetIn(frame: number): Obligation | null {
    const found = (cube: Cube, inputs: Uint8Array): Obligation => ({
      cube,
      inputs,
      frame,
      depth: 0,
      next: null,
      activity: 0,
    });
    if (this.target.kind === "step") {
      const solver = this.induction.solverOf(frame);
      if (!solver.solve([this.target.lit])) return null;
      const { cube, inputs } = this.lifter.lift(solver, [this.target.lit]);
      return found(cube, inputs);
    }
    const inputs = new Uint8Array(this.relation.system.inputCount);
    for (const cube of this.target.cubes) if (this.isOpen(cube, frame)) return found(cube, inputs);
    return null;
  }

  /**
   * Whether it is still to be shown that the frame excludes a target cube. Asked of the lemmas, not of a solver: that
   * would want constraints to hold in the target's own step.
   */
  private isOpen(cube: Cube, frame: number): boolean {
    if (frame === 0) return this.induction.start.meets(cube) !== null;
    return this.induction.frames.excludes(cube, frame) < frame;
  }

  private discharge(o: Obligation): Reached | Separated | null {
    const { induction } = this;
    const from = induction.start.meets(o.cube);
    if (from !== null) return this.reached(from, o);
    const excluded = induction.frames.excludes(o.cube, o.frame);
    if (excluded >= o.frame) {
      if (excluded === Number.POSITIVE_INFINITY) this.queue.pop();
      else this.queue.raise(excluded + 1);
      return null;
    }
    o.activity++;
    if (o.activity > GIVE_UP) {
      this.queue.pop();
      return null;
    }
    if (!induction.blocks(o.cube, o.frame)) {
      const { cube, inputs } = this.lifter.predecessor(induction.model, o.cube);
      this.queue.push({ cube, inputs, frame: o.frame - 1, depth: o.depth + 1, next: o, activity: 0 });
      return null;
    }
    const lemma = this.generalizer.minimize(induction.core(), o.frame, this.ctgs(o));
    const pushed = induction.push(lemma, o.frame);
    induction.addLemma(pushed.cube, pushed.frame);
    this.queue.raise(pushed.frame + 1);
    return this.proof();
  }

  /** How many counterexamples to generalization in a row are worth blocking. */
  private ctgs(o: Obligation): number {
    switch (this.options.ctg) {
      case "off":
        return 0;
      case "on":
        return 3;
      case "dynamic":
        return dynamicCtgs(o);
    }
  }

  /** Opens a frame and carries lemmas up, frame by frame: when stopped, it goes on where it was. */
  private nextFrame(): Separated | null {
    const { induction } = this;
    const { frames } = induction;
    if (this.pushing === 0) {
      induction.extend();
      this.pushing = frames.changedFrom;
    }
    for (; this.pushing < frames.level; this.pushing++) {
      this.pushLemmas(this.pushing);
      if (frames.at(this.pushing).length === 0) {
        this.pushing = 0;
        return this.proof();
      }
    }
    this.pushForever();
    this.pushing = 0;
    frames.changedFrom = frames.level;
    return this.proof();
  }

  /** Carries lemmas of one frame to the next, the small ones first. */
  private pushLemmas(frame: number): void {
    const { induction } = this;
    const { frames } = induction;
    for (const lemma of [...frames.at(frame)].sort((a, b) => a.cube.length - b.cube.length)) {
      if (!frames.at(frame).includes(lemma)) continue;
      for (let left = this.options.ctp; ; left--) {
        if (induction.carries(lemma, frame + 1)) {
          induction.addLemma(induction.core(), frame + 1);
          break;
        }
        // A new lemma from the failure, if the state that is in the way cannot be reached either.
        if (left <= 0) break;
        const { cube } = this.lifter.predecessor(induction.model, lemma.cube);
        if (!this.generalizer.block(cube, frame)) break;
      }
    }
  }

  private pushForever(): void {
    const { induction } = this;
    const { frames } = induction;
    for (const lemma of [...frames.at(frames.level)])
      if (frames.at(frames.level).includes(lemma) && induction.carriesForever(lemma)) induction.keepForever(lemma);
  }

  private proof(): Separated | null {
    const { frames } = this.induction;
    const fixpoint = frames.fixpoint();
    if (fixpoint < 0 || fixpoint > this.cleared) return null;
    return { kind: "separated", clauses: Array.from(frames.from(fixpoint), (lemma) => negated(lemma.cube)) };
  }

  /** Null: some step breaks a constraint, which cubes will keep from now on. */
  private reached(from: StartState, o: Obligation): Reached | null {
    const { system } = this.relation;
    const inputs: Uint8Array[] = from.inputs === null ? [] : [from.inputs];
    for (let at: Obligation | null = o; at !== null; at = at.next) inputs.push(at.inputs);
    const run = runFrom(system, from.latches, inputs);
    // Who asks for states asks for no step from there.
    const taken = this.target.kind === "step" ? run.steps : run.steps.slice(0, -1);
    if (arePossible(taken, system)) return { kind: "reached", run };
    this.lifter.keepConstraints();
    this.queue.clear();
    return null;
  }
}

/** More for obligations whose ancestors keep coming back (Su, Yang, Ci and Huang 2025, without their extended CTG, which did not pay). */
function dynamicCtgs(o: Obligation): number {
  const activity = o.next === null ? 0 : o.next.activity;
  return activity < 10 ? 0 : Math.floor((activity - 10) / 10) + 2;
}

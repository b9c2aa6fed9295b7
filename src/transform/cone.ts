import type { Lasso, Run } from "../evidence/verdict.js";
import { goOnInTurn, type Stopping } from "../limits/stopped.js";
import { Aig, AigCopier, supportOf } from "../logic/aig.js";
import { type Lit, nodeOf } from "../logic/lit.js";
import { influenceOn } from "../model/influence.js";
import { type Model, rootsOf } from "../model/model.js";
import { resetLatches, Simulator } from "../model/simulate.js";
import type { Step } from "../model/step.js";
import { liftCertificate } from "./lift-certificate.js";
import { liftCtl } from "./lift-ctl.js";
import { type Rewrite, unchanged } from "./rewrite.js";

/** A rewrite that keeps some latches and inputs only. */
export interface Cone extends Rewrite {
  /** Whether everything that the literal reads, now or later, was kept: then it has a new literal. */
  covers(l: Lit): boolean;
}

/**
 * The cone of influence: only the latches and inputs that constraints, fairness or the given literals of the property
 * depend on. What is dropped restricts nothing, so behaviours of the small model are exactly the projections of those
 * of the large one.
 *
 * The lift gives dropped inputs the value 0 and finds dropped latches by simulation. These need not come back when the
 * loop does; it is then unrolled until they do. If that takes more than `longestLasso` steps (a dropped 32-bit counter
 * has a period of 2^32), the loop is given once and closes on the cone only: that is enough for a fair behaviour to
 * exist, and the checker of lassos computes for itself which latches matter. To it what a formula reads does, also where the
 * automaton can do without: what `observed` literals read comes back where anything does.
 */
export function coneOfInfluence(
  model: Model,
  property: readonly Lit[],
  beside: readonly Lit[] = [],
  longestLasso = 4096,
  observed: readonly Lit[] = [],
): Cone {
  const influence = influenceOn(model, [...rootsOf(model), ...property]);
  const keptLatches = kept(influence.latches);
  const keptInputs = kept(influence.inputs);
  if (keptLatches.length === model.latches.length && keptInputs.length === model.inputs.length)
    return { ...unchanged(model), covers: () => true };

  const aig = new Aig();
  const leafOf = new Map<number, Lit>();
  for (const i of keptInputs) leafOf.set(model.inputs[i]!, aig.leaf());
  for (const i of keptLatches) leafOf.set(model.latches[i]!.node, aig.leaf());
  const copier = new AigCopier(model.aig, aig, (node) => {
    const leaf = leafOf.get(node);
    if (leaf === undefined) throw new Error("the literal is outside the cone of influence");
    return leaf;
  });
  const copy = (l: Lit) => copier.copy(l);
  // What is kept is closed: the leaves that are read in this step decide.
  const covers = (l: Lit) => supportOf(model.aig, [l]).every((node) => leafOf.has(node));
  [...property, ...beside.filter(covers)].forEach(copy);
  const newIndex = new Map(keptLatches.map((old, i) => [old, i]));

  return {
    model: {
      aig,
      inputs: keptInputs.map((i) => nodeOf(leafOf.get(model.inputs[i]!)!)),
      latches: keptLatches.map((i) => {
        const { node, next, reset } = model.latches[i]!;
        return { node: nodeOf(leafOf.get(node)!), next: copy(next), reset: reset === "free" ? "free" : copy(reset) };
      }),
      constraints: model.constraints.map(copy),
      fairness: model.fairness.map(copy),
      signals: model.signals
        .filter((s) => supportOf(model.aig, s.bits).every((node) => leafOf.has(node)))
        .map((s) => ({ ...s, bits: s.bits.map(copy) })),
      modules: model.modules.map((m) => m.flatMap((i) => newIndex.get(i) ?? [])).filter((m) => m.length > 0),
      ...(model.property && { property: model.property.flatMap((i) => newIndex.get(i) ?? []) }),
    },
    literal: (l) => copier.copied(l),
    covers,
    lift: {
      lasso: (l, limits) => {
        const seen = observed.length === 0 ? [] : kept(influenceOn(model, observed).latches);
        return new Completion(model, keptLatches, keptInputs, limits).lasso(l, longestLasso, seen);
      },
      run: (r, limits) => new Completion(model, keptLatches, keptInputs, limits).run(r),
      certificate: (c) =>
        liftCertificate(c, {
          latches: model.latches.length,
          inputs: model.inputs.length,
          latch: (i, leaves) => leaves.latches[keptLatches[i]!]!,
          input: (i, leaves) => leaves.inputs[keptInputs[i]!]!,
        }),
      ctl: (c) => {
        const first = (step: Step) =>
          new Completion(model, keptLatches, keptInputs).run({ kind: "run", steps: [step] }).steps[0]!;
        return liftCtl(c, model, { latches: keptLatches, inputs: keptInputs }, first);
      },
    },
  };
}

const kept = (marks: Uint8Array): number[] => [...marks.keys()].filter((i) => marks[i] === 1);

/** Fills in what the cone dropped, step by step from the first. */
class Completion {
  private readonly sim: Simulator;
  private readonly dropped: readonly number[];
  private readonly steps: Step[] = [];

  constructor(
    private readonly model: Model,
    private readonly keptLatches: readonly number[],
    private readonly keptInputs: readonly number[],
    private readonly limits: Stopping = {},
  ) {
    const isKept = new Set(keptLatches);
    this.dropped = [...model.latches.keys()].filter((i) => !isKept.has(i));
    this.sim = new Simulator(model, { latches: this.dropped });
  }

  run(r: Run): Run {
    for (const step of r.steps) this.add(step);
    return { ...r, steps: this.steps };
  }

  lasso(l: Lasso, longest: number, observed: readonly number[]): Lasso {
    const stem = l.steps.slice(0, l.loop);
    const turn = l.steps.slice(l.loop);
    for (const step of stem) this.add(step);
    // The dropped latches at the start of each turn decide how they go on.
    const [all, some] = [new FirstMet(this.dropped), new FirstMet(observed)];
    let closing: Lasso = l;
    do {
      const start = this.steps.length;
      for (const step of turn) this.add(step);
      const { latches } = this.steps[start]!;
      const loop = all.before(latches, start);
      if (loop !== null) return { kind: "lasso", steps: this.steps.slice(0, start), loop };
      const earlier = some.before(latches, start);
      if (earlier !== null && closing === l)
        closing = { kind: "lasso", steps: this.steps.slice(0, start), loop: earlier };
    } while (this.steps.length <= longest);
    return closing === l ? { kind: "lasso", steps: this.steps.slice(0, l.steps.length), loop: l.loop } : closing;
  }

  private add(step: Step): void {
    goOnInTurn(this.steps.length, this.limits);
    const first = this.steps.length === 0;
    const inputs = new Uint8Array(this.model.inputs.length);
    this.keptInputs.forEach((i, k) => {
      inputs[i] = step.inputs[k]!;
    });
    if (!first) this.sim.advance();
    const latches = first ? new Uint8Array(this.model.latches.length) : this.sim.lane(0).latches;
    this.keep(latches, step);
    const values: Step = { latches: first ? resetLatches(this.model, latches, inputs) : latches, inputs };
    this.keep(values.latches, step);
    this.sim.load(values);
    this.sim.evaluate();
    this.steps.push(values);
  }

  private keep(latches: Uint8Array, step: Step): void {
    this.keptLatches.forEach((i, k) => {
      latches[i] = step.latches[k]!;
    });
  }
}

/** Where given latches first had the values that they have. */
class FirstMet {
  private readonly at = new Map<string, number>();

  constructor(private readonly watched: readonly number[]) {}

  /** The first place with the same values, or null when it is this one. */
  before(latches: Uint8Array, here: number): number | null {
    const key = this.watched.map((i) => latches[i]).join("");
    const first = this.at.get(key);
    if (first === undefined) this.at.set(key, here);
    return first ?? null;
  }
}

import type { CtlCertificate } from "../evidence/ctl-certificate.js";
import { goOnInTurn, type Stopping } from "../limits/stopped.js";
import { Aig, AigCopier, supportOf } from "../logic/aig.js";
import { FALSE, type Lit, nodeOf, TRUE } from "../logic/lit.js";
import type { Latch, Model } from "../model/model.js";
import { hasLiteralReset, resetOrder } from "../model/resets.js";
import { Simulator } from "../model/simulate.js";
import type { Step } from "../model/step.js";
import { liftCertificate, type OriginalLeaves } from "./lift-certificate.js";
import { canLiftThroughResets, liftCtlThroughResets } from "./lift-ctl-resets.js";
import { type Rewrite, unchanged } from "./rewrite.js";

/**
 * Literal resets become constants. A latch `started` is 0 in the first step only; where it is 0, a latch with a
 * literal reset is read as that literal instead of its own value. No step and no constraint is added, and latches and
 * inputs keep their indices, so lassos and runs correspond step by step.
 *
 * Where time branches, a reset that reads an input must not leave the choice to the first state: each value of the input
 * is another initial state. With `asStates`, what such an input is in the first step is held by a further latch.
 *
 * Models without literal resets are left alone. `property` are literals to keep beside what the model itself reads.
 */
export function constantResets(model: Model, property: readonly Lit[], asStates = false): Rewrite {
  if (!model.latches.some(hasLiteralReset)) return unchanged(model);
  const aig = new Aig();
  const inputs = model.inputs.map(() => aig.leaf());
  const own = model.latches.map(() => aig.leaf());
  const started = aig.leaf();
  const held = asStates ? inputsOfResets(model) : [];
  const chosen = new Map(held.map((i) => [i, aig.leaf()] as const));

  const inputsAtFirst = inputs.map((l, i) => chosen.get(i) ?? l);
  const first = firstValues(model, aig, inputsAtFirst, own);
  const taken = inputs.map((l, i) => aig.mux(started, l, inputsAtFirst[i]!));
  const values = model.latches.map((l, i) => (hasLiteralReset(l) ? aig.mux(started, own[i]!, first[i]!) : own[i]!));
  const copier = new AigCopier(model.aig, aig, leafMap(model, taken, values));
  const copy = (l: Lit) => copier.copy(l);
  property.forEach(copy);

  const latches: Latch[] = model.latches.map((l, i) => ({
    node: nodeOf(own[i]!),
    next: copy(l.next),
    reset: hasLiteralReset(l) ? FALSE : l.reset,
  }));
  latches.push({ node: nodeOf(started), next: TRUE, reset: FALSE });
  for (const l of chosen.values()) latches.push({ node: nodeOf(l), next: FALSE, reset: "free" });
  const added = [...latches.keys()].slice(model.latches.length);
  const rewritten: Model = {
    aig,
    inputs: inputs.map(nodeOf),
    latches,
    constraints: model.constraints.map(copy),
    fairness: model.fairness.map(copy),
    signals: model.signals.map((s) => ({ ...s, bits: s.bits.map(copy) })),
    modules: model.modules,
    ...(model.property && { property: [...model.property, ...added] }),
  };

  const liftSteps = (steps: readonly Step[], limits: Stopping = {}): Step[] => {
    const sim = new Simulator(rewritten, { watch: [...values, ...taken], latches: [] });
    return steps.map((step, t) => {
      goOnInTurn(t, limits);
      sim.load(step);
      sim.evaluate();
      const bits = (of: readonly Lit[]) => Uint8Array.from(of, (l) => sim.bit(l));
      return { latches: bits(values), inputs: bits(taken) };
    });
  };
  return {
    model: rewritten,
    literal: (l) => copier.copied(l),
    lift: {
      lasso: (l, limits) => ({ ...l, steps: liftSteps(l.steps, limits) }),
      run: (r, limits) => ({ ...r, steps: liftSteps(r.steps, limits) }),
      certificate: (c) => {
        if (chosen.size > 0)
          throw new Error("proofs are about linear time, where the choice is left to the first step");
        return liftCertificate(c, {
          latches: model.latches.length,
          inputs: model.inputs.length,
          added: 1,
          monitor: () => [{ next: TRUE, reset: 0 }],
          before: (leaves) => [{ rule: "reach", predicate: startsRight(model, leaves) }],
          latch: (i, leaves) => ownValue(model, i, leaves),
          input: (i, leaves) => leaves.inputs[i]!,
        });
      },
      ...(asStates &&
        canLiftThroughResets(model, held) && {
          ctl: (c: CtlCertificate) => liftCtlThroughResets(c, model, held, (step) => liftSteps([step])[0]!),
        }),
    },
  };
}

/** Inputs that resets read. Latches of other resets are among the model's own, so all of them are looked at. */
function inputsOfResets({ aig, inputs, latches }: Model): number[] {
  const resets = latches.flatMap((l) => (l.reset === "free" ? [] : [l.reset]));
  const read = new Set(supportOf(aig, resets));
  return [...inputs.keys()].filter((i) => read.has(inputs[i]!));
}

/** The first value of every latch, over inputs and latches whose resets are no literals. */
function firstValues(model: Model, aig: Aig, inputs: readonly Lit[], own: readonly Lit[]): Lit[] {
  const first = [...own];
  const copier = new AigCopier(model.aig, aig, leafMap(model, inputs, first));
  const { order, cyclic } = resetOrder(model.aig, model.latches);
  if (cyclic !== null) throw new Error(`the reset of latch ${cyclic} depends on itself`);
  model.latches.forEach(({ reset }, i) => {
    if (reset === FALSE || reset === TRUE) first[i] = reset;
  });
  for (const i of order) {
    const { reset } = model.latches[i]!;
    if (reset !== "free") first[i] = copier.copy(reset);
  }
  return first;
}

/** Latch i of the rewritten model. With a literal reset: 0 in the first step, the original latch's value later. */
function ownValue(model: Model, i: number, { aig, latches, added: [started] }: OriginalLeaves): Lit {
  if (i === model.latches.length) return started!;
  return hasLiteralReset(model.latches[i]!) ? aig.and(started!, latches[i]!) : latches[i]!;
}

/** `started`, or this is a first step: every latch has the value that its reset asks for, which may read inputs. */
function startsRight(model: Model, { aig, latches, inputs, added: [started] }: OriginalLeaves): Lit {
  const copier = new AigCopier(model.aig, aig, leafMap(model, inputs, latches));
  const right = model.latches.flatMap(({ reset }, i) =>
    reset === "free" ? [] : [aig.iff(latches[i]!, copier.copy(reset))],
  );
  return aig.or(started!, aig.andAll(right));
}

/** Reads `latches` when it is called, so that values may be filled in as they become known. */
function leafMap(model: Model, inputs: readonly Lit[], latches: readonly Lit[]): (node: number) => Lit {
  const inputAt = new Map(model.inputs.map((node, i) => [node, i]));
  const latchAt = new Map(model.latches.map((l, i) => [l.node, i]));
  return (node) => {
    const input = inputAt.get(node);
    return input !== undefined ? inputs[input]! : latches[latchAt.get(node)!]!;
  };
}

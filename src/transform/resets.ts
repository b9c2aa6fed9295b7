import { Aig, AigCopier, supportOf } from "../logic/aig.js";
import { FALSE, type Lit, nodeOf, TRUE } from "../logic/lit.js";
import type { Latch, Model } from "../model/model.js";
import { hasLiteralReset, resetOrder } from "../model/resets.js";
import { Simulator } from "../model/simulate.js";
import type { Step } from "../verdict/verdict.js";
import { carryCertificate, type OriginalLeaves } from "./carry.js";
import { type Rewrite, unchanged } from "./rewrite.js";

/**
 * Literal resets become constants. A last latch `started` is 0 in the first step only; where it is 0, a latch with a
 * literal reset is read as that literal instead of its own value. No step and no constraint is added, and latches and
 * inputs keep their indices, so lassos and runs correspond step by step.
 *
 * Models without literal resets are left alone.
 */
export function constantResets(model: Model): Rewrite {
  if (!model.latches.some(hasLiteralReset)) return unchanged(model);
  const aig = new Aig();
  const inputs = model.inputs.map(() => aig.leaf());
  const own = model.latches.map(() => aig.leaf());
  const started = aig.leaf();

  const first = firstValues(model, aig, inputs, own);
  const values = model.latches.map((l, i) => (hasLiteralReset(l) ? aig.mux(started, own[i]!, first[i]!) : own[i]!));
  const copier = new AigCopier(model.aig, aig, leafMap(model, inputs, values));
  const copy = (l: Lit) => copier.copy(l);

  const latches: Latch[] = model.latches.map((l, i) => ({
    node: nodeOf(own[i]!),
    next: copy(l.next),
    reset: hasLiteralReset(l) ? FALSE : l.reset,
  }));
  latches.push({ node: nodeOf(started), next: TRUE, reset: FALSE });
  const rewritten: Model = {
    aig,
    inputs: inputs.map(nodeOf),
    latches,
    constraints: model.constraints.map(copy),
    fairness: model.fairness.map(copy),
    signals: model.signals.map((s) => ({ ...s, bits: s.bits.map(copy) })),
    modules: model.modules.map((m, k) => (k === 0 ? [...m, model.latches.length] : m)),
  };

  const liftSteps = (steps: readonly Step[]): Step[] => {
    const sim = new Simulator(rewritten, { watch: values, latches: [] });
    return steps.map((step) => {
      sim.load(step);
      sim.evaluate();
      return { latches: Uint8Array.from(values, (l) => sim.bit(l)), inputs: step.inputs };
    });
  };
  return {
    model: rewritten,
    literal: copy,
    lift: {
      lasso: (l) => ({ ...l, steps: liftSteps(l.steps) }),
      run: (r) => ({ ...r, steps: liftSteps(r.steps) }),
      certificate: (c) => {
        // Predicates cannot say "was the value of this input in the first step".
        const read = new Set(supportOf(aig, first));
        if (inputs.some((i) => read.has(nodeOf(i)))) return null;
        return carryCertificate(c, {
          latches: model.latches.length,
          inputs: model.inputs.length,
          added: 1,
          monitor: () => [{ next: TRUE, reset: 0 }],
          before: (leaves) => [{ rule: "reach", predicate: startsRight(model, aig, first, own, leaves) }],
          latch: (i, leaves) => ownValue(model, i, leaves),
          input: (i, leaves) => leaves.inputs[i]!,
        });
      },
    },
  };
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

/** `started`, or every latch with a literal reset has the value it asks for: what the original model guarantees. */
function startsRight(model: Model, aig: Aig, first: readonly Lit[], own: readonly Lit[], leaves: OriginalLeaves): Lit {
  const { aig: to, latches, added } = leaves;
  const indexOf = new Map(own.map((l, i) => [nodeOf(l), i]));
  const copier = new AigCopier(aig, to, (node) => latches[indexOf.get(node)!]!);
  const right = model.latches.flatMap((l, i) =>
    hasLiteralReset(l) ? [to.iff(latches[i]!, copier.copy(first[i]!))] : [],
  );
  return to.or(added[0]!, to.andAll(right));
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

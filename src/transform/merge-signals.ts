import { goOnInTurn, type Stopping } from "../limits/stopped.js";
import { Aig, AigCopier } from "../logic/aig.js";
import { isNegated, type Lit, litOf, negateIf, nodeOf } from "../logic/lit.js";
import type { Latch, Model } from "../model/model.js";
import type { SignalValues } from "../model/signal-values.js";
import type { Step } from "../model/step.js";
import { liftCertificate, type OriginalLeaves } from "./lift-certificate.js";
import { type Rewrite, unchanged } from "./rewrite.js";

/**
 * Leaves out signals for which others, or constants, stand. Behaviours are the same: in a proof for the original model the facts come
 * first, as what is known of reachable states. `property` are literals to keep beside what the model itself reads.
 */
export function mergeSignals(model: Model, { values, facts }: SignalValues, property: readonly Lit[]): Rewrite {
  if (values.every((value, node) => value === litOf(node))) return unchanged(model);
  const stands = (node: number) => values[node] === litOf(node);
  const kept = [...model.latches.keys()].filter((i) => stands(model.latches[i]!.node));
  const merged = new Merged(model, values);
  const copy = (l: Lit) => merged.copy(l);
  property.forEach(copy);
  const newIndex = new Map(kept.map((old, i) => [old, i]));
  const equations = ({ aig: to, latches }: OriginalLeaves): Lit => {
    const indexOf = new Map(model.latches.map((l, i) => [l.node, i]));
    const copier = new AigCopier(model.aig, to, (node) => latches[indexOf.get(node)!]!);
    return to.andAll(facts.map(([a, b]) => to.iff(copier.copy(a), copier.copy(b))));
  };
  const complete = (steps: readonly Step[], limits?: Stopping) => completed(model, values, kept, steps, limits);
  return {
    model: {
      aig: merged.to,
      inputs: model.inputs.map((node) => nodeOf(copy(litOf(node)))),
      latches: kept.map((i): Latch => {
        const { node, next, reset } = model.latches[i]!;
        return { node: nodeOf(copy(litOf(node))), next: copy(next), reset: reset === "free" ? reset : copy(reset) };
      }),
      constraints: model.constraints.map(copy),
      fairness: model.fairness.map(copy),
      signals: model.signals.map((s) => ({ ...s, bits: s.bits.map(copy) })),
      modules: model.modules.map((m) => m.flatMap((i) => newIndex.get(i) ?? [])).filter((m) => m.length > 0),
      ...(model.property && { property: model.property.flatMap((i) => newIndex.get(i) ?? []) }),
    },
    literal: (l) => merged.copied(l),
    lift: {
      lasso: (l, limits) => ({ ...l, steps: complete(l.steps, limits) }),
      run: (r, limits) => ({ ...r, steps: complete(r.steps, limits) }),
      certificate: (c) =>
        liftCertificate(c, {
          latches: model.latches.length,
          inputs: model.inputs.length,
          before: (leaves) => (facts.length === 0 ? [] : [{ rule: "reach", predicate: equations(leaves) }]),
          latch: (i, { latches }) => latches[kept[i]!]!,
          input: (i, { inputs }) => inputs[i]!,
        }),
    },
  };
}

/** The values of the latches that were left out: constants, or those of other latches. */
function completed(
  model: Model,
  values: Int32Array,
  kept: readonly number[],
  steps: readonly Step[],
  limits: Stopping = {},
): Step[] {
  const indexOf = new Map(model.latches.map((l, i) => [l.node, i]));
  return steps.map((step, t) => {
    goOnInTurn(t, limits);
    const latches = new Uint8Array(model.latches.length);
    kept.forEach((old, i) => {
      latches[old] = step.latches[i]!;
    });
    model.latches.forEach(({ node }, i) => {
      const value = values[node] as Lit;
      const stands = nodeOf(value) === 0 ? 0 : latches[indexOf.get(nodeOf(value))!]!;
      latches[i] = stands ^ (isNegated(value) ? 1 : 0);
    });
    return { latches, inputs: step.inputs };
  });
}

/** The graph in which every signal is read where it stands for others. */
class Merged {
  readonly to = new Aig();
  // By node: the literal of its copy plus one, 0 for nodes that were not copied yet.
  private readonly images: Int32Array;

  constructor(
    private readonly model: Model,
    private readonly values: Int32Array,
  ) {
    this.images = new Int32Array(values.length);
    this.images[0] = 1;
    for (const node of model.inputs) this.images[node] = this.to.leaf() + 1;
    for (const { node } of model.latches) if (values[node] === litOf(node)) this.images[node] = this.to.leaf() + 1;
  }

  copy(root: Lit): Lit {
    const { images, values, to } = this;
    const { aig } = this.model;
    const pending = [nodeOf(root)];
    while (pending.length > 0) {
      const n = pending[pending.length - 1]!;
      if (images[n] !== 0) {
        pending.pop();
        continue;
      }
      const value = values[n] as Lit;
      if (value !== litOf(n)) {
        if (images[nodeOf(value)] === 0) pending.push(nodeOf(value));
        else images[n] = this.imageOf(value) + 1;
        continue;
      }
      const a = aig.fanin0(n);
      const b = aig.fanin1(n);
      const ready = images[nodeOf(a)] !== 0 && images[nodeOf(b)] !== 0;
      if (ready) images[n] = to.and(this.imageOf(a), this.imageOf(b)) + 1;
      if (images[nodeOf(a)] === 0) pending.push(nodeOf(a));
      if (images[nodeOf(b)] === 0) pending.push(nodeOf(b));
    }
    return this.imageOf(root);
  }

  copied(l: Lit): Lit {
    if (this.images[nodeOf(l)] === 0) throw new Error("the literal was not to be kept");
    return this.imageOf(l);
  }

  private imageOf(l: Lit): Lit {
    return negateIf((this.images[nodeOf(l)]! - 1) as Lit, isNegated(l));
  }
}

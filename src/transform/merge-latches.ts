import { Aig, AigCopier } from "../logic/aig.js";
import { type Lit, litOf, negateIf, nodeOf } from "../logic/lit.js";
import { isConstant, type Latch, type Model } from "../model/model.js";
import type { Step } from "../verdict/verdict.js";
import { carryCertificate, type OriginalLeaves } from "./carry.js";
import { type Rewrite, unchanged } from "./rewrite.js";

/**
 * What stands for each latch, by index: its own literal, a constant, or the literal of a latch that stands for itself. All
 * these equations together must hold at reset and be preserved by every step that keeps the constraints.
 */
export type LatchValues = readonly Lit[];

/**
 * Leaves out latches for which another one, or a constant, stands. Behaviours are the same: in a proof for the original
 * model the equations come first, as one fact about reachable states.
 */
export function mergeLatches(model: Model, values: LatchValues): Rewrite {
  const own = model.latches.map((l) => litOf(l.node));
  const kept = [...own.keys()].filter((i) => values[i] === own[i]);
  if (kept.length === own.length) return unchanged(model);
  const aig = new Aig();
  const leafOf = new Map<number, Lit>();
  for (const node of model.inputs) leafOf.set(node, aig.leaf());
  for (const i of kept) leafOf.set(model.latches[i]!.node, aig.leaf());
  const image = (l: Lit): Lit => (isConstant(l) ? l : negateIf(leafOf.get(nodeOf(l))!, (l & 1) === 1));
  model.latches.forEach(({ node }, i) => {
    if (values[i] !== own[i]) leafOf.set(node, image(values[i]!));
  });
  const copier = new AigCopier(model.aig, aig, (node) => leafOf.get(node)!);
  const copy = (l: Lit) => copier.copy(l);
  const indexOf = new Map(model.latches.map((l, i) => [l.node, i]));
  const newIndex = new Map(kept.map((old, i) => [old, i]));

  const complete = (steps: readonly Step[]): Step[] =>
    steps.map((step) => {
      const latches = new Uint8Array(own.length);
      kept.forEach((old, i) => {
        latches[old] = step.latches[i]!;
      });
      values.forEach((v, i) => {
        if (v !== own[i]) latches[i] = (isConstant(v) ? 0 : latches[indexOf.get(nodeOf(v))!]!) ^ (v & 1);
      });
      return { latches, inputs: step.inputs };
    });
  const equations = ({ aig: to, latches }: OriginalLeaves): Lit =>
    to.andAll(
      values.flatMap((v, i) => {
        if (v === own[i]) return [];
        const value = isConstant(v) ? v : negateIf(latches[indexOf.get(nodeOf(v))!]!, (v & 1) === 1);
        return [to.iff(latches[i]!, value)];
      }),
    );
  return {
    model: {
      aig,
      inputs: model.inputs.map((node) => nodeOf(leafOf.get(node)!)),
      latches: kept.map((i): Latch => {
        const { node, next, reset } = model.latches[i]!;
        return { node: nodeOf(leafOf.get(node)!), next: copy(next), reset: reset === "free" ? reset : copy(reset) };
      }),
      constraints: model.constraints.map(copy),
      fairness: model.fairness.map(copy),
      signals: model.signals.map((s) => ({ ...s, bits: s.bits.map(copy) })),
      modules: model.modules.map((m) => m.flatMap((i) => newIndex.get(i) ?? [])).filter((m) => m.length > 0),
    },
    literal: copy,
    lift: {
      lasso: (l) => ({ ...l, steps: complete(l.steps) }),
      run: (r) => ({ ...r, steps: complete(r.steps) }),
      certificate: (c) =>
        carryCertificate(c, {
          latches: own.length,
          inputs: model.inputs.length,
          added: 0,
          monitor: () => [],
          before: (leaves) => [{ rule: "reach", predicate: equations(leaves) }],
          latch: (i, { latches }) => latches[kept[i]!]!,
          input: (i, { inputs }) => inputs[i]!,
        }),
    },
  };
}

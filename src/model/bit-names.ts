import { isNegated, type Lit, nodeOf } from "../logic/lit.js";
import type { Model } from "./model.js";
import type { Signal } from "./symbols.js";

/** Names for the bits of a model, as formats without buses need them. */
export interface BitNames {
  /** In the model's order; undefined where no signal names it. */
  readonly inputs: readonly (string | undefined)[];
  readonly latches: readonly (string | undefined)[];
  readonly outputs: readonly { readonly name: string; readonly bit: Lit }[];
}

/** Signals bit by bit: a bit that is an input or a latch gives that its name, any other is an output. */
export function bitNames(model: Model): BitNames {
  const inputs: (string | undefined)[] = model.inputs.map(() => undefined);
  const latches: (string | undefined)[] = model.latches.map(() => undefined);
  const outputs: { name: string; bit: Lit }[] = [];
  const slotOf = new Map<number, { names: (string | undefined)[]; index: number; kind: Signal["kind"] }>();
  model.inputs.forEach((node, index) => {
    slotOf.set(node, { names: inputs, index, kind: "input" });
  });
  model.latches.forEach(({ node }, index) => {
    slotOf.set(node, { names: latches, index, kind: "latch" });
  });
  for (const signal of model.signals)
    signal.bits.forEach((bit, i) => {
      const name = signal.type.kind === "bool" ? signal.name : `${signal.name}<${i}>`;
      const slot = isNegated(bit) ? undefined : slotOf.get(nodeOf(bit));
      if (slot !== undefined && slot.names[slot.index] === name) return;
      if (slot === undefined || slot.kind !== signal.kind || slot.names[slot.index] !== undefined)
        outputs.push({ name, bit });
      else slot.names[slot.index] = name;
    });
  return { inputs, latches, outputs };
}

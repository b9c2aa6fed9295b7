import { type Lit, nodeOf } from "../logic/lit.js";
import type { Model } from "./model.js";

/** What may influence given literals, now or in a later step: a byte for each latch and input, 1 when it may. */
export interface Influence {
  readonly latches: Uint8Array;
  readonly inputs: Uint8Array;
}

/** Follows gates, next functions and literal resets back from the roots until nothing new turns up. */
export function influenceOn(model: Model, roots: Iterable<Lit>): Influence {
  const { aig } = model;
  const latchAt = new Map(model.latches.map((l, i) => [l.node, i]));
  const seen = new Uint8Array(aig.size);
  const pending: number[] = [];
  const reads = (l: Lit) => {
    const n = nodeOf(l);
    if (seen[n] === 1) return;
    seen[n] = 1;
    pending.push(n);
  };
  for (const root of roots) reads(root);
  for (let n = pending.pop(); n !== undefined; n = pending.pop()) {
    const latch = latchAt.get(n);
    if (latch !== undefined) {
      const { next, reset } = model.latches[latch]!;
      reads(next);
      if (reset !== "free") reads(reset);
    } else if (aig.isGate(n)) {
      reads(aig.fanin0(n));
      reads(aig.fanin1(n));
    }
  }
  return {
    latches: Uint8Array.from(model.latches, (l) => seen[l.node]!),
    inputs: Uint8Array.from(model.inputs, (n) => seen[n]!),
  };
}

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

/** The latches, by index, that any of the given ones may influence, now or later; those themselves among them. */
export function influencedBy(model: Model, latches: readonly number[]): number[] {
  const { aig } = model;
  const readers = new Map<number, number[]>();
  const reads = (reader: number, l: Lit) => {
    const those = readers.get(nodeOf(l));
    if (those === undefined) readers.set(nodeOf(l), [reader]);
    else those.push(reader);
  };
  for (const { node, next } of model.latches) reads(node, next);
  for (let n = 1; n < aig.size; n++) {
    if (!aig.isGate(n)) continue;
    reads(n, aig.fanin0(n));
    reads(n, aig.fanin1(n));
  }
  const found = new Set(latches.map((i) => model.latches[i]!.node));
  for (const node of found) for (const reader of readers.get(node) ?? []) found.add(reader);
  return [...model.latches.keys()].filter((i) => found.has(model.latches[i]!.node));
}

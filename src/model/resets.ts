import type { ReadonlyAig } from "../logic/aig.js";
import { nodeOf } from "../logic/lit.js";
import { isConstant, type Latch } from "./model.js";

/** Resets that are neither a constant nor free: the value of a literal in the first step. */
export const hasLiteralReset = (latch: Latch): boolean => latch.reset !== "free" && !isConstant(latch.reset);

/**
 * The latches with literal resets, each after those that its reset reads: the order in which the first step gets its
 * values. `cyclic` is a latch whose reset depends on itself, if there is one; the order is then incomplete.
 */
export function resetOrder(
  aig: ReadonlyAig,
  latches: readonly Latch[],
): { readonly order: readonly number[]; readonly cyclic: number | null } {
  const latchAt = new Map<number, number>();
  for (let i = 0; i < latches.length; i++) if (hasLiteralReset(latches[i]!)) latchAt.set(latches[i]!.node, i);
  const order: number[] = [];
  if (latchAt.size === 0) return { order, cyclic: null };

  // Depth first through gates and such latches. 1: on the path, 2: done.
  const colour = new Uint8Array(aig.size);
  const pending: number[] = [];
  for (const start of latchAt.keys()) {
    pending.push(start);
    while (pending.length > 0) {
      const n = pending[pending.length - 1]!;
      const latch = latchAt.get(n);
      if (colour[n] !== 0) {
        pending.pop();
        if (colour[n] === 1 && latch !== undefined) order.push(latch);
        colour[n] = 2;
        continue;
      }
      colour[n] = 1;
      const reads = latch !== undefined ? [latches[latch]!.reset] : aig.isGate(n) ? [aig.fanin0(n), aig.fanin1(n)] : [];
      for (const l of reads) {
        if (l === "free") continue;
        const m = nodeOf(l);
        if (colour[m] === 0) pending.push(m);
        else if (colour[m] === 1) return { order, cyclic: latchOnCycle(pending, colour, latchAt, m) };
      }
    }
  }
  return { order, cyclic: null };
}

/** The path from `m` to the top of the stack closes a cycle; gates alone have none, so a latch lies on it. */
function latchOnCycle(
  pending: readonly number[],
  colour: Uint8Array,
  latchAt: ReadonlyMap<number, number>,
  m: number,
): number {
  let found = latchAt.get(m);
  for (let k = pending.length - 1; k >= 0 && found === undefined; k--) {
    const n = pending[k]!;
    if (n === m) break;
    if (colour[n] === 1) found = latchAt.get(n);
  }
  if (found === undefined) throw new Error("the graph is cyclic");
  return found;
}

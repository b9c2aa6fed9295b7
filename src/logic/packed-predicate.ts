import type { Aig, ReadonlyAig } from "./aig.js";
import { type Lit, nodeOf } from "./lit.js";

/**
 * A predicate over leaves 1 to n of a graph, as plain numbers that can travel: the two fanins of each gate, then the root.
 * Gates are numbered from n + 1 on, whatever they are called at either end.
 */
export type PackedPredicate = readonly number[];

/** Pre: no other leaves than the first `leaves` nodes matter to the root. */
export function packPredicate(aig: ReadonlyAig, root: Lit, leaves: number): PackedPredicate {
  const gates = gatesOf(aig, root);
  const number = new Map(gates.map((n, i) => [n, leaves + 1 + i]));
  const sent = (l: Lit): number => {
    const n = number.get(nodeOf(l)) ?? nodeOf(l);
    if (n > leaves && !number.has(nodeOf(l))) throw new Error("the predicate reads more than the leaves that travel");
    return 2 * n + (l & 1);
  };
  return [...gates.flatMap((n) => [sent(aig.fanin0(n)), sent(aig.fanin1(n))]), sent(root)];
}

/** The gates that a literal depends on, in topological order. Looks at them only, not at the whole graph. */
function gatesOf(aig: ReadonlyAig, root: Lit): number[] {
  const seen = new Set<number>();
  const pending = [nodeOf(root)];
  for (let n = pending.pop(); n !== undefined; n = pending.pop()) {
    if (seen.has(n) || !aig.isGate(n)) continue;
    seen.add(n);
    pending.push(nodeOf(aig.fanin0(n)), nodeOf(aig.fanin1(n)));
  }
  return [...seen].sort((a, b) => a - b);
}

/** The literal that it is in `aig`; null when it is none: it speaks of nodes that it does not have. */
export function unpackPredicate(packed: PackedPredicate, aig: Aig, leaves: number): Lit | null {
  const gates: Lit[] = [];
  const received = (l: number | undefined): Lit | null => {
    if (l === undefined || l < 0) return null;
    const n = l >> 1;
    if (n <= leaves) return l as Lit;
    const gate = gates[n - leaves - 1];
    return gate === undefined ? null : ((gate ^ (l & 1)) as Lit);
  };
  for (let i = 0; i + 2 < packed.length; i += 2) {
    const [a, b] = [received(packed[i]), received(packed[i + 1])];
    if (a === null || b === null) return null;
    gates.push(aig.and(a, b));
  }
  return packed.length % 2 === 1 ? received(packed[packed.length - 1]) : null;
}

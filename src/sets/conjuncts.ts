import { type Aig, supportOf } from "../logic/aig.js";
import { isNegated, type Lit, nodeOf, not } from "../logic/lit.js";

/** A literal that reads no more leaves than this is not taken apart. */
const SMALL = 12;
/** Beyond so many literals, none is taken apart any more. */
const MOST = 1000;

/**
 * Literals whose conjunction is the given one, so that a transition relation can be kept in parts: the inputs of its
 * outer conjunctions, also of those under a disjunction with single leaves, as in (started → rule₁ ∧ rule₂ ∧ …).
 */
export function conjunctsOf(aig: Aig, root: Lit): Lit[] {
  const conjuncts = new Set<Lit>();
  const pending = [root];
  while (pending.length > 0) {
    const l = pending.pop()!;
    const full = conjuncts.size + pending.length >= MOST;
    const parts = !full && supportOf(aig, [l]).length > SMALL ? partsOf(aig, l) : null;
    if (parts === null) conjuncts.add(l);
    else pending.push(...parts);
  }
  return [...conjuncts];
}

function partsOf(aig: Aig, l: Lit): Lit[] | null {
  const n = nodeOf(l);
  if (!aig.isGate(n)) return null;
  const [a, b] = [aig.fanin0(n), aig.fanin1(n)];
  if (!isNegated(l)) return [a, b];
  // ¬a ∨ ¬b, where ¬a is x ∧ y and b a leaf: (x ∨ ¬b) ∧ (y ∨ ¬b)
  for (const [wide, leaf] of [
    [not(a), b],
    [not(b), a],
  ] as const) {
    const w = nodeOf(wide);
    if (aig.isGate(nodeOf(leaf)) || !aig.isGate(w) || isNegated(wide)) continue;
    return [aig.fanin0(w), aig.fanin1(w)].map((x) => aig.or(x, not(leaf)));
  }
  return null;
}

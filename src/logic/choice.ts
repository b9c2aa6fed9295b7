import type { Aig } from "./aig.js";
import { isNegated, type Lit, negateIf, nodeOf, not } from "./lit.js";

/**
 * `condition ? then : otherwise`, as `Aig.mux`, but alternatives that are choices are looked into: of one by the same condition only a branch can be
 * meant, and a value that is chosen twice is chosen once, by both conditions. Words share these conditions: three gates less for each bit.
 * No deeper than that, so that the work does not depend on what is below.
 */
export function choose(aig: Aig, condition: Lit, then: Lit, otherwise: Lit): Lit {
  const t = branch(aig, condition, then);
  const e = branch(aig, not(condition), otherwise);
  const first = choiceOf(aig, t);
  if (first?.no === e) return aig.mux(aig.and(condition, first.condition), first.yes, e);
  if (first?.yes === e) return aig.mux(aig.and(condition, not(first.condition)), first.no, e);
  const second = choiceOf(aig, e);
  if (second?.yes === t) return aig.mux(aig.or(condition, second.condition), t, second.no);
  if (second?.no === t) return aig.mux(aig.or(condition, not(second.condition)), t, second.yes);
  return aig.mux(condition, t, e);
}

/** What the literal is where the condition holds, if it is a choice by that; else the literal itself. */
function branch(aig: Aig, condition: Lit, l: Lit): Lit {
  const choice = choiceOf(aig, l);
  if (choice?.condition === condition) return choice.yes;
  return choice?.condition === not(condition) ? choice.no : l;
}

interface Choice {
  readonly condition: Lit;
  readonly yes: Lit;
  readonly no: Lit;
}

/** The literal as a choice; null if it is none. */
function choiceOf(aig: Aig, l: Lit): Choice | null {
  const n = nodeOf(l);
  if (!aig.isGate(n)) return null;
  const p = aig.fanin0(n);
  const q = aig.fanin1(n);
  if (!isNegated(p) || !isNegated(q) || !aig.isGate(nodeOf(p)) || !aig.isGate(nodeOf(q))) return null;
  const [a, b] = [aig.fanin0(nodeOf(p)), aig.fanin1(nodeOf(p))];
  const [u, v] = [aig.fanin0(nodeOf(q)), aig.fanin1(nodeOf(q))];
  // The gate is the negation of what is chosen.
  const by = (condition: Lit, yes: Lit, no: Lit): Choice => ({
    condition,
    yes: negateIf(yes, !isNegated(l)),
    no: negateIf(no, !isNegated(l)),
  });
  if (a === not(u)) return by(a, b, v);
  if (a === not(v)) return by(a, b, u);
  if (b === not(u)) return by(b, a, v);
  return b === not(v) ? by(b, a, u) : null;
}

import type { Ltl } from "../../formula/ltl.js";
import type { Lit } from "../../logic/lit.js";
import { type Automaton, outgoing } from "./automaton.js";

/** Larger ones are followed by registers: formulas are walked as trees. */
const MAX_SIZE = 120;

/** Is every cycle a state that goes on to itself, and the automaton small? Then LTL can say what it matches. */
export function hasOnlyLoops(a: Automaton): boolean {
  const out = outgoing(a);
  const sizes = Array<number>(a.size).fill(0);
  const state = new Uint8Array(a.size);
  /** How large the formula of a state is as a tree; Infinity on a longer cycle. */
  const sizeOf = (q: number): number => {
    if (state[q] === 1) return Infinity;
    if (state[q] === 0) {
      state[q] = 1;
      sizes[q] = 1;
      for (const e of out[q]!) if (e.to !== q && sizes[q]! <= MAX_SIZE) sizes[q]! += 2 + sizeOf(e.to);
      state[q] = 2;
    }
    return sizes[q]!;
  };
  return a.first.reduce((n, q) => n + sizeOf(q), 0) <= MAX_SIZE;
}

/** A match starts here at whose end `then` holds, or, if it need not end, an attempt goes on for ever. */
export function asLtl(a: Automaton, then: Ltl, mustEnd: boolean, atom: (when: Lit) => Ltl): Ltl {
  const out = outgoing(a);
  const known = new Map<number, Ltl>();
  const from = (q: number): Ltl => {
    const f = known.get(q) ?? fromState(q);
    known.set(q, f);
    return f;
  };
  const fromState = (q: number): Ltl => {
    const ways: Ltl[] = [];
    let stays: Ltl | null = null;
    for (const e of out[q]!) {
      const when = atom(e.when);
      if (a.isLast[e.to]) ways.push(then.op === "true" ? when : { op: "and", left: when, right: then });
      if (e.to === q) stays = when;
      else if (out[e.to]!.length > 0) ways.push({ op: "and", left: when, right: { op: "X", arg: from(e.to) } });
    }
    const leaves = either(ways);
    return stays === null ? leaves : { op: mustEnd ? "U" : "W", left: stays, right: leaves };
  };
  return either(a.first.map(from));
}

const either = (ways: readonly Ltl[]): Ltl =>
  ways.length === 0 ? { op: "false" } : ways.reduce((left, right) => ({ op: "or", left, right }));

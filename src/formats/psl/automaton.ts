import type { Aig } from "../../logic/aig.js";
import { type Lit, TRUE } from "../../logic/lit.js";
import type { Sere } from "./syntax.js";

/** From one state to another in a step in which `when` holds. */
export interface Edge {
  readonly from: number;
  readonly when: Lit;
  readonly to: number;
}

/**
 * A finite automaton: what it reads between a first and a last state is a match. States that cannot reach a last one are left out;
 * a condition that never holds is kept, since PSL tells a sequence that can still end from one that cannot by its shape alone.
 */
export interface Automaton {
  readonly size: number;
  readonly first: readonly number[];
  readonly isLast: readonly boolean[];
  readonly edges: readonly Edge[];
}

/** States and edges of one automaton, at most. */
const MAX_STATES = 4_000;
const MAX_EDGES = 40_000;
const MANY_STATES = `a sequence has more than ${MAX_STATES} states, or more edges than are followed`;

export class TooLarge extends Error {
  override readonly name = "TooLarge";
}

/** The automaton of a sequence. Throws TooLarge where it has more states than anybody wants to watch. */
export function automatonOf<B>(sere: Sere<B>, aig: Aig, letter: (holds: B) => Lit): Automaton {
  const build = (s: Sere<B>): Automaton => {
    switch (s.op) {
      case "letter":
        return { size: 2, first: [0], isLast: [false, true], edges: [{ from: 0, when: letter(s.holds), to: 1 }] };
      case "empty":
        return EMPTY;
      case "concat":
        return small(concat(build(s.left), build(s.right)));
      case "fusion":
        return small(fusion(build(s.left), build(s.right), aig));
      case "or":
        return small(union(build(s.left), build(s.right)));
      case "and":
        return small(product(build(s.left), build(s.right), aig));
      case "repeat":
        return small(repeat(build(s.arg), s.low, s.high));
    }
  };
  return merged(trimmed(build(sere)), aig);
}

/** Does a match need no step at all? */
const matchesNothing = (a: Automaton): boolean => a.first.some((q) => a.isLast[q]);

/** Can an attempt go on for ever without ever having matched? Only then it matters whether a sequence is strong or weak. */
export function canWaitForEver(a: Automaton): boolean {
  const open = a.edges.filter((e) => !a.isLast[e.to]);
  const ways = Array<number>(a.size).fill(0);
  for (const e of open) ways[e.to]!++;
  // Take away states that nothing leads to, again and again: what remains lies behind a cycle.
  const out = outgoing({ ...a, edges: open });
  const bare = [...ways.keys()].filter((q) => ways[q] === 0);
  let left = a.size;
  for (let q = bare.pop(); q !== undefined; q = bare.pop()) {
    left--;
    for (const e of out[q]!) if (--ways[e.to]! === 0) bare.push(e.to);
  }
  return left > 0;
}

/** The same matches; one that is not yet at its end may end wherever `when` holds. */
export function endingAt(a: Automaton, when: Lit, aig: Aig): Automaton {
  const end = a.size;
  const early = [...new Set(a.edges.map((e) => e.from))].map((from) => ({ from, when, to: end }));
  return merged({ ...a, size: a.size + 1, isLast: [...a.isLast, true], edges: [...a.edges, ...early] }, aig);
}

/** The matches in which `when` holds all the time. */
export const during = (a: Automaton, when: Lit, aig: Aig): Automaton => ({
  ...a,
  edges: a.edges.map((e) => ({ ...e, when: aig.and(e.when, when) })),
});

const EMPTY: Automaton = { size: 1, first: [0], isLast: [true], edges: [] };

function small(a: Automaton): Automaton {
  if (a.size > MAX_STATES || a.edges.length > MAX_EDGES) throw new TooLarge(MANY_STATES);
  return a;
}

/** Both side by side, the second with its states counted on; first and last states are those of the first. */
function beside(a: Automaton, b: Automaton): { readonly both: Automaton; readonly firstOfB: number[] } {
  const moved = b.edges.map((e) => ({ from: e.from + a.size, when: e.when, to: e.to + a.size }));
  const both = {
    size: a.size + b.size,
    first: a.first,
    isLast: [...a.isLast, ...b.isLast],
    edges: [...a.edges, ...moved],
  };
  return { both, firstOfB: b.first.map((q) => q + a.size) };
}

function union(a: Automaton, b: Automaton): Automaton {
  const { both, firstOfB } = beside(a, b);
  return { ...both, first: [...a.first, ...firstOfB] };
}

function concat(a: Automaton, b: Automaton): Automaton {
  const { both, firstOfB } = beside(a, b);
  const across = a.edges.filter((e) => a.isLast[e.to]).flatMap((e) => firstOfB.map((to) => ({ ...e, to })));
  const bMayBeNothing = matchesNothing(b);
  return {
    size: both.size,
    first: matchesNothing(a) ? [...a.first, ...firstOfB] : a.first,
    isLast: both.isLast.map((last, q) => last && (q >= a.size || bMayBeNothing)),
    edges: [...both.edges, ...across],
  };
}

/** The last step of the one is the first step of the other. */
function fusion(a: Automaton, b: Automaton, aig: Aig): Automaton {
  const { both, firstOfB } = beside(a, b);
  const isFirst = new Set(firstOfB);
  const starts = both.edges.filter((e) => isFirst.has(e.from));
  const across = a.edges
    .filter((e) => a.isLast[e.to])
    .flatMap((e) => starts.map((s) => ({ from: e.from, when: aig.and(e.when, s.when), to: s.to })));
  return {
    size: both.size,
    first: a.first,
    isLast: both.isLast.map((last, q) => last && q >= a.size),
    edges: [...both.edges, ...across],
  };
}

/** Both at once, step by step. */
function product(a: Automaton, b: Automaton, aig: Aig): Automaton {
  const numbers = new Map<number, number>();
  const pairs: (readonly [number, number])[] = [];
  const numberOf = (p: number, q: number): number => {
    const key = p * b.size + q;
    let n = numbers.get(key);
    if (n === undefined) {
      n = pairs.push([p, q]) - 1;
      numbers.set(key, n);
      if (n >= MAX_STATES) throw new TooLarge(MANY_STATES);
    }
    return n;
  };
  const first = a.first.flatMap((p) => b.first.map((q) => numberOf(p, q)));
  const outOfA = outgoing(a);
  const outOfB = outgoing(b);
  const edges: Edge[] = [];
  for (let from = 0; from < pairs.length; from++) {
    const [p, q] = pairs[from]!;
    for (const d of outOfA[p]!) {
      for (const e of outOfB[q]!) edges.push({ from, when: aig.and(d.when, e.when), to: numberOf(d.to, e.to) });
    }
    if (edges.length > MAX_EDGES) throw new TooLarge(MANY_STATES);
  }
  return { size: pairs.length, first, isLast: pairs.map(([p, q]) => a.isLast[p]! && b.isLast[q]!), edges };
}

function repeat(a: Automaton, low: number, high: number): Automaton {
  if (high === 0) return EMPTY;
  if (high === Infinity) {
    const again = a.edges.filter((e) => a.isLast[e.to]).flatMap((e) => a.first.map((to) => ({ ...e, to })));
    const more = { ...a, edges: [...a.edges, ...again] };
    if (low === 0) return union(EMPTY, more);
    return low === 1 ? more : small(concat(repeat(a, low - 1, low - 1), more));
  }
  // From the last repetition to the first, so that what may be left out is left out as a whole.
  let rest: Automaton | null = null;
  for (let i = high; i >= 1; i--) {
    const here = small(rest === null ? a : concat(a, rest));
    rest = i > low ? union(EMPTY, here) : here;
  }
  return rest!;
}

/** The same matches from a single first state, so that who starts there has all choices. */
export function withOneFirst(a: Automaton): Automaton {
  if (a.first.length === 1) return a;
  const isFirst = new Set(a.first);
  const copies = a.edges.filter((e) => isFirst.has(e.from)).map((e) => ({ ...e, from: a.size }));
  return { size: a.size + 1, first: [a.size], isLast: [...a.isLast, false], edges: [...a.edges, ...copies] };
}

/** By the state: what leaves it. */
export function outgoing(a: Automaton): readonly Edge[][] {
  const out: Edge[][] = Array.from({ length: a.size }, () => []);
  for (const e of a.edges) out[e.from]!.push(e);
  return out;
}

/** Without the states that lie on no way from a first to a last one. */
function trimmed(a: Automaton): Automaton {
  const there = reachable(a.size, a.first, a.edges, (e) => [e.from, e.to]);
  const lasts = [...a.isLast.keys()].filter((q) => a.isLast[q]);
  const back = reachable(a.size, lasts, a.edges, (e) => [e.to, e.from]);
  const kept = [...a.isLast.keys()].filter((q) => there[q] && back[q]);
  return renumbered(a, new Map(kept.map((q, i) => [q, i])), kept.length);
}

function reachable(
  size: number,
  from: readonly number[],
  edges: readonly Edge[],
  direction: (e: Edge) => readonly [number, number],
): boolean[] {
  const next: number[][] = Array.from({ length: size }, () => []);
  for (const e of edges) {
    const [source, target] = direction(e);
    next[source]!.push(target);
  }
  const seen = Array<boolean>(size).fill(false);
  const open = [...from];
  for (let q = open.pop(); q !== undefined; q = open.pop()) {
    if (seen[q]) continue;
    seen[q] = true;
    open.push(...next[q]!);
  }
  return seen;
}

/** States go where the map says, or away. */
function renumbered(a: Automaton, to: ReadonlyMap<number, number>, size: number): Automaton {
  const isLast = Array<boolean>(size).fill(false);
  for (const [q, n] of to) if (a.isLast[q]) isLast[n] = true;
  const edges = a.edges.flatMap((e) => {
    const from = to.get(e.from);
    const target = to.get(e.to);
    return from === undefined || target === undefined ? [] : [{ from, when: e.when, to: target }];
  });
  const first = [...new Set(a.first.flatMap((q) => to.get(q) ?? []))];
  return { size, first, isLast, edges };
}

/** With one state for all that have the same future, and one edge between two states. */
function merged(a: Automaton, aig: Aig): Automaton {
  let current = joined(a, aig);
  for (;;) {
    const classes = futures(current);
    const count = new Set(classes).size;
    if (count === current.size) return current;
    current = joined(renumbered(current, new Map(classes.map((c, q) => [q, c])), count), aig);
  }
}

/** The coarsest division of states by what leaves them. */
function futures(a: Automaton): number[] {
  const out = outgoing(a);
  let classes = a.isLast.map(Number);
  let count = new Set(classes).size;
  for (;;) {
    const known = new Map<string, number>();
    const finer = classes.map((c, q) => {
      const leaving = [...new Set(out[q]!.map((e) => `${e.when}>${classes[e.to]}`))].sort();
      const key = `${c}:${leaving.join(" ")}`;
      const number = known.get(key) ?? known.size;
      known.set(key, number);
      return number;
    });
    if (known.size === count) return finer;
    classes = finer;
    count = known.size;
  }
}

function joined(a: Automaton, aig: Aig): Automaton {
  const by = new Map<number, Edge>();
  for (const e of a.edges) {
    const key = e.from * a.size + e.to;
    const known = by.get(key);
    by.set(key, known === undefined ? e : { ...e, when: known.when === TRUE ? TRUE : aig.or(known.when, e.when) });
  }
  return { ...a, edges: [...by.values()] };
}

import { ALWAYS, type BooleanFunctions, type Fn, NEVER } from "../logic/boolean-functions.js";
import { bisimulationClasses } from "./bisimulation.js";
import type { Budget } from "./budget.js";
import { acceptsFrom } from "./membership.js";
import { intersection } from "./product.js";
import { type Components, componentsOf, type Edge, isEmpty, mergeEdges, type Tgba } from "./tgba.js";

/**
 * The minimal deterministic weak automaton of an obligation property (Dax, Eisinger and Klaedtke, "Mechanizing the
 * powerset construction for restricted classes of ω-automata", ATVA 2007): the subset construction, in which all cycles
 * of a component agree on acceptance if the language is an obligation; then Löding's minimization.
 *
 * When the language is none, the result is some other automaton: `isSameLanguage` tells.
 */
export function minimalWeak(automaton: Tgba, maxStates: number, budget: Budget): WeakDeterministic | undefined {
  const subsets = determinized(automaton, maxStates, budget);
  if (subsets === undefined) return undefined;
  const components = componentsOf(subsets.automaton);
  const accepting = acceptingStates(automaton, subsets, components);
  const classes = bisimulationClasses(subsets.automaton, (state) => accepting[state]!, budget);
  return quotient(subsets.automaton, classes, accepting);
}

/** A complete deterministic automaton in which acceptance depends on the component alone. */
export interface WeakDeterministic {
  readonly automaton: Tgba;
  /** The complete automaton of the complement. */
  readonly complement: Tgba;
}

/** Is the language of `weak` that of `automaton`? `negation` accepts the complement of `automaton`. */
export function isSameLanguage(weak: WeakDeterministic, automaton: Tgba, negation: Tgba, budget: Budget): boolean {
  const meet = (a: Tgba, b: Tgba) => !isEmpty(intersection(a, b, budget));
  return !meet(automaton, weak.complement) && !meet(weak.automaton, negation);
}

/** Sets of states, one of them possibly empty: the automaton is complete. */
interface Subsets {
  readonly automaton: Tgba;
  readonly members: readonly (readonly number[])[];
}

function determinized(automaton: Tgba, maxStates: number, budget: Budget): Subsets | undefined {
  const { functions } = automaton;
  const ids = new Map<string, number>();
  const members: (readonly number[])[] = [];
  const idOf = (set: readonly number[]): number => {
    const key = set.join();
    let id = ids.get(key);
    if (id === undefined) {
      id = members.push(set) - 1;
      ids.set(key, id);
    }
    return id;
  };
  const initial = idOf([automaton.initial]);
  const edges: Edge[][] = [];
  for (let i = 0; i < members.length; i++) {
    if (members.length > maxStates) return undefined;
    const outgoing = members[i]!.flatMap((state) => automaton.edges[state]!);
    const parts = partitionLetters(functions, outgoing, maxStates, budget);
    if (parts === undefined) return undefined;
    edges.push(
      mergeEdges(
        functions,
        parts.map(([targets, label]) => ({ target: idOf(targets), label, marks: 0 })),
      ),
    );
  }
  return { automaton: { ...automaton, acceptanceSets: 0, initial, edges }, members };
}

/** For every letter the targets it leads to: letters with equal targets together. Undefined when there are too many. */
function partitionLetters(
  functions: BooleanFunctions,
  edges: readonly Edge[],
  maxParts: number,
  budget: Budget,
): [number[], Fn][] | undefined {
  const labels = new Map<number, Fn>();
  for (const edge of edges) labels.set(edge.target, functions.or(labels.get(edge.target) ?? NEVER, edge.label));
  let parts: [number[], Fn][] = [[[], ALWAYS]];
  for (const [target, label] of [...labels].sort((a, b) => a[0] - b[0])) {
    budget.tick();
    parts = parts.flatMap(([targets, letters]): [number[], Fn][] => [
      [[...targets, target], functions.and(letters, label)],
      [targets, functions.minus(letters, label)],
    ]);
    parts = parts.filter(([, letters]) => letters !== NEVER);
    if (parts.length > maxParts) return undefined;
  }
  return parts;
}

/**
 * Which states of the subset automaton accept when visited for ever. One cycle of each component decides; components
 * without cycle take the colour that allows the most merging (Löding, "Efficient minimization of deterministic weak
 * ω-automata", 2001): colours fall along edges, and even ones accept.
 */
function acceptingStates(automaton: Tgba, subsets: Subsets, components: Components): Uint8Array {
  const { edges } = subsets.automaton;
  const top = 2 * components.count;
  const colour = new Int32Array(components.count).fill(top);
  const members: number[][] = Array.from({ length: components.count }, () => []);
  edges.forEach((_, state) => {
    members[components.of[state]!]!.push(state);
  });
  for (let c = 0; c < components.count; c++) {
    for (const state of members[c]!) {
      for (const { target } of edges[state]!) {
        const below = components.of[target]!;
        if (below !== c) colour[c] = Math.min(colour[c]!, colour[below]!);
      }
    }
    if (!components.hasCycle[c]) continue;
    const accepts = cycleAccepts(automaton, subsets, components, members[c]![0]!);
    if ((colour[c]! % 2 === 0) !== accepts) colour[c]!--;
  }
  return Uint8Array.from(edges, (_, state) => (colour[components.of[state]!]! % 2 === 0 ? 1 : 0));
}

/** Does the automaton accept, from the subset, the word that some cycle through it reads for ever? */
function cycleAccepts(automaton: Tgba, subsets: Subsets, components: Components, start: number): boolean {
  const letters = shortestCycle(subsets.automaton, components, start).map((label) => {
    const positive = automaton.functions.pick(label).filter((literal) => (literal & 1) === 0);
    return new Set(positive.map((literal) => literal >> 1));
  });
  return acceptsFrom(automaton, subsets.members[start]!, {
    length: letters.length,
    loop: 0,
    holds: (variable, position) => letters[position]!.has(variable),
  });
}

/** Labels along a shortest cycle inside a component. */
function shortestCycle(automaton: Tgba, components: Components, start: number): Fn[] {
  const from = new Map<number, { state: number; label: Fn }>();
  const queue = [start];
  for (const state of queue) {
    for (const { target, label } of automaton.edges[state]!) {
      if (components.of[target] !== components.of[start] || from.has(target)) continue;
      from.set(target, { state, label });
      queue.push(target);
    }
    if (from.has(start)) break;
  }
  const labels: Fn[] = [];
  let state = start;
  do {
    const step = from.get(state)!;
    labels.unshift(step.label);
    state = step.state;
  } while (state !== start);
  return labels;
}

function quotient(automaton: Tgba, classes: Int32Array, accepting: Uint8Array): WeakDeterministic {
  const edges: Edge[][] = [];
  const complemented: Edge[][] = [];
  automaton.edges.forEach((outgoing, state) => {
    const c = classes[state]!;
    const towards = (marks: number) =>
      mergeEdges(
        automaton.functions,
        outgoing.map((edge) => ({ ...edge, target: classes[edge.target]!, marks })),
      );
    edges[c] ??= towards(accepting[state]!);
    complemented[c] ??= towards(1 - accepting[state]!);
  });
  const base = { ...automaton, acceptanceSets: 1, initial: classes[automaton.initial]! };
  return { automaton: { ...base, edges }, complement: { ...base, edges: complemented } };
}

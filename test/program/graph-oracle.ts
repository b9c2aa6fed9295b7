import { ltlToTgba } from "../../src/automata/translate.js";
import { labelWords, type StateSpace, SuccessorBuffer } from "../../src/explicit/state-space.js";
import type { Ltl } from "../../src/formula/ltl.js";
import { ALWAYS, NEVER } from "../../src/logic/boolean-functions.js";

interface Edge {
  readonly target: number;
  readonly marks: readonly number[];
}

/** All transitions of a state, as texts: packed target and label. */
export function transitionsOf(space: StateSpace, state: Int32Array): string[] {
  const out = new SuccessorBuffer(space);
  space.successors(state, 0, out);
  const found: string[] = [];
  for (let at = 0; at < out.length; at += out.stride) found.push([...out.data.slice(at, at + out.stride)].join(" "));
  return found;
}

/** Every reachable packed state, or somewhat more than `most` of them. */
export function reachable(space: StateSpace, most = Number.POSITIVE_INFINITY): Int32Array[] {
  const states = new Map<string, Int32Array>();
  const out = new SuccessorBuffer(space);
  space.initial(out);
  const pending: Int32Array[] = [];
  const take = () => {
    for (let at = 0; at < out.length; at += out.stride) {
      const state = out.data.slice(at, at + space.words);
      if (states.has(state.join(" "))) continue;
      states.set(state.join(" "), state);
      pending.push(state);
    }
    out.length = 0;
  };
  take();
  for (let state = pending.pop(); state !== undefined && states.size <= most; state = pending.pop()) {
    space.successors(state, 0, out);
    take();
  }
  return [...states.values()];
}

/**
 * Is there a reachable cycle on which the negated formula is accepted and every condition met? By the definition: the
 * product as a graph, and the greatest set from which each mark can be met again and again inside it.
 */
export function violates(space: StateSpace, formula: Ltl, atoms: readonly string[]): boolean {
  const automaton = ltlToTgba({ op: "not", arg: formula });
  const ids = new Map<string, number>();
  const nodes: { readonly state: Int32Array; readonly q: number }[] = [];
  const idOf = (state: Int32Array, q: number): number => {
    const key = `${state.join(" ")}/${q}`;
    let id = ids.get(key);
    if (id === undefined) {
      id = nodes.push({ state, q }) - 1;
      ids.set(key, id);
    }
    return id;
  };
  const out = new SuccessorBuffer(space);
  space.initial(out);
  for (let at = 0; at < out.length; at += out.stride) idOf(out.data.slice(at, at + space.words), automaton.initial);
  const edges: Edge[][] = [];
  for (let n = 0; n < nodes.length; n++) {
    const { state, q } = nodes[n]!;
    const outgoing: Edge[] = [];
    out.length = 0;
    space.successors(state, 0, out);
    for (let at = 0; at < out.length; at += out.stride) {
      const label = out.data.slice(at + space.words, at + space.words + labelWords(space));
      const bit = (j: number) => ((label[j >> 5]! >>> (j & 31)) & 1) === 1;
      const holds = (atom: string) => bit(space.conditions + atoms.indexOf(atom));
      for (const edge of automaton.edges[q]!) {
        let f = edge.label;
        while (f !== ALWAYS && f !== NEVER) {
          const { functions } = automaton;
          f = holds(automaton.atoms[functions.root(f)]!) ? functions.highOf(f) : functions.lowOf(f);
        }
        if (f === NEVER) continue;
        const marks = [
          ...Array.from({ length: space.conditions }, (_, j) => j).filter(bit),
          ...Array.from({ length: automaton.acceptanceSets }, (_, j) => j)
            .filter((j) => ((edge.marks >> j) & 1) === 1)
            .map((j) => space.conditions + j),
        ];
        outgoing.push({ target: idOf(out.data.slice(at, at + space.words), edge.target), marks });
      }
    }
    edges.push(outgoing);
  }
  return hull(edges, space.conditions + automaton.acceptanceSets).includes(true);
}

/** States from which every mark can be met for ever (Emerson and Lei). */
function hull(edges: readonly (readonly Edge[])[], marks: number): boolean[] {
  let inside = edges.map(() => true);
  for (;;) {
    let next = inside.map((is, n) => is && edges[n]!.some((e) => inside[e.target]));
    for (let m = 0; m < marks; m++) {
      // Can reach, inside, an edge with the mark that stays inside.
      const reach = next.map((is, n) => is && edges[n]!.some((e) => next[e.target] && e.marks.includes(m)));
      for (let changed = true; changed; ) {
        changed = false;
        edges.forEach((outgoing, n) => {
          if (reach[n] || !next[n] || !outgoing.some((e) => next[e.target] && reach[e.target])) return;
          reach[n] = changed = true;
        });
      }
      next = reach;
    }
    if (next.every((is, n) => is === inside[n])) return next;
    inside = next;
  }
}

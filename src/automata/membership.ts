import type { LassoWord } from "../formula/words.js";
import { ALWAYS } from "../logic/boolean-functions.js";
import { componentsOf, type Edge, type Tgba } from "./tgba.js";

/** Does the automaton accept the word? */
export function accepts(automaton: Tgba, word: LassoWord): boolean {
  return acceptsFrom(automaton, [automaton.initial], {
    length: word.length,
    loop: word.loop,
    holds: (variable, position) => word.holds(automaton.atoms[variable]!, position),
  });
}

/** A lasso word whose atoms are given by their variables. */
export interface LetterWord {
  readonly length: number;
  readonly loop: number;
  holds(variable: number, position: number): boolean;
}

/** Does the automaton accept the word from one of the states? Looks for a cycle of pairs (position, state). */
export function acceptsFrom(automaton: Tgba, states: readonly number[], word: LetterWord): boolean {
  const n = automaton.edges.length;
  const edges: Edge[][] = [];
  for (let position = 0; position < word.length; position++) {
    const next = position + 1 < word.length ? position + 1 : word.loop;
    const value = (variable: number) => word.holds(variable, position);
    for (const outgoing of automaton.edges) {
      const enabled = outgoing.filter((edge) => automaton.functions.evaluate(edge.label, value));
      edges.push(enabled.map((edge) => ({ ...edge, target: next * n + edge.target })));
    }
  }
  const initial = edges.push(states.map((target) => ({ target, label: ALWAYS, marks: 0 }))) - 1;
  return componentsOf({ ...automaton, edges, initial }).accepting.includes(true);
}

import { ALWAYS, NEVER } from "../logic/boolean-functions.js";
import { type Components, componentsOf, type Edge, type Tgba } from "./tgba.js";

/**
 * How hard a component makes the search for accepting cycles. `transient`: it has no cycle. `rejecting`: no cycle
 * accepts. Of the accepting ones: `terminal` accepts every word from every state, `weak` every cycle, `strong` only some.
 */
export type ComponentStrength = "transient" | "rejecting" | "terminal" | "weak" | "strong";

export type Strength = "empty" | "terminal" | "weak" | "strong";

/** The strength of each component, in the numbering of `components`. */
export function strengths(automaton: Tgba, components: Components = componentsOf(automaton)): ComponentStrength[] {
  return components.accepting.map((accepting, c) => {
    if (!components.hasCycle[c]) return "transient";
    if (!accepting) return "rejecting";
    if (hasRejectingCycle(automaton, components, c)) return "strong";
    return isComplete(automaton, components, c) ? "terminal" : "weak";
  });
}

/** The strength of the hardest component. */
export function strengthOf(automaton: Tgba): Strength {
  const all = strengths(automaton);
  return (["strong", "weak", "terminal"] as const).find((strength) => all.includes(strength)) ?? "empty";
}

/** A cycle is rejecting when it avoids some acceptance set. */
function hasRejectingCycle(automaton: Tgba, components: Components, component: number): boolean {
  for (let set = 0; set < automaton.acceptanceSets; set++) {
    const avoids = (edge: Edge) => components.of[edge.target] === component && ((edge.marks >> set) & 1) === 0;
    const start = automaton.edges.map((outgoing, state) =>
      components.of[state] === component ? outgoing.filter(avoids) : [],
    );
    if (hasCycle(start)) return true;
  }
  return false;
}

/** Takes away states without successors until none is left, or those on cycles are. */
function hasCycle(edges: readonly (readonly Edge[])[]): boolean {
  const successors = edges.map((outgoing) => outgoing.length);
  const predecessors: number[][] = edges.map(() => []);
  edges.forEach((outgoing, state) => {
    for (const { target } of outgoing) predecessors[target]!.push(state);
  });
  const ends = edges.flatMap((outgoing, state) => (outgoing.length === 0 ? [state] : []));
  for (const state of ends) {
    for (const before of predecessors[state]!) if (--successors[before]! === 0) ends.push(before);
  }
  return ends.length < edges.length;
}

/** Every letter can be read without leaving the component. */
function isComplete({ edges, functions }: Tgba, components: Components, component: number): boolean {
  return edges.every((outgoing, state) => {
    if (components.of[state] !== component) return true;
    const inside = outgoing.filter((edge) => components.of[edge.target] === component);
    return inside.reduce((read, edge) => functions.or(read, edge.label), NEVER) === ALWAYS;
  });
}

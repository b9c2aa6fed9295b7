import { allMarks, type Components, componentsOf, type Edge, type Marks, renamed, type Tgba } from "./tgba.js";

/** Only states that are reachable and from which some word is accepted; the initial state always stays. */
export function withoutUselessStates(automaton: Tgba): Tgba {
  const components = componentsOf(automaton);
  const useful = usefulComponents(automaton, components);
  const number = new Map<number, number>();
  const keep = (state: number): number | undefined => {
    const c = components.of[state]!;
    return c >= 0 && (useful[c] === 1 || state === automaton.initial) ? number.get(state) : undefined;
  };
  automaton.edges.forEach((_, state) => {
    const c = components.of[state]!;
    if (c >= 0 && (useful[c] === 1 || state === automaton.initial)) number.set(state, number.size);
  });
  const trimmed = renamed(automaton, number.size, keep);
  if (useful[components.of[automaton.initial]!] === 1) return trimmed;
  return { ...trimmed, acceptanceSets: 0, edges: trimmed.edges.map(() => []) };
}

/** 1 for components from which an accepting one can be reached. */
function usefulComponents(automaton: Tgba, components: Components): Uint8Array {
  const useful = new Uint8Array(components.count);
  const members: number[][] = Array.from({ length: components.count }, () => []);
  automaton.edges.forEach((_, state) => {
    const c = components.of[state]!;
    if (c >= 0) members[c]!.push(state);
  });
  // Components are numbered from the last ones on, so successors are decided first.
  for (let c = 0; c < components.count; c++) {
    const leadsOn = (state: number) => automaton.edges[state]!.some((e) => useful[components.of[e.target]!] === 1);
    if (components.accepting[c] || members[c]!.some(leadsOn)) useful[c] = 1;
  }
  return useful;
}

/** What becomes of marks that no run can use infinitely often, those of edges between components. */
export type IdleMarks = "none" | "kept";

/**
 * The acceptance sets that matter. Marks outside accepting components are idle. Inside a component, a set that
 * contains another one is superfluous there; what remains is numbered anew, each component for itself.
 */
export function withFewerAcceptanceSets(automaton: Tgba, idle: IdleMarks = "none"): Tgba {
  const components = componentsOf(automaton);
  const plans = components.accepting.map((accepting, c) => (accepting ? neededSets(automaton, components, c) : []));
  const rejects = components.accepting.some((accepting, c) => !accepting && components.hasCycle[c]);
  const acceptanceSets = Math.max(rejects ? 1 : 0, ...plans.map((plan) => plan.length));
  const all = allMarks(acceptanceSets);
  const edges = automaton.edges.map((outgoing, state) => {
    const c = components.of[state]!;
    return outgoing.map((edge): Edge => {
      if (components.of[edge.target] !== c) return { ...edge, marks: idle === "none" ? 0 : edge.marks & all };
      return { ...edge, marks: components.accepting[c] ? renumbered(edge.marks, plans[c]!, all) : 0 };
    });
  });
  return renamed({ ...automaton, acceptanceSets, edges }, edges.length, (state) => state);
}

/** Sets of the plan become 0, 1, …; the others, which the component does not need, hold everywhere in it. */
function renumbered(marks: Marks, plan: readonly number[], all: Marks): Marks {
  let result = all & ~allMarks(plan.length);
  plan.forEach((set, i) => {
    if ((marks >> set) & 1) result |= 1 << i;
  });
  return result;
}

/** Sets such that visiting them infinitely often inside the component means visiting all of them. */
function neededSets(automaton: Tgba, components: Components, component: number): number[] {
  const occurring = new Set<Marks>();
  automaton.edges.forEach((outgoing, state) => {
    if (components.of[state] !== component) return;
    for (const edge of outgoing) if (components.of[edge.target] === component) occurring.add(edge.marks);
  });
  const marks = [...occurring];
  const contains = (big: number, small: number) =>
    marks.every((m) => ((m >> small) & 1) === 0 || ((m >> big) & 1) === 1);
  const isFull = (set: number) => marks.every((m) => ((m >> set) & 1) === 1);
  const kept: number[] = [];
  for (let set = 0; set < automaton.acceptanceSets; set++) {
    if (isFull(set) || kept.some((other) => contains(set, other))) continue;
    for (let i = kept.length - 1; i >= 0; i--) if (contains(kept[i]!, set)) kept.splice(i, 1);
    kept.push(set);
  }
  return kept;
}

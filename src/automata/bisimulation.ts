import type { Budget } from "./budget.js";
import { mergeEdges, renamed, type Tgba } from "./tgba.js";

/**
 * Classes of states that cannot be told apart: they agree on `initially`, and on the letters and marks with which they
 * lead to each class. Refined as by Moore until nothing changes; classes are numbered from 0.
 */
export function bisimulationClasses(automaton: Tgba, initially: (state: number) => number, budget: Budget): Int32Array {
  let classes = Int32Array.from(automaton.edges, (_, state) => initially(state));
  for (let count = new Set(classes).size; ; ) {
    const ids = new Map<string, number>();
    const finer = new Int32Array(classes.length);
    automaton.edges.forEach((outgoing, state) => {
      budget.tick();
      const towards = mergeEdges(
        automaton.functions,
        outgoing.map((edge) => ({ ...edge, target: classes[edge.target]! })),
      );
      const signature = towards.map((edge) => `${edge.target}:${edge.marks}:${edge.label}`).sort();
      const key = `${classes[state]};${signature.join()}`;
      const id = ids.get(key) ?? ids.size;
      ids.set(key, id);
      finer[state] = id;
    });
    classes = finer;
    if (ids.size === count) return classes;
    count = ids.size;
  }
}

/** One state for each class: cheap, and enough to make large automata small. */
export function withoutBisimilarStates(automaton: Tgba, budget: Budget): Tgba {
  const classes = bisimulationClasses(automaton, () => 0, budget);
  const count = classes.reduce((n, c) => Math.max(n, c + 1), 0);
  if (count === classes.length) return automaton;
  return renamed(automaton, count, (state) => classes[state]!);
}

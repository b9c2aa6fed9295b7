import { NEVER } from "../logic/boolean-functions.js";
import type { Budget } from "./budget.js";
import { type Edge, mergeEdges, type Tgba } from "./tgba.js";

/** The words that both accept. The automata share one store of labels and its atoms. */
export function intersection(a: Tgba, b: Tgba, budget?: Budget): Tgba {
  if (a.functions !== b.functions) throw new TypeError("the automata have different stores of labels");
  const ids = new Map<number, number>();
  const pairs: [number, number][] = [];
  const idOf = (p: number, q: number): number => {
    const key = p * b.edges.length + q;
    let id = ids.get(key);
    if (id === undefined) {
      id = pairs.push([p, q]) - 1;
      ids.set(key, id);
    }
    return id;
  };
  const initial = idOf(a.initial, b.initial);
  const edges: Edge[][] = [];
  for (let i = 0; i < pairs.length; i++) {
    const [p, q] = pairs[i]!;
    const outgoing: Edge[] = [];
    for (const e of a.edges[p]!) {
      budget?.tick();
      for (const f of b.edges[q]!) {
        const label = a.functions.and(e.label, f.label);
        if (label === NEVER) continue;
        outgoing.push({ label, target: idOf(e.target, f.target), marks: e.marks | (f.marks << a.acceptanceSets) });
      }
    }
    edges.push(mergeEdges(a.functions, outgoing));
  }
  return { ...a, initial, edges, acceptanceSets: a.acceptanceSets + b.acceptanceSets };
}

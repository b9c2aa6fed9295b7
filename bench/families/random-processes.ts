import { FALSE, type Lit } from "../../src/logic/lit.js";
import type { Random } from "../../src/logic/random.js";
import type { Model } from "../../src/model/model.js";
import { Builder, type Word } from "./builder.js";

/** By node: its successors, one to three of them. Processes start in node 0. */
export type ProcessGraph = readonly (readonly number[])[];

/**
 * The random models of Catch-them-young, Section 3.3: one to seven processes on identical graphs of 1 to 17 nodes with a
 * fan-out of 1 to 3, all drawn evenly; one process moves at a time.
 */
export interface RandomProcesses {
  readonly processes: number;
  readonly graph: ProcessGraph;
}

export function randomProcesses(random: Random): RandomProcesses {
  const processes = 1 + random.below(7);
  const nodes = 1 + random.below(17);
  const graph = Array.from({ length: nodes }, () =>
    Array.from({ length: 1 + random.below(3) }, () => random.below(nodes)),
  );
  return { processes, graph };
}

/**
 * A cycle set for each process and each nontrivial component of the graph: the behaviours that stay in it for ever are
 * accepted. A bad cycle leaves them all again and again; but some process moves infinitely often and never leaves its
 * component in the end, so that there is none. `omitted` leaves one cycle set out: then its process can go round in its
 * component, which is a bad cycle if the others can wait outside of theirs.
 */
export function processModel({ processes, graph }: RandomProcesses, omitted: number | null): Model {
  const b = new Builder();
  const bits = Math.ceil(Math.log2(graph.length));
  const mover = b.inputWord(Math.ceil(Math.log2(processes)));
  const choice = b.inputWord(2);
  const components = nontrivialComponents(graph);
  let sets = 0;
  for (let p = 0; p < processes; p++) {
    const at = b.word(bits);
    // The last process also moves when no process has the number.
    const others = Array.from({ length: processes - 1 }, (_, q) => b.is(mover, q));
    const moves = p < processes - 1 ? others[p]! : b.not(b.or(...others));
    b.nextWord(at, b.muxWord(moves, successor(b, graph, at, choice), at));
    for (const component of components)
      if (sets++ !== omitted) b.fair(b.not(b.or(...component.map((node) => b.is(at, node)))));
  }
  return b.model();
}

export const cycleSets = ({ processes, graph }: RandomProcesses): number =>
  processes * nontrivialComponents(graph).length;

function successor(b: Builder, graph: ProcessGraph, at: Word, choice: Word): Word {
  const next: Lit[] = at.map(() => FALSE);
  graph.forEach((successors, node) => {
    for (let c = 0; c < 4; c++) {
      const here = b.and(b.is(at, node), b.is(choice, c));
      const to = b.constant(successors[c % successors.length]!, at.length);
      to.forEach((bit, i) => {
        next[i] = b.or(next[i]!, b.and(here, bit));
      });
    }
  });
  return next;
}

/** Components with an edge inside that a process can reach. */
export function nontrivialComponents(graph: ProcessGraph): number[][] {
  const reach = graph.map((_, from) => reachableFrom(graph, from));
  const fromStart = [0, ...reach[0]!];
  const components: number[][] = [];
  for (const node of new Set(fromStart)) {
    if (!reach[node]!.has(node) || components.some((c) => c.includes(node))) continue;
    components.push([...reach[node]!].filter((other) => reach[other]!.has(node)));
  }
  return components;
}

/** By at least one step. */
function reachableFrom(graph: ProcessGraph, from: number): Set<number> {
  const found = new Set<number>();
  const pending = [...graph[from]!];
  while (pending.length > 0) {
    const node = pending.pop()!;
    if (found.has(node)) continue;
    found.add(node);
    pending.push(...graph[node]!);
  }
  return found;
}

import type { Graph } from "../../src/sets/explicit-graph.js";

/**
 * Nodes by the labels of GSH, Table 1: `0` self loop, in no condition; a number n > 0: self loop, in all conditions but
 * the n-th; `x` no loop, in no condition; `o` no loop, in all conditions; `F` self loop, in all conditions.
 */
export type Label = number | "x" | "o" | "F";

/** A graph of rows of labelled nodes. `arc` says whether there is an arc between two nodes of a row, from left to right. */
export function rowsGraph(
  conditions: number,
  rows: readonly (readonly Label[])[],
  arc: (row: readonly Label[], from: number, to: number) => boolean,
): Graph {
  const edges: [number, number][] = [];
  const inCondition: number[][] = Array.from({ length: conditions }, () => []);
  let base = 0;
  for (const row of rows) {
    row.forEach((label, i) => {
      if (typeof label === "number" || label === "F") edges.push([base + i, base + i]);
      for (let c = 0; c < conditions; c++) if (belongs(label, c + 1)) inCondition[c]!.push(base + i);
      for (let j = i + 1; j < row.length; j++) if (arc(row, i, j)) edges.push([base + i, base + j]);
    });
    base += row.length;
  }
  return { states: base, edges, initial: Array.from({ length: base }, (_, s) => s), conditions: inCondition };
}

const belongs = (label: Label, condition: number): boolean =>
  label === "o" || label === "F" || (typeof label === "number" && label > 0 && label !== condition);

const repeat = <T>(n: number, ...items: T[]): T[] => Array.from({ length: n }, () => items).flat();

/** n, n-1, …, 1 */
const down = (n: number): number[] => Array.from({ length: n }, (_, i) => n - i);

/**
 * G(r,s,f) of Fig. 3: row k has 2r x-nodes, then k groups (o, f, …, 1). Arcs go from each o and n node to every node to
 * its right, from each x node but the first s to every x to its right and to the first o, and between neighbours.
 */
export function figure3(r: number, s: number, f: number): Graph {
  return rowsGraph(f, figure3Rows(r, f), (row, from, to) => figure3Arc(s, row, from, to));
}

const figure3Rows = (r: number, f: number): Label[][] =>
  Array.from({ length: r }, (_, k) => [...repeat<Label>(2 * r, "x"), ...repeat<Label>(k + 1, "o", ...down(f))]);

function figure3Arc(s: number, row: readonly Label[], from: number, to: number): boolean {
  return to === from + 1 || row[from] !== "x" || (from >= s && to <= row.indexOf("o"));
}

/** Below Theorem 8: the rows of G(r,s,f) behind a fair state, and all of that mirrored to its left. */
export function mirroredFigure3(r: number, s: number, f: number): Graph {
  const half = figure3Rows(r, f);
  const rows = half.map((row): Label[] => [...[...row].reverse(), "F", ...row]);
  return rowsGraph(f, rows, (row, from, to) => {
    const middle = (row.length - 1) / 2;
    if (to === from + 1) return true;
    if (from > middle) return figure3Arc(s, row.slice(middle + 1), from - middle - 1, to - middle - 1);
    return to < middle && figure3Arc(s, row.slice(middle + 1), middle - 1 - to, middle - 1 - from);
  });
}

/**
 * A graph with the properties of Fig. 2: r rows of 4r nontrivial SCCs, |C| = r+1. The first half of a row is a chain of
 * 0-nodes; the other nodes have arcs to all nodes on their right. Row i (from 1) ends with labels i+1 (several), i, …, 3:
 * they hide r-i+1 pairs (1, 2) until EU_3, …, EU_{i+1} have been applied.
 */
export function figure2(r: number): Graph {
  const rows = Array.from({ length: r }, (_, k): Label[] => {
    const pairs = repeat<Label>(r - k, 1, 2);
    const hiding: Label[] =
      k === 0 ? [] : [...repeat<Label>(2 * r - pairs.length - (k - 1), k + 2), ...down(k + 1).filter((n) => n >= 3)];
    return [...repeat<Label>(2 * r, 0), ...pairs, ...hiding];
  });
  return rowsGraph(r + 1, rows, (row, from, to) => to === from + 1 || row[from] !== 0);
}

/**
 * A graph with the properties of Fig. 4, |C| = 3: F in the middle, on both sides x-nodes in a chain that keeps the diameter
 * large, outside them groups of o and 3, 2, 1. The o and n nodes have arcs forward to the others on their side.
 */
export function figure4(groups: number, x: number): Graph {
  const right: Label[] = [...repeat<Label>(x, "x"), ...repeat<Label>(groups, "o", 3, 2, 1)];
  const left: Label[] = [...repeat<Label>(groups, 1, 2, 3, "o"), ...repeat<Label>(x, "x")];
  const middle = left.length;
  return rowsGraph(3, [[...left, "F", ...right]], (row, from, to) => {
    const sameSide = from < middle === to < middle && from !== middle && to !== middle;
    return to === from + 1 || (sameSide && row[from] !== "x" && row[to] !== "x");
  });
}

/**
 * A graph with the properties of Fig. 5, |C| = 3: x-nodes with an arc to the next node only, n nodes that form a complete
 * acyclic graph, and x-nodes again, so that neither tense alone gets rid of all of them.
 */
export function figure5(half: number): Graph {
  const n = Array.from({ length: half }, (_, i): Label => (i % 3) + 1);
  const row: Label[] = [...repeat<Label>(half, "x"), ...n, ...repeat<Label>(half, "x")];
  return rowsGraph(3, [row], (labels, from, to) => to === from + 1 || (labels[from] !== "x" && labels[to] !== "x"));
}

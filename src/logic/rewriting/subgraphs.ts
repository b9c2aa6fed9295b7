import type { Subgraph } from "./subgraph.js";
import { SUBGRAPH_TABLE } from "./subgraph-table.js";

let known: readonly Subgraph[] | null = null;

/** By NPN class of four variables: a graph of its representative with the fewest gates. */
export function subgraphs(): readonly Subgraph[] {
  known ??= SUBGRAPH_TABLE.split("\n").map(subgraph);
  return known;
}

/** Literals as digits to the base 36, two for each gate, then the root. */
function subgraph(text: string): Subgraph {
  const literals = [...text].map((digit) => Number.parseInt(digit, 36));
  return { inputs: 4, gates: literals.slice(0, -1), root: literals[literals.length - 1]! };
}

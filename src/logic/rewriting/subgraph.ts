import type { Lit } from "../lit.js";
import type { Network } from "./network.js";

/** A small graph: literal 2i is input i, literal 2 (inputs + k) gate k; odd ones are negations. */
export interface Subgraph {
  readonly inputs: number;
  /** Two literals for each gate, of inputs and of gates before it. */
  readonly gates: readonly number[];
  readonly root: number;
}

/** The graph on these inputs; gates that are there are not made again. */
export function build(network: Network, { gates, root }: Subgraph, inputs: readonly Lit[]): Lit {
  const lits: (Lit | null)[] = [...inputs];
  for (let k = 0; 2 * k < gates.length; k++) {
    const a = part(lits, gates[2 * k]!);
    const b = part(lits, gates[2 * k + 1]!);
    lits.push(a === null || b === null ? null : network.find(a, b));
  }
  const make = (code: number): Lit => {
    const known = part(lits, code);
    if (known !== null) return known;
    const k = (code >> 1) - inputs.length;
    const made = network.and(make(gates[2 * k]!), make(gates[2 * k + 1]!));
    lits[code >> 1] = made;
    return (made ^ (code & 1)) as Lit;
  };
  return make(root);
}

const part = (lits: readonly (Lit | null)[], code: number): Lit | null => {
  const l = lits[code >> 1] ?? null;
  return l === null ? null : ((l ^ (code & 1)) as Lit);
};

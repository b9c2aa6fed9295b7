import { type Aig, coneOf, type ReadonlyAig } from "../../logic/aig.js";
import { FALSE, type Lit, negateIf, nodeOf, TRUE } from "../../logic/lit.js";
import type { Bdd } from "./edge.js";
import type { FlatDiagram } from "./flat.js";

/** What building from a graph needs of a manager. */
interface Conjunctions {
  readonly false: Bdd;
  and(f: Bdd, g: Bdd): Bdd;
  protect(f: Bdd): Bdd;
  release(f: Bdd): void;
}

/** The function of a diagram as a literal: one multiplexer a node. */
export function flatToAig(f: FlatDiagram, aig: Aig, literalOf: (variable: number) => Lit): Lit {
  const lits: Lit[] = [TRUE];
  const of = (edge: number) => negateIf(lits[edge >> 1]!, (edge & 1) === 1);
  for (let i = 0; i < f.variable.length; i++) lits.push(aig.mux(literalOf(f.variable[i]!), of(f.hi[i]!), of(f.lo[i]!)));
  return of(f.root);
}

/**
 * The functions of literals over the functions of leaves. Functions of inner gates are released as soon as the last gate
 * that reads them is done. The results are protected, once each; on a failure nothing stays protected.
 */
export function fromAig(
  bdd: Conjunctions,
  aig: ReadonlyAig,
  roots: readonly Lit[],
  leafAs: (node: number) => Bdd,
): Bdd[] {
  const cone = coneOf(aig, roots);
  const readers = new Int32Array(aig.size);
  for (let n = 1; n < aig.size; n++) {
    if (cone[n] === 0 || !aig.isGate(n)) continue;
    readers[nodeOf(aig.fanin0(n))]!++;
    readers[nodeOf(aig.fanin1(n))]!++;
  }
  for (const root of roots) readers[nodeOf(root)]!++;

  const image = new Int32Array(aig.size).fill(-1);
  image[nodeOf(FALSE)] = bdd.false;
  const of = (l: Lit) => (image[nodeOf(l)]! ^ (l & 1)) as Bdd;
  const readOnce = (l: Lit) => {
    const n = nodeOf(l);
    if (--readers[n]! === 0 && aig.isGate(n)) bdd.release(image[n] as Bdd);
  };
  let built = 1;
  try {
    for (; built < aig.size; built++) {
      if (cone[built] === 0) continue;
      if (!aig.isGate(built)) {
        image[built] = leafAs(built);
        continue;
      }
      const a = aig.fanin0(built);
      const b = aig.fanin1(built);
      image[built] = bdd.protect(bdd.and(of(a), of(b)));
      readOnce(a);
      readOnce(b);
    }
  } catch (error) {
    for (let n = 1; n < built; n++) if (cone[n] === 1 && aig.isGate(n) && readers[n]! > 0) bdd.release(image[n] as Bdd);
    throw error;
  }
  const results = roots.map((root) => bdd.protect(of(root)));
  for (const root of roots) readOnce(root);
  return results;
}

import { explained } from "./budget.js";
import type { Bdd } from "./edge.js";
import type { FlatForest } from "./flat.js";
import { type BddKernel, wordsAt } from "./kernel.js";

// Diagrams read from the kernel and written back. Reading makes no nodes.

/** Nodes of all functions together, each counted once. */
export function sharedSize(k: BddKernel, functions: Iterable<Bdd>): number {
  k.begin();
  visitAll(k, functions);
  const size = k.visited();
  k.end();
  return size;
}

function visitAll(k: BddKernel, functions: Iterable<Bdd>): void {
  try {
    for (const f of functions) k.visit(f);
  } catch (error) {
    throw explained(error);
  }
}

/** A copy of the diagrams in arrays, which later operations do not change; shared nodes once. */
export function flatForest(k: BddKernel, functions: readonly Bdd[]): FlatForest {
  k.begin();
  visitAll(k, functions);
  const n = k.visited();
  let address: number;
  try {
    address = k.flatten();
  } catch (error) {
    throw explained(error);
  }
  const rows = wordsAt(k, address, 3 * n);
  const variable = new Int32Array(n);
  const lo = new Int32Array(n);
  const hi = new Int32Array(n);
  for (let i = 0, at = 0; i < n; i++) {
    variable[i] = rows[at++]!;
    lo[i] = rows[at++]!;
    hi[i] = rows[at++]!;
  }
  return { roots: functions.map((f) => k.numberOf(address, f)), variable, lo, hi };
}

/** The value of f where variable v has the value `values[v]`, 0 or 1. */
export function evaluate(k: BddKernel, f: Bdd, values: ArrayLike<number>): boolean {
  let edge: number = f;
  while (edge > 1) edge = values[k.topVariable(edge)] === 1 ? k.hi(edge) : k.lo(edge);
  return edge === 0;
}

/** One cube of f, per variable 1, 0, or -1 where it does not occur; null when f is false. */
export function someCube(k: BddKernel, f: Bdd): Int8Array | null {
  if (f === 1) return null;
  const cube = new Int8Array(k.varCount.value).fill(-1);
  for (let edge: number = f; edge > 1; ) {
    const lo = k.lo(edge);
    const branch = lo === 1 ? 1 : 0;
    cube[k.topVariable(edge)] = branch;
    edge = branch === 1 ? k.hi(edge) : lo;
  }
  return cube;
}

/** What building diagrams from arrays needs of a manager. */
interface Building {
  variable(v: number): Bdd;
  ite(f: Bdd, g: Bdd, h: Bdd): Bdd;
  protect(f: Bdd): Bdd;
  release(f: Bdd): void;
}

/**
 * Diagrams from arrays, with variable `variableOf(v)` for v; whatever the order was where they come from, they get this
 * manager's. The results are protected, once each; on a failure nothing stays protected.
 */
export function fromFlat(
  bdd: Building,
  { roots, variable, lo, hi }: FlatForest,
  variableOf: (variable: number) => number = (v) => v,
): Bdd[] {
  const built = new Int32Array(variable.length + 1);
  const of = (edge: number) => (built[edge >> 1]! ^ (edge & 1)) as Bdd;
  let done = 0;
  try {
    for (; done < variable.length; done++) {
      const f = bdd.ite(bdd.variable(variableOf(variable[done]!)), of(hi[done]!), of(lo[done]!));
      built[done + 1] = bdd.protect(f);
    }
    return roots.map((root) => bdd.protect(of(root)));
  } finally {
    for (let i = 1; i <= done; i++) bdd.release(built[i] as Bdd);
  }
}

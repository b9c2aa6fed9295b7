/**
 * Nodes copied out of the kernel: they stay as they are while the manager collects or reorders. Node n ≥ 1 stands at
 * index n−1, its children have smaller numbers, and edges are 2·node + complement as in the kernel (0 true, 1 false).
 */
interface FlatNodes {
  readonly variable: Int32Array;
  readonly lo: Int32Array;
  readonly hi: Int32Array;
}

/** One diagram. */
export interface FlatDiagram extends FlatNodes {
  readonly root: number;
}

/** Several diagrams that share nodes. */
export interface FlatForest extends FlatNodes {
  readonly roots: readonly number[];
}

/** 2^-512: numbers in the counts below are kept within one such block, together with the number of blocks. */
const BLOCK = 2 ** -512;

/** Shares of all assignments, one an edge: m · 2^(-512·blocks), exact up to rounding however small. */
export interface Densities {
  readonly m: Float64Array;
  readonly blocks: Int32Array;
}

/** The share of all assignments that satisfy each edge of a diagram. */
export function densities(f: FlatNodes): Densities {
  const n = f.variable.length;
  // Both signs are summed up, never subtracted, so that small shares keep their precision.
  const m = new Float64Array(2 * n + 2);
  const blocks = new Int32Array(2 * n + 2);
  m[0] = 1;
  for (let i = 0; i < n; i++) {
    for (let sign = 0; sign < 2; sign++) {
      const a = f.lo[i]! ^ sign;
      const b = f.hi[i]! ^ sign;
      const shift = blocks[a]! - blocks[b]!;
      let sum: number;
      let block: number;
      if (m[a] === 0 || (m[b] !== 0 && shift > 0)) {
        sum = m[b]! / 2 + (shift === 1 ? (m[a]! * BLOCK) / 2 : 0);
        block = blocks[b]!;
      } else {
        sum = m[a]! / 2 + (shift === 0 ? m[b]! / 2 : shift === -1 ? (m[b]! * BLOCK) / 2 : 0);
        block = blocks[a]!;
      }
      if (sum !== 0 && sum < BLOCK) {
        sum /= BLOCK;
        block++;
      }
      const edge = 2 * (i + 1) + sign;
      m[edge] = sum;
      blocks[edge] = block;
    }
  }
  return { m, blocks };
}

/** Whether edge a has a larger share than edge b. */
export function isDenser({ m, blocks }: Densities, a: number, b: number): boolean {
  if (m[a] === 0 || m[b] === 0 || blocks[a] === blocks[b]) return m[a]! > m[b]!;
  return blocks[a]! < blocks[b]!;
}

/** The exact number of satisfying assignments of `variables` variables, which must include the support. */
export function countExactly(f: FlatDiagram, variables: number): bigint {
  const all = 1n << BigInt(variables);
  const counts: bigint[] = [all];
  const of = (edge: number) => ((edge & 1) === 1 ? all - counts[edge >> 1]! : counts[edge >> 1]!);
  for (let i = 0; i < f.variable.length; i++) counts.push((of(f.lo[i]!) + of(f.hi[i]!)) >> 1n);
  return of(f.root);
}

/**
 * Every path to true, as a cube: per variable 1, 0, or -1 where the path does not ask. The same array is filled again for
 * each cube, so copy what must last.
 */
export function* cubesOf(f: FlatDiagram, variables: number): Generator<Int8Array, void> {
  const cube = new Int8Array(variables).fill(-1);
  // The path from the root: edges, and which branch was taken last (0 lo, 1 hi, -1 none yet).
  const edges = [f.root];
  const taken = [-1];
  while (edges.length > 0) {
    const top = edges.length - 1;
    const edge = edges[top]!;
    const node = (edge >> 1) - 1;
    if (edge === 0) yield cube;
    if (edge <= 1 || taken[top] === 1) {
      if (edge > 1) cube[f.variable[node]!] = -1;
      edges.pop();
      taken.pop();
      continue;
    }
    const branch = taken[top]! + 1;
    taken[top] = branch;
    cube[f.variable[node]!] = branch;
    edges.push((branch === 0 ? f.lo[node]! : f.hi[node]!) ^ (edge & 1));
    taken.push(-1);
  }
}

/** A cube with the fewest literals, or null for the constant false. */
export function shortestCube(f: FlatDiagram, variables: number): Int8Array | null {
  const n = f.variable.length;
  const literals = new Float64Array(2 * n + 2).fill(Number.POSITIVE_INFINITY);
  literals[0] = 0;
  for (let i = 0; i < n; i++) {
    for (let sign = 0; sign < 2; sign++)
      literals[2 * (i + 1) + sign] = 1 + Math.min(literals[f.lo[i]! ^ sign]!, literals[f.hi[i]! ^ sign]!);
  }
  if (literals[f.root] === Number.POSITIVE_INFINITY) return null;
  const cube = new Int8Array(variables).fill(-1);
  for (let edge = f.root; edge > 1; ) {
    const node = (edge >> 1) - 1;
    const lo = f.lo[node]! ^ (edge & 1);
    const hi = f.hi[node]! ^ (edge & 1);
    const branch = literals[lo]! <= literals[hi]! ? 0 : 1;
    cube[f.variable[node]!] = branch;
    edge = branch === 0 ? lo : hi;
  }
  return cube;
}

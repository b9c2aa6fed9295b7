/*
 * Dense subsets (Ravi and Somenzi, "High-density reachability analysis", 1995): some of the assignments of a function, in
 * a diagram of at most so many nodes. Edges that are given up become false. A diagram that is small enough is returned
 * itself; where no subset is small enough, one cube is.
 */
import { densities, type FlatDiagram, isDenser } from "./flat.js";

const TRUE = 0;
const FALSE = 1;

/** Nodes of a diagram under construction, numbered as in FlatDiagram. They need not be reduced. */
class FlatBuilder {
  private readonly variable: number[] = [];
  private readonly lo: number[] = [];
  private readonly hi: number[] = [];

  add(variable: number, lo: number, hi: number): number {
    this.variable.push(variable);
    this.lo.push(lo);
    this.hi.push(hi);
    return 2 * this.variable.length;
  }

  build(root: number): FlatDiagram {
    const { variable, lo, hi } = this;
    return { root, variable: Int32Array.from(variable), lo: Int32Array.from(lo), hi: Int32Array.from(hi) };
  }
}

/**
 * Follows the heavier branch from the root and gives up the lighter ones until the rest fits. A lighter branch stays where
 * its nodes are there anyway.
 */
export function heavyBranch(f: FlatDiagram, nodes: number): FlatDiagram {
  if (f.variable.length <= nodes) return f;
  const path = heavyPath(f);
  const { first, depthOf } = firstThatFits(f, path, nodes);

  const built = new FlatBuilder();
  const image = new Int32Array(f.variable.length + 1);
  const isKept = (edge: number) => edge <= FALSE || depthOf[edge >> 1]! >= first;
  const of = (edge: number) => (edge <= FALSE ? edge : image[edge >> 1]! ^ (edge & 1));
  for (let i = 0; i < f.variable.length; i++)
    if (depthOf[i + 1]! >= first) image[i + 1] = built.add(f.variable[i]!, of(f.lo[i]!), of(f.hi[i]!));
  let root = of(path[first]!);
  for (let k = first - 1; k >= 0; k--) {
    const { lo, hi, variable } = childrenOf(f, path[k]!);
    const isLow = lo === path[k + 1];
    const light = isLow ? hi : lo;
    const kept = isKept(light) ? of(light) : FALSE;
    root = built.add(variable, isLow ? root : kept, isLow ? kept : root);
  }
  return built.build(root);
}

/** The edges from the root to true, always into the heavier branch. */
function heavyPath(f: FlatDiagram): number[] {
  const shares = densities(f);
  const path = [f.root];
  for (let edge = f.root; edge > FALSE; path.push(edge)) {
    const { lo, hi } = childrenOf(f, edge);
    edge = isDenser(shares, hi, lo) ? hi : lo;
  }
  return path;
}

/**
 * The first edge of the path below which so few nodes lie that, with one for each edge above it, there are at most `nodes`.
 * Each node's depth is the place of the last edge on the path that leads to it, -1 where that was not looked for.
 */
function firstThatFits(f: FlatDiagram, path: readonly number[], nodes: number) {
  const depthOf = new Int32Array(f.variable.length + 1).fill(-1);
  depthOf[0] = path.length;
  let below = 0;
  let first = path.length - 1;
  // From the bottom: what lies below an edge includes what lies below the next one.
  for (let k = path.length - 2; k >= 0; k--) {
    const pending = [path[k]! >> 1];
    while (pending.length > 0 && k + below <= nodes) {
      const node = pending.pop()!;
      if (depthOf[node]! >= 0) continue;
      depthOf[node] = k;
      below++;
      pending.push(f.lo[node - 1]! >> 1, f.hi[node - 1]! >> 1);
    }
    if (k + below > nodes) break;
    first = k;
  }
  return { first, depthOf };
}

/**
 * Keeps the edges on paths to true that are at most so long, for the greatest length that fits; the room that is left is
 * filled with paths of the next length.
 */
export function shortPaths(f: FlatDiagram, nodes: number): FlatDiagram {
  if (f.variable.length <= nodes) return f;
  const lengths = new PathLengths(f);
  const kept = new Uint8Array(2 * f.variable.length + 2);
  const { longest, count } = lengths.within(nodes);
  for (let edge = 2; edge < kept.length; edge++) if (lengths.through(edge) <= longest) kept[edge] = 1;
  fill(f, lengths, kept, longest + 1, nodes - count);

  const built = new FlatBuilder();
  const image = new Int32Array(kept.length).fill(FALSE);
  image[TRUE] = TRUE;
  for (let edge = 2; edge < kept.length; edge++) {
    if (kept[edge] === 0) continue;
    const { variable, lo, hi } = childrenOf(f, edge);
    image[edge] = built.add(variable, image[lo]!, image[hi]!);
  }
  return built.build(image[f.root]!);
}

/** Lengths of the shortest paths from the root to each edge and from there to true; infinite where there is none. */
class PathLengths {
  private readonly above: Float64Array;
  private readonly below: Float64Array;

  constructor(private readonly f: FlatDiagram) {
    const edges = 2 * f.variable.length + 2;
    this.above = new Float64Array(edges).fill(Number.POSITIVE_INFINITY);
    this.below = new Float64Array(edges).fill(Number.POSITIVE_INFINITY);
    this.below[TRUE] = 0;
    for (let edge = 2; edge < edges; edge++) {
      const { lo, hi } = childrenOf(f, edge);
      this.below[edge] = 1 + Math.min(this.below[lo]!, this.below[hi]!);
    }
    this.above[f.root] = 0;
    for (let edge = edges - 1; edge > FALSE; edge--) {
      const { lo, hi } = childrenOf(f, edge);
      for (const child of [lo, hi]) this.above[child] = Math.min(this.above[child]!, this.above[edge]! + 1);
    }
  }

  /** Of the shortest path to true through an edge. */
  through(edge: number): number {
    return this.above[edge]! + this.below[edge]!;
  }

  /** Whether a shortest path to the child goes through the edge. */
  isShortestTo(child: number, edge: number): boolean {
    return this.above[child] === this.above[edge]! + 1;
  }

  /** The child on a shortest path to true. */
  nextTo(edge: number): number {
    const { lo, hi } = childrenOf(this.f, edge);
    return this.below[lo]! <= this.below[hi]! ? lo : hi;
  }

  /** The greatest length of paths whose edges, all together, are at most `nodes`; less than the shortest if there is none. */
  within(nodes: number): { longest: number; count: number } {
    const counts: number[] = [];
    for (let edge = 2; edge < this.above.length; edge++) {
      const length = this.through(edge);
      if (length < Number.POSITIVE_INFINITY) counts[length] = (counts[length] ?? 0) + 1;
    }
    let longest = this.below[this.f.root]! - 1;
    let count = 0;
    while (longest + 1 < counts.length && count + (counts[longest + 1] ?? 0) <= nodes) count += counts[++longest] ?? 0;
    return { longest, count };
  }
}

/** Keeps further paths of one length while there is room for their edges: the first one in any case if nothing is kept yet. */
function fill(f: FlatDiagram, lengths: PathLengths, kept: Uint8Array, length: number, room: number): void {
  const isNext = new Uint8Array(kept.length);
  isNext[f.root] = 1;
  const isEmpty = kept[f.root] === 0;
  // Parents have larger numbers: an edge comes after the kept ones that lead to it.
  for (let edge = kept.length - 1; edge > FALSE; edge--) {
    if (kept[edge] === 0 && isNext[edge] === 1 && lengths.through(edge) === length) {
      const fresh: number[] = [];
      for (let e = edge; e > FALSE && kept[e] === 0; e = lengths.nextTo(e)) fresh.push(e);
      if (fresh.length <= room || (isEmpty && edge === f.root)) {
        for (const e of fresh) kept[e] = 1;
        room -= fresh.length;
      }
    }
    if (kept[edge] === 0) continue;
    const { lo, hi } = childrenOf(f, edge);
    for (const child of [lo, hi]) if (lengths.isShortestTo(child, edge)) isNext[child] = 1;
  }
}

/** The variable of an edge's node, and its cofactors with the sign pushed down. */
function childrenOf(f: FlatDiagram, edge: number): { variable: number; lo: number; hi: number } {
  const i = (edge >> 1) - 1;
  const sign = edge & 1;
  return { variable: f.variable[i]!, lo: f.lo[i]! ^ sign, hi: f.hi[i]! ^ sign };
}

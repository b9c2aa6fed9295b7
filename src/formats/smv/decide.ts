import { type Aig, AigCopier, Aig as Graph } from "../../logic/aig.js";
import { FALSE, type Lit, nodeOf, TRUE } from "../../logic/lit.js";

/** Up to this many variables all valuations are tried at once, 32 in each word. */
const ENUMERATED = 12;

/** Values of leaves (by node) under which a literal holds. */
export type Valuation = ReadonlyMap<number, boolean>;

/**
 * Whether a literal can hold for some values of the leaves: a valuation, null when it cannot, and "unknown" when
 * `budget` gate evaluations did not decide it. Meant for small questions about expressions: Shannon expansion on a
 * graph that simplifies itself, then exhaustive simulation.
 */
export function satisfiable(from: Aig, lit: Lit, budget = 5_000_000): Valuation | null | "unknown" {
  if (lit === FALSE) return null;
  if (lit === TRUE) return new Map();
  const search = new Search(budget);
  const original = new Map<number, number>();
  const copier = new AigCopier(from, search.aig, (node) => {
    const leaf = search.aig.leaf();
    original.set(nodeOf(leaf), node);
    return leaf;
  });
  const found = search.expand(copier.copy(lit), new Map());
  if (found === null || found === "unknown") return found;
  return new Map([...found].map(([leaf, value]) => [original.get(leaf)!, value]));
}

class Search {
  readonly aig = new Graph();
  private readonly refuted = new Set<Lit>([FALSE]);

  constructor(private budget: number) {}

  expand(lit: Lit, path: Map<number, boolean>): Map<number, boolean> | null | "unknown" {
    if (lit === TRUE) return path;
    if (this.refuted.has(lit)) return null;
    const cone = coneBelow(this.aig, lit);
    const leaves = cone.filter((n) => this.aig.isLeaf(n));
    this.budget -= cone.length;
    if (this.budget < 0) return "unknown";
    const found = leaves.length <= ENUMERATED ? this.enumerate(lit, cone, leaves, path) : this.split(lit, leaves, path);
    if (found === null) this.refuted.add(lit);
    return found;
  }

  private split(
    lit: Lit,
    leaves: readonly number[],
    path: Map<number, boolean>,
  ): Map<number, boolean> | null | "unknown" {
    const leaf = leaves[0]!;
    for (const value of [true, false]) {
      const constant = value ? TRUE : FALSE;
      const cofactor = new AigCopier(this.aig, this.aig, (n) => (n === leaf ? constant : ((2 * n) as Lit))).copy(lit);
      const found = this.expand(cofactor, new Map(path).set(leaf, value));
      if (found !== null) return found;
    }
    return null;
  }

  private enumerate(
    lit: Lit,
    cone: readonly number[],
    leaves: readonly number[],
    path: Map<number, boolean>,
  ): Map<number, boolean> | null | "unknown" {
    const words = Math.max(1, 2 ** leaves.length / 32);
    this.budget -= cone.length * words;
    if (this.budget < 0) return "unknown";
    const values = new Map<number, Int32Array>([[0, new Int32Array(words)]]);
    leaves.forEach((leaf, i) => {
      values.set(leaf, columnOf(i, words));
    });
    const read = (l: Lit, w: number): number => values.get(nodeOf(l))![w]! ^ -(l & 1);
    for (const n of cone) {
      if (!this.aig.isGate(n)) continue;
      const out = new Int32Array(words);
      for (let w = 0; w < words; w++) out[w] = read(this.aig.fanin0(n), w) & read(this.aig.fanin1(n), w);
      values.set(n, out);
    }
    const rows = 2 ** leaves.length;
    for (let w = 0; w < words; w++) {
      const hit = read(lit, w);
      for (let bit = 0; bit < 32 && w * 32 + bit < rows; bit++) {
        if (((hit >>> bit) & 1) === 0) continue;
        const row = w * 32 + bit;
        return new Map([...path, ...leaves.map((leaf, i) => [leaf, ((row >>> i) & 1) === 1] as const)]);
      }
    }
    return null;
  }
}

const PATTERNS = [0xaaaaaaaa | 0, 0xcccccccc | 0, 0xf0f0f0f0 | 0, 0xff00ff00 | 0, 0xffff0000 | 0];

/** The values of the i-th variable over all valuations, 32 in a word. */
function columnOf(i: number, words: number): Int32Array {
  if (i < 5) return new Int32Array(words).fill(PATTERNS[i]!);
  return Int32Array.from({ length: words }, (_, w) => -((w >>> (i - 5)) & 1));
}

/** Nodes below a literal, fanins first. */
function coneBelow(aig: Aig, lit: Lit): number[] {
  const seen = new Set<number>([0]);
  const pending = [nodeOf(lit)];
  for (let n = pending.pop(); n !== undefined; n = pending.pop()) {
    if (seen.has(n)) continue;
    seen.add(n);
    if (aig.isGate(n)) pending.push(nodeOf(aig.fanin0(n)), nodeOf(aig.fanin1(n)));
  }
  seen.delete(0);
  // Node order is a topological order.
  return [...seen].sort((a, b) => a - b);
}

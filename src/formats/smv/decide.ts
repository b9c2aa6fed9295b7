import { type Aig, AigCopier, Aig as Graph } from "../../logic/aig.js";
import { FALSE, isNegated, type Lit, litOf, nodeOf, TRUE } from "../../logic/lit.js";

/** Up to this many variables all valuations are tried at once, 32 in each word. */
const ENUMERATED = 12;

/** Values of leaves (by node) under which a literal holds. */
export type Valuation = ReadonlyMap<number, boolean>;

/**
 * Whether a literal can hold for some values of the leaves: a valuation, null when it cannot, and "unknown" when
 * `budget` gate evaluations did not decide it. Meant for small questions about expressions: a few conjuncts over few
 * leaves often contradict each other already; if not, Shannon expansion on a graph that simplifies itself, then
 * exhaustive simulation.
 */
export function satisfiable(from: Aig, lit: Lit, budget = 5_000_000): Valuation | null | "unknown" {
  if (lit === FALSE) return null;
  if (lit === TRUE) return new Map();
  const search = new Search(budget);
  const { root, original } = copyInto(search.aig, from, lit);
  if (search.refutesPart(root)) return null;
  const found = search.expand(root, new Map());
  if (found === null || found === "unknown") return found;
  return new Map([...found].map(([leaf, value]) => [original.get(leaf)!, value]));
}

function copyInto(to: Aig, from: Aig, lit: Lit): { root: Lit; original: Map<number, number> } {
  const original = new Map<number, number>();
  const copier = new AigCopier(from, to, (node) => {
    const leaf = to.leaf();
    original.set(nodeOf(leaf), node);
    return leaf;
  });
  return { root: copier.copy(lit), original };
}

/** The operands of a tree of conjunctions. */
export function conjuncts(aig: Aig, root: Lit): Lit[] {
  const out: Lit[] = [];
  const seen = new Set<Lit>();
  const pending = [root];
  for (let l = pending.pop(); l !== undefined; l = pending.pop()) {
    if (l === TRUE || seen.has(l)) continue;
    seen.add(l);
    if (!isNegated(l) && aig.isGate(nodeOf(l))) pending.push(aig.fanin0(nodeOf(l)), aig.fanin1(nodeOf(l)));
    else out.push(l);
  }
  return out;
}

class Search {
  readonly aig = new Graph();
  private readonly refuted = new Set<Lit>([FALSE]);

  constructor(private budget: number) {}

  /** Whether conjuncts that read the leaves of one small conjunct contradict each other. */
  refutesPart(root: Lit): boolean {
    const parts = conjuncts(this.aig, root).map((l) => ({ l, leaves: this.leavesBelow(l) }));
    parts.sort((a, b) => a.leaves.length - b.leaves.length);
    const tried = new Set<string>();
    for (const { leaves } of parts) {
      const key = leaves.join();
      if (leaves.length > ENUMERATED || tried.has(key)) continue;
      tried.add(key);
      const within = new Set(leaves);
      const chosen = parts.filter((p) => p.leaves.length <= leaves.length && p.leaves.every((n) => within.has(n)));
      const all = this.aig.andAll(chosen.map((p) => p.l));
      if (all === FALSE || this.enumerate(all, coneBelow(this.aig, all), leaves, new Map()) === null) return true;
    }
    return false;
  }

  private leavesBelow(l: Lit): number[] {
    return leavesOf(this.aig, [l]);
  }

  expand(lit: Lit, path: Map<number, boolean>): Map<number, boolean> | null | "unknown" {
    if (lit === TRUE) return path;
    if (this.refuted.has(lit)) return null;
    const cone = coneBelow(this.aig, lit);
    const leaves = cone.filter((n) => this.aig.isLeaf(n));
    this.budget -= cone.length;
    if (this.budget < 0) return "unknown";
    const found = leaves.length <= ENUMERATED ? this.enumerate(lit, cone, leaves, path) : this.split(lit, cone, path);
    if (found === null) this.refuted.add(lit);
    return found;
  }

  private split(
    lit: Lit,
    cone: readonly number[],
    path: Map<number, boolean>,
  ): Map<number, boolean> | null | "unknown" {
    const leaf = this.mostRead(cone);
    for (const value of [true, false]) {
      const found = this.expand(this.cofactor(lit, cone, leaf, value), new Map(path).set(leaf, value));
      if (found !== null) return found;
    }
    return null;
  }

  /** The leaf that most gates read: fixing it simplifies most. */
  private mostRead(cone: readonly number[]): number {
    const readers = new Map<number, number>();
    for (const n of cone) {
      if (!this.aig.isGate(n)) continue;
      for (const m of [nodeOf(this.aig.fanin0(n)), nodeOf(this.aig.fanin1(n))]) {
        if (this.aig.isLeaf(m)) readers.set(m, (readers.get(m) ?? 0) + 1);
      }
    }
    let best = -1;
    for (const [leaf, count] of readers) if (best < 0 || count > readers.get(best)!) best = leaf;
    return best;
  }

  private cofactor(lit: Lit, cone: readonly number[], leaf: number, value: boolean): Lit {
    const image = new Map<number, Lit>([
      [0, FALSE],
      [leaf, value ? TRUE : FALSE],
    ]);
    const read = (l: Lit): Lit => ((image.get(nodeOf(l)) ?? litOf(nodeOf(l))) ^ (l & 1)) as Lit;
    for (const n of cone) {
      if (!this.aig.isGate(n)) continue;
      const a = this.aig.fanin0(n);
      const b = this.aig.fanin1(n);
      if (image.has(nodeOf(a)) || image.has(nodeOf(b))) image.set(n, this.aig.and(read(a), read(b)));
    }
    return read(lit);
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

const coneBelow = (aig: Aig, lit: Lit): number[] => coneOfAll(aig, [lit]);

/** The leaves that literals depend on; the cost is that of their cones, however large the graph is. */
export const leavesOf = (aig: Aig, lits: readonly Lit[]): number[] => coneOfAll(aig, lits).filter((n) => aig.isLeaf(n));

/** Nodes below literals, fanins first. */
function coneOfAll(aig: Aig, lits: readonly Lit[]): number[] {
  const seen = new Set<number>([0]);
  const pending = lits.map(nodeOf);
  for (let n = pending.pop(); n !== undefined; n = pending.pop()) {
    if (seen.has(n)) continue;
    seen.add(n);
    if (aig.isGate(n)) pending.push(nodeOf(aig.fanin0(n)), nodeOf(aig.fanin1(n)));
  }
  seen.delete(0);
  // Node order is a topological order.
  return [...seen].sort((a, b) => a - b);
}

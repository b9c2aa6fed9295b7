import { type Adjacency, adjacency, type Graph, type WrittenOutModel } from "./explicit-graph.js";
import type { StepCounts } from "./state-sets.js";

/**
 * A bit set that knows how many scopes and cells hold it. When nobody does, it is dead and every use throws: an
 * algorithm that lets go of a set too early is found at once, on the smallest graph.
 */
export class ExplicitSet {
  holders = 0;
  private bits: Uint32Array | null;

  constructor(words: Uint32Array) {
    this.bits = words;
  }

  get words(): Uint32Array {
    this.mustLive();
    return this.bits!;
  }

  mustLive(): void {
    if (this.bits === null) throw new Error("a set was used after its last scope or cell had let go of it");
  }

  die(): void {
    this.bits = null;
  }
}

/** What all scopes and views of one system share. */
export class World {
  readonly successors: Adjacency;
  readonly predecessors: Adjacency;
  readonly wordCount: number;
  readonly steps: StepCounts = { ex: 0, ey: 0 };
  /** Sets that somebody holds. */
  live = 0;

  constructor(
    readonly graph: Graph,
    readonly writtenOut: WrittenOutModel | null,
    readonly hostile: boolean,
  ) {
    this.successors = adjacency(graph.states, graph.edges);
    this.predecessors = adjacency(
      graph.states,
      graph.edges.map(([from, to]) => [to, from] as const),
    );
    this.wordCount = (graph.states + 31) >>> 5;
  }

  hold(set: ExplicitSet): void {
    set.mustLive();
    if (set.holders++ === 0) this.live++;
  }

  release(set: ExplicitSet): void {
    if (--set.holders > 0) return;
    this.live--;
    set.die();
  }

  wordsOf(states: Iterable<number>): Uint32Array {
    const words = new Uint32Array(this.wordCount);
    for (const s of states) words[s >>> 5]! |= 1 << (s & 31);
    return words;
  }

  every(): Uint32Array {
    const words = new Uint32Array(this.wordCount);
    for (let s = 0; s < this.graph.states; s++) words[s >>> 5]! |= 1 << (s & 31);
    return words;
  }

  neighbours(of: Uint32Array, { offsets, targets }: Adjacency): Uint32Array {
    const found = new Uint32Array(this.wordCount);
    for (const s of members(of))
      for (let i = offsets[s]!; i < offsets[s + 1]!; i++) {
        const t = targets[i]!;
        found[t >>> 5]! |= 1 << (t & 31);
      }
    return found;
  }
}

/** The states of a set, in order. */
export function* members(words: Uint32Array): Generator<number> {
  for (let w = 0; w < words.length; w++)
    for (let rest = words[w]!; rest !== 0; rest &= rest - 1) yield w * 32 + (31 - Math.clz32(rest & -rest));
}

/** Word by word. */
export const combine = (a: Uint32Array, b: Uint32Array, f: (x: number, y: number) => number): Uint32Array =>
  a.map((x, i) => f(x, b[i]!));

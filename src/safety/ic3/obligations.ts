import type { Cube } from "../cube.js";

/**
 * "Show that `cube` is not reachable in `frame` steps." Every state of the cube reaches the target: with `inputs` it
 * steps into `next.cube`, and so on; without `next` it satisfies the target itself, under `inputs`.
 */
export interface Obligation {
  readonly cube: Cube;
  frame: number;
  /** Steps to the target. */
  readonly depth: number;
  readonly inputs: Uint8Array;
  readonly next: Obligation | null;
  /** How often it was met without getting anywhere; decays as its frame rises. */
  activity: number;
}

/** Obligations by frame, lowest first; within a frame the deepest, then the most general first. */
export class ObligationQueue {
  private readonly heap: Obligation[] = [];

  get size(): number {
    return this.heap.length;
  }

  /** The most urgent obligation whose frame is at most `level`, left in the queue. */
  peek(level: number): Obligation | null {
    const first = this.heap[0];
    return first !== undefined && first.frame <= level ? first : null;
  }

  push(o: Obligation): void {
    this.heap.push(o);
    this.up(this.heap.length - 1);
  }

  /** Removes the most urgent one. */
  pop(): void {
    const last = this.heap.pop();
    if (last === undefined || this.heap.length === 0) return;
    this.heap[0] = last;
    this.down(0);
  }

  /** Moves the most urgent one to a higher frame. */
  raise(frame: number): void {
    const first = this.heap[0]!;
    for (let f = first.frame; f < frame; f++) first.activity *= 0.6;
    first.frame = frame;
    this.down(0);
  }

  clear(): void {
    this.heap.length = 0;
  }

  private up(i: number): void {
    const o = this.heap[i]!;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (!precedes(o, this.heap[parent]!)) break;
      this.heap[i] = this.heap[parent]!;
      i = parent;
    }
    this.heap[i] = o;
  }

  private down(i: number): void {
    const o = this.heap[i]!;
    const size = this.heap.length;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= size) break;
      if (child + 1 < size && precedes(this.heap[child + 1]!, this.heap[child]!)) child++;
      if (!precedes(this.heap[child]!, o)) break;
      this.heap[i] = this.heap[child]!;
      i = child;
    }
    this.heap[i] = o;
  }
}

function precedes(a: Obligation, b: Obligation): boolean {
  if (a.frame !== b.frame) return a.frame < b.frame;
  if (a.depth !== b.depth) return a.depth > b.depth;
  return a.cube.length < b.cube.length;
}

import type { SuccessorBuffer } from "./state-space.js";
import type { Marks } from "./visited.js";
import { WordStack } from "./word-stack.js";

/**
 * For each condition, where on the path it was met last: so that a transition back to the path tells at once what the cycle meets
 * that it closes ("weights" of Couvreur, Duret-Lutz and Poitrenaud, On-the-fly emptiness checks for generalized Büchi
 * automata, 2005).
 */
export class PathConditions {
  // The depth of the state from which the path leaves by a transition that meets the condition, or -1.
  private readonly last: Int32Array;
  // For each transition of the path: a condition and what `last` was before it, for each that it meets, and then how many these are.
  private readonly before = new WordStack();

  constructor(private readonly conditions: number) {
    this.last = new Int32Array(conditions).fill(-1);
  }

  get bytes(): number {
    return this.before.bytes;
  }

  /** The path goes on from the state at a depth, by a transition of the buffer. */
  push(depth: number, { data, words }: SuccessorBuffer, at: number): void {
    let met = 0;
    for (let j = 0; j < this.conditions; j++) {
      if (((data[at + words + (j >> 5)]! >>> (j & 31)) & 1) === 0) continue;
      this.before.push(this.last[j]!);
      this.before.push(j);
      this.last[j] = depth;
      met++;
    }
    this.before.push(met);
  }

  pop(): void {
    for (let met = this.before.pop(); met > 0; met--) {
      const condition = this.before.pop();
      this.last[condition] = this.before.pop();
    }
  }

  /** Adds the conditions that are met between the state at a depth and the top of the path. */
  addTo(marks: Marks, depth: number): void {
    for (let j = 0; j < this.conditions; j++) if (this.last[j]! >= depth) marks[j >> 5]! |= 1 << (j & 31);
  }
}

import type { FlatDiagram } from "./flat.js";

/** Asks a diagram again and again whether it meets a cube; makes no nodes. */
export class CubeTest {
  private readonly slot: Int32Array;
  // By edge: the last question that came by.
  private readonly seen: Int32Array;
  private readonly pending: Int32Array;
  private questions = 0;

  /** `slotOf(variable)` says where cubes have its value. */
  constructor(
    private readonly f: FlatDiagram,
    slotOf: (variable: number) => number,
  ) {
    this.slot = f.variable.map(slotOf);
    this.seen = new Int32Array(2 * f.variable.length + 2);
    // Each edge is walked once, and adds two at most.
    this.pending = new Int32Array(4 * f.variable.length + 2);
  }

  /** Whether an assignment that satisfies f agrees with the cube: by slot 0, 1, or -1 where it says nothing. */
  meets(cube: Int8Array): boolean {
    const { f, slot, seen, pending } = this;
    const question = ++this.questions;
    let top = 0;
    pending[top++] = f.root;
    while (top > 0) {
      const edge = pending[--top]!;
      if (edge === 0) return true;
      if (edge === 1 || seen[edge] === question) continue;
      seen[edge] = question;
      const node = (edge >> 1) - 1;
      const value = cube[slot[node]!]!;
      if (value !== 1) pending[top++] = f.lo[node]! ^ (edge & 1);
      if (value !== 0) pending[top++] = f.hi[node]! ^ (edge & 1);
    }
    return false;
  }
}

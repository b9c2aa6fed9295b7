import { type StateSpace, SuccessorBuffer } from "./state-space.js";
import { WordStack } from "./word-stack.js";

/** Words of transitions that are kept; those of states further down the path are asked for again when they are needed. */
const KEPT = 2 ** 22;

/** Told of a state that was put on the path, after its transitions were asked for; `path` copies the path to it. */
export type Entered = (state: Int32Array, path: () => Int32Array[]) => void;

export interface PathOptions {
  /** Words of the path's transitions to keep rather than to ask for again. */
  readonly kept?: number;
  readonly entered?: Entered | undefined;
}

/** The transitions of the states on a path, and how many of them were looked at. */
export class PathSuccessors {
  /** Holds the transitions of the top from `first` on. */
  readonly arena: SuccessorBuffer;
  depth = 0;
  deepest = 0;
  // Two words for each state on the path: where its transitions start in the arena, and the next one to look at.
  private readonly frames = new WordStack();
  // States below this depth have none in the arena.
  private keptFrom = 0;
  private readonly state: Int32Array;
  private readonly kept: number;
  private readonly entered: Entered | undefined;

  /** `onPath` copies the state at a depth. */
  constructor(
    private readonly space: StateSpace,
    private readonly onPath: (depth: number, into: Int32Array) => void,
    { kept = KEPT, entered }: PathOptions = {},
  ) {
    this.kept = kept;
    this.entered = entered;
    this.arena = new SuccessorBuffer(space);
    this.state = new Int32Array(space.words);
  }

  get bytes(): number {
    return this.frames.bytes + this.arena.data.byteLength;
  }

  /** A new top: the state at `data[at]`, which `onPath` finds already. */
  push(data: Int32Array, at: number): void {
    const { arena, frames, state } = this;
    for (let k = 0; k < state.length; k++) state[k] = data[at + k]!;
    if (arena.length > this.kept) {
      arena.length = 0;
      this.keptFrom = this.depth;
    }
    frames.push(arena.length);
    frames.push(arena.length);
    this.depth++;
    if (this.depth > this.deepest) this.deepest = this.depth;
    this.space.successors(state, 0, arena);
    this.entered?.(state, () => this.states());
  }

  /** The states on the path. */
  states(): Int32Array[] {
    return Array.from({ length: this.depth }, (_, depth) => {
      const state = new Int32Array(this.space.words);
      this.onPath(depth, state);
      return state;
    });
  }

  /** The next transition of the top, by its place in the arena, or -1. */
  next(): number {
    const { arena, frames } = this;
    const at = frames.at(frames.length - 1);
    if (at >= arena.length) return -1;
    frames.set(frames.length - 1, at + arena.stride);
    return at;
  }

  /** Where the transitions of the top start in the arena. */
  get first(): number {
    return this.frames.at(this.frames.length - 2);
  }

  /** Back to the state before the top, which must still be where `onPath` finds it. */
  pop(): void {
    const { arena, frames } = this;
    frames.pop();
    arena.length = frames.pop();
    this.depth--;
    if (this.depth > 0 && this.depth <= this.keptFrom) this.askAgain();
  }

  private askAgain(): void {
    const { arena, frames, state } = this;
    this.keptFrom = this.depth - 1;
    const next = frames.pop();
    const first = frames.pop();
    frames.push(0);
    frames.push(next - first);
    arena.length = 0;
    this.onPath(this.keptFrom, state);
    this.space.successors(state, 0, arena);
  }
}
